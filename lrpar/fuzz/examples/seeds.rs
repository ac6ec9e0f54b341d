//! Writes a seed corpus: the files and the small examples of each grammar of the repository, and
//! some odd grammars, as each fuzz target reads them.
//!
//! `cargo run --manifest-path lrpar/fuzz/Cargo.toml --example seeds -- lrpar/fuzz/corpus`, from the
//! repository's root.

use std::{env, error::Error, fs, path::Path};

/// Bytes of an example that becomes a seed.
const MOST_TEXT: u64 = 400;
/// Bytes of a grammar that becomes more than one seed.
const MOST_GRAMMAR: usize = 8_000;
/// Sets of options that change from seed to seed: see `fuzz_targets/anything/case.rs`.
const OPTIONS: [&[u8]; 6] = [
    &[],
    &[0, 3, 0, 0, 1, 3, 5],
    &[0, 2, 0, 1, 2, 0, 0, 0, 0, 7, 0, 5, 1, 2, 3],
    &[0, 4, 0, 0, 0, 0, 0, 40, 0, 0, 1],
    &[0, 1, 0, 2, 3, 8, 0, 0, 0, 0, 6],
    &[0, 0, 0, 0, 0, 0, 0, 0, 60, 9, 0, 1],
];
const SEPARATOR: &[u8] = b"\xff";

/// Grammars such as files hold by mistake: cyclic, hidden left-recursive, ambiguous, with brackets,
/// with precedence.
const ODD: [&str; 8] = [
    "%% S: S | 'a';",
    "%% S: A 'b'; A: S | | 'a';",
    "%% S: E S E | 'b'; E: | 'c';",
    "%% S: S S S | 'a' | ;",
    "%left 'a'\n%right 'b'\n%nonassoc 'c'\n%% S: S 'a' S | S 'b' S | S 'c' S | 'd' %prec 'b';",
    "%token a b c d\n%brackets a b\n%avoid_insert d\n%% S: | S a S b | S c | S d error;",
    "%start S T\n%epp a \"an a\"\n%% S: 'a' T | 'b'; T: 'c' S | 'd' | S 'a';",
    "%define lr.type ielr\n%% S: 'a' A 'd' | 'b' B 'd' | 'a' B 'c' | 'b' A 'c'; A: 'a'; B: 'a';",
];
const ODD_LEX: &str =
    "%x X\n%%\na 'a'\nb 'b'\nc 'c'\nd 'd'\n[ \\n]+ ;\nx <X>;\n<X>y <INITIAL>'a'\n";
const ODD_TEXT: &str = "a b a\n  c c d\nb x y a a z c";

fn main() -> Result<(), Box<dyn Error>> {
    let to = env::args().nth(1).ok_or("the argument is missing: the folder of the corpora")?;
    let write = |target: &str, name: &str, bytes: &[u8]| -> Result<(), Box<dyn Error>> {
        let folder = Path::new(&to).join(target);
        fs::create_dir_all(&folder)?;
        Ok(fs::write(folder.join(name), bytes)?)
    };
    let grammars = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars");
    let mut names = folder(&grammars)?;
    names.retain(|name| grammars.join(name).join(format!("{name}.y")).exists());
    let mut seeds = 0;
    for (number, name) in names.iter().enumerate() {
        let read = |ending: &str| fs::read(grammars.join(name).join(format!("{name}.{ending}")));
        let (yacc, lex) = (read("y")?, read("l")?);
        write("generator", name, &yacc)?;
        write("yacc", name, &[&[0], &yacc[..]].concat())?;
        for text in examples(&grammars.join(name))? {
            let seed = [&[number as u8], &text[..]].concat();
            write("generated_parsers", &format!("{name}-{seeds}"), &seed)?;
            let seed = [&[number as u8, seeds as u8], &text[..]].concat();
            write("syntax", &format!("{name}-{seeds}"), &seed)?;
            seeds += 1;
            if yacc.len() > MOST_GRAMMAR && seeds % 10 != 0 {
                continue;
            }
            let options = OPTIONS[seeds % OPTIONS.len()];
            let seed = [options, &yacc, &lex, &text].join(SEPARATOR);
            write("anything", &format!("{name}-{seeds}"), &seed)?;
        }
    }
    for (number, yacc) in ODD.iter().enumerate() {
        write("generator", &format!("odd-{number}"), yacc.as_bytes())?;
        write("yacc", &format!("odd-{number}"), &[&[3], yacc.as_bytes()].concat())?;
        for (set, options) in OPTIONS.iter().enumerate() {
            let options = &[&[3], options.get(1..).unwrap_or_default()].concat();
            let parts = [options, yacc.as_bytes(), ODD_LEX.as_bytes(), ODD_TEXT.as_bytes()];
            write("anything", &format!("odd-{number}-{set}"), &parts.join(SEPARATOR))?;
        }
    }
    Ok(())
}

/// The small ones among the examples of a grammar.
fn examples(grammar: &Path) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let mut texts = Vec::new();
    for kind in ["ok", "bad"] {
        for name in folder(&grammar.join(kind))? {
            let path = grammar.join(kind).join(&name);
            if fs::metadata(&path)?.len() <= MOST_TEXT {
                texts.push(fs::read(path)?);
            }
        }
    }
    Ok(texts)
}

/// The names of what is in a folder, sorted.
fn folder(path: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        names.push(entry?.file_name().into_string().map_err(|_| "a name is not UTF-8")?);
    }
    names.sort();
    Ok(names)
}
