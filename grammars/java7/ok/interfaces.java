/** Chapter 9: interfaces. */
interface Empty { }

public interface Interfaces<T extends Comparable<T>> extends First, java.util.Second<T> {
    ;
    int A = 1;
    public static final int B = 2, C[] = {3};
    void f();
    public abstract int g(int x) throws IOException;
    int h()[];
    <U> void i(U... u);
    <U extends T> U j(U u);
    @Deprecated List<T> k();
    class Inner { }
    interface Member { }
    enum Choice { }
    @interface Note { }
}

interface One extends Two { ; }
