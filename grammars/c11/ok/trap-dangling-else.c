void f(int a) {
    if (a) if (a) f(1); else f(2);
    if (a) while (a) if (a) f(1); else f(2); else f(3);
    for (;;) if (a) f(1); else if (a) f(2);
}
