//! `corpus-tools compare`: compares the repair sets of two programs.

use nimbleparse::Error;

use std::{collections::BTreeMap, ffi::OsString};

use lrpar::visible_lines;

use crate::{
    args::Args,
    commands::{DONE, print},
    compare::{Difference, Verdict, compare, tally},
    files,
    language::Source,
    record::{Outcome, Record, SCHEMA},
    rows, sets,
};

/// Output of `--help`.
pub(crate) const USAGE: &str = "\
usage: corpus-tools compare --grammar G [--show N] FIRST SECOND

Holds two programs' records of the same files against each other: sets of
repairs, times, failures, memory. FIRST and SECOND were written by 'measure
--sets --max-repairs all', each with one recoverer. Files that differ are listed
with the reason for each sequence that only one of the two has.

  --show N           list at most N sequences on each side of a file (default 3)
";

/// Runs the command.
///
/// # Errors
///
/// One line on what is wrong.
pub(crate) fn run(raw: Vec<OsString>) -> Result<u8, Error> {
    let args = Args::new(raw, &[], &["--grammar", "--show"])?;
    let [first, second] = &args.rest[..] else {
        return Err("two files of records are needed".into());
    };
    let source = Source::named(args.value("--grammar").ok_or("'--grammar' is missing")?)?;
    let show: usize = args.number("--show", 0, 3)?;
    let language = source.language()?;
    let records = [load(first, &source)?, load(second, &source)?];
    let mut verdicts = Vec::new();
    let mut common: Vec<[&Record; 2]> = Vec::new();
    for (file, one) in &records[0] {
        if let Some(two) = records[1].get(file) {
            verdicts.push(compare(&language, &files::read(file)?, [one, two])?);
            common.push([one, two]);
        }
    }
    if common.is_empty() {
        return Err("there is no file that both have".into());
    }
    let text = format!("{}\n{}", figures(&common), sets_text(&verdicts, show));
    print(&visible_lines(&text))?;
    Ok(DONE)
}

/// Returns the record of the first run of each file.
fn load(name: &str, source: &Source) -> Result<BTreeMap<String, Record>, Error> {
    let mut records = BTreeMap::new();
    let mut recoverer = None;
    rows::read(name, &[&SCHEMA], |_, _, cells| {
        let record = Record::from_cells(&cells)?;
        if record.setting.fingerprint != source.fingerprint() {
            return Err(format!("the record is of another grammar than '{}'", source.name).into());
        }
        let first = recoverer.get_or_insert_with(|| record.recoverer.clone());
        if *first != record.recoverer {
            return Err(format!(
                "the record is of {}, those before are of {first}",
                record.recoverer
            )
            .into());
        }
        records.entry(record.file.clone()).or_insert(record);
        Ok(())
    })?;
    Ok(records)
}

fn figures(common: &[[&Record; 2]]) -> String {
    let mut out = format!(
        "{:<28}{:>14}{:>14}{:>10}\n",
        format!("over {} files", common.len()),
        "first",
        "second",
        "ratio"
    );
    let mut line = |name: &str, of: &dyn Fn(usize) -> f64| {
        let (a, b) = (of(0), of(1));
        out.push_str(&format!("{name:<28}{a:>14.3}{b:>14.3}{:>10.3}\n", b / a));
    };
    let times = |which: usize| {
        let mut times: Vec<f64> =
            common.iter().map(|pair| pair[which].time_ns as f64 / 1e6).collect();
        times.sort_unstable_by(f64::total_cmp);
        times
    };
    let at = |part: f64, which: usize| {
        let times = times(which);
        times[((times.len() - 1) as f64 * part).round() as usize]
    };
    let is_failed = |record: &Record| !matches!(record.outcome, Outcome::Repaired);
    line("mean ms", &|which| times(which).iter().sum::<f64>() / common.len() as f64);
    line("median ms", &|which| at(0.5, which));
    line("99th percentile ms", &|which| at(0.99, which));
    line("longest ms", &|which| at(1.0, which));
    line("failed files", &|which| {
        common.iter().filter(|pair| is_failed(pair[which])).count() as f64
    });
    line("error locations", &|which| {
        common.iter().map(|pair| pair[which].locations.len() as f64).sum()
    });
    line("tokens deleted", &|which| common.iter().map(|pair| pair[which].deleted as f64).sum());
    line("peak memory, MiB", &|which| {
        common.iter().map(|pair| pair[which].rss_kib).max().unwrap_or(0) as f64 / 1024.0
    });
    out
}

fn sets_text(verdicts: &[Verdict], show: usize) -> String {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut equal, mut differences) = (0, Vec::<&Difference>::new());
    for verdict in verdicts {
        let (kind, locations) = match verdict {
            Verdict::Equal(locations) => ("equal to the end", locations),
            Verdict::Parted(locations) => ("equal until each applied another of a set", locations),
            Verdict::Unfinished(locations) => ("equal until one of the two stopped", locations),
            Verdict::Unlisted(locations) => ("a set is not listed whole", locations),
            Verdict::Elsewhere(locations) => ("errors at other places", locations),
            Verdict::Differs(locations, difference) => {
                differences.push(difference);
                ("a set differs", locations)
            }
        };
        *kinds.entry(kind).or_default() += 1;
        equal += locations;
    }
    let mut out = format!(
        "{equal} error locations with equal sets, {} with different ones\n",
        differences.len()
    );
    for (kind, files) in kinds {
        out.push_str(&format!("{files:>8} files: {kind}\n"));
    }
    if !differences.is_empty() {
        out.push_str("\nReasons, by error locations\n");
    }
    for (reason, count) in tally(differences.iter().copied()) {
        out.push_str(&format!("{count:>8} {reason}\n"));
    }
    for difference in differences {
        let Difference { file, location, position, sizes, only } = difference;
        out.push_str(&format!(
            "\n{file}: location {}, lexeme {position}: {} and {} sequences\n",
            location + 1,
            sizes.0,
            sizes.1
        ));
        for (only, whose) in only.iter().zip(["first", "second"]) {
            for (sequence, why) in only.iter().take(show) {
                out.push_str(&format!(
                    "  only the {whose}: {} ({})\n",
                    sets::show(sequence),
                    why.text()
                ));
            }
            if only.len() > show {
                out.push_str(&format!("  only the {whose}: {} more\n", only.len() - show));
            }
        }
    }
    out
}
