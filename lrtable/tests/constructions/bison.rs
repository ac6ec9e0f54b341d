//! What Bison makes of a grammar.

use std::{
    collections::BTreeMap,
    fmt::Write,
    path::PathBuf,
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
};

use lrtable::{
    TokenId,
    grammar::{Grammar, Symbol},
    yacc::ast::Assoc,
};

/// Whether Bison is installed.
pub(crate) fn is_installed() -> bool {
    Command::new("bison").arg("--version").output().is_ok()
}

/// What Bison is told of a grammar, and the files that it leaves.
struct Run {
    grammar: PathBuf,
    report: PathBuf,
    parser: PathBuf,
}

impl Run {
    fn new(text: &str, name: &str) -> Run {
        // Runs may be side by side.
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let (process, nth) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir();
        let file = |ending| folder.join(format!("{name}-{process}-{nth}.{ending}"));
        let run = Run { grammar: file("y"), report: file("output"), parser: file("tab.c") };
        std::fs::write(&run.grammar, text).unwrap();
        run
    }

    fn bison(&self) -> Command {
        let mut bison = Command::new("bison");
        bison.arg("--report=states").arg(format!("--report-file={}", self.report.display()));
        // Whatever a file says of other outputs, they go nowhere else.
        bison.arg(format!("--header={}", self.parser.with_extension("h").display()));
        bison.arg("-o").arg(&self.parser).arg(&self.grammar);
        bison
    }

    /// The report, if Bison wrote one.
    fn report(&self) -> Option<String> {
        let report = std::fs::read(&self.report).ok()?;
        Some(String::from_utf8_lossy(&report).into_owned())
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let header = self.parser.with_extension("h");
        for file in [&self.grammar, &self.report, &self.parser, &header] {
            let _ = std::fs::remove_file(file);
        }
    }
}

/// The number of productions by Bison's report, its own first one included; `None` if it does not
/// read the grammar.
pub(crate) fn reads(text: &str) -> Option<usize> {
    let run = Run::new(text, "lrtable-reads");
    run.bison().arg("-Wno-all").output().unwrap();
    let report = format!("\n{}", run.report()?);
    let (_, grammar) = report.split_once("\nGrammar\n").unwrap();
    let (grammar, _) = grammar.split_once("\n\n\n").unwrap();
    let is_numbered = |line: &&str| line.trim().starts_with(|c: char| c.is_ascii_digit());
    Some(grammar.lines().filter(is_numbered).count())
}

/// A grammar in Bison's notation, whatever dialect it was written in: rule 3 is `r3`, token 4 is
/// `t4`, and each precedence level has a token of its own for `%prec`.
pub(crate) fn written(grammar: &Grammar) -> String {
    let tokens = || grammar.token_ids().filter(|token| *token != grammar.eof());
    let mut text = format!("%no-default-prec\n%start r{}\n", grammar.starts()[0].0);
    for token in tokens() {
        let _ = writeln!(text, "%token t{}", token.0);
    }
    let of_tokens = tokens().filter_map(|token| grammar.token(token).precedence);
    let of_productions =
        grammar.productions().iter().filter_map(|production| production.precedence);
    let levels: BTreeMap<u32, Assoc> = of_tokens
        .chain(of_productions)
        .map(|precedence| (precedence.level, precedence.assoc))
        .collect();
    for (level, assoc) in levels {
        let _ = write!(
            text,
            "%{} level{level}",
            match assoc {
                Assoc::Left => "left",
                Assoc::Right => "right",
                Assoc::Nonassoc => "nonassoc",
                Assoc::None => "precedence",
            }
        );
        let here = |token: &TokenId| {
            grammar.token(*token).precedence.is_some_and(|precedence| precedence.level == level)
        };
        for token in tokens().filter(here) {
            let _ = write!(text, " t{}", token.0);
        }
        text.push('\n');
    }
    text.push_str("%%\n");
    for production in &grammar.productions()[grammar.starts().len()..] {
        let _ = write!(text, "r{}:", production.rule.0);
        for symbol in &production.symbols {
            let _ = match symbol {
                Symbol::Rule(rule) => write!(text, " r{}", rule.0),
                Symbol::Token(token) => write!(text, " t{}", token.0),
            };
        }
        if let Some(precedence) = production.precedence {
            let _ = write!(text, " %prec level{}", precedence.level);
        }
        text.push_str(";\n");
    }
    text
}

