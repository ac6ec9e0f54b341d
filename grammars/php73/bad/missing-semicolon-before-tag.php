<?php if ($a) { echo 1 } ?>
<p>
