primes = [2, 3,
    5, 7

for p in primes:
    print(p)
