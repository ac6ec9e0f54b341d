class C {
  void methodX() {
    if (true)
      foo();
    }
    int i = 0;
    while (i < 8)
      i = bar(i);
    }
  }
}
