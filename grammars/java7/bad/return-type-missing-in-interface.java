interface I {
  f();
}
