/** Sections 14.5 to 14.20: statements. */
class Statements {
    void f() throws Exception {
        // Section 14.6 to 14.8: empty, labeled and expression statements
        ;
        label: ;
        outer: inner: f();
        a = 1;
        ++a;
        --a;
        a++;
        a--;
        f();
        new C();
        this.a = 1;
        a[0] = 1;
        a.b.c++;
        ++a[0];
        (a).b = 1;
        ((C) a).b();
        "s".length();
        int.class.getName();
        int[].class.getName();
        a.b.class.getName();
        a[].class.getName();
        void.class.getName();
        new int[] {1, 2}.clone();
        C.this.f();
        C.super.f();
        super.f();

        // Section 14.9: if
        if (a) b = 1;
        if (a) b = 1; else c = 1;
        if (a) { } else if (b) { } else { }

        // Section 14.10: assert
        assert a;
        assert a > b : "message";
        assert (a) : b ? c : d;

        // Section 14.11: switch
        switch (a) { }
        switch (a) { case 1: }
        switch (a) { case 1: case B: default: }
        switch (a) { case 1: f(); }
        switch (a) { case 1: case 2 + 3: f(); break; case (4): int x; { } default: g(); }
        switch (a) { default: f(); case 1: case 2: }
        switch (a) { case 'a': class L { } case A ? 1 : 2: l: break; }

        // Sections 14.12 to 14.14: loops
        while (a) f();
        while (a) { }
        do f(); while (a);
        do { } while (a);
        do if (a) f(); else g(); while (b);
        for (;;) f();
        for (a = 1;;) { }
        for (a = 1, b++, f();;) { }
        for (int i = 0;;) { }
        for (final int i = 0, j[] = {1};;) { }
        for (List<String> i = l;;) { }
        for (;a < b;) { }
        for (;;i++) { }
        for (int i = 0; i < n; i++, --j) { }
        for (String s : strings) f();
        for (final String s : strings) { }
        for (int i[] : is) { }
        for (Map.Entry<String, List<String>> e : m.entrySet()) { }

        // Sections 14.15 to 14.19: jumps and synchronized
        break;
        break label;
        continue;
        continue label;
        return;
        return a;
        throw e;
        throw new E("m");
        synchronized (this) { }

        // Section 14.20: try
        try { } catch (E e) { }
        try { } catch (E e) { } catch (F f) { }
        try { } finally { }
        try { } catch (E e) { } finally { }
        try { } catch (final E | F | a.b.G e) { }
        try (R r = open()) { }
        try (R r = open();) { }
        try (R r = open(); final S<T> s = new S<T>(r)) { }
        try (R r = open()) { } catch (E e) { }
        try (R r = open()) { } finally { }
        try (R r = open(); S s = o;) { } catch (E e) { } finally { }
    }
}
