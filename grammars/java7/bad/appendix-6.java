class C {
  void f() {
    x((((((
  }
}
