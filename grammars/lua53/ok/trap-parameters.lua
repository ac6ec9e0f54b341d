-- The vararg expression may be the last or the only parameter
f = function(...) end
f = function(a, ...) end
f = function(a, b, ...) end
