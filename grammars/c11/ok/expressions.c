#include <stdarg.h>
int f(int n, ...) {
    va_list ap;
    int a[3] = { 0 }, i = 0, *p = a;
    i = va_arg(ap, int) + *va_arg(ap, int *);
    i += offsetof(struct s, x) + offsetof(struct s, y[2].z);
    i -= a[0] * *p / 2 % 3; i *= 1; i /= 1; i %= 1; i <<= 1; i >>= 1; i &= 1; i ^= 1; i |= 1;
    i = i << 1 >> 1, i = i < 1 == i > 2 != i <= 3 && i >= 4 || !i;
    i = i & 1 | i ^ 2, i = ~i + -i - +i;
    i++, ++i, i--, --i;
    i = i ? p ? 1 : 2 : 3;
    i = sizeof i + sizeof(int) + sizeof(int *[3]) + sizeof (i) + sizeof -i + _Alignof(double);
    i = (int) 2.5 + (int) (char) *&i - (i) - 1;
    i = _Generic(i, int: 1, const char *: 2, default: 3);
    f(1); f(1, 2, (3, 4)); (*f)(1); (&f)(1)
        ; s.x = t->y[1].z; f();
    p = (int []) { 1 }; p = (const int *) p; p = (int (*)[3]) p; p = (void (*)(int)) p;
    return (i, 1);
}
