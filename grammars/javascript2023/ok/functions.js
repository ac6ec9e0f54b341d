// Clause 15: functions, arrow functions, methods, generators, async functions
function a() { } function b(c) { } function d(e, f,) { } function g(...h) { }
function i(j = 1, { k, l: m, n = 2, 'o': p, [q]: r, ...s } = {}, [t, , u = 3, ...[v]] = [], ...w) { }
function* x() { yield; yield 1; yield* y(); const z = yield a; f(yield, yield b); }
async function aa() { await b; await b(); return await c; }
async function* ab() { yield await c; for await (const d of e) ; }
ac = function () { }; ac = function named() { }; ac = function* () { }; ac = async function () { };
ac = async function* named() { };
a => b; a => { }; () => { }; () => ({ }); (a) => b; (a, b) => a + b; (a, b,) => c;
(...a) => a; (a, ...b) => b; (a, ...[b, c]) => b; (a = 1, { b, c = 2 }, [d]) => a; ({ a }) => a;
([a, b]) => a; a => b => c; (a => b)(c); f(a => b, () => { });
async a => await a; async (a, b) => { await a; }; async () => { }; async => async; async (a); async();
async.b; async[b]; async`x`; async = 1; async (a).then(b);
({ a() { }, b(c, d) { }, *e() { }, async f() { }, async *g() { }, get h() { return 1; }, set h(i) { } });
({ 'a'() { }, 1() { }, [b]() { }, get [c]() { }, set 'd'({ e }) { }, if() { }, async get() { } });
