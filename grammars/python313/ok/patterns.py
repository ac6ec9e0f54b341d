match x:
    case 1 | -2 | 1 + 2j | -1 - 2j: pass
    case "a" "b" | None | True | False: pass
    case _: pass
match x, *y,:
    case a, *b: pass
    case *_,: pass
    case a, b, c,:
        pass
match not x:
    case a.b | a.b.c if a := b: pass
match -x:
    case (a): pass
    case (): pass
    case (a,): pass
    case (a, *_): pass
    case []: pass
    case [a, *_]: pass
    case [a,] as b: pass
match *x, y:
    case {}: pass
    case {"a": 1, b.c: d, **rest}: pass
    case {-1: _, "x" "y": z,}: pass
match a ** b + c * d if e else f:
    case A(): pass
    case a.B(c, d=e,): pass
match x.y[0](z):
    case match: pass
match (x):
    case type: pass
match (x, y):
    case case: pass
match (x for x in y):
    case a: pass
match (yield):
    case a: pass
match [a]:
    case a: pass
match (x).y ** z % 3 * 2 / 1 // 4 @ 5 + 1 - 2 << 1 >> 2 & 3 ^ 4 | 5 == 6 and not 7 or 8, 9:
    case a: pass
match (x) if y else z, *b,:
    case a: pass
match ():
    case a: pass
match x := y:
    case a: pass
match lambda: x:
    case a: pass
match await x:
    case a: pass
match await x ** y - z:
    case a: pass
match +x * w << 1 >> 2 / y // z % w @ v:
    case a: pass
match ~x & y ^ z | w << 1 >> 2 < 3 and 4 or not 5:
    case a: pass
match x ** y:
    case a: pass
match(x) if y else z
match a // b / c % d @ e:
    case a: pass
