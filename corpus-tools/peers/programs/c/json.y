/* JSON texts become values, as in the programs in Rust. */
%define api.pure full
%define api.prefix {values_}
%param {struct input *input}
%code requires {
#include "driver.h"

enum kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };
struct value;
struct values {
    struct value *items;
    size_t length, room;
};
struct members {
    struct member *items;
    size_t length, room;
};
struct value {
    enum kind kind;
    union {
        int truth;
        double number;
        char *string;
        struct values values;
        struct members members;
    } as;
};
struct member {
    char *name;
    struct value value;
};
}
%code {
#include <stdlib.h>
#include <string.h>

static void yyerror(struct input *input, const char *message) { input->errors++, (void)message; }

static int yylex(YYSTYPE *value, struct input *input) { return next_token(input, &value->slice); }

/* The text between the quotes of a literal. */
static char *string(struct slice slice) {
    char *copy = malloc(slice.length - 1);
    memcpy(copy, slice.text + 1, slice.length - 2);
    copy[slice.length - 2] = 0;
    return copy;
}

static void push_value(struct values *values, struct value value) {
    if (values->length == values->room) {
        values->room = values->room ? values->room * 2 : 4;
        values->items = realloc(values->items, values->room * sizeof value);
    }
    values->items[values->length++] = value;
}

static void push_member(struct members *members, struct member member) {
    if (members->length == members->room) {
        members->room = members->room ? members->room * 2 : 4;
        members->items = realloc(members->items, members->room * sizeof member);
    }
    members->items[members->length++] = member;
}

/* Frees a value, and says of how many it consists. */
static size_t release(struct value *value) {
    size_t count = 1;
    if (value->kind == JSON_STRING) {
        free(value->as.string);
    } else if (value->kind == JSON_ARRAY) {
        for (size_t at = 0; at < value->as.values.length; at++)
            count += release(&value->as.values.items[at]);
        free(value->as.values.items);
    } else if (value->kind == JSON_OBJECT) {
        for (size_t at = 0; at < value->as.members.length; at++) {
            free(value->as.members.items[at].name);
            count += release(&value->as.members.items[at].value);
        }
        free(value->as.members.items);
    }
    return count;
}
}
%union {
    struct slice slice;
    struct value value;
    struct values values;
    struct members members;
    struct member member;
}
@TOKENS@
%type <slice> "NUMBER" "STRING"
%type <value> Value Object Array
%type <values> Values
%type <members> Members
%type <member> Member
%%
JSONText: Value { input->result = release(&$1); };

Value:
      "false" { $$.kind = JSON_BOOL; $$.as.truth = 0; }
    | "null" { $$.kind = JSON_NULL; }
    | "true" { $$.kind = JSON_BOOL; $$.as.truth = 1; }
    | Object
    | Array
    | "NUMBER" { $$.kind = JSON_NUMBER; $$.as.number = strtod($1.text, NULL); }
    | "STRING" { $$.kind = JSON_STRING; $$.as.string = string($1); }
    ;

Object:
      "{" "}" { memset(&$$, 0, sizeof $$); $$.kind = JSON_OBJECT; }
    | "{" Members "}" { $$.kind = JSON_OBJECT; $$.as.members = $2; }
    ;

Members:
      Member { memset(&$$, 0, sizeof $$); push_member(&$$, $1); }
    | Members "," Member { $$ = $1; push_member(&$$, $3); }
    ;

Member: "STRING" ":" Value { $$.name = string($1); $$.value = $3; };

Array:
      "[" "]" { memset(&$$, 0, sizeof $$); $$.kind = JSON_ARRAY; }
    | "[" Values "]" { $$.kind = JSON_ARRAY; $$.as.values = $2; }
    ;

Values:
      Value { memset(&$$, 0, sizeof $$); push_value(&$$, $1); }
    | Values "," Value { $$ = $1; push_value(&$$, $3); }
    ;
