class C {
  void f() {
    if true {
    }
}
