enum E {
  A B;
  int c;
}
