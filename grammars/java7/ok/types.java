/** Chapter 4: types and values. */
class Types<A, B extends Object, C extends Comparable<C>, D extends Number & Comparable<D>, E extends Comparable<Comparable<E>>> {
    byte a;
    short b;
    int c;
    long d;
    char e;
    float f;
    double g;
    boolean h;
    String i;
    java.lang.String j;
    int[] k;
    int[][] l;
    String[] m;
    java.util.List<String>[] n;

    List<String> o;
    Map<String, List<int[]>> p;
    List<?> q;
    List<? extends Number> r;
    List<? super Integer> s;
    Map<?, ?> t;
    Map<? extends Number, ? super Integer> u;
    Triple<? super A, ? extends B, ?> triple;
    Map<A, Map<B, Map<C, ? super D>>> deep;
    Outer<String>.Inner v;
    Outer<String>.Inner<Integer> w;
    java.util.Map<String, Integer>.Entry<String, Integer>.Deep[] x;
}

class NoBounds<T> { }

class OneBound<T extends Runnable> { }

class TwoBounds<S extends Runnable, T extends Number & Runnable> { }

class ArrayBound<T extends Comparable<T[]>> { }
