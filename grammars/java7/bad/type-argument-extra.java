class C {
  void f() {
    List<List<String>>> a = b;
  }
}
