<?php
__halt_compiler() ?>
<p>data <?php