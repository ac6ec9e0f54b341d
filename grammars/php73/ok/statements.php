<?php
declare(strict_types=1);
declare(ticks=1, encoding='UTF-8') { f(); }
start:
    goto end;
if ($a) f(); else if ($b) g(); elseif ($c) h(); else { }
while ($a) { continue; } do f(); while (--$i); do { break 2; } while (0);
for (;;) ; for ($i = 0, $j = 1; $i < 5, $j; $i++, $j--) { continue 1; }
switch ($x) { case 1: case 2; f(); break; default: g(); }
switch ($x) { ; case A::B: }
try { throw new E('x'); } catch (A | \N\B $e) { } catch (C $e) { } finally { }
try { } finally { } try { } catch (A $e) { }
global $a, $$b; static $c, $d = [1]; unset($a, $b->c['d'],); unset($e);
echo 1, 2; print 'x'; return; ; { { } }
function f() { function g() { class D { } } return 1; }
interface I { } trait T { }
end:
