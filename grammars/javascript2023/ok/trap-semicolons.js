// 12.10: semicolons that are not there
var a = 1
let b = 2, c
const d = 3
a = b
c = d + e
(f).g()
a = b
/c/g.d
a
++b
--c
if (a) b
else c
if (a) { b } else { c }
do a++; while (b) c
do a++
while (b)
while (a) b
for (;;) break
x: for (;;) { continue x }
function f() {
    return
    1
}
function* g() {
    yield
    yield
    a
    yield a
}
throw a
a = b /* a comment
of lines */ c = d
a = function () { }
b = () => { }
c = a => a
debugger
class C {
    a
    b = 1
    static c
    get
    d() { }
    static e = 2
    static
    f() { }
    'g'
    [h]
    *i() { }
    get
    *j() { }
}
`a ${b
} c`
a = { b: 1
}
a = [
    1
]
var i
async
function j() { }
label:
a
{ a } { b; c }
a
