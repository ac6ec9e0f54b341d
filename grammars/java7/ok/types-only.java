;
class C { }
interface I { }
enum E { }
@interface A { }
