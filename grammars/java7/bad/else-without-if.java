class C {
  void f() {
    a(); else b();
  }
}
