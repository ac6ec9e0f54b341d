print("Hello World"
