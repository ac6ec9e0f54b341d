int a = 0 + 1 + 012 + 0x1F + 1u + 1L + 1ul + 1LU + 1ll + 1ull + 1LLU + 0XfFuLL;
double b = 1. + .5 + 1.5 + 1e3 + 1.5E-3f + .5e+1L + 1e2f + 0x1p3 + 0x1.8P-1 + 0x.8p1f;
int c = 'a' + '\n' + '\'' + '"' + '\\' + '\0' + '\x7f' + L'a' + u'a' + U'a' + '\u00e9' + 'ab';
char *d = "" "a\"b" "\\" "'" "/* no comment */" "// nor this"
    u8"a" L"b" u"c" U"d" "\
e";
int \u00e9t\U000000e9;
