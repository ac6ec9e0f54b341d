/** Section 8.9: enums. */
enum Empty { }

enum Comma { , }

enum Semicolon { ; }

enum Both { , ; }

enum One { A }

enum Two { A, B }

enum Trailing { A, B, }

enum Members { ; int a; Members() { } }

enum TrailingMembers { A, ; ; }

@Deprecated
public strictfp enum Full implements First, Second<Full> {
    A,
    B(),
    C(1, "c"),
    D { void f() { } },
    @Deprecated E(2) { },
    @Deprecated @SuppressWarnings("unused") F;

    private int value;

    private Full(int... values) { }

    abstract void f();
}
