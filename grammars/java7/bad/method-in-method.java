class C {
  void f() {
    void g() { }
  }
}
