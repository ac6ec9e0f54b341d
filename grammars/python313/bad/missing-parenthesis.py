total = sum(int(x) for x in input().split()
print(total)
