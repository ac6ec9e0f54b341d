//! How parsing grows with its input: nanoseconds and bytes for a lexeme, from a kilobyte on.
//!
//!     cargo run --release -p nimbleparse --example growth [bytes of the largest input]
//!
//! The input is JSON, arrays of numbers in arrays. A time is the best of several runs; where an
//! input's lexemes and tree do not fit into the caches it includes the system's work for fresh
//! pages of memory. Memory is the growth of the process' peak over what it holds before the parse,
//! as Linux tells it; elsewhere there is none, and where an input fits into memory that earlier
//! ones left, it says little.

use std::{collections::HashMap, env, fmt::Write as _, fs, time::Instant};

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef as _};
use lrpar::{Lexer as _, RTParserBuilder};
use lrtable::{Minimiser, YaccGrammar, from_yacc, grammar::Grammar};

type Types = DefaultLexerTypes<u16>;

fn main() {
    let largest = env::args().nth(1).map_or(100_000_000, |bytes| {
        bytes.parse().unwrap_or_else(|_| panic!("'{bytes}' is no number of bytes"))
    });
    let json = nimbleparse_grammars::named("json").expect("it is built in");
    let grammar = Grammar::parse(json.yacc, None).expect("the grammar has no errors");
    let grammar = YaccGrammar::<u16>::from_grammar(grammar).expect("it is small");
    let (_, table) = from_yacc(&grammar, Minimiser::Pager).expect("it is small");
    let mut lexerdef = LRNonStreamingLexerDef::<Types>::from_str(json.lex)
        .unwrap_or_else(|_| panic!("the lex file has no errors"));
    let ids: HashMap<&str, u16> =
        grammar.tokens_map().into_iter().map(|(name, id)| (name, id.as_storaget())).collect();
    lexerdef.set_rule_ids(&ids);
    let parser = RTParserBuilder::<u16, Types>::new(&grammar, &table);

    println!("     bytes   lexemes     lex  recognise     tree  peak");
    println!("                     ns/lex.  ns/lexeme  ns/lex.  bytes/lexeme");
    let mut bytes = 1_000;
    while bytes <= largest {
        let text = numbers(bytes);
        let lexer = lexerdef.lexer(&text);
        let lexemes = lexer.iter().count();
        let rounds = (1_000_000 / bytes).clamp(2, 1_000);
        let held = status("VmRSS:");
        let tree = best(rounds, || {
            let (tree, errors) = parser.parse_tree(&lexer);
            assert!(tree.is_some() && errors.is_empty());
        });
        let peak = status("VmHWM:");
        let lex = best(rounds, || drop(lexerdef.lexer(&text)));
        let recognise = best(rounds, || assert!(parser.parse_noaction(&lexer).is_empty()));
        let grown = held.zip(peak).map(|(held, peak)| peak.saturating_sub(held));
        let grown = grown.map_or("-".to_owned(), |grown| (grown / lexemes as u64).to_string());
        let each = |ns: f64| ns / lexemes as f64;
        println!(
            "{:10} {lexemes:9} {:7.1} {:10.1} {:8.1} {grown:>5}",
            text.len(),
            each(lex),
            each(recognise),
            each(tree)
        );
        bytes *= 10;
    }
}

/// Arrays of a few arrays of numbers, of about so many bytes.
fn numbers(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 100);
    text.push('[');
    for at in 0u64.. {
        let number = at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44;
        write!(text, "[{}.{number}, -{number}]", at % 180).expect("a string takes all");
        if text.len() >= bytes {
            break;
        }
        text.push_str(",\n");
    }
    text + "]"
}

/// The shortest time of several runs, in nanoseconds.
fn best(rounds: usize, mut run: impl FnMut()) -> f64 {
    let times = (0..rounds).map(|_| {
        let begin = Instant::now();
        run();
        begin.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min) * 1e9
}

/// A number of bytes that Linux knows about this process.
fn status(field: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}
