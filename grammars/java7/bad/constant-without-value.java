interface I {
  int A;
}
