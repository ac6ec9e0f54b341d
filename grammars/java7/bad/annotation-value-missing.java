@A(b = )
class C { }
