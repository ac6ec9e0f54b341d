<?php
echo "Hello " $name . "!";
$x = 1;
