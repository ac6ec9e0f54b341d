// Clause 12: regular expression or division
a = b / c / d; a = b /c/ d; a /= b / c;
a = /c/; f(/c/); [/c/, /=d/]; ({ a: /c/ }); a ? /c/ : /d/;
(a) / b / c; a[0] / b / c; f() / b; a++ / b; this / b; 1 / 2; 'x' / 2; `x` / 2; /x/ / /y/;
if (a) /c/.test(b);
while (a) /c/g.exec(b);
{ } /c/.test(a);
function f() { } /c/.test(a);
a = function () { } / b;
a = { } / b / c;
({ }) / a / b;
switch (a) { case /c/: /d/.test(b); }
return_ / a; function g() { return /c/ } typeof /c/; void /c/; !/c/; a in /c/; delete /c/.d;
x => /c/; x => { } ; /c/; !/[/"'`]/.test(a) ; a = /=/ / /\//;
`${/}/.test(a) ? a / b / c : /`/}`;
function* h() { yield /c/; yield a / b / c }
async function i() { await /c/; await a / b }
a.if / b / c; a.return / b / c;
/[\]/]/; /(?:)/; /\//g;
