<?php
$a = <<<'EOT'
EOT;
class C {
    const TEXT = <<<'END'
        $no {$interpolation} \
        ENDING
        END;
    public $p = b<<<'X'

X
    ;
}
