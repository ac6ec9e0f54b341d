//! The ids of a parser's tokens as constants, for lexers that are written by hand.

use std::{
    borrow::Borrow, collections::HashMap, error::Error, fmt::Display, fmt::Write,
    marker::PhantomData,
};

use lrpar::codegen::{BuildError, REASON, RustWriter, names, output};

/// Generates a module with a constant `T_NAME` for each token of a parser, and `TOK_IDS` with all
/// ids.
///
/// For lexers written by hand. It runs in a build script and writes into `OUT_DIR`;
/// [`lrlex_mod!`](crate::lrlex_mod) with the module's name includes the module.
///
/// ```no_run
/// use lrlex::{CTTokenMapBuilder, DefaultLexerTypes};
/// use lrpar::CTParserBuilder;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let parser =
///     CTParserBuilder::<DefaultLexerTypes<u8>>::new().grammar_in_src_dir("calc.y")?.build()?;
/// CTTokenMapBuilder::<u8>::new("token_map", parser.token_map())
///     .rename_map(Some([("+", "PLUS")]))
///     .build()?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct CTTokenMapBuilder<StorageT> {
    mod_name: String,
    /// Names of tokens with their ids, sorted by name.
    tokens: Vec<(String, String)>,
    rename_map: HashMap<String, String>,
    allow_dead_code: bool,
    storage: PhantomData<StorageT>,
}

impl<StorageT: Display> CTTokenMapBuilder<StorageT> {
    /// Makes a builder of the module `mod_name` for the ids of
    /// [`CTParser::token_map`](lrpar::CTParser::token_map).
    pub fn new(
        mod_name: impl Into<String>,
        token_map: impl Borrow<HashMap<String, StorageT>>,
    ) -> Self {
        let tokens = token_map.borrow().iter();
        let mut tokens: Vec<_> = tokens.map(|(name, id)| (name.clone(), id.to_string())).collect();
        tokens.sort();
        CTTokenMapBuilder {
            mod_name: mod_name.into(),
            tokens,
            rename_map: HashMap::new(),
            allow_dead_code: false,
            storage: PhantomData,
        }
    }

    /// Sets names for tokens whose own are no names in Rust: `[("+", "PLUS")]` makes `T_PLUS`.
    #[must_use]
    pub fn rename_map<M, I, K, V>(mut self, rename_map: Option<M>) -> Self
    where
        M: IntoIterator<Item = I>,
        I: Borrow<(K, V)>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        let renamed = rename_map.into_iter().flatten().map(|entry| {
            let (from, to) = entry.borrow();
            (from.as_ref().to_owned(), to.as_ref().to_owned())
        });
        self.rename_map = renamed.collect();
        self
    }

    /// Sets whether constants may stay unused. Off by default: Rust warns of a token that the lexer
    /// forgets.
    #[must_use]
    pub fn allow_dead_code(mut self, allow_dead_code: bool) -> Self {
        self.allow_dead_code = allow_dead_code;
        self
    }

    /// Writes the module into the folder `OUT_DIR`, unless the file is there and would not change.
    ///
    /// # Errors
    ///
    /// If a token's name, renamed perhaps, is no name in Rust, or is there twice; or if the file
    /// cannot be written.
    pub fn build(&self) -> Result<(), Box<dyn Error>> {
        let file = output::out_dir()?.join(format!("{}.rs", self.mod_name));
        output::write_if_changed(&file, &self.to_code()?)?;
        Ok(())
    }

    fn to_code(&self) -> Result<String, BuildError> {
        let storage = names::type_path::<StorageT>();
        let module = &self.mod_name;
        if !names::is_identifier(module) {
            return Err(BuildError::new(format!("'{module}' is not the name of a module")));
        }
        let mut out = RustWriter::default();
        out.line("// The ids of a parser's tokens, made by lrlex. Do not edit.");
        out.blank();
        let allowed = if self.allow_dead_code { "dead_code, " } else { "" };
        out.line(format_args!("#[allow({allowed}unreachable_pub, {REASON})]"));
        out.open(format_args!("mod {module} {{"));
        let mut ids = Vec::new();
        let mut wrong = String::new();
        let mut taken: HashMap<String, &str> = HashMap::new();
        for (token, id) in &self.tokens {
            let name = self.rename_map.get(token).unwrap_or(token);
            let constant = format!("T_{}", name.to_ascii_uppercase());
            ids.push(id.as_str());
            if !names::is_identifier(&constant) {
                let _ = writeln!(
                    wrong,
                    "the token '{token}' makes no name in Rust: give it one in the 'rename_map'"
                );
            } else if let Some(other) = taken.insert(constant.clone(), token) {
                let _ = writeln!(
                    wrong,
                    "the tokens '{other}' and '{token}' would both be '{constant}'"
                );
            }
            out.line(format_args!("/// The token `{}`.", names::one_line(token)));
            out.line(format_args!("pub const {constant}: {storage} = {id};"));
        }
        if !wrong.is_empty() {
            return Err(BuildError::new(wrong));
        }
        out.line("/// All of them.");
        out.line(format_args!("#[allow(dead_code, {REASON})]"));
        out.line(format_args!("pub const TOK_IDS: &[{storage}] = &[{}];", ids.join(", ")));
        out.close("}");
        Ok(out.into_text())
    }
}

/// Generates a module with a constant for each token id; constants may stay unused.
///
/// # Errors
///
/// Those of [`CTTokenMapBuilder::build`].
#[deprecated(note = "use CTTokenMapBuilder")]
pub fn ct_token_map<StorageT: Display>(
    mod_name: &str,
    token_map: impl Borrow<HashMap<String, StorageT>>,
    rename_map: Option<&HashMap<&str, &str>>,
) -> Result<(), Box<dyn Error>> {
    let rename_map =
        rename_map.map(|map| map.iter().map(|(from, to)| (*from, *to)).collect::<Vec<_>>());
    CTTokenMapBuilder::new(mod_name, token_map).rename_map(rename_map).allow_dead_code(true).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_sorted_and_renamed() {
        let map =
            HashMap::from([("INT".to_owned(), 1u8), ("+".to_owned(), 0), ("id".to_owned(), 2)]);
        let code = CTTokenMapBuilder::<u8>::new("token_map", &map)
            .rename_map(Some([("+", "plus")]))
            .to_code()
            .unwrap();
        assert_eq!(
            code,
            "// The ids of a parser's tokens, made by lrlex. Do not edit.\n\n#[allow(unreachable_pub, reason = \"generated code\")]\nmod token_map {\n    /// The token `+`.\n    \
             pub const T_PLUS: u8 = 0;\n    /// The token `INT`.\n    pub const T_INT: u8 = 1;\n    /// The token `id`.\n    \
             pub const T_ID: u8 = 2;\n    /// All of them.\n    #[allow(dead_code, reason = \"generated code\")]\n    pub const TOK_IDS: &[u8] = \
             &[0, 1, 2];\n}\n"
        );
    }

    #[test]
    fn names_that_rust_does_not_take_are_all_reported() {
        let map = HashMap::from([
            ("+".to_owned(), 0u8),
            ("a".to_owned(), 1),
            ("A".to_owned(), 2),
            ("-".to_owned(), 3),
        ]);
        let error = CTTokenMapBuilder::<u8>::new("m", &map).to_code().unwrap_err();
        assert_eq!(
            error.to_string(),
            "the token '+' makes no name in Rust: give it one in the 'rename_map'\nthe token '-' makes no name in Rust: \
             give it one in the 'rename_map'\nthe tokens 'A' and 'a' would both be 'T_A'"
        );
    }
}
