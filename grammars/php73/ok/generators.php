<?php
function g() {
    $x = yield;
    $x = yield $k => $v;
    yield 1;
    yield from [1, 2];
    $y = (yield $a) + (yield);
    yield
        from h();
    f(yield, yield 2);
    return [yield, yield 1 => 2];
}
