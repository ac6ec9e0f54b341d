class C {
  void f() {
    for (int i = 0; i < n i++) { }
  }
}
