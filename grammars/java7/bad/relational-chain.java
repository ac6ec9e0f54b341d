class C {
  void f() {
    boolean b = (a < b < c);
  }
}
