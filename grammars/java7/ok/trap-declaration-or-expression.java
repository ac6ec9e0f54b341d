/** A statement may begin with the same name, or array, as a type or as an expression. */
class DeclarationOrExpression {
    void f() {
        a b;
        a.b c;
        a[] b;
        a.b[] c;
        a<b> c;
        a<b>.c d;
        a b[] = {};
        a = b;
        a.b = c;
        a[b] = c;
        a.b[c] = d;
        a(b);
        a.b(c);
        a.<b>c(d);
        a.new b();
        a.this.b();
        a.super.b();
        a.class.b();
        a[].class.b();
        a++;
        a: b();
        for (a b = c; ; ) { }
        for (a b : c) { }
        for (a = b; ; ) { }
        for (a<b> c : d) { }
        for (a[] b : c) { }
        for (a[b] = c; ; ) { }
    }
}
