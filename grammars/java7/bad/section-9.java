class C {
  void f() {
    x = f(""a""b);
  }
}
