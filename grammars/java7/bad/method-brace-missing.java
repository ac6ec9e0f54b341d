class C {
  void f() {
    a();

  public void g() {
    b();
  }
}
