// Clause 13: expressions
a = b; a *= b; a /= b; a %= b; a += b; a -= b; a <<= b; a >>= b; a >>>= b; a &= b; a ^= b;
a |= b; a **= b; a &&= b; a ||= b; a ??= b; a = b = c, d = e;
a ? b : c ? d : e; a ? (b, c) : d = e; a?.5:1; a ?.5e3: b;
a || b && c || d; a ?? b ?? c; (a || b) ?? c; a ?? (b && c);
a | b ^ c & d; a == b != c === d !== e;
a < b; a > b; a <= b; a >= b; a instanceof b; 'a' in b;
a << b >> c >>> d; a + b - c; a * b / c % d; a ** b ** c; (-a) ** b; a++ ** 2;
delete a.b; void 0; typeof a; +a; -a; ~a; !a; - -a; + +a; !(!a);
a++; b--; ++a; --b.c; a.b[c]++; (a)++;
new A; new A(); new A.B(c); new (f())(); new A().b; new new A()(); new async; new async();
function F() { return new.target; }
f(); f(a, b); f(a, ...b, c,); f()(); f().a; f()[a]; f()`x`; f`x``y`; a.b`x`; a`x`.b;
a.b; a[b]; a[b, c]; a.if; a.class.new; a.get.set; a.async.of.static.let.yield.await;
a?.b; a?.[b]; a?.(b); a?.b.c(d)[e]?.f; a()?.b; a?.if?.(); async?.b;
[]; [,]; [, ,]; [a]; [a, b]; [a, , b,]; [...a, b, ...c];
({}); ({ a }); ({ a, b, }); ({ a: 1, 'b': 2, 3: 4, [c + d]: 5, ...e }); ({ if: 1, class: 2 });
(a); (a, b); ((a));
import('a').then(b); import.meta.url;
[a, b] = [b, a]; ({ a, b: c, d = 1, ...e } = f); [a = 1, [b], { c }, ...d.e] = f;
(function () { })(); (function* () { yield; })(); (class { }); (class A extends B { });
`text`; ``; `a ${b} c`; `${a}${b}`; `a ${`b ${c} d`} e`; `${{ a: { b: 1 } }.a.b}`; `$ $$ \` \${ }`; `$${a}$`;
a ? b => c : d => e; !function () { }(); +{}; 'x' + {};
