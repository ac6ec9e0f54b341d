while a do b()
