<?php
$f = function () { };
$g = static function &(int $a, &$b, ...$c) use ($f, &$h): ?array { return $f; };
$f(1, ...[2, 3])($x)[0]();
(function ($x) use ($g) { return $x; })(1);
array_map(function ($x) { return $x; }, [1, 2],);
'strlen'('a');
[$o, 'm']();
array($o, 'm')();
function () { };
static function () { };
$o->f()()
    ;
