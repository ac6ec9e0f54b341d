// Chapter 3: comments, white space, identifiers, literals
/* one line */ /* several
   lines **/ /** for documentation */ /**/ /***/ /* a / b * c // d */
class Lexical {
    // Identifiers, also of other scripts and with Unicode escapes
    int $, _, x1, _1, été, Ωmega, 変数, число, £, a\u0062c, \uu0041;

    // Integer literals
    int i = 0, j = 7, k = 1_000_000, l = 1__0, h = 0xFF_ec, H = 0XABCDEF, o = 00, p = 017, q = 0_17,
        b = 0b1010_0101, B = 0B1;
    long m = 0L, n = 0x7fff_ffff_ffff_ffffL, r = 0777L, s = 0b11l, t = 42l;

    // Floating-point literals
    double d = 0., e = .5, f = 1.5, g = 1e10, u = 1.e-3, v = .5E+3, w = 1d, x = 1_0.0_1e1_0D, y = 09.5, z = 08e1;
    float fa = 1f, fb = 1.F, fc = .1f, fd = 1e-9f;
    double ha = 0x1p3, hb = 0x1.p-3, hc = 0x.8P0, hd = 0xA.B_Cp+1_0d;
    float he = 0X1.8p1f;

    // Boolean, character, string and null literals
    boolean yes = true, no = false;
    char ca = 'a', cb = '\b', cc = '\t', cd = '\n', ce = '\f', cf = '\r', cg = '\"', ch = '\'', ci = '\\',
         cj = '\0', ck = '\47', cl = '\377', cm = '\u00e9', cn = '"', co = 'é', cp = '\uuu0041', cq = '\u005c'',
         cr = '\u005cn', cs = '\u005c\u005c';
    String sa = "", sb = "a", sc = "\b\t\n\f\r\"\'\\", sd = "\0\12\377\400", se = "\u00e9é\uu0041", sf = "// no comment",
           sg = "/* none */", sh = "'", si = "\\\\", sj = "\u005c"", sk = "\\u0041";
    Object nothing = null;

    // Keywords are whole words
    int classes, newer, intX, doit, ifs, trues, nullable, assertThat;

    // The longest token wins
    int la = i+++j, lb = i---j, lc = i+ +j, ld = i- -j, le = i>>>j>>k<<l, lf = i<j?1:0;
    boolean lg = i>=j, lh = i<=j, li = i==j, lj = i!=j, lk = !yes&&no||yes;
}
