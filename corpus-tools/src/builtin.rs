//! The grammars of the repository, built in.

/// A built-in grammar.
#[derive(Debug)]
pub struct Builtin {
    /// Its name: that of its folder.
    pub name: &'static str,
    /// Its lex file.
    pub lex: &'static str,
    /// Its Yacc file.
    pub yacc: &'static str,
}

macro_rules! builtin {
    ($name:literal) => {
        Builtin {
            name: $name,
            lex: include_str!(concat!("../../grammars/", $name, "/", $name, ".l")),
            yacc: include_str!(concat!("../../grammars/", $name, "/", $name, ".y")),
        }
    };
}

/// All of them.
pub const ALL: &[Builtin] = &[
    builtin!("c11"),
    builtin!("calc"),
    builtin!("calc-errortoken"),
    builtin!("calc-naive"),
    builtin!("figure2"),
    builtin!("java7"),
    builtin!("json"),
    builtin!("lua53"),
    builtin!("php73"),
];
