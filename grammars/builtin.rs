//! Lexers and grammars of nine languages, as texts.
//!
//! ```
//! let json = nimbleparse_grammars::for_file("package.json").unwrap();
//! assert!(json.yacc.contains("%%") && json.lex.contains("%%"));
//! ```

#![forbid(unsafe_code)]

/// A built-in grammar.
#[derive(Debug)]
pub struct Builtin {
    /// Its name: that of its folder.
    pub name: &'static str,
    /// The endings of its files.
    pub endings: &'static [&'static str],
    /// Its lex file.
    pub lex: &'static str,
    /// Its Yacc file.
    pub yacc: &'static str,
    /// A model of its language: how often tokens follow one another in programs, as `corpus-tools train-ngram` writes it.
    pub ngrams: Option<&'static str>,
    /// What editors want to know and the grammar does not say.
    pub outline: Option<&'static str>,
}

macro_rules! builtin {
    ($name:literal, [$($ending:literal),*]) => {
        builtin!($name, [$($ending),*], None, None)
    };
    ($name:literal, [$($ending:literal),*], with outline) => {
        builtin!($name, [$($ending),*], None, Some(include_str!(concat!($name, "/", $name, ".outline"))))
    };
    ($name:literal, [$($ending:literal),*], with model and outline) => {
        builtin!(
            $name,
            [$($ending),*],
            Some(include_str!(concat!($name, "/", $name, ".ngram"))),
            Some(include_str!(concat!($name, "/", $name, ".outline")))
        )
    };
    ($name:literal, [$($ending:literal),*], $ngrams:expr, $outline:expr) => {
        Builtin {
            name: $name,
            endings: &[$($ending),*],
            lex: include_str!(concat!($name, "/", $name, ".l")),
            yacc: include_str!(concat!($name, "/", $name, ".y")),
            ngrams: $ngrams,
            outline: $outline,
        }
    };
}

/// All of them.
pub static ALL: &[Builtin] = &[
    builtin!("c11", ["c", "h"], with model and outline),
    builtin!("calc", ["calc"]),
    builtin!("calc-naive", []),
    builtin!("calc-errortoken", []),
    builtin!("figure2", []),
    builtin!("java7", ["java"], with model and outline),
    builtin!("json", ["json"], with outline),
    builtin!("lua53", ["lua"], with model and outline),
    builtin!("php73", ["php"], with model and outline),
];

/// The grammar of this name.
pub fn named(name: &str) -> Option<&'static Builtin> {
    ALL.iter().find(|builtin| builtin.name == name)
}

/// The grammar for files with this name's ending.
pub fn for_file(file: &str) -> Option<&'static Builtin> {
    let (_, ending) = file.rsplit_once('.')?;
    let ending = ending.to_ascii_lowercase();
    ALL.iter().find(|builtin| builtin.endings.contains(&ending.as_str()))
}

/// What the built-in grammar of this name is known to lack, such as constructs of newer versions of its language: a line for
/// each pattern by which it is recognised.
pub fn newer(name: &str) -> Option<&'static str> {
    match name {
        "c11" => Some(include_str!("c11/c11.newer")),
        "java7" => Some(include_str!("java7/java7.newer")),
        "lua53" => Some(include_str!("lua53/lua53.newer")),
        "php73" => Some(include_str!("php73/php73.newer")),
        _ => None,
    }
}
