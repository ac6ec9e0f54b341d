/** Section 15.16: casts. */
class Casts {
    Object a = (int) x, b = (int) 1, c = (int) -1, d = (int) +x, e = (int) ++x, f = (int) (x), g = (int) f(), h = (byte) (short) x;
    Object i = (String) x, j = (java.lang.String) "s", k = (String) (x), l = (String) f(), m = (String) !x, n = (String) ~x;
    Object o = (int[]) x, p = (String[][]) x, q = (a.b.C[]) x, r = (List<String>) x, s = (Map<String, List<?>>) x;
    Object t = (A<B>.C<D>) x, u = (A<B>.C[]) x, v = (List<String>[]) x, w = (A) (B) x, y = (A) (int) x;
    Object z = (A) new B(), aa = (A) this, ab = (A) super.x, ac = (A) 'c', ad = (A) x++, ae = (A) x[0].y.f(), af = (A) int.class;
    Object ag = (int) -(int) x + (A) y * (B) z, ah = (List<? extends A>) x, ai = (List<?>) (List<? super A>) x;
}
