"""Every statement of the language."""
import os
import os.path as path, sys
from . import a
from .. import b as c, d
from ... import e
from .mod import f
from os.path import (join, split as halves,)
from os import *

x = y = 1; z = yield_later = 2;
a, *b = 1, 2, 3
n: int
n: int = 3
self.n: "int" = yield
x[0]: float = 1, 2
x += 1; x -= 1; x *= 2; x @= m; x /= 2; x %= 3; x &= 1; x |= 2; x ^= 3
x <<= 1; x >>= 1; x **= 2; x //= 3
type Point = tuple[float, float]
type Box[T: int = bool, *Ts = *tuple[int], **P = [int]] = list[T]
del x, a[0], (b, c),
assert x
assert x, "message"
pass


def f(): return
def g(a, b=1, /, c=2, *args, d, e=3, **kw): return a, b
def h(a, /, b, *, c, **kw,): pass
def i(a, /): pass
def j(a, b, /, c=1, *, d): pass
def k(*args: *Ts, x=1,) -> int: pass
def l(**kw: dict,): pass
def m(a: int = 1, b: str = "", /, c: int = 2): global x, y; nonlocal z
def n[T: (int, str), *Ts, **P](x: T) -> T: raise
async def o():
    await p
    async with a as b, c: pass
    async for x in y: pass
    else: pass
    yield
    yield 1, 2
    x = yield from q
    return [x async for x in y if x if z], {x: 1 async for x in y}


@decorator
@other.one(1)
async def p():
    raise ValueError from None


@decorator
class A: pass
class B(): x: int = 1
class C[T](A, metaclass=M, **kw):
    def f(self):
        raise ValueError("no")


if a: pass
if a := f():
    pass
elif b: pass
elif c:
    pass
else: pass

while True:
    if x: break
    continue
else:
    pass

for x in 1, 2, *y:
    pass
for x, *y, in z: pass
else: pass

try: pass
finally: pass
try:
    pass
except: pass
try:
    pass
except A: pass
except (B, C) as e:
    pass
else: pass
finally: pass
try: pass
except* A as e: pass
except* B: pass
else: pass

with a: pass
with a, b as c, (d): pass
with (a, b): pass
with (a as b): pass
with (a as b, c, d as e,): pass
with (a, b as c, d): pass
with (a, b, c as d,): pass
print(x)
match(x)
match(x), y
match(x).y, z = 1, 2
match[x] = 3
match[x]: int
match[x]: int = 3
match(x).y += 1


def q(a=1,): pass
def r(a, *b): pass
def s(a=1, *b): pass
def t(a, *, b, c, **d): pass
def u(*, a, b=1): pass
