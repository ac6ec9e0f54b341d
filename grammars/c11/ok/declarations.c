#include <stddef.h>
extern int a, b = 1, *c;
static const unsigned long long int d = 0xFFull;
_Thread_local register volatile signed char e;
auto short f;
long double _Complex g;
float _Imaginary h;
_Bool i;
const j;
static k = 2;
_Alignas(16) char l[4];
_Alignas(double) int m;
_Static_assert(sizeof(int) >= 2, "int " "too small");
_Atomic int n;
_Atomic(int *) o;
int _Atomic (p);
int const restrict volatile *q;
struct s;
;
