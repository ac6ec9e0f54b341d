//! How regexes are to be understood: the flags of a lexer, where they may be set, and their
//! defaults.

/// Hands all flags to another macro: what each means, its name, its type, what sets it, and how it
/// is resolved, of what was set and whether the dialect is flex's.
macro_rules! each_flag {
    ($then:ident) => {
        $then! {
            /// Whether `.` matches a newline too. On by default, off in flex's dialect.
            dot_matches_new_line: bool, Switch, bool = |set, flex| set.unwrap_or(!flex);
            /// Whether `^` and `$` match at line ends too. On by default.
            multi_line: bool, Switch, bool = |set, _| set.unwrap_or(true);
            /// Whether `\101` is a character by its octal number. On by default.
            octal: bool, Switch, bool = |set, _| set.unwrap_or(true);
            /// Whether `\b` is the character backspace, not a word boundary. Off by default.
            posix_escapes: bool, Switch, bool = |set, flex| set.unwrap_or(flex);
            /// Whether a line of the rules section that starts with `//` is a comment. Off by
            /// default.
            allow_wholeline_comments: bool, Switch, bool = |set, _| set.unwrap_or(false);
            /// Whether letters of a regex match in both cases. Off by default.
            case_insensitive: bool, Switch, bool = |set, _| set.unwrap_or(false);
            /// Whether `a*` prefers fewer repetitions and `a*?` more. Off by default.
            swap_greed: bool, Switch, bool = |set, _| set.unwrap_or(false);
            /// Whether blanks in a regex mean nothing and `#` starts a comment. Off by default.
            ignore_whitespace: bool, Switch, bool = |set, _| set.unwrap_or(false);
            /// Whether `\w`, `\d`, `\s`, `.` and cases of letters are those of Unicode, not of
            /// ASCII. On by default.
            unicode: bool, Switch, bool = |set, _| set.unwrap_or(true);
            /// The most bytes that a compiled regex may take. By default 10 MiB.
            size_limit: usize, Size, Option<usize> = |set, _| set;
            /// The most bytes of a lazy automaton; has no effect, since none is used.
            dfa_size_limit: usize, Size, Option<usize> = |set, _| set;
            /// The most groups of a regex that may stand inside each other. By default 250.
            nest_limit: u32, Depth, Option<u32> = |set, _| set;
        }
    };
}

macro_rules! lex_flags {
    ($($(#[$doc:meta])* $name:ident: $ty:ty, $slot:ident, $resolved:ty = $resolve:expr;)*) => {
        /// Flags for reading a lex file; one that is `None` is taken from the next source: builder,
        /// header, `%option`, default.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct LexFlags {
            $($(#[$doc])* pub $name: Option<$ty>,)*
        }

        /// Flags of which none is set.
        pub const UNSPECIFIED_LEX_FLAGS: LexFlags = LexFlags { $($name: None,)* };

        /// [`LexFlags`] with defaults filled in.
        #[derive(Clone, Debug, Default)]
        #[cfg_attr(not(feature = "regex"), allow(dead_code, reason = "only the `regex` crate is told of `dfa_size_limit`"))]
        pub(crate) struct Flags {
            $($(#[$doc])* pub(crate) $name: $resolved,)*
            /// Whether `a*?` is lazy; in flex's dialect the `?` makes `a*` optional.
            pub(crate) lazy: bool,
        }

        impl LexFlags {
            /// The flag with this name.
            pub(crate) fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
                match name {
                    $(stringify!($name) => Some(Slot::$slot(&mut self.$name)),)*
                    _ => None,
                }
            }

            /// Merges two sets of flags: each flag that is not set here is taken from `other`.
            #[must_use]
            pub fn or(&self, other: &LexFlags) -> LexFlags {
                LexFlags { $($name: self.$name.or(other.$name),)* }
            }

            /// The flags with defaults filled in.
            pub(crate) fn resolve(&self, flex: bool) -> Flags {
                $(let $name: fn(Option<$ty>, bool) -> $resolved = $resolve;)*
                Flags { $($name: $name(self.$name, flex),)* lazy: !flex }
            }
        }
    };
}

#[cfg(feature = "generator")]
pub(crate) use each_flag;
each_flag!(lex_flags);

/// Flags set to the defaults that grmtools has.
pub const DEFAULT_LEX_FLAGS: LexFlags = LexFlags {
    dot_matches_new_line: Some(true),
    multi_line: Some(true),
    octal: Some(true),
    posix_escapes: Some(false),
    allow_wholeline_comments: Some(false),
    ..UNSPECIFIED_LEX_FLAGS
};

/// A flag by its name in a header.
pub(crate) enum Slot<'a> {
    Switch(&'a mut Option<bool>),
    Size(&'a mut Option<usize>),
    Depth(&'a mut Option<u32>),
}
