<?php
function f($x) {
    if ($x) {
        echo $x;
    return $x;
}
echo f(1);
