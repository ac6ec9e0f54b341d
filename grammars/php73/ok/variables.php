<?php
$$a = $$$b['c'] + ${'d' . $e}->f + $o->$p + $o->$$q + $o->{'r' . $s}() + $o::$t + A::$$u + $A::{'b'}();
$a[] = $b{0}[1]; $c['d']{'e'}->f()[0]::G;
A::B[0]; \A\B[1]; FOO[2]; 'str'[0]; "str"{1}; [1, 2][0]; array(1)[0]; (f())[0]; "a"::b(); ($x)::C;
isset($a, $b->c, $d['e'],); isset($a[0]); empty($x); eval('1;'); exit; exit(); exit(1); die('x');
$größe = 1; $_ = __FILE__ . __DIR__ . __FUNCTION__ . __METHOD__ . __TRAIT__;
