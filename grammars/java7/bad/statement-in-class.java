class C {
  a = 1;
  if (b) c();
}
