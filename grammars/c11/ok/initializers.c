int a[] = { 1, 2, 3, }, b[2][2] = { { 1, 2 }, { 3 } };
struct s { int x, y[3]; } s = { .x = 1, .y = { [2] = 4, [0] = 1 }, };
struct s t[] = { [0].y[1] = 2, [1] = { .x = 3 } }, *u = &(struct s) { 1, { 2 } };
char c[] = "abc" "def", *p = (char []) { 'a', 'b', };
