class C {
  void f() {
    if (temp.greaterThan(MAX) // missing )
      fridge.startCooling();
  }
}
