/* Prints what a lexer of flex finds: a line "name text" for each token, "(error) text" for what no rule matches.
 *
 * Texts come from standard input, each as its length in decimal, a newline, and the bytes. Each is lexed in a process of
 * its own, and a line "." ends what is found in it. Compiled with the lexer as LEXER, and the names of the tokens as NAMES. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
#include <string>
#endif
#include <sys/wait.h>
#include <unistd.h>

#ifdef __cplusplus
/* What an action throws and does not catch is an error. */
#define NEXT(token) try { token = yylex(); } catch (...) { token = -1; }
#else
#define NEXT(token) token = yylex();
#endif

#define FIRST_TOKEN 1000
enum names { NAMES_BEFORE = FIRST_TOKEN - 1,
#define NAME(name) name,
#include NAMES
#undef NAME
};
static const char *const token_names[] = {
#define NAME(name) #name,
#include NAMES
#undef NAME
};

static int actions;
static union { int i; int tok; const char *s; char *str; } yylval;

static void print(const char *name, const char *text, int len) {
	fputs(name, stdout);
	putchar(' ');
	for (int i = 0; i < len; i++)
		printf("%02x", (unsigned char)text[i]);
	putchar('\n');
}

static void stop(const char *why) {
	printf("(%s)\n", why);
	fflush(stdout);
	_exit(0);
}

#define ECHO print("(error)", yytext, yyleng)
#define YY_FATAL_ERROR(message) stop("fatal")
#define YY_USER_ACTION if (++actions > 5000) stop("loop");
#define yywrap() 1
#define YY_SKIP_YYWRAP
#include LEXER

int main(void) {
	size_t len;
	while (scanf("%zu", &len) == 1) {
		char *text = (char *)malloc(len + 1);
		getchar();
		if (fread(text, 1, len, stdin) != len)
			return 1;
		fflush(stdout);
		pid_t child = fork();
		if (child == 0) {
			int token;
			alarm(2); /* a loop of an action may not end at the end of the text */
			yyout = fopen("/dev/null", "w");
			stderr = yyout;
			yy_scan_bytes(text, (int)len);
			for (;;) {
				NEXT(token)
				if (token == 0)
					break;
				char name[16];
				if (token >= FIRST_TOKEN)
					print(token_names[token - FIRST_TOKEN], yytext, yyleng);
				else {
					if (token < 0)
						strcpy(name, "(error)");
					else
						sprintf(name, "'%02x'", (unsigned char)token);
					print(name, yytext, yyleng);
				}
			}
			fflush(stdout);
			_exit(0);
		}
		int status;
		waitpid(child, &status, 0);
		if (!WIFEXITED(status) || WEXITSTATUS(status))
			puts("(fatal)");
		puts(".");
		free(text);
	}
	return 0;
}
