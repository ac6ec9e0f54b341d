class C {
  void f() {
    f(a b, c);
  }
}
