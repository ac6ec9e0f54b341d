-- A name in a table is a field's name only before a single equals sign
t = {a, a = 1, a == 1, a.b, a(), [a] = a, [a == b] = c == d, function() end, (a), -a}
