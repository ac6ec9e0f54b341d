int sum(int a, b) {
    return a + b;
}
