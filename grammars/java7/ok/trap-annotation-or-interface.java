/** `@` begins an annotation or, before `interface`, an annotation type. */
@ interface First { }
@A @interface Second { }
public @interface Third { }
@A public @B @interface Fourth { }
@A interface Fifth { }
class C {
    @interface Sixth { }
    @A @interface Seventh { }
    static @A @interface Eighth { @A @interface Ninth { } @A int a(); }
    @A interface Tenth { @interface Eleventh { } @A @interface Twelfth { } }
}
