<?php
$a = array("foo", "bar");
$a[0;
