<?php
trait T { abstract function f(); static $x; }
class C {
    use T;
    use A, \N\B {
        A::f insteadof B, \N\B;
        B::f as protected;
        f as g;
        f as private h;
        g as list;
        A::list as final;
        class as public new;
    }
    use D { }
}
