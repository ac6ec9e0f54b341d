<?php
echo __LINE__;
__HALT_COMPILER /* now */ ( ) ;
This is not PHP: <?php } " ' /*