/// States, shift/reduce and reduce/reduce conflicts by Bison's report. `lr_type` is `lalr`, `ielr`
/// or `canonical-lr`.
pub(crate) fn counts(text: &str, lr_type: &str, name: &str) -> (usize, usize, usize) {
    let run = Run::new(text, name);
    let output = run.bison().arg("-Wno-all").arg(format!("-Flr.type={lr_type}")).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    // A wrong `%expect` is an error to Bison, but it writes its report all the same.
    let report =
        run.report().unwrap_or_else(|| panic!("Bison refuses the grammar: {errors}\n{text}"));
    let is_state = |line: &&str| {
        line.to_ascii_lowercase().starts_with("state ") && line.split(' ').count() == 2
    };
    // `State 5 conflicts: 1 shift/reduce, 2 reduce/reduce`
    let parts = report
        .lines()
        .filter(|line| line.starts_with("State "))
        .filter_map(|line| line.split_once(" conflicts: ").map(|(_, counts)| counts.split(", ")));
    let parts: Vec<&str> = parts.flatten().collect();
    let conflicts = |kind: &str| -> usize {
        let counts = parts.iter().filter_map(|part| part.strip_suffix(kind));
        counts.map(|count| count.trim().parse::<usize>().unwrap()).sum()
    };
    let states = report.lines().filter(is_state).count();
    (states, conflicts("shift/reduce"), conflicts("reduce/reduce"))
}

/// An automaton as text: the states in breadth-first order from the start state, with every action
/// and goto, so that two texts are equal exactly if the automata are isomorphic. Symbols are named
/// as by [`written`].
#[derive(Default)]
pub(crate) struct Listing {
    /// For each state, by symbol: the state it leads to, or what is done.
    pub(crate) states: Vec<BTreeMap<String, Entry>>,
}

/// What an automaton does on a symbol.
pub(crate) enum Entry {
    /// Shift or goto.
    To(usize),
    /// Reduce, by the production's text, or accept.
    Do(String),
}

impl Listing {
    pub(crate) fn text(&self) -> String {
        let (mut order, mut number) = (vec![0], BTreeMap::from([(0, 0)]));
        let (mut text, mut next) = (String::new(), 0);
        while let Some(&state) = order.get(next) {
            let _ = writeln!(text, "state {next}");
            for (symbol, entry) in &self.states[state] {
                let _ = match entry {
                    Entry::Do(what) => writeln!(text, " {symbol}: {what}"),
                    Entry::To(to) => {
                        let at = *number.entry(*to).or_insert_with(|| {
                            order.push(*to);
                            order.len() - 1
                        });
                        writeln!(text, " {symbol}: {at}")
                    }
                };
            }
            next += 1;
        }
        text
    }
}

/// The automaton that Bison makes of a grammar that [`written`] wrote, by its XML report.
pub(crate) fn automaton(text: &str, lr_type: &str) -> Listing {
    let run = Run::new(text, "lrtable-automaton");
    let xml = run.report.with_extension("xml");
    let mut bison = run.bison();
    bison
        .args(["-Wno-all", "-Flr.default-reduction=accepting"])
        .arg(format!("-Flr.type={lr_type}"));
    let output = bison.arg(format!("--xml={}", xml.display())).output().unwrap();
    let report = std::fs::read_to_string(&xml);
    let _ = std::fs::remove_file(&xml);
    let report = report.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let (grammar, automaton) = report.split_once("<automaton>").unwrap();
    let rules = productions(grammar);
    let mut listing = Listing::default();
    for line in automaton.lines().map(str::trim) {
        if line.starts_with("<state ") {
            listing.states.push(BTreeMap::new());
            continue;
        }
        let entry = if line.starts_with("<transition ") {
            let to = value(line, "state").parse().unwrap();
            // Bison shifts the end of input to a state of its own.
            if value(line, "symbol") == "$end" { Entry::Do("accept".into()) } else { Entry::To(to) }
        } else if line.starts_with("<reduction ") && value(line, "enabled") == "true" {
            match value(line, "rule") {
                "accept" => continue,
                rule => Entry::Do(rules[rule].clone()),
            }
        } else {
            continue;
        };
        let state = listing.states.last_mut().unwrap();
        state.insert(value(line, "symbol").to_owned(), entry);
    }
    listing
}

/// The productions in Bison's XML report, by number.
fn productions(xml: &str) -> BTreeMap<&str, String> {
    let mut rules = BTreeMap::new();
    let (_, xml) = xml.split_once("<rules>").unwrap();
    let (xml, _) = xml.split_once("</rules>").unwrap();
    let mut number = "";
    for line in xml.lines().map(str::trim) {
        let text = |tag| {
            let (_, rest) = line.split_once(&format!("<{tag}>"))?;
            Some(rest.split_once('<')?.0)
        };
        if line.starts_with("<rule ") {
            number = value(line, "number");
        } else if let Some(lhs) = text("lhs") {
            rules.insert(number, format!("{lhs}:"));
        } else if let Some(symbol) = text("symbol") {
            let _ = write!(rules.get_mut(number).unwrap(), " {symbol}");
        }
    }
    rules
}

/// The value of an attribute of the element on a line of XML.
fn value<'l>(line: &'l str, name: &str) -> &'l str {
    let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
    rest.split_once('"').unwrap().0
}
