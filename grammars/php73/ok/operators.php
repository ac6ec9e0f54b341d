<?php
$a = $b += $c -= $d *= $e **= $f /= $g .= $h %= $i &= $j |= $k ^= $l <<= $m >>= 2;
$a =& $b['x'];
$x = !$a = f() and $b or $c xor $d;
$x = $a && !$b = 1 || $c ?? $d ?: $e ? $f : $g;
$x = -$a ** 2 + ~$b % 3 - +$c . @$d->e;
$x = $a <=> $b; $x = $a == $b & $c != $d ^ $e === $f | $g !== $h; $x = $a <> $b;
$x = $a < $b << 1; $x = $a >= $b >> 2; $x = $a <= $b; $x = $a > $b;
$x = $i++ + --$j - $k-- * ++$l / 2;
$x = !$a instanceof A; $x = $a instanceof $b->c; $x = $a instanceof static;
$x = clone $a->b(); $x = print 'a' . 'b' && print 'c';
$x = new A; $x = new A($b); $x = new $c; $x = new $c->d['e']($f); $x = new static; $x = new A::$b();
$x = new $a::$b{0}; $x = new static::$c; $x = (new A)->b; $x = new self(...$a);
include 'a' . '.php'; include_once 'b'; $x = require 'c'; require_once('d');
if ((include 'x.php') == 1) { }
