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
    /// What it describes, with the version of the language: valid texts of later versions have
    /// errors.
    pub title: &'static str,
    /// The endings of its files.
    pub endings: &'static [&'static str],
    /// Its lex file.
    pub lex: &'static str,
    /// Its Yacc file.
    pub yacc: &'static str,
    /// A model of its language: how often tokens follow one another in programs, as
    /// `nimbleparse train` writes it.
    pub ngrams: Option<&'static str>,
    /// Its query files for editors: their names without `.scm`, and their texts.
    pub queries: &'static [(&'static str, &'static str)],
}

impl Builtin {
    /// The query file of this name, `highlights` for example.
    pub fn query(&self, name: &str) -> Option<&'static str> {
        self.queries.iter().find(|(one, _)| *one == name).map(|(_, text)| *text)
    }
}

macro_rules! builtin {
    (
        $name:literal, $title:literal, [$($ending:literal),*],
        queries of $folder:literal: $($query:literal)*
    ) => {
        builtin!($name, $title, [$($ending),*], None, $folder, $($query)*)
    };
    (
        $name:literal, $title:literal, [$($ending:literal),*],
        model, queries of $folder:literal: $($query:literal)*
    ) => {
        builtin!(
            $name,
            $title,
            [$($ending),*],
            Some(include_str!(concat!($name, "/", $name, ".ngram"))),
            $folder,
            $($query)*
        )
    };
    (
        $name:literal, $title:literal, [$($ending:literal),*],
        $ngrams:expr, $folder:literal, $($query:literal)*
    ) => {
        Builtin {
            name: $name,
            title: $title,
            endings: &[$($ending),*],
            lex: include_str!(concat!($name, "/", $name, ".l")),
            yacc: include_str!(concat!($name, "/", $name, ".y")),
            ngrams: $ngrams,
            queries: &[
                $(($query, include_str!(concat!($folder, "/queries/", $query, ".scm")))),*
            ],
        }
    };
}

/// All of them.
pub static ALL: &[Builtin] = &[
    builtin!(
        "c11", "C11", ["c", "h"],
        model, queries of "c11": "highlights" "locals" "tags" "folds" "indents" "injections"
    ),
    builtin!(
        "calc", "the paper's calculator, with %avoid_insert", ["calc"],
        queries of "calc": "highlights" "indents"
    ),
    builtin!(
        "calc-naive", "the calculator without %avoid_insert", [],
        queries of "calc": "highlights" "indents"
    ),
    builtin!(
        "calc-errortoken", "the calculator with a token for what the lexer does not know", [],
        queries of "calc": "highlights" "indents"
    ),
    builtin!(
        "figure2", "the grammar of the paper's Figure 2", [],
        queries of "calc": "highlights" "indents"
    ),
    builtin!(
        "java7", "Java 7", ["java"],
        model, queries of "java7": "highlights" "locals" "tags" "folds" "indents" "injections"
    ),
    builtin!(
        "json", "JSON", ["json"],
        queries of "json": "highlights" "tags" "folds" "indents"
    ),
    builtin!(
        "lua53", "Lua 5.3", ["lua"],
        model, queries of "lua53": "highlights" "locals" "tags" "folds" "indents" "injections"
    ),
    builtin!(
        "php73", "PHP 7.3", ["php"],
        model, queries of "php73": "highlights" "locals" "tags" "folds" "indents" "injections"
    ),
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

/// What the built-in grammar of this name is known to lack, such as constructs of newer versions of
/// its language: a line for each pattern by which it is recognised.
pub fn newer(name: &str) -> Option<&'static str> {
    match name {
        "c11" => Some(include_str!("c11/c11.newer")),
        "java7" => Some(include_str!("java7/java7.newer")),
        "lua53" => Some(include_str!("lua53/lua53.newer")),
        "php73" => Some(include_str!("php73/php73.newer")),
        _ => None,
    }
}
