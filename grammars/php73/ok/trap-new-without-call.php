<?php
$x = new $a->b($c); $x = new $a['b']->c{'d'}::$e($f); $x = (new A)->b(); $x = new A; $x = new A();
$x = clone new A(1) instanceof A;
