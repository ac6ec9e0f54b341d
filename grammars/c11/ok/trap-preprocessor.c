#include <stdio.h>
# define MAX(a, b) \
    ((a) > (b) ? \
     (a) : (b))
#define TEXT "a /* not a comment" // this is one, and /* this is not
%: define DIGRAPH 1
#if 0 /* a comment that
   goes on */ && 1 / 2
#error don't /* stop here
#endif
#define QUOTE '"' /* a comment */ '\'' /
int a; /**/ /***/ /* ** / */ int b; // a comment that \
   goes on
int c; // last /* one
#define THREE 3 // \
   goes on, too
int d\
;
