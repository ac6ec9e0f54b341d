x = max(1, 2}
print(x)
