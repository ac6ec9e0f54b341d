class C {
  void f() {
    a = (List<>) b;
  }
}
