class C {
  void f() {
    switch (a) { case 1 b(); }
  }
}
