#include <stdio.h>
main()
{
    return 0;
}
old(a, b)
    int a;
    char *b;
{ }
int older(a) int a; { return a; }
int *oldest(a) { return 0; }
*newer(int a) { }
*newest(a) { }
(parenthesized)(int a) { }
(*table(void))[3] { }
static implicit(void) { }
(*array_of(int x)) { }
((f)(int)) { }
