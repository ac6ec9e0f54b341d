class C {
  void f() {
    int a = 1
    int b = 2;
  }
}
