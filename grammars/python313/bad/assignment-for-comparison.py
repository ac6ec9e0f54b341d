def is_zero(n):
    if n = 0:
        return True
    return False
