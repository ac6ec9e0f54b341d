class C {
  void f() {
    f(x -> x + 1);
  }
}
