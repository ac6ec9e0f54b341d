class C {
  void f() {
    case 1: a();
  }
}
