inline static int f(void) { return 1; }
_Noreturn void g(int a, char *b, ...) { }
int *h(int (*a)(int), int b[const]) { return 0; }
int (*k(int x))(double) { return 0; }
int (l)(void) { return 0; }
struct s { int a; } m(void) { }
void (*(n(int)))(void) { }
const struct s *o() { }
int main(int argc, char *argv[]) { return 0; }
