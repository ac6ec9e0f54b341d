<?php
$this->name = $other->;
$x = 1;
