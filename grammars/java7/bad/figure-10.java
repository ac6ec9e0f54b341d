class C {
  T x = 2 +
  T y = 3;
}
