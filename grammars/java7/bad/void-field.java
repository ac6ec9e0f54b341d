class C {
  void a;
}
