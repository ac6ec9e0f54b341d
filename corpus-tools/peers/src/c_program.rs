//! Parsers made by Bison and lexers made by flex, compiled by gcc.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    child,
    lex::Lex,
    yacc::{Yacc, bison_tokens},
};

/// Makes the program for a language in `folder`, which holds the names of its tokens in `names`.
/// With it comes what flex could not do.
///
/// Bison's defaults are kept (LALR(1)); flex makes full tables (`%option full`), its second
/// fastest; gcc optimises (`-O2`).
pub fn make(
    language: &str,
    grammar: &Path,
    folder: &Path,
) -> Result<(PathBuf, Option<String>), String> {
    let read = |path: &Path| {
        fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).map_err(|error| format!("{name}: {error}"))
    };
    let names = read(&folder.join("names"))?;
    let tokens: Vec<String> = names.lines().map(str::to_string).collect();
    let sources = child::package().join("programs/c");
    for file in ["driver.h", "driver.c"] {
        write(file, &read(&sources.join(file))?)?;
    }
    let yacc = Yacc::new(&read(&grammar.with_extension("y"))?)?;
    write("recognise.y", &yacc.bison(&tokens, "recognise_", false))?;
    let values = match language {
        "json" => read(&sources.join("json.y"))?.replace("@TOKENS@", &bison_tokens(&tokens)),
        _ => yacc.bison(&tokens, "values_", true),
    };
    write("values.y", &values)?;
    for parser in ["recognise", "values"] {
        let mut bison = Command::new("bison");
        bison.args(["-Wnone", "-o", &format!("{parser}.c"), &format!("{parser}.y")]);
        child::run(bison.current_dir(folder))?;
    }
    let lexer = Lex::new(&read(&grammar.with_extension("l"))?)?.flex(&tokens).and_then(|lex| {
        write("lexer.l", &lex)?;
        let mut flex = Command::new("flex");
        flex.args(["-o", "lexer.c", "--header-file=lexer.h", "lexer.l"]);
        child::run(flex.current_dir(folder))
    });
    let mut gcc = Command::new("gcc");
    gcc.args([
        "-O2",
        "-w",
        "-DYYMAXDEPTH=100000000",
        "-o",
        "program",
        "driver.c",
        "recognise.c",
        "values.c",
    ]);
    if lexer.is_ok() {
        gcc.args(["-DLEXER", "lexer.c"]);
    }
    child::run(gcc.current_dir(folder))?;
    Ok((folder.join("program"), lexer.err()))
}
