struct point { int x, y; };
struct { unsigned a : 3, : 2; const int b : 1; struct point p, *q; };
union u { int i; float f; struct { char c; }; _Static_assert(1, "ok"); };
struct node { struct node *next; int (*call)(struct node *); _Alignas(8) char data[]; } list, *head;
enum colour { RED, GREEN = 2, BLUE, };
enum { ONE = 1, TWO };
enum colour c = RED;
enum last { LAST }; enum { A, B, } ab;
const struct point origin = { 0 };
struct point const volatile p1;
struct specifiers {
    const a; volatile const b; const int unsigned c; long const d; int const f; const struct point g, h;
    struct point const i; struct point volatile *const j; const volatile k : 3; _Alignas(int) const char l;
};
