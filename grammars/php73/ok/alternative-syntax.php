<?php if ($a): ?>
  a
<?php elseif ($b): echo 1; else: ?>
  c
<?php endif; ?>
<?php switch ($x): ?>
<?php case 1: ?>
  one
<?php break; default; ?>
  other
<?php endswitch ?>
<?php
switch ($x):
endswitch;
for ($i = 0; $i < 3; $i++): foreach ($a as $b): while ($c): break 3; endwhile; endforeach; endfor;
declare(ticks=1): f(); enddeclare;
if ($a): if ($b) f(); elseif ($c) g(); endif;
if ($a) if ($b): f(); endif; else g();
