class C {
  void f() {
    whlie (a) b();
  }
}
