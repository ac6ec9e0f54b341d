/** Chapter 15: expressions. */
class Expressions {
    // Section 15.8: primary expressions
    Object a = 1, b = 1.5, c = true, d = false, e = 'c', f = "s", g = null;
    Object h = this, i = C.this, j = a.b.C.this, k = (1), l = (a), m = ((a)), n = (a + b);
    Object o = int.class, p = int[].class, q = String.class, r = java.lang.String.class, s = String[][].class, t = void.class;

    // Section 15.9: class instance creation
    Object u = new C();
    Object v = new a.b.C(1, "x") { int a; };
    Object w = new C<String>(), x = new a.C<String>.D(), y = new C<String>.D<Integer>();
    Object z = new C<>(), aa = new a.b.C<>(1) { }, ab = new C<String>.D<>();
    Object ac = new <String> C(1), ad = new <String, Integer> a.C<List<String>>() { };
    Object ae = outer.new C(), af = a.b.new C<String>(1) { }, ag = outer.new <String> C<>();
    Object ah = f().new C(), ai = this.new C<>(), aj = new A().new B().new <String> C<String>() { };

    // Section 15.10: array creation
    Object ak = new int[1], al = new int[1][2], am = new int[1][], an = new int[1][2][][];
    Object ao = new String[a], ap = new a.b.C[1][], aq = new List<?>[1][], ar = new A<B>.C[n];
    Object as = new int[] {}, at = new int[][] {{1}, {2, 3},}, au = new String[] {"a"}, av = new List<?>[] {,};

    // Section 15.11 and 15.12: field access and method invocation
    Object aw = a.b, ax = this.a, ay = super.a, az = C.super.a, ba = f().a, bb = (a).b, bc = "s".a, bd = new C().a;
    Object be = f(), bf = f(a), bg = f(a, 1, g()), bh = a.f(), bi = a.b.f(1), bj = this.f(), bk = super.f(1);
    Object bl = C.super.f(), bm = f().g().h(1), bn = "s".f(), bo = new C().f(), bp = int.class.f();
    Object bq = a.<String>f(), br = this.<String>f(), bs = super.<String>f(), bt = C.super.<A, B>f();
    Object bu = f().<String>g(1), bv = a.b.C.<A<B>, int[], C>f();

    // Section 15.13: array access
    Object bw = a[0], bx = a.b[i][j], by = this.a[0], bz = f()[0], ca = (a)[0], cb = new int[] {1}[0], cb2 = new int[][] {{1}}[0][0];

    // Sections 15.14 and 15.15: unary operators
    Object cc = a++, cd = a--, ce = ++a, cf = --a, cg = +a, ch = -a, ci = ~a, cj = !a, ck = - -a, cl = !!a, cm = -~+!a;
    Object cn = this.a++, co = f()[0]--, cp = -1, cq = a++ + ++a;

    // Section 15.17 to 15.24: binary operators
    Object cr = a * b, cs = a / b, ct = a % b, cu = a + b, cv = a - b, cw = a << b, cx = a >> b, cy = a >>> b;
    Object cz = a < b, da = a > b, db = a <= b, dc = a >= b, dd = a instanceof C, de = a == b, df = a != b;
    Object dg = a & b, dh = a ^ b, di = a | b, dj = a && b, dk = a || b;
    Object dl = 1 * 2, dm = 1 / 2, dn = 1 % 2, dp = 1 + 2, dq = 1 - 2, dr = 1 << 2, ds = 1 >> 2, dt = 1 >>> 2;
    Object du = 1 < 2, dv = 1 > 2, dw = 1 <= 2, dx = 1 >= 2, dy = "s" instanceof String, dz = 1 == 2, ea = 1 != 2;
    Object eb = 1 & 2, ec = 1 ^ 2, ed = 1 | 2, ee = true && false, ef = true || false;
    Object eg = a + b * c - d / e % f, eh = a * b + c, ei = a << b + c >> d, ej = a < b == c >= d, ek = a == b != c;
    Object el = a & b | c ^ d & e, em = a && b || c && d, en = a instanceof B == c instanceof D, eo = a instanceof int[];
    Object ep = a instanceof List<?> && b, eq = a + b < c - d;

    // Section 15.25 and 15.26: conditional operator and assignment
    Object er = a ? b : c, es = true ? 1 : 2, et = a ? b ? c : d : e, eu = a ? b : c ? d : e, ev = a ? b = c : d, ew = a || b ? c : d + e;
    Object ex = a = b, ey = a = b = c, ez = a.b = c, fa = this.a = b, fb = a[0] = b, fc = super.a = 1;
    Object fd = a *= b, fe = a /= b, ff = a %= b, fg = a += b, fh = a -= b, fi = a <<= b, fj = a >>= b, fk = a >>>= b;
    Object fl = a &= b, fm = a ^= b, fn = a |= b, fo = a += b ? c : d, fp = a = b += c;
}
