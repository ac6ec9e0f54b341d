class C {
  void f() {
    catch (E e) { }
  }
}
