//! Makes a function that calls all functions of the types for syntax trees, from generated modules.
//!
//! In: modules as text, in which each function stands on one line after its comment. Out: a Rust
//! file with the texts of the grammars and `visit(number, node, check)`. Each result of a function
//! is passed to `check(node, symbol)`, with the symbol as the function's comment spells it, or
//! empty for elements of lists. Used by the build scripts of this example and of the fuzz target
//! `syntax`.

use std::{
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
};

/// A file that is written grammar by grammar.
#[derive(Default)]
pub(crate) struct Visitor {
    names: Vec<String>,
    modules: String,
    texts: String,
    arms: String,
}

/// Grammars with repetitions and rules with parameters.
const REPETITIONS: [&str; 3] = ["go122", "javascript2023", "python313"];

/// Returns the folders below `grammars` that hold a grammar of their name, in order.
pub(crate) fn names(grammars: &Path) -> io::Result<Vec<String>> {
    let entries = fs::read_dir(grammars)?.collect::<io::Result<Vec<_>>>()?;
    let names = entries.into_iter().filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| file(grammars, name, "y").exists()).collect();
    // What functions return of repetitions is not what the comments on them say of symbols.
    names.retain(|name| !REPETITIONS.contains(&name.as_str()));
    names.sort();
    Ok(names)
}

/// Returns the path of a grammar's file with this ending.
pub(crate) fn file(grammars: &Path, name: &str, ending: &str) -> PathBuf {
    grammars.join(name).join(format!("{name}.{ending}"))
}

impl Visitor {
    /// Adds a grammar, for which `{name}.y.rs` was generated in the folder `out`.
    pub(crate) fn add(&mut self, grammars: &Path, name: &str, out: &Path) -> io::Result<()> {
        let module = format!("{}_y", name.replace('-', "_"));
        let text = fs::read_to_string(out.join(format!("{name}.y.rs")))?;
        self.arms += &arm(self.names.len(), &module, &text);
        let _ = writeln!(self.modules, "include!(concat!(env!(\"OUT_DIR\"), \"/{name}.y.rs\"));");
        let [yacc, lex] = ["y", "l"].map(|ending| file(grammars, name, ending).canonicalize());
        let _ = writeln!(self.texts, "    (include_str!({:?}), include_str!({:?})),", yacc?, lex?);
        self.names.push(name.to_owned());
        Ok(())
    }

    /// Returns the text of the file.
    pub(crate) fn text(&self) -> String {
        let Visitor { names, modules, texts, arms } = self;
        format!(
            "{modules}\n/// The names of all grammars.\npub(crate) const NAMES: [&str; {0}] = {names:?};\n\n\
             /// Their Yacc and lex files.\nconst TEXTS: [(&str, &str); {0}] = [\n{texts}];\n\n\
             /// Calls and counts all functions of the type of `node`, of the grammar `number`.\n\
             fn visit(number: usize, node: SyntaxNode<'_>, check: &mut dyn FnMut(SyntaxNode<'_>, &str)) -> usize {{\n    \
             let mut calls = 0;\n    match number {{\n{arms}        _ => {{}}\n    }}\n    calls\n}}\n",
            names.len()
        )
    }
}

/// Returns the arm for the grammar `number`, whose generated module is `module` with this text.
fn arm(number: usize, module: &str, text: &str) -> String {
    let mut out = format!("        {number} => {{\n            use {module}::syntax::*;\n");
    let (_, types) = text.split_once("pub mod syntax {").expect("the module has types");
    let mut comment = "";
    let mut is_open = false;
    for line in types.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("pub struct ").and_then(|rest| rest.split('<').next())
        {
            let close = if is_open { "            }\n" } else { "" };
            let _ = writeln!(out, "{close}            if let Some(it) = {name}::cast(node) {{");
            is_open = true;
        } else if let Some((function, ty)) = function(line) {
            let symbol = comment.strip_prefix("Returns the child `");
            let symbol =
                symbol.and_then(|rest| rest.split_once("`; ")).map_or("", |(symbol, _)| symbol);
            let _ = match function {
                // The alternatives of a choice are all that the rule has.
                _ if ty.contains("Choice<") => {
                    writeln!(out, "                assert!(it.{function}().is_some());")
                }
                _ if ty.contains("Item = __Node") => {
                    writeln!(
                        out,
                        "                for found in it.{function}() {{ check(found, \"\"); }}"
                    )
                }
                _ if ty.contains("Item = ") => writeln!(
                    out,
                    "                for found in it.{function}() {{ check(found.syntax(), \"\"); }}"
                ),
                _ if ty.contains("__Option<__Node") => writeln!(
                    out,
                    "                if let Some(found) = it.{function}() {{ check(found, {symbol:?}); }}"
                ),
                _ => writeln!(
                    out,
                    "                if let Some(found) = it.{function}() {{ check(found.syntax(), {symbol:?}); }}"
                ),
            };
            let _ = writeln!(out, "                calls += 1;");
        }
        comment = line.strip_prefix("/// ").unwrap_or("");
    }
    out + "            }\n        }\n"
}

/// Returns the name of the function that a line declares, and its result type.
fn function(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.strip_prefix("pub fn ")?.split_once("(self) -> ")?;
    Some((name, rest.split_once(" {").map_or(rest, |(ty, _)| ty)))
}
