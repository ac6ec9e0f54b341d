# -*- coding: utf-8 -*-
# A comment, and lines that count for nothing

if x:
        # deeper than the block
    y = [
1,
  2, # inside

    ]
# less deep
    if z: # after
    	w = 1

    else:
        w = (2 +
  3)

if x: y = 1
while x:
  while y:
    pass
a = b \
    + c
d = """one
  two
"""
e = r'\\' + rb'''x
y''' + f'{a!r:>{w}}' + f"{d["k"]}" + F"{{{x}}}" + rf'\{x}' + u'é'
f = 0x_ff, 0o17, 0b1, 1_000, 00, 1., .5, 1e10, 1_0.0_1e-1_0, 5j, 1.5J
ñame = µ = 变量 = 1
g = 1if x else 2
class A:
    pass
    # the end
