<?php
$x = (int) $a + (integer)$a . ( float )$a . (double)$a . (real)$a . (string)$a . (binary)"a";
$x = (	bool	)$a && (boolean) $a && (array) $a && (object)['a' => 1] && (unset) $a;
$x = (int) -(float) @$a['b'];
$x = (integers) . (string . 's') . f( (string) INT );
