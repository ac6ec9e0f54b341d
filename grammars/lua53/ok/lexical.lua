#!/usr/bin/env lua
-- Section 3.1: comments
--
---
--[
--[=
--[==x
--=[[ not long
-- [[ not long
--[[ long ]] a = 1
--[[ long
  on ]] --[=[ and with ]] inside ]=] --[==[ ]=] ]==] --[===[ ]==] ]===] --[====[ ]===] ]====]
--[[]] --[=[]=] --[[]=]]
--]]

-- Names; keywords are whole words
_, a1, _G, andy, ends, nilly, notx, _1 = 1

-- Numerals
n = 3 + 345 + 0xff + 0xBEBADA + 3.0 + 3.1416 + 314.16e-2 + 0.31416E1 + 34e1 + 0x0.1E + 0xA23p-4 + 0X1.921FB54442D18P+1
n = 0 + 00 + 3. + .5 + .5e+1 + 3.e2 + 0x.8 + 0xA. + 0x.8p1 + 0xAp1

-- Short strings
s = "" .. '' .. "a" .. 'a' .. "'" .. '"' .. "\a\b\f\n\r\t\v\\\"\'" .. "\x41\xfF\1\12\123\0001" .. "\u{0}\u{10FFFF}"
s = "one\
two" .. 'a\z
         b\z   c' .. "-- no comment" .. '[[no]]' .. "\
"

-- Long strings
s = [[]] .. [[a]] .. [[
two lines ]] .. [=[ ]] ]=] .. [==[ ]=] ]] ]==] .. [===[ ]==] ]===] .. [====[ ]===] ]====] .. [[ \ ]] .. [[ ] ]] .. [[a]=]] .. [=[]]=]
s = [==[
--[[ no comment ]]
]==]
t = a[b[1]] -- no long string

-- The longest token wins
x = a..b
x = a//b/c~=d~e<=f<<g>>h>=i
t = {...}
