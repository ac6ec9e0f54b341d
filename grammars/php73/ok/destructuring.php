<?php
list($a, list(, $b), 'k' => $c,) = $x;
list('a' => list($b), 'c' => [$d]) = $x;
[$a, [, $b], 'k' => $c] = [1, [2, 3], 'k' => 4];
[$a, $b] = [$b, $a];
['x' => list($y)] = $z;
list($a[0], $o->p, A::$q) = list($r) = $s;
list(&$a, 'k' => &$b) = $x;
foreach ($x as list($a, $b)) { }
foreach ($x as [$a, $b]) { }
foreach ($x as $k => list('a' => $b)) { }
foreach ([[1]] as $k => [&$v]) { }
foreach ($x as $k => &$v) { }
foreach (array(1, 2,) as $o->p) { }
