// Parameters of arrow functions and expressions in parentheses begin alike
(a); (a, b); (a) => a; (a, b) => a; (a = b, c = d); (a = b, c = d) => a; ({ a, b }) => a; ({ a, b: { c } });
({ a = 1 }) => a; ({ a = 1 } = {}) => a; [a, b]; ([a, b]) => a; ([a] = b); ([a] = b) => a;
f((a, b)); f((a, b) => c); f(async (a, b)); f(async (a, b) => c); a ? (b) : (c); a ? (b) => c : (d) => e;
(a) => (b) => (c); (a => a)(b); a = (b, c) => { }, d; for (a => { }; b; c) break; for (var a = b => { }; ;) break;
(a, b) => { } // no semicolon
(() => { })();
async (a) => { }
async function f() { } async (b)
