int f(int c) {
    switch (c) {
    case 1 return 2;
    default: return 3;
    }
}
