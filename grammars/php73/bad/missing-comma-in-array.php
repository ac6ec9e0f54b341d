<?php
$a = array(
    'one' => 1
    'two' => 2,
);
