int a[], b[3], c[2][3], *d[4], (*e)[5];
int f(void), g(), (*h)(int, char *), (*i(int))(double), *(*j)(int), ((k)), (*(l));
int m(int [], int [3], int [const], int [const 3], int [static 3], int [static const 3],
      int [const static 3], int [*], int n[*], int o[const *], int (*)(void), int (*)[3], int (), ...);
char *const *volatile *p;
char * const q;
void r(int, int *, int (*)[], int *[2], int (int), int (*(int))(int), int (([3])));
int (*s)(void), (t)(int), (u(int)), ((v)[2]), (w[2]), (x(int))(void), (*y[2])(void), (*(*z)(int))[3];
int (aa(int))[1], (bb)(int)[2];
int **cc, *const *const volatile dd, (*ee(int)(int)), (ff(int)[2]);
int ((*gg(int))(char));
