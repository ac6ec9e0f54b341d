//! Trees of valid and of broken files beside tree-sitter's:
//! `compare-tree-sitter LANGUAGE VALID [PAIRS]`.
//!
//! In: `java`, `c`, `lua`, `json` or `php`; a folder of valid files; a folder with folders `broken`
//! and `fixed` of files with the same names. Out, as tables: how fast a tree of valid text is made,
//! and how much memory it takes, blanks and comments included (ours is the syntax tree;
//! `parse tree` is the one without them); of broken files the time of each, the errors, and what
//! survives of the fixed file's tree. A method or a statement of it that lies outside of what
//! people changed survives if the tree of the broken file has one of its kind from the same byte to
//! the same byte. Times are the least of three.

#![forbid(unsafe_code)]

mod theirs;

use std::{
    any::Any,
    collections::HashSet,
    fs,
    hint::black_box,
    process::ExitCode,
    time::{Duration, Instant},
};

use lrpar::{RTParserBuilder, RecoveryKind, SyntaxKind, SyntaxTree, report::locations};
use nimbleparse::language::{Language, Types};

use theirs::Theirs;

/// Times are the least of so many.
const RUNS: usize = 3;

/// What a node is, and where: from this byte to that.
pub(crate) type Part = (Kind, usize, usize);

/// What is looked for in trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Method,
    Statement,
}

/// What one tool made of a text.
pub(crate) struct Made {
    pub(crate) time: Duration,
    pub(crate) errors: usize,
    pub(crate) parts: HashSet<Part>,
    pub(crate) nodes: usize,
    /// The tree, which takes memory as long as it is kept.
    pub(crate) tree: Box<dyn Any>,
}

/// A tool, as tables call it.
struct Tool<'a> {
    name: &'static str,
    make: Box<dyn Fn(&str) -> Made + 'a>,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("compare-tree-sitter: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[String]) -> Result<(), String> {
    let (name, valid, pairs) = match args {
        [name, valid] => (name, valid, None),
        [name, valid, pairs] => (name, valid, Some(pairs)),
        _ => return Err("usage: compare-tree-sitter LANGUAGE VALID [PAIRS]".to_string()),
    };
    let theirs = Theirs::new(name)?;
    let grammars =
        [("java", "java7"), ("c", "c11"), ("lua", "lua53"), ("json", "json"), ("php", "php73")];
    let grammar = grammars.iter().find(|(language, _)| language == name);
    let (_, grammar) = grammar.expect("tree-sitter's is known");
    let ours = nimbleparse::language::builtin(grammar).ok_or("no such grammar")?;
    let tools = [
        Tool { name: "restart", make: Box::new(|text| make(&ours, RecoveryKind::Restart, text)) },
        Tool { name: "cpctplus", make: Box::new(|text| make(&ours, RecoveryKind::CPCTPlus, text)) },
        Tool { name: "tree-sitter", make: Box::new(|text| theirs.make(text)) },
    ];
    let parse_tree = Tool { name: "parse tree", make: Box::new(|text| parse_tree(&ours, text)) };
    let files = read(valid)?;
    speed(&parse_tree, &tools, &files);
    memory(&tools, &files)?;
    if let Some(pairs) = pairs {
        broken(&tools, &read(&format!("{pairs}/broken"))?, pairs)?;
    }
    Ok(())
}

/// The files of a folder and their texts, in order.
fn read(folder: &str) -> Result<Vec<(String, String)>, String> {
    let files = corpus_tools::files::expand(&[folder.to_string()], None)?;
    files.into_iter().map(|file| Ok((file.clone(), corpus_tools::files::read(&file)?))).collect()
}

/// Prints how fast trees of those texts are made in which no tool finds an error.
fn speed(first: &Tool<'_>, others: &[Tool<'_>], files: &[(String, String)]) {
    let tools: Vec<&Tool<'_>> = [first].into_iter().chain(others).collect();
    let mut sums = vec![Duration::ZERO; tools.len()];
    let (mut count, mut bytes) = (0, 0);
    for (_, text) in files {
        let made: Vec<Made> = tools.iter().map(|tool| least(tool, text)).collect();
        if made.iter().all(|made| made.errors == 0) {
            count += 1;
            bytes += text.len();
            sums.iter_mut().zip(&made).for_each(|(sum, made)| *sum += made.time);
        }
    }
    println!("{count} valid files of {}, {bytes} bytes: MB/s", files.len());
    for (tool, sum) in tools.iter().zip(sums) {
        println!("{:12} {:8.1}", tool.name, bytes as f64 / 1e6 / sum.as_secs_f64());
    }
}

/// Prints how much memory the process takes for the trees of all texts.
fn memory(tools: &[Tool<'_>], files: &[(String, String)]) -> Result<(), String> {
    println!("trees of all files, kept: nodes a byte, bytes a node, bytes a byte");
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    // What one tool gave back would serve the next.
    let mut kept: Vec<Box<dyn Any>> = Vec::new();
    for tool in tools {
        let before = resident()?;
        let mut nodes = 0;
        kept.extend(files.iter().map(|(_, text)| {
            let made = (tool.make)(text);
            nodes += made.nodes;
            made.tree
        }));
        let taken = resident()?.saturating_sub(before) as f64;
        println!(
            "{:12} {:8.2} {:8.1} {:8.1}",
            tool.name,
            nodes as f64 / bytes as f64,
            taken / nodes as f64,
            taken / bytes as f64
        );
    }
    black_box(kept);
    Ok(())
}

/// The bytes of memory that the process has.
fn resident() -> Result<usize, String> {
    let text = fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<usize>().ok());
    Ok(1024 * kib.ok_or("the system does not say how much memory is used")?)
}

