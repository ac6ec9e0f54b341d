class C {
  void f() {
    a[0 = 1;
  }
}
