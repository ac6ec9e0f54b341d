class C {
  /* a
}
