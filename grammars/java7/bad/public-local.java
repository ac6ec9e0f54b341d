class C {
  void f() {
    public int a = 1;
  }
}
