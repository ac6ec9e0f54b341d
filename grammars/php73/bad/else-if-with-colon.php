<?php
if ($a):
    f();
else if ($b):
    g();
endif;
