def sign(n):
    if n > 0:
        return 1
    elsif n < 0:
        return -1
    return 0
