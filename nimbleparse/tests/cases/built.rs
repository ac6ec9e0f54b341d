//! What the builders of build scripts say of a grammar, a lex file and settings.

use std::{
    error::Error,
    fs,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use lrlex::{CTLexerBuilder, DefaultLexerTypes, LRLexError};
use lrpar::{BuildErrorKind, CTParserBuilder, LexerTypes, RecoveryKind, codegen::BuildError};
use nimbleparse::cases::Subject;

/// The settings of builders, besides `yacckind`.
pub(crate) const SETTINGS: [&str; 10] = [
    "storage",
    "mod_name",
    "builders_recoverer",
    "model",
    "error_on_conflicts",
    "warnings_are_errors",
    "lexer_warnings_are_errors",
    "allow_missing_terms_in_lexer",
    "allow_missing_tokens_in_parser",
    "query",
];

/// The kinds of errors that cases have met.
static MET: Mutex<Vec<BuildErrorKind>> = Mutex::new(Vec::new());

const DEFAULT_LEXER: &str = "%%\n[a-z] \"ID\"\n\\+ \"+\"\n[ \\n]+ ;\n";

/// `built`, or the messages.
pub(crate) fn built(subject: &Subject) -> Option<String> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("built/{}-{number}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let result = match subject.own("storage") {
        Some("u8") => build::<DefaultLexerTypes<u8>>(subject, &folder),
        Some("u16") => build::<DefaultLexerTypes<u16>>(subject, &folder),
        _ => build::<DefaultLexerTypes<u32>>(subject, &folder),
    };
    assert_eq!(result.is_ok(), folder.join("g.l.rs").exists(), "{}", subject.name);
    let _ = fs::remove_dir_all(&folder);
    let Err(error) = result else { return Some("built".to_string()) };
    let diagnostics = error.downcast_ref().map_or(&[][..], BuildError::diagnostics);
    let met = diagnostics.iter().filter_map(BuildErrorKind::of);
    MET.lock().expect("nothing panics while it is held").extend(met);
    Some(error.to_string())
}

/// The kinds of errors that no case has met.
pub(crate) fn missed() -> Vec<BuildErrorKind> {
    let met = MET.lock().expect("nothing panics while it is held");
    BuildErrorKind::ALL.iter().copied().filter(|kind| !met.contains(kind)).collect()
}

fn is_set(subject: &Subject, name: &str, default: bool) -> bool {
    subject.own(name).map_or(default, |value| value == "true")
}

fn build<T>(subject: &Subject, folder: &Path) -> Result<(), Box<dyn Error>>
where
    T: LexerTypes<LexErrorT = LRLexError> + 'static,
{
    fs::create_dir_all(folder)?;
    let texts = [
        ("g.y", subject.grammar.as_ref().map(|source| &source.text)),
        ("g.l", subject.lexer.as_ref().map(|source| &source.text)),
        ("g.ngram", subject.ngrams.as_ref().map(|source| &source.text)),
        ("g.input", subject.input.as_ref()),
    ];
    fs::write(folder.join("g.l"), DEFAULT_LEXER)?;
    for (file, text) in texts {
        if let Some(text) = text {
            fs::write(folder.join(file), format!("{text}\n"))?;
        }
    }
    CTLexerBuilder::<T>::new_with_lexemet()
        .lrpar_config(|parser| match subject.own("mod_name") {
            Some("1bad") => configured(subject, parser, folder).mod_name("1bad"),
            _ => configured(subject, parser, folder),
        })
        .lexer_path(folder.join("g.l"))
        .output_path(folder.join("g.l.rs"))
        .show_warnings(false)
        .warnings_are_errors(is_set(subject, "lexer_warnings_are_errors", false))
        .allow_missing_terms_in_lexer(is_set(subject, "allow_missing_terms_in_lexer", false))
        .allow_missing_tokens_in_parser(is_set(subject, "allow_missing_tokens_in_parser", false))
        .build()?;
    Ok(())
}

fn configured<'a, T: LexerTypes>(
    subject: &Subject,
    parser: CTParserBuilder<'a, T>,
    folder: &Path,
) -> CTParserBuilder<'a, T> {
    let parser = parser
        .grammar_path(folder.join("g.y"))
        .output_path(folder.join("g.y.rs"))
        .show_warnings(false)
        .error_on_conflicts(is_set(subject, "error_on_conflicts", true))
        .warnings_are_errors(is_set(subject, "warnings_are_errors", true));
    let parser = match subject.own("builders_recoverer") {
        Some(name) => parser.recoverer(RecoveryKind::from_name(name).expect("it is one")),
        None => parser,
    };
    let parser = match (&subject.ngrams, subject.own("model")) {
        (_, Some("none")) => parser.without_ngrams(),
        (Some(_), None) => parser.ngrams(folder.join("g.ngram")),
        // The one beside the grammar.
        _ => parser,
    };
    let parser = match subject.own("query") {
        Some(query) => {
            // A file that cannot be written is one that the builder cannot read.
            let _ = fs::write(folder.join("g.scm"), query);
            parser.query(folder.join("g.scm"))
        }
        None => parser,
    };
    match subject.kind {
        Some(kind) => parser.yacckind(kind),
        None => parser,
    }
}
