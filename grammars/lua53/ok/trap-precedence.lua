-- Section 3.4.8: each line is followed by what it means
x = a or b and c            -- a or (b and c)
x = a and b < c             -- a and (b < c)
x = a < b | c               -- a < (b | c)
x = a | b ~ c & d           -- a | (b ~ (c & d))
x = a & b << c              -- a & (b << c)
x = a << b .. c             -- a << (b .. c)
x = a .. b + c              -- a .. (b + c)
x = a + b * c               -- a + (b * c)
x = -a ^ b                  -- -(a ^ b)
x = a ^ -b ^ c              -- a ^ (-(b ^ c))
x = -a * b                  -- (-a) * b
x = not a == b              -- (not a) == b
x = #a + #b                 -- (#a) + (#b)
x = - - ~ - not # a         -- -(-(~(-(not (#a)))))
x = a - b - c               -- (a - b) - c
x = a .. b .. c             -- a .. (b .. c)
x = a ^ b ^ c               -- a ^ (b ^ c)
x = a == b == c             -- (a == b) == c
x = a ~ ~b                  -- a ~ (~b)
x = a - -b                  -- a - (-b)
x = a // b % c              -- (a // b) % c
x = -f(a).b[c]              -- -((f(a).b)[c])
