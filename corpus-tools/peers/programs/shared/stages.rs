//! Times the stages of a parse, for us and for grmtools: lexing and values by generated code;
//! recognising, values by closures and trees by a table made at run time, as with that both have
//! all of these.

#![cfg_attr(
    not(feature = "ours"),
    allow(deprecated, reason = "what grmtools recommends instead is no faster")
)]

#[path = "bench.rs"]
mod bench;
#[path = "yacc.rs"]
#[allow(dead_code, reason = "other tools' notations are for other programs")]
mod yacc;

use std::{collections::HashMap, fs, path::Path, process::ExitCode};

use bench::{Input, Job, check_lexemes};
use cfgrammar::{
    NewlineCache,
    yacc::{YaccGrammar, YaccKind},
};
use lrlex::{DefaultLexeme, LRNonStreamingLexer};
use lrpar::{Lexeme, Lexer, RTParserBuilder};
use lrtable::{Minimiser, from_yacc};
use program::{Types, lexer_of, parser_of};
#[cfg(not(feature = "ours"))]
use program_grmtools as program;
// Our crate for tables is two of theirs.
#[cfg(feature = "ours")]
use {lrtable as cfgrammar, program_ours as program};

type Lexed<'text> = LRNonStreamingLexer<'text, 'text, Types>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let job = Job::from_args()?;
    let language = job.language.as_str();
    match job.stage.as_str() {
        "tokens" => tokens(&job),
        "lexing" => {
            let lexerdef = lexer_of!(language, lexer => lexer::lexerdef())?;
            let mut check = 0_u64;
            for input in &job.inputs {
                let lexer = lexerdef.lexer(&input.text);
                let lexemes =
                    lexer.iter().flatten().map(|lexeme: DefaultLexeme<u32>| lexeme.span());
                check = check
                    .wrapping_add(check_lexemes(lexemes.map(|span| (span.start(), span.len()))));
            }
            job.report(check, &job.inputs, |input| drop(lexerdef.lexer(&input.text)));
            Ok(())
        }
        "values" => {
            let ids = generated_ids(language)?;
            let lexers = lexed(&job, &ids)?;
            parser_of!(language, parser => {
                let mut check = 0_u64;
                for lexer in &lexers {
                    match parser::parse(lexer) {
                        (Some(value), errors) if errors.is_empty() => check += nodes(&value),
                        _ => return Err("the input has errors".to_string()),
                    }
                }
                job.report(check, &lexers, |lexer| parser::parse(lexer));
            })
        }
        stage @ ("recognising" | "closures" | "tree") => {
            let (grammar, table) = table(language)?;
            let ids: HashMap<&str, u32> =
                grammar.tokens_map().iter().map(|(name, id)| (*name, id.as_storaget())).collect();
            let lexers = lexed(&job, &ids)?;
            let parser = RTParserBuilder::<u32, Types>::new(&grammar, &table);
            if lexers.iter().any(|lexer| !parser.parse_noaction(lexer).is_empty()) {
                return Err("the input has errors".to_string());
            }
            if stage == "recognising" {
                job.report(0, &lexers, |lexer| parser.parse_noaction(lexer));
                return Ok(());
            }
            if stage == "closures" {
                let count = |lexer: &Lexed<'_>| {
                    parser.parse_map(lexer, &|_| 0, &|_, nodes| 1 + nodes.iter().sum::<u64>()).0
                };
                let check = lexers.iter().filter_map(count).sum();
                job.report(check, &lexers, count);
                return Ok(());
            }
            #[cfg(feature = "ours")]
            job.report(0, &lexers, |lexer| parser.parse_tree(lexer));
            #[cfg(not(feature = "ours"))]
            job.report(0, &lexers, |lexer| parser.parse_generictree(lexer));
            Ok(())
        }
        other => Err(format!("there is no stage '{other}'")),
    }
}

