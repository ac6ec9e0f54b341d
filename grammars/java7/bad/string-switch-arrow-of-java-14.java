class C {
  void f() {
    switch (a) { case "b" -> c(); }
  }
}
