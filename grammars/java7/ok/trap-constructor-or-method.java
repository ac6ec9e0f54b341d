/** A name before a parenthesis is a constructor, a type before a name a method or a field. */
class ConstructorOrMethod {
    ConstructorOrMethod() { }
    ConstructorOrMethod ConstructorOrMethod() { return this; }
    ConstructorOrMethod ConstructorOrMethod;
    <T> ConstructorOrMethod(T t) { }
    <T> T ConstructorOrMethod(T t) { return t; }
    static int a;
    static { }
    static void b() { }
}
