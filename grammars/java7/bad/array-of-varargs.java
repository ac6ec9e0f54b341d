class C {
  void f(int... a[]) { }
}
