#include <stdio.h>
typedef struct node node, *list;
struct node { list next; node *prev; int node; };
typedef int (*function)(list, const node *), vector[3], matrix[3][3], number;
typedef unsigned char byte;
typedef number (*const *pointer)(const node *), *(*deep)(int), ((*deeper)[2]), plain(int), (parenthesized)(int);
typedef enum { no, yes } answer;
typedef struct { byte red; } pixel;
const number one = 1;
static list const empty;
number add(number a, vector b, function f, node *n) {
    vector v = { 1, 2, 3 };
    number i, *p = (number *) &i;
    size_t size = sizeof(number) + sizeof(vector);
    list head = (list) 0;
    FILE *file = NULL;
    bool flag = 1;
    pointer r; deep s; deeper t; plain *u; parenthesized *v;
    pixel q = { .red = (byte) 1 };
    answer (*g)(number) = 0;
    number (h), (*k)(byte);
    for (number j = 0; j < 3; j++) i * j;
    return head->node + n->prev->next->node;
}
byte f(byte), g(byte (byte)), h(int (byte), const byte, byte[], byte *);
va_list a1; int32_t a2; uint_fast8_t a3; uintptr_t a4; char16_t a5; div_t a6; mtx_t a7; atomic_uint a8; atomic_int_least8_t a9;
