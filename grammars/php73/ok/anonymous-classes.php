<?php
$a = new class { public $x = 1; };
$b = new class($a, ...$rest) extends A implements I, J { use T; function f() { return new class {}; } };
(new class { function f() {} })->f();
