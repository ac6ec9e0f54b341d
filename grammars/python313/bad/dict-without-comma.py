ages = {
    "Ada": 36,
    "Alan": 41
    "Grace": 85,
}
print(ages)