/// Writes `names`, `tokens` and, of those files that have no error, `files`.
fn tokens(job: &Job) -> Result<(), String> {
    let folder = std::env::args().nth(4).ok_or("a folder is missing")?;
    let folder = Path::new(&folder);
    let ids = generated_ids(&job.language)?;
    let mut names: Vec<(&str, u32)> = ids.into_iter().collect();
    names.sort_by_key(|(_, id)| *id);
    let numbers: HashMap<u32, usize> =
        names.iter().enumerate().map(|(at, (_, id))| (*id, at)).collect();
    let lexerdef = lexer_of!(job.language.as_str(), lexer => lexer::lexerdef())?;
    let paths = fs::read_to_string(folder.join("files")).map_err(|error| error.to_string())?;
    let (mut files, mut bytes) = (String::new(), Vec::new());
    for (path, input) in paths.lines().zip(&job.inputs) {
        let lexer = lexerdef.lexer(&input.text);
        let valid =
            parser_of!(job.language.as_str(), parser => parser::parse(&lexer).1.is_empty())?;
        if !valid {
            continue;
        }
        let lexemes: Vec<DefaultLexeme<u32>> = lexer.iter().flatten().collect();
        bytes.extend((lexemes.len() as u32).to_le_bytes());
        for lexeme in lexemes {
            let span = lexeme.span();
            for number in [numbers[&lexeme.tok_id()], span.start(), span.len()] {
                bytes.extend((number as u32).to_le_bytes());
            }
        }
        files += &format!("{path}\n");
    }
    let names: String = names.iter().map(|(name, _)| format!("{name}\n")).collect();
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.join(name), bytes).map_err(|error| error.to_string())
    };
    write("names", names.as_bytes())?;
    write("tokens", &bytes)?;
    write("files", files.as_bytes())
}

/// The ids of the tokens in the generated parser.
fn generated_ids(language: &str) -> Result<HashMap<&'static str, u32>, String> {
    let list: &[(&str, u32)] = match language {
        #[cfg(feature = "json")]
        "json" => include!(concat!(env!("OUT_DIR"), "/json.tokens.rs")),
        #[cfg(feature = "java")]
        "java" => include!(concat!(env!("OUT_DIR"), "/java.tokens.rs")),
        #[cfg(feature = "lua")]
        "lua" => include!(concat!(env!("OUT_DIR"), "/lua.tokens.rs")),
        #[cfg(feature = "c")]
        "c" => include!(concat!(env!("OUT_DIR"), "/c.tokens.rs")),
        other => return Err(format!("there is no parser for '{other}'")),
    };
    Ok(list.iter().copied().collect())
}

/// The inputs as lexers that hand out what was lexed before.
fn lexed<'text>(job: &'text Job, ids: &HashMap<&str, u32>) -> Result<Vec<Lexed<'text>>, String> {
    let ids: Vec<Option<u32>> =
        job.names.iter().map(|name| ids.get(name.as_str()).copied()).collect();
    let lexer = |input: &'text Input| {
        let mut lexemes = Vec::new();
        for (token, start, len) in &input.lexemes {
            let id = ids[*token].ok_or_else(|| format!("no token '{}'", job.names[*token]))?;
            lexemes.push(Ok(DefaultLexeme::new(id, *start, *len)));
        }
        let mut newlines = NewlineCache::new();
        newlines.feed(&input.text);
        Ok(LRNonStreamingLexer::new(&input.text, lexemes, newlines))
    };
    job.inputs.iter().map(lexer).collect()
}

/// The repository's grammar for a language, and its table.
fn table(language: &str) -> Result<(YaccGrammar<u32>, lrtable::StateTable<u32>), String> {
    let name = match language {
        "java" => "java7",
        "lua" => "lua53",
        "c" => "c11",
        other => other,
    };
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../../grammars/{name}/{name}.y"));
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let text = yacc::Yacc::new(&text)?.counting();
    let grammar = YaccGrammar::<u32>::new_with_storaget(YaccKind::Grmtools, &text)
        .map_err(|errors| format!("the grammar is refused: {errors:?}"))?;
    let (_, table) = from_yacc(&grammar, Minimiser::Pager).map_err(|error| error.to_string())?;
    Ok((grammar, table))
}

/// What a value is checked by: how many nodes it stands for.
trait Nodes {
    fn nodes(&self) -> u64;
}

impl Nodes for usize {
    fn nodes(&self) -> u64 {
        *self as u64
    }
}

#[cfg(feature = "json")]
impl Nodes for program::value::Value {
    fn nodes(&self) -> u64 {
        program::value::size(self) as u64
    }
}

fn nodes(value: &impl Nodes) -> u64 {
    value.nodes()
}
