void f(int x) {
    ;
    { }
    { int y; y = x; int z; }
    if (x) if (x) f(1); else f(2); else { }
    if (x) f(1);
    switch (x) { case 1: case 2: f(1); break; default: f(2); }
    while (x) { if (x) continue; else break; }
    do f(1); while (x);
    for (;;) ;
    for (x = 0; x < 3; x++) for (int i = 0, j; i < 3; ) f(i);
    for (; x; x++) { }
    for (int i = 0; ; i++) return;
label:
    goto label;
next: { return; }
}
