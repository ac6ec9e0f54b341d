//! Loads the language that the arguments name: its files or a built-in grammar, its model, its
//! table.

use std::path::{Path, PathBuf};

use lrpar::{RecoveryKind, visible};
use lrtable::{grammar::Grammar, yacc::YaccKind};

use nimbleparse::{
    builtin,
    lab::{evaluation::Sample, training::Pair},
    language::{Language, Table, Text, newer_constructs::Newer},
};

use super::{
    clock,
    input_files::{expand, read_input, read_specification},
    messages::Collected,
    parse_arguments::{Args, Source, builtin_named, check_order},
};

/// Loads a language as often as its times are to be measured.
pub(super) fn load_languages<'a>(
    args: &'a Args,
    by_ending: &str,
    messages: &mut Collected<'a>,
) -> Result<Vec<Language>, String> {
    let [lex, yacc] = match &args.source {
        Source::Files { lex, yacc } => [named_text(lex)?, named_text(yacc)?],
        Source::Builtin(name) => builtin_texts(name)?,
        Source::ByEnding => builtin_texts(by_ending)?,
        Source::Yacc(_) => unreachable!("only a dump goes without a lex file"),
    };
    let [lex, yacc] = [&lex, &yacc].map(|(name, text)| Text { name, text });
    let model = model(args, by_ending)?;
    (0..args.repeat)
        .map(|nth| {
            let mut again = Collected::new(args);
            let messages = if nth == 0 { &mut *messages } else { &mut again };
            let table = table(args, yacc, messages)
                .map_err(|error| format!("{error}{}", misused(args, Some(lex), yacc)))?;
            let language = Language::new(lex, table, Some(clock::now), messages);
            if nth == 0 && !args.quiet {
                eprint!("{}", messages.warnings());
            }
            let mut language = language?;
            language.newer = match &args.source {
                Source::Builtin(name) => Newer::of_builtin(name),
                Source::ByEnding => Newer::of_builtin(by_ending),
                Source::Files { .. } | Source::Yacc(_) => None,
            };
            if let Some((name, text)) = &model {
                language.take_ngrams(name, text).map_err(|error| {
                    let help = "train it anew by 'nimbleparse train', or give '--ngram none'";
                    visible(&format!("nimbleparse: '{name}', {error}; {help}"))
                })?;
            }
            Ok(language)
        })
        .collect()
}

/// Returns the n-gram model by which repairs are ordered, with its name: the one that the arguments
/// name, or else the one beside the Yacc file, or that of the built-in grammar.
fn model(args: &Args, by_ending: &str) -> Result<Option<NamedText>, String> {
    let grammar = match (&args.ngram, &args.source) {
        _ if args.recovery.kind != RecoveryKind::Restart => return Ok(None),
        (Some(none), _) if none == "none" => return Ok(None),
        (Some(file), _) => return named_text(file).map(Some),
        (_, Source::Builtin(name)) => name,
        (_, Source::ByEnding) => by_ending,
        (_, Source::Files { yacc, .. }) => {
            let beside = model_beside(yacc);
            return beside.exists().then(|| named_text(&beside.to_string_lossy())).transpose();
        }
        (_, Source::Yacc(_)) => return Ok(None),
    };
    let found = builtin::named(grammar).and_then(|builtin| builtin.ngrams);
    Ok(found.map(|text| (format!("{grammar}.ngram"), text.to_string())))
}

/// Returns the path of the model that goes with a Yacc file.
pub(super) fn model_beside(yacc: &str) -> PathBuf {
    Path::new(yacc).with_extension("ngram")
}

/// Builds the table that the arguments ask for.
fn table(args: &Args, yacc: Text<'_>, messages: &mut Collected<'_>) -> Result<Table, String> {
    Ok(Table::new(yacc, args.kind, args.construction, Some(clock::now), messages)?)
}

/// Loads a grammar as often as its times are to be measured; returns its name, its text and the
/// tables.
pub(super) fn load_tables(args: &Args) -> Result<(NamedText, Vec<Table>), String> {
    let (name, text) = match &args.source {
        Source::Files { yacc, .. } | Source::Yacc(yacc) => named_text(yacc)?,
        Source::Builtin(name) => {
            let [_, yacc] = builtin_texts(name)?;
            yacc
        }
        Source::ByEnding => unreachable!("arguments are checked"),
    };
    let tables: Result<_, String> = (0..args.repeat)
        .map(|nth| {
            let mut messages = Collected::new(args);
            let yacc = Text { name: &name, text: &text };
            let table = table(args, yacc, &mut messages)
                .map_err(|error| format!("{error}{}", misused(args, None, yacc)));
            if nth == 0 && !args.quiet {
                eprint!("{}", messages.warnings());
            }
            table
        })
        .collect();
    Ok(((name, text), tables?))
}

