typedef int list, tag, stop;
struct tag { int list, tag : 2; struct list *next; };
union list { list list; };
enum stop { go };
int f(struct tag *t, int list, unsigned tag) {
    struct tag copy = { .list = 1 };
    goto stop;
    t->list = copy.list + offsetof(struct tag, list);
stop:
    return 0;
}
int g(void) { int stop; const list tag; unsigned list[2], *tag, (*stop); return 0; }
