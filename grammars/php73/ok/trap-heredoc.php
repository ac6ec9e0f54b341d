<?php
$a = <<<EOT
EOT;
$b = <<<EOT

  A line that starts with EOTX, and EOT in the middle
EOTHER, and other;
	names.
EOT
. <<< "SQL"
    SELECT name, {$row['name']}, $row[name], $row[0], $row[-1], $row[$i], $o->p
    FROM t; -- {a} {{b}} $ 5 \$c \\ \{$d} $o-> $e [0]
    function () {
    }
    } {
    SQL;
f(<<<A
x
A, [<<<B
 {$x}B
 B]);
