/* Parses files, or times the stages of a parse: the same arguments and the same output as the programs in Rust.

   driver parse LANGUAGE FILE...
   driver LANGUAGE STAGE MILLISECONDS FOLDER */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "driver.h"
#ifdef LEXER
#include "lexer.h"
#endif

static void fail(const char *what, const char *which) {
    fprintf(stderr, "%s: %s\n", which, what);
    exit(1);
}

/* A file's bytes, followed by two that are zero. */
static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END))
        fail("cannot be read", path);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = calloc(*length + 2, 1);
    if (!bytes || fread(bytes, 1, *length, file) != *length)
        fail("cannot be read", path);
    fclose(file);
    return bytes;
}

#ifdef LEXER
int scan(struct input *input, struct slice *slice) {
    int token = yylex(input->scanner);
    slice->text = yyget_text(input->scanner);
    slice->length = (size_t)yyget_leng(input->scanner);
    return token;
}

static void start_lexer(struct input *input, yyscan_t *scanner) {
    if (yylex_init_extra(input, scanner) || !yy_scan_buffer(input->text, input->length + 2, *scanner))
        fail("there is no memory", "flex");
}

static void lex(struct input *input) {
    yyscan_t scanner;
    start_lexer(input, &scanner);
    size_t room = 1024;
    free(input->lexemes);
    input->lexemes = malloc(room * sizeof *input->lexemes);
    input->count = 0;
    for (int token; (token = yylex(scanner));) {
        if (input->count == room)
            input->lexemes = realloc(input->lexemes, (room *= 2) * sizeof *input->lexemes);
        size_t start = (size_t)(yyget_text(scanner) - input->text);
        struct lexeme lexeme = {(unsigned)token, (unsigned)start, (unsigned)yyget_leng(scanner)};
        input->lexemes[input->count++] = lexeme;
    }
    yylex_destroy(scanner);
}

static void parse_file(const char *path) {
    struct input input = {0};
    input.text = read_file(path, &input.length);
    start_lexer(&input, &input.scanner);
    if (values_parse(&input) || input.errors)
        fail("has errors", path);
    yylex_destroy(input.scanner);
    free(input.text);
}
#else
int scan(struct input *input, struct slice *slice) {
    (void)input, (void)slice;
    return 0;
}

static void lex(struct input *input) {
    (void)input;
    fail("there is no lexer", "flex");
}

static void parse_file(const char *path) { fail("there is no lexer", path); }
#endif

static void recognise(struct input *input) {
    input->at = 0;
    if (recognise_parse(input) || input->errors)
        fail("has errors", "the input");
}

static void values(struct input *input) {
    input->at = 0;
    if (values_parse(input) || input->errors)
        fail("has errors", "the input");
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc > 2 && !strcmp(argv[1], "parse")) {
        for (int at = 3; at < argc; at++)
            parse_file(argv[at]);
        return 0;
    }
    if (argc != 5)
        fail("arguments: LANGUAGE STAGE MILLISECONDS FOLDER", argv[0]);
    const char *stage = argv[2], *folder = argv[4];
    uint64_t least = strtoull(argv[3], NULL, 10) * 1000000u;
    char path[4096];
    size_t length, count = 0, room = 16;
    struct input *inputs = malloc(room * sizeof *inputs);
    snprintf(path, sizeof path, "%s/files", folder);
    char *files = read_file(path, &length);
    for (char *file = strtok(files, "\n"); file; file = strtok(NULL, "\n")) {
        if (count == room)
            inputs = realloc(inputs, (room *= 2) * sizeof *inputs);
        memset(&inputs[count], 0, sizeof *inputs);
        inputs[count].text = read_file(file, &inputs[count].length);
        count++;
    }
    snprintf(path, sizeof path, "%s/tokens", folder);
    uint32_t *numbers = (uint32_t *)read_file(path, &length);
    for (size_t at = 0; at < count; at++) {
        struct input *input = &inputs[at];
        input->count = *numbers++;
        input->lexemes = malloc(input->count * sizeof *input->lexemes + 1);
        for (size_t k = 0; k < input->count; k++, numbers += 3) {
            struct lexeme lexeme = {numbers[0] + FIRST_TOKEN, numbers[1], numbers[2]};
            input->lexemes[k] = lexeme;
        }
    }
    int lexing = !strcmp(stage, "lexing"), recognising = !strcmp(stage, "recognising");
    if (!lexing && !recognising && strcmp(stage, "values"))
        fail("there is no such stage", stage);
    void (*run)(struct input *) = lexing ? lex : recognising ? recognise : values;
    uint64_t check = 0;
    for (size_t at = 0; at < count; at++) {
        run(&inputs[at]);
        if (lexing) {
            uint64_t sum = 0;
            for (size_t k = 0; k < inputs[at].count; k++)
                sum = sum * 31 + inputs[at].lexemes[k].start * 7u + inputs[at].lexemes[k].length;
            check += sum;
        } else if (!recognising) {
            check += inputs[at].result;
        }
    }
    uint64_t start = now(), passes = 0;
    while (!passes || now() - start < least) {
        for (size_t at = 0; at < count; at++)
            run(&inputs[at]);
        passes++;
    }
    printf("%llu %llu\n", (unsigned long long)((now() - start) / passes), (unsigned long long)check);
    return 0;
}
