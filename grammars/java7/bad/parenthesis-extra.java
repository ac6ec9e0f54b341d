class C {
  void f() {
    f(a));
  }
}
