<?php
abstract class A extends \N\B implements I, J\K
{
    const ONE = 1, TWO = self::ONE * 2;
    private const THREE = [1, 'a' => self::TWO][0];
    var $a, $b = 1;
    public $c;
    protected static $d = array(), $e = A::class;
    final public static function f() { return static::$d[0] + parent::f() + self::{$x}(1); }
    abstract protected function g(int $a, ?B $b = null, array &...$rest): ?string;
    function &h() { return $this->a; }
    function __construct() {}
}
final class B extends A { }
interface I extends J, K { const X = 1; public function f(); }
interface J { }
