<?php
$a = <<<EOT
  text {$b}
 EOTX;
