def greet(name):
print("Hello", name)
print("How are you?")

greet("Ada")
