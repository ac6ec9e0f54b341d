//! The dialects of Yacc files, and how one is named.

use crate::yacc::{foreign::Lexis, scan::Notation};

/// The use that generated code makes of the actions of an [`Original`](YaccKind::Original) grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum YaccOriginalActionKind {
    /// The parser runs the grammar's actions.
    UserAction,
    /// The parser leaves actions out and makes a generic tree.
    #[default]
    GenericParseTree,
    /// The parser leaves actions out and says only whether, and where, there are errors.
    NoAction,
}

/// The dialect of a Yacc file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum YaccKind {
    /// Yacc as Johnson (1975) wrote it, and as Bison and others extended it.
    Original(YaccOriginalActionKind),
    /// Grmtools' dialect: rules have Rust types (`Rule -> Type: …`), actions are Rust.
    Grmtools,
    /// Eco's dialect: as `Original`, with white space and comments as tokens that may stand
    /// anywhere (`%implicit_tokens`).
    Eco,
}

impl Default for YaccKind {
    /// The kind of a file that shows no other.
    fn default() -> Self {
        YaccKind::Original(YaccOriginalActionKind::default())
    }
}

impl YaccKind {
    /// Returns the kind called `name`, as a `%grmtools` header or a command line gives it; `None`
    /// if there is no such kind.
    ///
    /// The names are `Grmtools`, `Eco`, `Original` (which means a generic tree) and
    /// `Original(NoAction)` or its like; in any case, with or without the path of the type.
    ///
    /// ```
    /// use lrtable::yacc::{YaccKind, YaccOriginalActionKind};
    /// let no_action = YaccKind::Original(YaccOriginalActionKind::NoAction);
    /// let name = "YaccKind::Original(YaccOriginalActionKind::NoAction)";
    /// assert_eq!(YaccKind::from_name(name), Some(no_action));
    /// assert_eq!(YaccKind::from_name("eco"), Some(YaccKind::Eco));
    /// assert_eq!(YaccKind::from_name("yacc"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<YaccKind> {
        let name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
        let name = name.to_ascii_lowercase();
        let name = name.strip_prefix("yacckind::").unwrap_or(&name);
        let action = match name {
            "grmtools" => return Some(YaccKind::Grmtools),
            "eco" => return Some(YaccKind::Eco),
            "original" => "genericparsetree",
            _ => name.strip_prefix("original(")?.strip_suffix(')')?,
        };
        let action = action.strip_prefix("yaccoriginalactionkind::").unwrap_or(action);
        Some(YaccKind::Original(match action {
            "useraction" => YaccOriginalActionKind::UserAction,
            "genericparsetree" => YaccOriginalActionKind::GenericParseTree,
            "noaction" => YaccOriginalActionKind::NoAction,
            _ => return None,
        }))
    }

    /// Returns whether actions are code in Rust.
    pub fn has_rust(self) -> bool {
        matches!(self, YaccKind::Grmtools | YaccKind::Original(YaccOriginalActionKind::UserAction))
    }

    /// Whether mistakes that other Yaccs tolerate are warnings.
    pub(super) fn is_lenient(self) -> bool {
        matches!(self, YaccKind::Original(_)) && !self.has_rust()
    }

    /// The lexis of the grammar.
    pub(super) fn notation(self) -> Notation {
        if self == YaccKind::Grmtools { Notation::Plain } else { Notation::Classic }
    }

    /// The lexis of the actions, as far as the kind says it.
    pub(super) fn lexis(self) -> Lexis {
        if self.has_rust() { Lexis::Rust } else { Lexis::C }
    }
}
