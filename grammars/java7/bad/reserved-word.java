class C {
  void f() {
    int goto = 1;
  }
}
