typedef int T;
int f(int x) {
    T (y), *z;
    y = (T)(x) + (x)(1) - (T) -x - (x) - x + sizeof(T) - sizeof(x) * x + sizeof (T) { 1 };
    z = &(T) { x }, x = (T) { 1 } + 1;
    T (*g)(T (T)), h(T (*)(T));
    x * y;
    return (T) x;
}
