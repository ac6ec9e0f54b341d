//! `corpus-tools brackets`: what one missing or surplus bracket looks like.

use std::ffi::OsString;

use nimbleparse::{
    Error,
    language::{Recovery, Word, parses},
};

use lrtable::NewlineCache;

use crate::{
    args::Args,
    brackets::{Bracket, Mistake, Outcome, brackets, judge},
    commands::{DONE, print},
    files, language,
    recoverer::Recoverer,
};

/// Output of `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools brackets --grammar NAME|FILE.l,FILE.y [options] FILE|DIR...

Deletes each bracket of valid texts, and doubles each, one at a time, and says
what a reader sees: reports for the one mistake, whether the first is on the line
of the bracket or of its other half, whether the first repair is that bracket,
and whether the repairs restore the tokens of the valid text.

  --recoverer R   the recoverer (default restart)
  --each N        at most N brackets of a text, evenly chosen (default all)
  --files N       at most N valid files
  --ending E      of a folder take only the files that end in .E
  --list          a line for each broken text before the table
";

/// Runs the command: prints the table.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, Error> {
    let valued = ["--grammar", "--recoverer", "--each", "--files", "--ending"];
    let args = Args::new(raw, &["--list"], &valued)?;
    let language = language::named(args.value("--grammar").ok_or("'--grammar' is missing")?)?;
    let recoverer = Recoverer::named(args.value("--recoverer").unwrap_or("restart"))?;
    let recovery =
        Recovery { kind: recoverer.kind(), options: recoverer.options(), ..Recovery::default() };
    let each: usize = args.number("--each", 1, usize::MAX)?;
    let most: usize = args.number("--files", 1, usize::MAX)?;
    let (mut valid, mut invalid) = (0, 0);
    let mistakes = [Mistake::Deleted, Mistake::Doubled];
    let mut outcomes = [Outcome::default(); 2];
    let mut harmless = [0; 2];
    for file in files::expand(&args.rest, args.value("--ending"))? {
        if valid == most {
            break;
        }
        let text = files::read(&file)?;
        if !parses(&language, &text) {
            invalid += 1;
            continue;
        }
        valid += 1;
        // Which lexemes there are may depend on the parser.
        let lexer = language.lexer.lexer(&text);
        nimbleparse::language::errors(&language, &lexer, &recovery);
        let words = language.words_of(&lexer);
        let brackets = brackets(&text, &words);
        for bracket in evenly(&brackets, each) {
            for (which, mistake) in mistakes.into_iter().enumerate() {
                match judge(&language, &recovery, &text, &words, bracket, mistake) {
                    Some(outcome) => {
                        if args.flag("--list") {
                            print(&listed(&file, &text, &words[bracket.at()], mistake, outcome))?;
                        }
                        outcomes[which].add(outcome);
                    }
                    None => harmless[which] += 1,
                }
            }
        }
    }
    if valid == 0 {
        return Err("no file is valid".into());
    }
    let mut out = format!("{valid} valid files ({invalid} others)\n\n");
    out.push_str("mistake     texts  still valid  reports  on the line  the bracket  restored\n");
    let [deleted, doubled] = outcomes;
    let mut all = deleted;
    all.add(doubled);
    for (name, outcome, harmless) in [
        (Mistake::Deleted.name(), deleted, harmless[0]),
        (Mistake::Doubled.name(), doubled, harmless[1]),
        ("both", all, harmless[0] + harmless[1]),
    ] {
        let share = |count: u64| 100.0 * count as f64 / outcome.texts.max(1) as f64;
        out.push_str(&format!(
            "{name:<8} {:>8}  {harmless:>11}  {:>7.3}  {:>9.1} %  {:>9.1} %  {:>6.1} %\n",
            outcome.texts,
            outcome.reports as f64 / outcome.texts.max(1) as f64,
            share(outcome.on_line),
            share(outcome.bracket),
            share(outcome.restored)
        ));
    }
    print(&out)?;
    Ok(DONE)
}

/// Returns the line for one broken text.
fn listed(file: &str, text: &str, word: &Word, mistake: Mistake, outcome: Outcome) -> String {
    let Outcome { reports, on_line, bracket, restored, .. } = outcome;
    let lines = NewlineCache::of(text);
    let (line, column) = lines.byte_to_line_num_and_col_num(text, word.start).unwrap_or((0, 0));
    let is = |count: u64, name: &'static str| if count > 0 { name } else { "" };
    format!(
        "{file}:{line}:{column}: '{}' {}, reports: {reports}{}{}{}\n",
        &text[word.start..word.end],
        mistake.name(),
        is(on_line, ", on the line"),
        is(bracket, ", the bracket"),
        is(restored, ", restored")
    )
}

/// Returns at most `most` of the brackets, spread over all.
fn evenly(brackets: &[Bracket], most: usize) -> impl Iterator<Item = Bracket> + '_ {
    let taken = brackets.len().min(most);
    (0..taken).map(move |number| brackets[number * brackets.len() / taken])
}