/// What a tool makes of a text, in the least time.
fn least(tool: &Tool<'_>, text: &str) -> Made {
    let runs = (0..RUNS).map(|_| (tool.make)(text));
    runs.min_by_key(|made| made.time).expect("there is a run")
}

fn broken(tools: &[Tool<'_>], files: &[(String, String)], pairs: &str) -> Result<(), String> {
    println!("{} broken files: ms", files.len());
    println!(
        "{:12} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}  errors a file; outside the edit survive: methods (files with all), statements (files with all)",
        "", "p50", "p90", "p99", "max", "mean", "total"
    );
    for tool in tools {
        let mut times = Vec::new();
        let mut errors = 0;
        let mut survival = [Survival::default(), Survival::default()];
        for (file, text) in files {
            let made = least(tool, text);
            times.push(made.time.as_secs_f64() * 1e3);
            errors += made.errors;
            let name = file.rsplit('/').next().unwrap_or(file);
            let Ok(fixed) = corpus_tools::files::read(&format!("{pairs}/fixed/{name}")) else {
                continue;
            };
            let whole = (tool.make)(&fixed);
            if whole.errors > 0 {
                continue;
            }
            for (kind, survival) in [Kind::Method, Kind::Statement].into_iter().zip(&mut survival) {
                survival.count(kind, (text, &made.parts), (&fixed, &whole.parts));
            }
        }
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[(times.len() as f64 * share) as usize];
        let total: f64 = times.iter().sum();
        println!(
            "{:12} {:8.2} {:8.2} {:8.2} {:8.2} {:8.2} {:8.0}  {:.2}; {}; {}",
            tool.name,
            at(0.5),
            at(0.9),
            at(0.99),
            times[times.len() - 1],
            total / times.len() as f64,
            total,
            errors as f64 / files.len() as f64,
            survival[0],
            survival[1]
        );
    }
    Ok(())
}

/// How much survives.
#[derive(Default)]
struct Survival {
    parts: usize,
    survive: usize,
    files: usize,
    whole: usize,
}

impl Survival {
    /// Counts a pair: each its text, and its parts.
    fn count(
        &mut self,
        kind: Kind,
        (broken, found): (&str, &HashSet<Part>),
        (fixed, wanted): (&str, &HashSet<Part>),
    ) {
        let before = broken.bytes().zip(fixed.bytes()).take_while(|(a, b)| a == b).count();
        let most = broken.len().min(fixed.len()) - before;
        let backwards = broken.bytes().rev().zip(fixed.bytes().rev());
        let after = backwards.take(most).take_while(|(a, b)| a == b).count();
        let (mut parts, mut survive) = (0, 0);
        for &(of, start, end) in wanted.iter().filter(|(of, ..)| *of == kind) {
            let part = match () {
                () if end <= before => (of, start, end),
                () if start >= fixed.len() - after => {
                    let moved = |at: usize| at + broken.len() - fixed.len();
                    (of, moved(start), moved(end))
                }
                () => continue,
            };
            parts += 1;
            survive += usize::from(found.contains(&part));
        }
        self.parts += parts;
        self.survive += survive;
        self.files += 1;
        self.whole += usize::from(parts == survive);
    }
}

impl std::fmt::Display for Survival {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let (parts, files) = (percent(self.survive, self.parts), percent(self.whole, self.files));
        write!(f, "{parts:.1} % of {} ({files:.1} % of {})", self.parts, self.files)
    }
}

/// What ours makes of a text.
fn make(language: &Language, kind: RecoveryKind, text: &str) -> Made {
    let Language { table, lexer, knowledge, .. } = language;
    let parser = RTParserBuilder::<u32, Types>::new(&table.grammar, &table.table)
        .recoverer(kind)
        .knowledge(knowledge);
    let started = Instant::now();
    let lexer = lexer.lexer(text);
    let (tree, errors) = parser.parse_syntax_tree(&lexer);
    let time = started.elapsed();
    let parts = parts(language, &tree);
    let (errors, nodes) = (locations(&errors).count(), tree.node_count());
    Made { time, errors, parts, nodes, tree: Box::new(tree) }
}

/// The methods and statements of a syntax tree.
fn parts(language: &Language, tree: &SyntaxTree) -> HashSet<Part> {
    let rules = language.table.grammar.rules();
    let part = |(_, node): (usize, lrpar::SyntaxNode<'_>)| {
        let SyntaxKind::Rule(rule) = node.kind() else { return None };
        let (kind, span) = (kind_of(&rules[rule.index()].name)?, node.span());
        (!span.is_empty()).then_some((kind, span.start(), span.end()))
    };
    tree.root().preorder().filter_map(part).collect()
}

/// The tree without blanks and comments, of a valid text.
fn parse_tree(language: &Language, text: &str) -> Made {
    let Language { table, lexer, knowledge, .. } = language;
    let parser =
        RTParserBuilder::<u32, Types>::new(&table.grammar, &table.table).knowledge(knowledge);
    let started = Instant::now();
    let lexer = lexer.lexer(text);
    let (tree, errors) = parser.parse_tree(&lexer);
    let time = started.elapsed();
    let nodes = tree.as_ref().map_or(0, |tree| tree.preorder().count());
    Made {
        time,
        errors: locations(&errors).count(),
        parts: HashSet::new(),
        nodes,
        tree: Box::new(tree),
    }
}

/// What the rule of this name stands for, in Java's grammar and C's.
fn kind_of(rule: &str) -> Option<Kind> {
    match rule {
        "MethodDeclaration" | "ConstructorDeclaration" | "function_definition" => {
            Some(Kind::Method)
        }
        "BlockStatement" | "statement" => Some(Kind::Statement),
        _ => None,
    }
}
