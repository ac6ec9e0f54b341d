/** One token closes up to three lists of type arguments, and still shifts. */
class ClosingTypeArguments<T extends Comparable<T>, U extends Map<T, List<T>>> {
    List<List<String>> a;
    List<List<List<String>>> b;
    List<List<List<List<String>>>> c;
    List<List<List<List<List<String>>>>> d;
    List<List<List<List<List<List<String>>>>>> e;
    List<List<String> > f;
    List<List<List<String>> > g;
    List<List<List<String> >> h;
    Map<List<String>, Map<String, List<String>>> i;
    Map<String, Map<String, Map<String, String>>> j;
    Map<?, List<?>> k;
    Map<?, List<List<?>>> l;
    List<List<? extends A>> m;
    List<List<? super A>> n;
    List<List<List<? extends A>>> o;
    List<List<List<? super A>>> p;
    List<? extends List<? extends List<? extends A>>> q;
    List<? super List<? super List<? super A>>> r;
    A<B>.C<D<E>> s;
    A<B<C>.D<E>> t;
    A<B<C<D>.E<F>>> u;
    A<B<C<D>.E<F<G>>>> v;
    A<B, C<D, E<F, G>>>[] w;
    List<List<int[]>> x;
    List<List<List<int[][]>>> y;

    <V extends List<List<V>>> List<List<V>> method(List<List<V>> v) throws E {
        int shifts = a >> b >>> c;
        shifts >>= a;
        shifts >>>= a < b ? c >> d : e >>> f;
        List<List<String>> local = new ArrayList<List<String>>(a >> 1, b >>> 2);
        Object o = (List<List<String>>) x;
        o = (List<List<List<String>>>) (x >> y);
        o = this.<List<List<V>>>method(v);
        o = new <List<V>> C<List<List<V>>>();
        return x instanceof List<?> ? local : null;
    }
}
