/** Chapter 7: everything a compilation unit can have. */
@Deprecated @SuppressWarnings("unused")
package samples.units;

import java.util.List;
import java.util.*;
import static java.lang.Math.max;
import static java.lang.Math.*;

@Deprecated
public final class First { };

abstract strictfp class Second { }

interface Third { }

public enum Fourth { }

public @interface Fifth { }

@Deprecated @interface Sixth { }

@interface Seventh { }
