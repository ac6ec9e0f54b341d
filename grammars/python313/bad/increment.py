count = 0
while count < 10:
    count++
print(count)
