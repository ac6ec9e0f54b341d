/* What the driver, the lexer of flex and the parsers of Bison share. */
#ifndef DRIVER_H
#define DRIVER_H

#include <stddef.h>

/* A lexeme: the token's number, and where it stands. */
struct lexeme {
    unsigned token, start, length;
};

/* A text that is parsed. */
struct input {
    char *text; /* followed by two zero bytes */
    size_t length;
    struct lexeme *lexemes; /* what was lexed before */
    size_t count, at;
    void *scanner; /* or a lexer that is asked now */
    size_t result; /* the number of nodes or values */
    int errors;
};

#define FIRST_TOKEN 300

/* The text of the lexeme that was handed out last. */
struct slice {
    const char *text;
    size_t length;
};

int scan(struct input *input, struct slice *slice);

/* The next token. */
static inline int next_token(struct input *input, struct slice *slice) {
    if (input->scanner)
        return scan(input, slice);
    if (input->at == input->count)
        return 0;
    struct lexeme *lexeme = &input->lexemes[input->at++];
    slice->text = input->text + lexeme->start;
    slice->length = lexeme->length;
    return (int)lexeme->token;
}

int recognise_parse(struct input *input);
int values_parse(struct input *input);

#endif
