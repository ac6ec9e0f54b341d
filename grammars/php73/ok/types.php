<?php
function f(int $a, ?string $b, callable $c, array $d = [], self $e = null, \N\T ...$f): void { }
function &g(A &$x, B &...$y): ?iterable { }
function h($a = PHP_INT_MAX, $b = A::B, $c = array('k' => 1,)): array { }
