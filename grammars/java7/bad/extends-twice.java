class C extends A extends B { }
