/** Sections 14.2 to 14.4: blocks, local classes and local variables. */
class Blocks {
    void f() {
        class A { }
        final class B { }
        abstract class C<T> extends A implements I { }
        strictfp class D { }
        @Deprecated class E { }
        @Deprecated abstract class F { }
        abstract @Deprecated class G { }
        abstract final strictfp class H { }
        final abstract class I { }

        int a;
        int b = 1, c, d[] = {1}, e[][];
        final int f = 1;
        @Deprecated final int g;
        String h = "h";
        java.lang.String i;
        String[] j = {"a", "b"}, k[];
        List<String> l;
        java.util.Map<String, List<String>> m;
        Outer<String>.Inner n;
        Outer<String>.Inner<Integer>[] o = {};
        a.b.c[] p;
        int[][] q = {{1}, {2}};

        { }
        { int r; { r = 1; } }
        ;
    }
}
