<?php
# one? two?
// three /* four
/* five // */ /**/ /***/ /** six * / **/ $a = 1; // ??
$b = 2 /* seven */; #
$c = "# {$d /* } */} //";
