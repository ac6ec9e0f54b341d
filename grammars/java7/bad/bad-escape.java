class C {
  void f() {
    a = "\q";
  }
}
