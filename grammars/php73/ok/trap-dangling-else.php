<?php
if ($a) if ($b) f(); elseif ($c) g(); else h();
if ($a): if ($b) f(); else g(); else: h(); endif;
while ($a) if ($b) f(); else g();
