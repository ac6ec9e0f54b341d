class C {
  void f() {
    try { }
  }
}
