def add(a b):
    return a + b


def subtract(a, b):
    return a - b


print(add(1, 2), subtract(3, 4))
