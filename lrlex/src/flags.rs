//! How regexes are to be understood: the flags of a lexer, where they may be set, and their defaults.

/// Flags that a header, an option or a builder sets; `None` leaves a flag to the next in this order: builder, header,
/// `%option`, default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LexFlags {
    /// `.` matches a newline too. On by default, off in flex's dialect.
    pub dot_matches_new_line: Option<bool>,
    /// `^` and `$` match at line ends too. On by default.
    pub multi_line: Option<bool>,
    /// `\101` is a character by its octal number. On by default.
    pub octal: Option<bool>,
    /// `\b` is the character backspace, not a word boundary. Off by default.
    pub posix_escapes: Option<bool>,
    /// A line of the rules section that starts with `//` is a comment. Off by default.
    pub allow_wholeline_comments: Option<bool>,
    /// Letters match in both cases. Off by default.
    pub case_insensitive: Option<bool>,
    /// `a*` is lazy and `a*?` greedy. Off by default.
    pub swap_greed: Option<bool>,
    /// Blanks in a regex mean nothing and `#` starts a comment. Off by default.
    pub ignore_whitespace: Option<bool>,
    /// `\w`, `\d`, `.` and so on are those of Unicode. On by default.
    pub unicode: Option<bool>,
    /// Bytes that a compiled regex may take.
    pub size_limit: Option<usize>,
    /// No effect: no regex is run.
    pub dfa_size_limit: Option<usize>,
    /// How deep a regex may be nested.
    pub nest_limit: Option<u32>,
}

/// Flags with grmtools' defaults.
pub const DEFAULT_LEX_FLAGS: LexFlags = LexFlags {
    dot_matches_new_line: Some(true),
    multi_line: Some(true),
    octal: Some(true),
    posix_escapes: Some(false),
    allow_wholeline_comments: Some(false),
    ..UNSPECIFIED_LEX_FLAGS
};

/// Flags that say nothing.
pub const UNSPECIFIED_LEX_FLAGS: LexFlags = LexFlags {
    dot_matches_new_line: None,
    multi_line: None,
    octal: None,
    posix_escapes: None,
    allow_wholeline_comments: None,
    case_insensitive: None,
    swap_greed: None,
    ignore_whitespace: None,
    unicode: None,
    size_limit: None,
    dfa_size_limit: None,
    nest_limit: None,
};

/// A flag by its name in a header.
pub(crate) enum Slot<'a> {
    Switch(&'a mut Option<bool>),
    Size(&'a mut Option<usize>),
    Depth(&'a mut Option<u32>),
}

impl LexFlags {
    /// The flag with this name.
    pub(crate) fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            "dot_matches_new_line" => Slot::Switch(&mut self.dot_matches_new_line),
            "multi_line" => Slot::Switch(&mut self.multi_line),
            "octal" => Slot::Switch(&mut self.octal),
            "posix_escapes" => Slot::Switch(&mut self.posix_escapes),
            "allow_wholeline_comments" => Slot::Switch(&mut self.allow_wholeline_comments),
            "case_insensitive" => Slot::Switch(&mut self.case_insensitive),
            "swap_greed" => Slot::Switch(&mut self.swap_greed),
            "ignore_whitespace" => Slot::Switch(&mut self.ignore_whitespace),
            "unicode" => Slot::Switch(&mut self.unicode),
            "size_limit" => Slot::Size(&mut self.size_limit),
            "dfa_size_limit" => Slot::Size(&mut self.dfa_size_limit),
            "nest_limit" => Slot::Depth(&mut self.nest_limit),
            _ => return None,
        })
    }

    /// These flags, and `other`'s where these are silent.
    #[must_use]
    pub fn or(&self, other: &LexFlags) -> LexFlags {
        LexFlags {
            dot_matches_new_line: self.dot_matches_new_line.or(other.dot_matches_new_line),
            multi_line: self.multi_line.or(other.multi_line),
            octal: self.octal.or(other.octal),
            posix_escapes: self.posix_escapes.or(other.posix_escapes),
            allow_wholeline_comments: self
                .allow_wholeline_comments
                .or(other.allow_wholeline_comments),
            case_insensitive: self.case_insensitive.or(other.case_insensitive),
            swap_greed: self.swap_greed.or(other.swap_greed),
            ignore_whitespace: self.ignore_whitespace.or(other.ignore_whitespace),
            unicode: self.unicode.or(other.unicode),
            size_limit: self.size_limit.or(other.size_limit),
            dfa_size_limit: self.dfa_size_limit.or(other.dfa_size_limit),
            nest_limit: self.nest_limit.or(other.nest_limit),
        }
    }

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
