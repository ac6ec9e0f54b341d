/** Chapter 8: classes. */
@Deprecated
@SuppressWarnings({"a", "b"})
public abstract class Classes<T> extends Base<T> implements First, java.util.Second<T> {
    ;

    // Section 8.3: fields
    int a;
    private static final int b = 1, c, d[] = {1, 2}, e[][];
    protected transient volatile int f;
    @Deprecated public @SuppressWarnings("x") final int g = 0;
    List<T> h = new ArrayList<T>();
    int[] i = {}, j = {,}, k = {1}, l = {1,}, m[] = {{1, 2}, {}, {3},};

    // Section 8.4: methods
    void n() { }
    public abstract void o();
    public native int p();
    static synchronized strictfp double q() { return 0; }
    int r(int x) throws IOException { return x; }
    int s(final int x, @Deprecated int y) throws IOException, java.lang.Error { return x; }
    int t(int x, int[] y, final int... z) { return x; }
    int u(String... x) { return 0; }
    int v()[] { return null; }
    int[] w(int x[])[] { return null; }
    <U> void x() { }
    public static <U, V extends U> List<U> y(V v) { return null; }
    @Override public final String toString() { return null; }

    // Sections 8.6 and 8.7: initializers
    { a = 1; }
    static { x = 1; }
    { }
    static { }

    // Section 8.8: constructors
    Classes() { }
    public Classes(int x) throws IOException { this(); }
    <U> Classes(U x) { super(); f = 1; }
    private <U, V> Classes(U x, V... y) { super(x, y); }
    protected Classes(long x) { <String>this(x, "a"); x = 1; }
    protected Classes(char x) { <String, List<String>>super(x); }
    Classes(short x) { outer.super(); }
    Classes(byte x) { outer.<String>super(x); }
    Classes(float x) { outer().super(); }
    Classes(double x) { this.outer.<String>super(x); f = 2; }
    Classes(boolean x) { int y; }
    Classes(String x) { this.a = 1; this.f(); super.f(); super.a = 1; }

    // Section 8.5: member types
    class Inner { }
    static class Nested<U> extends Inner { }
    interface Member { }
    private enum Choice { YES, NO }
    public @interface Note { }
    @interface Bare { }
    @Deprecated @interface Annotated { }
}

class Extends extends Base { }

class Implements implements First { }
