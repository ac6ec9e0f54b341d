class C {
  void f() { }
