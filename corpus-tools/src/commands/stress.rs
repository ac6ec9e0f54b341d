//! `corpus-tools stress`: runs inputs that are hard for recovery, of growing sizes.

use nimbleparse::Error;

use std::ffi::OsString;

use crate::{
    args::Args,
    commands::{DONE, print},
    language::Language,
    limit::Limit,
    recoverer::Recoverer,
    stress::{self, FAMILIES, Family, Outcome, large},
};

/// Output of `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools stress [options] [WORD...]

Makes inputs that are hard for recovery, of growing sizes, and prints a table of
what each was. WORD takes only the families whose grammar or name holds it.

  --recoverer R,...  recoverers (default cpctplus)
  --limit L          limit over an input: a time such as 500ms, or a number of
                     units of work (default: that of the library)
  --most N           sizes up to N
";

/// Runs the command: prints the tables.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, Error> {
    let args = Args::new(raw, &[], &["--recoverer", "--limit", "--most"])?;
    let recoverers: Vec<Recoverer> = args
        .value("--recoverer")
        .unwrap_or("cpctplus")
        .split(',')
        .map(Recoverer::named)
        .collect::<Result<_, _>>()?;
    let limit = args.value("--limit").map(Limit::named).transpose()?;
    let most: usize = args.number("--most", 1, usize::MAX)?;
    let wanted = |family: &Family| {
        let words = &args.rest;
        let holds = |word: &String| family.name.contains(word) || family.grammar.contains(word);
        words.is_empty() || words.iter().any(holds)
    };
    if !FAMILIES.iter().any(wanted) {
        return Err(format!("no family of inputs is called '{}'", args.rest.join("' or '")).into());
    }
    let mut language: Option<(&str, Language)> = None;
    for family in FAMILIES.iter().filter(|family| wanted(family)) {
        if language.as_ref().is_none_or(|(name, _)| *name != family.grammar) {
            language = Some((family.grammar, large::language(family.grammar)?));
        }
        let (_, language) = language.as_ref().expect("it was just made");
        print(&heading(family))?;
        for size in family.sizes.iter().filter(|size| **size <= most) {
            let text = (family.text)(*size);
            for recoverer in &recoverers {
                let found = stress::run(language, &text, *recoverer, limit);
                print(&row(*size, recoverer.name, &found))?;
            }
        }
    }
    Ok(DONE)
}

fn heading(family: &Family) -> String {
    format!(
        "\n{}, {}\n{:>9}  {:<20}{:>10}{:>8}{:>10}{:>10}{:>6}{:>22}{:>10}{:>12}{:>10}{:>10}{:>9}{:>9}\n",
        family.grammar,
        family.name,
        "n",
        "recoverer",
        "lexemes",
        "errors",
        "unproven",
        "fall-back",
        "cost",
        "sequences",
        "expanded",
        "work",
        "ms",
        "parse ms",
        "KiB",
        "peak MiB"
    )
}

fn row(size: usize, recoverer: &str, found: &Outcome) -> String {
    let (cost, sequences) = found.first;
    format!(
        "{size:>9}  {recoverer:<20}{:>10}{:>8}{:>10}{:>10}{:>6}{sequences:>22}{:>10}{:>12}{:>10.2}{:>10.2}{:>9}{:>9.1}\n",
        found.lexemes,
        found.errors,
        found.unproven,
        found.fallen_back,
        cost.map_or("-".to_string(), |cost| cost.to_string()),
        found.configurations,
        found.work,
        found.recovery.as_secs_f64() * 1e3,
        found.parsing.as_secs_f64() * 1e3,
        found.bytes / 1024,
        found.peak_kib as f64 / 1024.0
    )
}
