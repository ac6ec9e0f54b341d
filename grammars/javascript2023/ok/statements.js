// Clause 14: statements
{ }
{ let a = 1; const b = 2, c = 3; }
;
var d, e = 1, [f] = [], { g } = {};
let h, i = 2;
if (d) ; else if (e) { } else f();
if (d) function k() { }
do d++; while (d < 10)
do d++; while (d < 10);
do { } while (d) e();
while (d) { break; }
for (;;) { continue; }
for (d = 0, e = 1; d < e; d++, e--) ;
for (var j = 0, l = 1; j < l; j++) ;
for (let m = 0; m < 9; ) ;
for (const n = 0; ; ) ;
for (let [o, p] = [1, 2], q = ('a' in d); ; ) break;
for (d in e) ;
for (d.e in f) ;
for (var r in e) ;
for (let s in e, f) ;
for (const { t, u } in e) ;
for (var v = 1 in e) ;
for (d of e) ;
for ([d, e] of f) ;
for (var w of e) ;
for (let [x, y] of e) ;
for (const z of [1, 2]) ;
async function waits() { for await (d of e) ; for await (const f of g()) ; }
outer: for (;;) { inner: for (;;) { continue outer; break inner; } }
async: for (;;) break async;
label: function labelled() { }
switch (d) { }
switch (d) { case 1: case 2: e(); break; case 'x': }
switch (d) { case 1: default: f(); case 2: g(); break; }
function returns() { return; return 1, 2; }
function throws() { throw new Error('message'); }
with (d) e;
try { } catch { }
try { } catch (error) { }
try { } catch ({ message, stack: [top] }) { } finally { }
try { } finally { }
debugger;
"expression";
if (d) function ad() { } else function ae() { }
