<?php
namespace A {
    const X = 1;
    function f() {}
}
namespace {
    A\f();
    use A\B;
}
