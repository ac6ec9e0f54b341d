class C {
  int[] a = {1, {2, 3};
  int b;
}
