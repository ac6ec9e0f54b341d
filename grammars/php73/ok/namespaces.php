<?php
namespace Foo \ Bar;

use A;
use \B\C as D, E\F;
use function g\h, \i as j;
use const K, L\M as N;
use O\{P};
use \O\P\{Q, R\S as T,};
use function O\{u, v as w};
use X\{function y, const Z, A as B};

const ONE = 1, TWO = namespace\ONE + \Foo\Bar\ONE;
namespace\f(\strlen('a'), new \A\B, Sub\C::D);
