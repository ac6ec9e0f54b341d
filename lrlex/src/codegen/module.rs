//! The Rust file that is made from a lex file.

use std::fmt::{Display, Write};

use lrpar::codegen::names::{Constants, one_line, string};

/// All that goes into a generated file.
pub(super) struct Module<'a, StorageT> {
    pub(super) source: &'a str,
    pub(super) flags: Vec<(&'static str, usize)>,
    /// The tokens' ids, sorted by name; `None` if no parser belongs to the lexer.
    pub(super) tokens: Option<Vec<(&'a str, StorageT)>>,
    /// The lex file as messages show it.
    pub(super) file: String,
    pub(super) name: String,
    /// The visibility, followed by a blank.
    pub(super) visibility: String,
    pub(super) lexer_types: String,
    pub(super) storage: String,
}

impl<StorageT: Display> Module<'_, StorageT> {
    /// The file's text.
    pub(super) fn to_code(&self) -> String {
        let Module { lexer_types, storage, .. } = self;
        let mut out = format!(
            "// Made by lrlex from {}. Do not edit: change that file.\n\n#[allow(clippy::all, clippy::pedantic, dead_code, non_upper_case_globals, unreachable_pub, \
             unused_qualifications, reason = \"generated code\")]\n{}mod {} {{\n",
            one_line(&self.file),
            self.visibility,
            self.name
        );
        let _ = writeln!(
            out,
            "    static __SOURCE: ::lrlex::generated::Source<{storage}> = ::lrlex::generated::Source {{\n        \
             text: {},\n        flags: &{:?},",
            lines(self.source),
            self.flags
        );
        match &self.tokens {
            None => out.push_str("        tokens: ::std::option::Option::None,\n"),
            Some(tokens) => {
                out.push_str("        tokens: ::std::option::Option::Some(&[\n");
                for (name, id) in tokens {
                    let _ = writeln!(out, "            ({}, {id}),", string(name));
                }
                out.push_str("        ]),\n");
            }
        }
        let _ = writeln!(
            out,
            "    }};\n\n    /// The lexer's definition. It is made when it is first asked for, once in a process.\n    \
             pub fn lexerdef() -> ::lrlex::LRNonStreamingLexerDef<{lexer_types}> {{\n        \
             static __LEXERDEF: ::std::sync::OnceLock<::lrlex::LRNonStreamingLexerDef<{lexer_types}>> =\n            \
             ::std::sync::OnceLock::new();\n        \
             ::std::clone::Clone::clone(__LEXERDEF.get_or_init(|| __SOURCE.lexerdef()))\n    }}"
        );
        let mut constants = Constants::default();
        for (name, id) in self.tokens.iter().flatten() {
            let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                && !name.starts_with(|c: char| c.is_ascii_digit());
            if let Some(constant) = plain.then(|| constants.name("N_", name)).flatten() {
                let _ = writeln!(
                    out,
                    "\n    /// The token `{name}`.\n    pub const \
                     {constant}: {storage} = {id};"
                );
            }
        }
        out.push_str("}\n");
        out
    }
}

/// A text as a literal with a line for each of its lines.
fn lines(text: &str) -> String {
    let mut out = String::from("concat!(");
    for line in text.split_inclusive('\n') {
        let _ = write!(out, "\n            {},", string(line));
    }
    out.push_str("\n        )");
    out
}
