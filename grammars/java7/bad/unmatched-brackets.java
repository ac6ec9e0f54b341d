class C {
  void f() {
    x = f(();
  }
}
