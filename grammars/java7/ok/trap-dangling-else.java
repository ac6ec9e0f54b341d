/** Section 14.5: an else belongs to the innermost if. */
class DanglingElse {
    void f() {
        if (a) if (b) f(); else g();
        if (a) if (b) f(); else g(); else h();
        if (a) while (b) if (c) f(); else g();
        if (a) while (b) f(); else g();
        if (a) for (;;) if (b) f(); else g();
        if (a) for (;;) f(); else g();
        if (a) for (int i : is) f(); else g();
        if (a) for (int i = 0; ; ) f(); else g();
        if (a) for (final int i : is) f(); else g();
        if (a) l: if (b) f(); else g();
        if (a) l: f(); else g();
        if (a) l: m: while (b) for (;;) if (c) f(); else g(); else h();
        if (a) do if (b) f(); while (c); else g();
        if (a) { if (b) f(); } else g();
        while (a) if (b) f(); else if (c) g(); else h();
    }
}
