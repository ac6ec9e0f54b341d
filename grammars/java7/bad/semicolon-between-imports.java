import a.b;;
import c.d;

class C { }
