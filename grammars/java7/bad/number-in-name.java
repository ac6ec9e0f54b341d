class 1C { }
