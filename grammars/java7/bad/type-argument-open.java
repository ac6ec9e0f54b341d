class C {
  void f() {
    List<String a = b;
  }
}
