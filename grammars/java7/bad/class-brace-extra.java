class C {
  void f() { }
}
}
