class C<> { }
