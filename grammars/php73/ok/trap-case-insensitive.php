<?PHP
NameSpace A; FINAL Class B EXTENDS C { PUBLIC Static Function F() { RETURN New SELF; } }
IF (TRUE AND 0XFF OR 1E3 Xor NULL): ECHO 'x'; ENDIF;
$a = (INT) __line__ . B'x' . B"y" . <<<eot
EOT
eot;
FOREACH ([1] AS $x) PRINT $x;
?>
