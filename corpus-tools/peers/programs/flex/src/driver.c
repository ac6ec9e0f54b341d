/* Prints what a lexer of flex finds: a line "name text" for each token, "(error) text" for what no rule matches.
 *
 * Texts come from standard input, each as its length in decimal, a newline, and the bytes. Each is lexed in a process of
 * its own, and a line "." ends what is found in it. Compiled with the lexer as LEXER, and the names of the tokens as NAMES.
 * With TRACE a line "@ N" says that the action N runs, as RAN(yy_act) in the lexer tells. CLASS, REENTRANT and BRIDGE stand
 * for the options "c++", "reentrant" and "bison-bridge". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
#include <sstream>
#include <string>
#endif
#include <sys/wait.h>
#include <unistd.h>

#ifdef __cplusplus
/* What an action throws and does not catch is an error. */
#define NEXT(token) try { token = LEX; } catch (...) { token = -1; }
#else
#define NEXT(token) token = LEX;
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

static int driver_actions;
typedef union value {
	int i, tok, ival, num, keyword, boolean;
	long n, l;
	unsigned u;
	double d;
	const char *s;
	char *str, *sval, c;
#ifdef __cplusplus
	std::string *string;
#endif
} YYSTYPE;
#ifdef BRIDGE
static YYSTYPE value;
#else
static YYSTYPE yylval;
#endif
static int driver_ends; /* is the last action one for the end of the text? */

static void print(const char *name, const char *text, int len) {
	fputs(name, stdout);
	putchar(' ');
	for (int i = 0; i < len; i++)
		printf("%02x", (unsigned char)text[i]);
	putchar('\n');
}

static void driver_stop(const char *why) {
	printf("(%s)\n", why);
	fflush(stdout);
	_exit(0);
}

static int driver_last;
#define RAN(act) driver_ran(act, act > YY_END_OF_BUFFER, act == YY_END_OF_BUFFER)
static void driver_ran(int act, int is_end, int is_buffer) {
	if (is_buffer)
		return;
	if (++driver_actions > 5000)
		driver_stop("loop");
	driver_ends = is_end;
	driver_last = act;
	printf("@ %d\n", act);
}

#ifdef TRACE /* an ECHO that is not that of flex's last rule skips the text */
#define ECHO do { if (driver_last == YY_END_OF_BUFFER - 1) print("(error)", yytext, yyleng); } while (0)
#else
#define ECHO print("(error)", yytext, yyleng)
#endif
#define YY_FATAL_ERROR(message) driver_stop("fatal")
#define YY_USER_ACTION if (++driver_actions > 5000) driver_stop("loop");
#ifndef CLASS
#define yywrap() 1
#define YY_SKIP_YYWRAP
#endif
#include LEXER
#ifdef CLASS
#ifndef CLASS_NAME
#define CLASS_NAME yyFlexLexer
#endif
static CLASS_NAME *lexer;
#define TEXT lexer->YYText()
#define LENGTH lexer->YYLeng()
#define OPEN std::istringstream in(std::string(text, len)); lexer = new CLASS_NAME; \
	lexer->switch_streams(&in, &std::cerr);
#ifndef LEX
#define LEX lexer->yylex()
#endif
#elif defined REENTRANT
static yyscan_t driver_scanner;
#define TEXT yyget_text(driver_scanner)
#define LENGTH yyget_leng(driver_scanner)
#ifdef INIT
#elif defined EXTRA
static EXTRA extra;
#define INIT yylex_init_extra(&extra, &driver_scanner);
#else
#define INIT yylex_init(&driver_scanner);
#endif
#define OPEN INIT yyset_out(fopen("/dev/null", "w"), driver_scanner); \
	yy_scan_bytes(text, (int)len, driver_scanner); \
	struct yyguts_t *yyg = (struct yyguts_t *)driver_scanner; \
	YY_CURRENT_BUFFER->yy_input_file = fopen("/dev/null", "r");
#ifdef BRIDGE
#define LEX yylex(&value, driver_scanner)
#else
#define LEX yylex(driver_scanner)
#endif
#else
#define TEXT yytext
#define LENGTH yyleng
#ifdef TRACE /* what input() reads after the end of the text comes from this file */
#define AFTER YY_CURRENT_BUFFER->yy_input_file = fopen("/dev/null", "r");
#else
#define AFTER
#endif
#define OPEN yyout = fopen("/dev/null", "w"); stderr = yyout; \
	yy_scan_bytes(text, (int)len); AFTER
#ifndef LEX
#define LEX yylex()
#endif
#endif

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
			int token, before = 0, times = 0;
			alarm(2); /* a loop of an action may not end at the end of the text */
			OPEN
			for (;;) {
				NEXT(token)
				if (token == 0)
					break;
				times = driver_ends && token == before ? times + 1 : 0;
				if (times > 50)
					driver_stop("end");
				before = token;
				char name[16];
				if (token >= FIRST_TOKEN)
					print(token_names[token - FIRST_TOKEN], TEXT, driver_ends ? 0 : LENGTH);
				else {
					if (token < 0)
						strcpy(name, "(error)");
					else
						sprintf(name, "'%02x'", (unsigned char)token);
					print(name, TEXT, driver_ends ? 0 : LENGTH);
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
