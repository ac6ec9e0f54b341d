//! Settings that parser and lexer builders share.

use super::names;

/// The visibility of a generated module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Visibility {
    /// Private: no keyword.
    #[default]
    Private,
    /// `pub`
    Public,
    /// `pub(super)`
    PublicSuper,
    /// `pub(self)`
    PublicSelf,
    /// `pub(crate)`
    PublicCrate,
    /// `pub(in …)`, with this path
    PublicIn(String),
}

impl Visibility {
    /// Returns the visibility as Rust code, followed by a blank unless it is empty.
    pub fn to_code(&self) -> String {
        match self {
            Visibility::Private => String::new(),
            Visibility::Public => "pub ".to_owned(),
            Visibility::PublicSuper => "pub(super) ".to_owned(),
            Visibility::PublicSelf => "pub(self) ".to_owned(),
            Visibility::PublicCrate => "pub(crate) ".to_owned(),
            Visibility::PublicIn(path) => format!("pub(in {}) ", names::one_line(path)),
        }
    }
}

/// A Rust edition; has no effect, since generated code is the same in all of them. Builders accept
/// one for the sake of older build scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RustEdition {
    /// Rust 2015.
    Rust2015,
    /// Rust 2018.
    Rust2018,
    /// Rust 2021.
    Rust2021,
    /// Rust 2024.
    Rust2024,
}

/// How grmtools encodes tables in generated code; has no effect, since tables are arrays here.
/// Builders accept a format for the sake of older build scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SerialisationFormat {
    /// Integers of one size.
    FixedSizeInteger,
    /// Integers whose size depends on their value.
    VariableSizedInteger,
}
