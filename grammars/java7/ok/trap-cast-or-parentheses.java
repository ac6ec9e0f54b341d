/** After `(a`, only what follows the closing parenthesis tells casts from parenthesised expressions. */
class CastOrParentheses {
    Object a = (x) + y, b = (x) - y, c = (x)++, d = (x)--, e = (x).y, f = (x)[0], g = (x), h = (x) * y, i = (x) ? y : z;
    Object j = (x) y, k = (x) "s", l = (x) (y), m = (x) !y, n = (x) ~y, o = (x) this, p = (x) new Y();
    Object q = (x.y) + z, r = (x.y) z, s = (x) (y) + z, t = (x) (y) z, u = ((x)) + y, v = ((x) y), w = (x) (-y);
    Object aa = (x) instanceof Y, ab = (x) && y, ac = (x) < y, ad = (x[0]) - y, ae = (x[]) y, af = ((x[]) y)[0];
    Object ag = (x < y), ah = (x < y) == z, ai = (x < y.z), aj = (x < y + z), ak = (x < y && z > w), al = (x < y[0]), am = (x < y >> z);
    Object an = (x<y>) z, ao = (x<y.z>) w, ap = (x<y[]>) z, aq = (x<y, z>) w, ar = (x<y<z>>) w, as = (x<?>) y, at = (x.y<z>) w;
    Object au = (x<int[]>) y, av = (x < int.class), aw = (x < y ? z : w), ax = (x << y), ay = (x <= y), az = (x > y), ba = (x >> y);
    Object bb = (x = y), bc = (x += y), bd = (x.y = z), bf = (x<y>.z) w, bg = (x<y>[]) z;
}
