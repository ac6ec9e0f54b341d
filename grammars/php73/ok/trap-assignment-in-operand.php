<?php
if (!$a = f() and $b || $c = g()) { }
$x = 1 + $y = 2 * $z .= 'a';
@$a[$b = 1]->c = -$d = (int) $e = 5;
