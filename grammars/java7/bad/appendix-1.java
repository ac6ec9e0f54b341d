class C {
  int x y;
}
