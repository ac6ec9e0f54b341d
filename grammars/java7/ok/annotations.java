/** Sections 9.6 and 9.7: annotation types and annotations in all places. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Annotations {
    ;
    int a();
    int b() default 1;
    String[] c() default {};
    public abstract String d()[] default {"x", "y"};
    Class<? extends Number> e() default Integer.class;
    Marker f() default @Marker;
    int CONSTANT = 1, OTHER = 2;
    class Inner { }
    interface Member { }
    enum Choice { A }
    @interface Nested { }
}

@interface Empty { }

@Marker
@a.b.Marker
@Marker()
@Single(1)
@Single("a" + "b")
@Single(A ? 1 : 2)
@Single(A)
@Single(a.b.C)
@Single(-1)
@Single(int.class)
@Single((int) 1)
@Single({})
@Single({,})
@Single({1})
@Single({1, A,})
@Single(@Marker)
@Single({@Marker, @Single(1), {1}})
@Normal(a = 1)
@Normal(a = 1, b = {2, 3}, c = @Marker, d = D, e = x == y)
class Uses {
    @Marker int field;
    public @Marker static @Single(1) int f(@Marker int a, final @Single(1) int b, @Marker final int... c) {
        @Marker int local = 1;
        final @Marker int other = 2;
        @Marker class Local { }
        @Marker final @Single(1) class Other { }
        for (@Marker int i = 0; ; ) { }
    }
    @Marker Uses() { }
    @Marker <T> Uses(T t) { }
    void g() {
        for (@Marker final String s : strings) { }
        try (@Marker Reader r = open()) { } catch (@Marker final Error e) { }
    }
}

enum E { @Marker A, @Single(1) B(1) { } }