fn is_grammar(text: &str, kind: Option<YaccKind>) -> bool {
    Grammar::parse(text, kind).is_ok()
}

/// Says that the two files are in the wrong order, if their texts say so.
fn exchanged(lex: Text<'_>, yacc: Text<'_>) -> Option<String> {
    let seems = !is_grammar(yacc.text, None) && is_grammar(lex.text, None);
    seems.then(|| {
        format!(
            "'{}' is a Yacc file and '{}' is not: expected the lex file first",
            lex.name, yacc.name
        )
    })
}

/// Says by which mistake in the arguments the Yacc file probably cannot be read, on a line of its
/// own; empty if by none.
fn misused(args: &Args, lex: Option<Text<'_>>, yacc: Text<'_>) -> String {
    let by_kind =
        args.kind.is_some() && is_grammar(yacc.text, None) && !is_grammar(yacc.text, args.kind);
    let said = match lex.and_then(|lex| exchanged(lex, yacc)) {
        Some(said) => said,
        None if by_kind => {
            format!("'{}' can be read without '--yacckind', by the kind that it has", yacc.name)
        }
        None => return String::new(),
    };
    format!("\nnimbleparse: {}", visible(&said))
}

/// Returns names and texts of the lex and the Yacc file, which are removed from `files`.
pub(super) fn language_texts(
    grammar: Option<&str>,
    files: &mut Vec<String>,
) -> Result<[NamedText; 2], String> {
    if let Some(name) = grammar {
        return builtin_texts(name);
    }
    if files.len() < 2 {
        return Err("expected LANG.l LANG.y, or '--grammar NAME'".to_string());
    }
    let [lex, yacc] = [files.remove(0), files.remove(0)];
    check_order(&lex, &yacc)?;
    let [lex, yacc] = [named_text(&lex)?, named_text(&yacc)?];
    let texts = [&lex, &yacc].map(|(name, text)| Text { name, text });
    exchanged(texts[0], texts[1]).map_or(Ok([lex, yacc]), Err)
}

/// Returns the samples in files and folders.
pub(super) fn samples(paths: &[String]) -> Result<Vec<Sample>, String> {
    if paths.is_empty() {
        return Err("no sample: name valid files in the language".to_string());
    }
    let read = |file: Result<String, String>| {
        let name = file?;
        Ok(Sample { text: read_input(&name)?, name })
    };
    expand(paths, |_| true).into_iter().map(read).collect()
}

/// Returns the pairs in folders that hold the folders `broken` and `fixed`. Files without a partner
/// are left out.
pub(super) fn pairs(folders: &[String]) -> Result<Vec<Pair>, String> {
    let mut pairs = Vec::new();
    for folder in folders {
        let part = |part: &str| format!("{}/{part}", folder.trim_end_matches('/'));
        let (broken, fixed) = (part("broken"), part("fixed"));
        if let Some(missing) = [&broken, &fixed].into_iter().find(|part| !Path::new(part).is_dir())
        {
            return Err(format!(
                "'{folder}' is no folder of pairs: there is no folder '{missing}'"
            ));
        }
        let before = pairs.len();
        for file in expand(std::slice::from_ref(&fixed), |_| true) {
            let file = file?;
            let partner = format!("{broken}{}", &file[fixed.len()..]);
            if Path::new(&partner).is_file() {
                let read = |name: String| Ok(Sample { text: read_input(&name)?, name });
                let read: [Result<Sample, String>; 2] = [partner, file].map(read);
                let [broken, fixed] = read;
                pairs.push(Pair { broken: broken?, fixed: fixed? });
            }
        }
        if pairs.len() == before {
            return Err(format!("'{folder}' holds no file that is in 'broken' and in 'fixed'"));
        }
    }
    Ok(pairs)
}

/// The name of a file, and its text.
type NamedText = (String, String);

fn named_text(file: &str) -> Result<NamedText, String> {
    Ok((file.to_owned(), read_specification(file)?))
}

fn builtin_texts(name: &str) -> Result<[NamedText; 2], String> {
    let found = builtin_named(name)?;
    let text = |ending: &str, text: &str| (format!("{name}.{ending}"), text.to_string());
    Ok([text("l", found.lex), text("y", found.yacc)])
}
