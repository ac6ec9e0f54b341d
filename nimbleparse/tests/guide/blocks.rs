//! Every block of Rust in the guide and in the README compiles.
//!
//! One package is made of all blocks, a module each. What a page leaves out around a block, such as
//! imports and the variables that it uses, is in the table [`PAGES`] and not in the page. A block
//! stands in its module on the lines on which it stands in the page, so that rustc names these.

use std::{collections::BTreeMap, env, fmt::Write, fs, path::Path, process::Command};

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexFlags, LexerDef};
use lrpar::{Lexeme, Lexer};
use nimbleparse::{
    import::CActions,
    language::{Specification, parses},
};

use crate::{
    followed::folder,
    page::{Block, blocks},
    root, target,
};

/// What is around a block.
#[derive(Clone, Copy)]
enum Around {
    /// The block is items; these stand before it.
    Items(&'static str),
    /// The block is statements of a function, which begins with these.
    Statements(&'static str),
    /// The block is a part of this file, which is compiled elsewhere.
    File(&'static str),
}
use Around::{File, Items, Statements};

/// Parses by the calculator of the quick start.
const PARSED: &str = "use crate::{calc_l, calc_y}; use lrpar::NonStreamingLexer; let text = \"2 +\"; \
    let lexerdef = calc_l::lexerdef(); let lexer = lexerdef.lexer(text); \
    let (value, errors) = calc_y::parse(&lexer);";

/// What is around the first error.
const ERROR: &str = "use crate::{calc_l, calc_y}; use lrpar::{Lexeme, NonStreamingLexer, TIdx}; let text = \"2 +\"; \
    let lexerdef = calc_l::lexerdef(); let lexer = lexerdef.lexer(text); \
    let (value, errors) = calc_y::parse(&lexer); \
    let lrpar::LexParseError::ParseError(error) = &errors[0] else { return Ok(()) };";

/// A parser made at run time, and what it says of a text.
const AT_RUN_TIME: &str = "use crate::{calc_l}; use lrpar::{NonStreamingLexer, RTParserBuilder, Renderer, Reporter, \
    report::GrammarLabels}; use lrtable::{Minimiser, YaccGrammar, yacc::{YaccKind, YaccOriginalActionKind}}; \
    let kind = YaccKind::Original(YaccOriginalActionKind::GenericParseTree); \
    let grammar = YaccGrammar::<u32>::new(kind, \"%% Sum: 'INT' ;\").unwrap(); \
    let (_, table) = lrtable::from_yacc(&grammar, Minimiser::Pager)?; let text = \"2 +\"; \
    let lexerdef = calc_l::lexerdef(); let lexer = lexerdef.lexer(text); \
    let (_, errors) = RTParserBuilder::new(&grammar, &table).parse_tree(&lexer);";

/// A lexer written by hand.
const INDENTATION: &str = "lrpar/examples/hand_written_lexer/src/main.rs";

/// What is around the blocks of each page.
const PAGES: &[(&str, &[Around])] = &[
    ("README.md", &[Statements("")]),
    (
        "docs/from-grmtools.md",
        &[
            Items(""),
            Statements(
                "type CTParserBuilder<'a> = lrpar::CTParserBuilder<'a, lrlex::DefaultLexerTypes<u32>>; \
                 use lrlex::CTLexerBuilder as LexerBuilder; let kind = lrlex::YaccKind::Grmtools;",
            ),
            Statements("use lrlex::CTLexerBuilder; let kind = lrlex::YaccKind::Grmtools;"),
            Items(""),
        ],
    ),
    (
        "docs/from-lalrpop.md",
        &[Items(
            "use lrlex::{DefaultLexeme, DefaultLexerTypes}; use lrpar::{Lexeme, NonStreamingLexer};",
        )],
    ),
    (
        "docs/hand-written-lexers.md",
        &[
            File("lrpar/examples/hand_written_lexer/build.rs"),
            File(INDENTATION),
            File(INDENTATION),
            File(INDENTATION),
            File(INDENTATION),
            File(INDENTATION),
            File(INDENTATION),
            File(INDENTATION),
            Items(
                "use lrlex::{DefaultLexeme, LRNonStreamingLexer}; use lrpar::Lexeme; \
                 use nimbleparse::language::HandWritten;",
            ),
        ],
    ),
    (
        "docs/lex.md",
        &[
            Statements(
                "use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef}; use lrpar::{Lexeme, NonStreamingLexer}; \
                 let text = \"a\"; let types = std::collections::HashSet::from([text]); \
                 let lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(\"%%\\n[a-z]+ 'NAME'\").unwrap();",
            ),
            Statements(
                "use lrlex::{CTTokenMapBuilder, DefaultLexerTypes}; use lrpar::CTParserBuilder;",
            ),
        ],
    ),
    (
        "docs/queries.md",
        &[
            Statements(
                "use crate::{program_l, program_y}; use lrpar::Query; let lexerdef = program_l::lexerdef(); \
                 let lexer = lexerdef.lexer(\"f(1);\"); \
                 let (tree, _) = program_y::parse_syntax(&program_y::recovery_options(), &lexer);",
            ),
            Statements("use lrlex::CTLexerBuilder;"),
        ],
    ),
    (
        "docs/recovery.md",
        &[Statements(PARSED), Statements(ERROR), Statements(AT_RUN_TIME), Statements(ERROR)],
    ),
    (
        "docs/reports.md",
        &[
            File("nimbleparse/adapters/src/ariadne_adapter.rs"),
            File("nimbleparse/adapters/src/miette_adapter.rs"),
            File("nimbleparse/adapters/src/codespan_adapter.rs"),
        ],
    ),
    ("docs/restart.md", &[Statements("use lrlex::{CTLexerBuilder, RecoveryKind};")]),
    (
        "docs/settings.md",
        &[
            Statements(""),
            Statements(PARSED),
            Statements("use crate::calc_y; let mut options = calc_y::recovery_options();"),
            Statements(
                "use crate::{calc_l, calc_y}; let mut options = calc_y::recovery_options();",
            ),
        ],
    ),
    ("docs/testing.md", &[Items("")]),
    (
        "docs/trees.md",
        &[
            Statements(
                "use crate::{jsonc_l, jsonc_y}; use lrpar::TextEdit; let lexerdef = jsonc_l::lexerdef(); \
                 let lexer = lexerdef.lexer(\"1\"); \
                 let (tree, _) = jsonc_y::parse_syntax(&jsonc_y::recovery_options(), &lexer); \
                 let (key, member, last) = (tree.root(), tree.root(), tree.root());",
            ),
            Statements("use lrlex::CTLexerBuilder;"),
            Statements("use crate::{jsonc_l, jsonc_y}; let text = \"{}\";"),
        ],
    ),
];

/// Pages whose blocks are files that another test writes and compiles.
const FOLLOWED: [&str; 4] = [
    "docs/quickstart.md",
    "docs/tutorial-bison.md",
    "docs/tutorial-calculator.md",
    "docs/tutorial-config.md",
];

/// Derives that do nothing stand for serde's, which is not among the packages that are used here.
const SERDE: &str = "use proc_macro::TokenStream;
#[proc_macro_derive(Serialize, attributes(serde))]
pub fn serialize(_: TokenStream) -> TokenStream { TokenStream::new() }
#[proc_macro_derive(Deserialize, attributes(serde))]
pub fn deserialize(_: TokenStream) -> TokenStream { TokenStream::new() }
";

const BUILD: &str = "use lrlex::{CTLexerBuilder, RecoveryKind};
fn main() -> Result<(), Box<dyn std::error::Error>> {
    for name in [\"calc\", \"jsonc\", \"notation\", \"program\", \"unknown\", \"yacc\"] {
        CTLexerBuilder::new()
            .lrpar_config(move |parser| {
                let parser = parser.syntax_tree([\"jsonc\", \"program\"].contains(&name)).recoverer(RecoveryKind::Restart);
                parser.grammar_in_src_dir(format!(\"{name}.y\")).unwrap()
            })
            .lexer_in_src_dir(format!(\"{name}.l\"))?
            .build()?;
    }
    Ok(())
}
";

/// All pages with their names, in order.
fn pages() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut folders = vec!["docs".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}/{}", entry.file_name().into_string().unwrap());
            if entry.path().is_dir() {
                folders.push(name);
            } else if name.ends_with(".md") {
                pages.insert(name, fs::read_to_string(entry.path()).unwrap());
            }
        }
    }
    for name in ["", "lrtable/", "lrpar/", "lrlex/", "nimbleparse/", "grammars/"] {
        let name = format!("{name}README.md");
        let text = fs::read_to_string(root().join(&name)).unwrap();
        pages.insert(name, text);
    }
    pages
}

/// The source of a module with a block in it.
fn module(block: &Block<'_>, around: Around) -> String {
    let (before, after) = match around {
        Items(before) | File(before) => (before.to_owned(), ""),
        Statements(before) => (
            format!("fn block() -> Result<(), Box<dyn std::error::Error>> {{ {before}"),
            "Ok(())\n}\n",
        ),
    };
    format!("{before}{}{}{after}", "\n".repeat(block.line - 1), block.text())
}

/// The module of each block, by its name: the page's and the line in it.
fn modules(pages: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut modules = BTreeMap::new();
    for (page, text) in pages.iter().filter(|(page, _)| !FOLLOWED.contains(&page.as_str())) {
        let blocks: Vec<_> =
            blocks(text).into_iter().filter(|it| it.info.starts_with("rust")).collect();
        let around = PAGES.iter().find(|it| it.0 == page).map_or(&[][..], |it| it.1);
        assert_eq!(blocks.len(), around.len(), "{page}: say in `PAGES` what is around each block");
        for (block, around) in blocks.iter().zip(around) {
            assert_eq!(block.info, "rust", "{page}:{}", block.line);
            if let File(file) = around {
                let source = fs::read_to_string(root().join(file)).unwrap();
                assert!(source.contains(&block.text()), "{page}:{}: not in {file}", block.line);
                continue;
            }
            let stem = page.trim_end_matches(".md").replace(['/', '-'], "_").to_lowercase();
            modules.insert(format!("{stem}_{}", block.line), module(block, *around));
        }
    }
    modules
}

/// The first block of a page for which `is` holds.
fn block(page: &str, is: impl Fn(&Block<'_>) -> bool) -> String {
    blocks(page).into_iter().find(is).expect("the page has the block").text()
}

/// A grammar with what a page adds to it: declarations before its rules, and rules after them.
fn with_added(grammar: &str, added: &str) -> String {
    let (declarations, rules) = added.split_once("%%\n").expect("rules are added");
    let (before, after) = grammar.split_once("%%\n").expect("it has rules");
    format!("{before}{declarations}%%\n{after}{rules}")
}

/// Lex and Yacc files by their names: those that blocks use, and those whose actions are blocks.
fn grammars(pages: &BTreeMap<String, String>) -> [(&'static str, String, String); 6] {
    let is_typed =
        |it: &Block<'_>| it.info == "yacc" && it.lines.iter().any(|line| line.contains(" -> "));
    let with_actions = pages.iter().filter(|(page, text)| {
        !FOLLOWED.contains(&page.as_str()) && blocks(text).iter().any(is_typed)
    });
    let with_actions: Vec<&str> = with_actions.map(|(page, _)| page.as_str()).collect();
    assert_eq!(
        with_actions,
        ["docs/notation.md", "docs/recovery.md", "docs/yacc.md"],
        "compile its grammar here"
    );

    let start = &pages["docs/quickstart.md"];
    let calc_l = block(start, |it| it.file() == Some("src/calc.l"));
    let calc_y = block(start, |it| it.file() == Some("src/calc.y"));
    let [unknown_l, unknown_y] =
        ["lex", "yacc"].map(|info| block(&pages["docs/recovery.md"], |it| it.info == info));
    let unknown = (format!("{calc_l}{unknown_l}"), with_added(&calc_y, &unknown_y));
    let example = root().join("lrpar/examples/json_format/src");
    let [jsonc_l, jsonc_y] =
        ["jsonc.l", "jsonc.y"].map(|file| fs::read_to_string(example.join(file)).unwrap());
    let notation = block(&pages["docs/notation.md"], is_typed);
    let notation_l = "%%\n[a-z]+ \"NAME\"\n[0-9]+ \"INT\"\n= \"=\"\n; \";\"\n".to_owned();
    let yacc_l = "%%\n[0-9]+ \"INT\"\n\\+ \"+\"\n".to_owned();
    [
        ("calc", calc_l, calc_y),
        ("jsonc", jsonc_l, jsonc_y),
        ("notation", notation_l, notation),
        (
            "program",
            block(&pages["docs/queries.md"], |it| it.info == "lex"),
            block(&pages["docs/queries.md"], |it| it.info == "yacc"),
        ),
        ("unknown", unknown.0, unknown.1),
        ("yacc", yacc_l, block(&pages["docs/yacc.md"], |it| it.info == "yacc")),
    ]
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

/// Every grammar on the page about notation can be made, without a warning and a conflict.
#[test]
fn the_grammars_in_the_notation_are_right() {
    let page = fs::read_to_string(root().join("docs/notation.md")).unwrap();
    let grammars = blocks(&page).into_iter().filter(|block| block.info == "yacc");
    let grammars: Vec<String> = grammars.map(|block| block.text()).collect();
    assert_eq!(grammars.len(), 4);
    for text in grammars {
        let grammar = lrtable::grammar::Grammar::parse(&text, None);
        let grammar = grammar.unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        assert!(grammar.warnings().is_empty(), "{:?}", grammar.warnings());
        let (graph, _) =
            lrtable::statetable::build(&grammar, lrtable::construct::Construction::Pager);
        assert!(lrtable::counterexample::explain(&grammar, &graph).is_empty(), "{text}");
    }
}

#[test]
fn every_block_of_rust_compiles() {
    let pages = pages();
    let modules = modules(&pages);
    assert!(modules.len() >= 16, "{:?}", modules.keys());

    let (folder, lr) = folder(None);
    let folder = folder.join("blocks");
    let _ = fs::remove_dir_all(&folder);
    let manifest = format!(
        "[package]\nname = \"blocks\"\nversion = \"1.0.0\"\nedition = \"2024\"\nbuild = \"build.rs\"\n\n\
         [build-dependencies]\nlrlex = {{ path = \"{lr}/lrlex\" }}\n\n\
         [dependencies]\nlrlex = {{ path = \"{lr}/lrlex\" }}\nlrpar = {{ path = \"{lr}/lrpar\" }}\n\
         lrtable = {{ path = \"{lr}/lrtable\" }}\n\
         nimbleparse = {{ path = \"{lr}/nimbleparse\", default-features = false }}\n\
         serde = {{ path = \"serde\" }}\n"
    );
    let mut library = String::from("#![allow(unused, deprecated)]\n");
    for (name, lex, yacc) in grammars(&pages) {
        let files = [format!("src/{name}.l"), format!("src/{name}.y")];
        write(&folder, &[(&files[0], &lex), (&files[1], &yacc)]);
        writeln!(library, "lrlex::lrlex_mod!(\"{name}.l\");\nlrpar::lrpar_mod!(\"{name}.y\");")
            .unwrap();
    }
    for (name, source) in &modules {
        writeln!(library, "mod {name};").unwrap();
        write(&folder, &[(&format!("src/{name}.rs"), source)]);
    }
    write(
        &folder,
        &[
            ("Cargo.toml", &manifest),
            ("build.rs", BUILD),
            ("src/lib.rs", &library),
            (
                "serde/Cargo.toml",
                "[package]\nname = \"serde\"\nversion = \"1.0.0\"\nedition = \"2024\"\n\n[lib]\nproc-macro = true\n",
            ),
            ("serde/src/lib.rs", SERDE),
        ],
    );
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["check", "--offline", "--quiet"])
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env_remove("OUT_DIR")
        .output()
        .expect("cargo can be run");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "a block does not compile; lines are those of pages\n{errors}"
    );
    fs::remove_dir_all(&folder).unwrap();
}

/// The texts on the page about lexers have the lexemes that stand below them.
#[test]
fn the_texts_in_which_lines_matter_have_these_lexemes() {
    let page = fs::read_to_string(root().join("docs/lex.md")).unwrap();
    let blocks = blocks(&page);
    let (mut texts, mut grammars) = (0, 0);
    for at in 0..blocks.len().saturating_sub(2) {
        let [lex, text, lexemes] = [0, 1, 2].map(|next| &blocks[at + next]);
        if (lex.info, text.info, lexemes.info) != ("lex", "text", "text") {
            continue;
        }
        let def = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(&lex.text()).unwrap();
        let text = text.text();
        let lexer = def.lexer(&text);
        let names = lexer.iter().map(|lexeme| {
            let id = lexeme.expect("there is no error").tok_id();
            def.get_rule_by_id(id).name().unwrap().to_owned()
        });
        let expected = lexemes.text();
        assert_eq!(names.collect::<Vec<_>>(), expected.split_whitespace().collect::<Vec<_>>());
        texts += 1;
        let grammar = blocks[at + 3..].iter().take(1).find(|block| block.info == "yacc");
        if let Some(grammar) = grammar {
            let specification = Specification::new(Some(grammar.text()), Some(lex.text()));
            assert!(parses(specification.language().unwrap(), &text));
            grammars += 1;
        }
    }
    assert_eq!((texts, grammars), (2, 1));
}

#[test]
fn every_lex_file_can_be_read() {
    let mut files = 0;
    for (page, text) in pages() {
        for block in blocks(&text).iter().filter(|it| it.info == "lex" && it.lines.contains(&"%%"))
        {
            let (text, flags) = (block.text(), LexFlags::default());
            let mut actions = CActions::new();
            let (read, said) =
                LRNonStreamingLexerDef::<DefaultLexerTypes>::read_with(&text, &flags, &mut actions);
            assert!(read.is_some(), "{page}:{}: {said:?}", block.line);
            files += 1;
        }
    }
    assert!(files >= 6, "only {files} files");
}
