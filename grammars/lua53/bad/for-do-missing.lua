for i = 1, 10 print(i) end
