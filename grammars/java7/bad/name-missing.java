class C {
  void f() {
    int = 1;
  }
}
