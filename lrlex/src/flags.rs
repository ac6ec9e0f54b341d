//! How regexes are to be understood: the flags of a lexer, where they may be set, and their defaults.

/// Hands all flags to another macro: what each means, its name, its type, and what sets it.
macro_rules! each_flag {
    ($then:ident) => {
        $then! {
            /// Whether `.` matches a newline too. On by default, off in flex's dialect.
            dot_matches_new_line: bool, Switch;
            /// Whether `^` and `$` match at line ends too. On by default.
            multi_line: bool, Switch;
            /// Whether `\101` is a character by its octal number. On by default.
            octal: bool, Switch;
            /// Whether `\b` is the character backspace, not a word boundary. Off by default.
            posix_escapes: bool, Switch;
            /// Whether a line of the rules section that starts with `//` is a comment. Off by default.
            allow_wholeline_comments: bool, Switch;
            /// Whether letters match in both cases. Off by default.
            case_insensitive: bool, Switch;
            /// Whether `a*` is lazy and `a*?` greedy. Off by default.
            swap_greed: bool, Switch;
            /// Whether blanks in a regex mean nothing and `#` starts a comment. Off by default.
            ignore_whitespace: bool, Switch;
            /// Whether `\w`, `\d`, `.` and so on are those of Unicode. On by default.
            unicode: bool, Switch;
            /// How many bytes a compiled regex may take.
            size_limit: usize, Size;
            /// No effect: no regex is run.
            dfa_size_limit: usize, Size;
            /// How deep a regex may be nested.
            nest_limit: u32, Depth;
        }
    };
}

macro_rules! lex_flags {
    ($($(#[$doc:meta])* $name:ident: $ty:ty, $slot:ident;)*) => {
        /// Flags for reading a lex file. A flag that is `None` is taken from the next source: builder, header, `%option`, default.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct LexFlags {
            $($(#[$doc])* pub $name: Option<$ty>,)*
        }

        /// Flags that say nothing.
        pub const UNSPECIFIED_LEX_FLAGS: LexFlags = LexFlags { $($name: None,)* };

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
        }
    };
}

#[cfg(feature = "generator")]
pub(crate) use each_flag;
each_flag!(lex_flags);

/// Flags with grmtools' defaults.
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

impl LexFlags {
    /// The flags with defaults filled in.
    pub(crate) fn resolve(&self, flex: bool) -> Flags {
        Flags {
            dot_matches_new_line: self.dot_matches_new_line.unwrap_or(!flex),
            multi_line: self.multi_line.unwrap_or(true),
            octal: self.octal.unwrap_or(true),
            posix_escapes: self.posix_escapes.unwrap_or(flex),
            allow_wholeline_comments: self.allow_wholeline_comments.unwrap_or(false),
            case_insensitive: self.case_insensitive.unwrap_or(false),
            swap_greed: self.swap_greed.unwrap_or(false),
            ignore_whitespace: self.ignore_whitespace.unwrap_or(false),
            unicode: self.unicode.unwrap_or(true),
            lazy: !flex,
            size_limit: self.size_limit,
            nest_limit: self.nest_limit,
        }
    }
}

/// [`LexFlags`] with defaults filled in.
#[derive(Clone, Debug)]
pub(crate) struct Flags {
    /// `.` matches a newline too.
    pub(crate) dot_matches_new_line: bool,
    /// `^` and `$` match at line ends too.
    pub(crate) multi_line: bool,
    /// `\101` is a character by its octal number.
    pub(crate) octal: bool,
    /// `\b` is the character backspace.
    pub(crate) posix_escapes: bool,
    /// A line of the rules section that starts with `//` is a comment.
    pub(crate) allow_wholeline_comments: bool,
    /// Letters match in both cases.
    pub(crate) case_insensitive: bool,
    /// `a*` is lazy.
    pub(crate) swap_greed: bool,
    /// Blanks in a regex mean nothing.
    pub(crate) ignore_whitespace: bool,
    /// Classes are those of Unicode.
    pub(crate) unicode: bool,
    /// `a*?` is lazy; in flex's dialect the `?` makes `a*` optional.
    pub(crate) lazy: bool,
    /// Bytes that a compiled regex may take; `None` is the limit in `limits`.
    pub(crate) size_limit: Option<usize>,
    /// How deep a regex may be nested.
    pub(crate) nest_limit: Option<u32>,
}
