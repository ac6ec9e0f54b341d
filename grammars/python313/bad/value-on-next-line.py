def total(items):
    result = 
        sum(
            items)
    count = 1
    return result

total([])
