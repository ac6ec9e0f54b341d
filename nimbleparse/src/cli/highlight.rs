//! `nimbleparse highlight`: a file in, its text in colours out.

use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use lrpar::Renderer;
use lrtable::Span;
use nimbleparse::{
    builtin,
    language::{Language, Recovery, Table, Text},
    output::highlighted,
    service::{
        program::{Program, colours::colours},
        queries::{Queries, QueryFile, WrongQuery},
    },
    system::arguments::{Words, options_of, utf8},
};

use super::{
    exit::finish_command,
    input_files::{read_input, read_specification},
    load::language_texts,
    parse_arguments::{COLOURS, Color, one_of},
    terminal::has_colour,
};

/// Output of `--help`.
const USAGE: &str = "\
usage: nimbleparse highlight [options] LANG.l LANG.y FILE
       nimbleparse highlight [options] [--grammar NAME] FILE

Prints FILE in colours. They are those of 'highlights.scm' and 'locals.scm' in
the folder 'queries' beside LANG.y; tokens that these do not capture have the
colour that their lex rules suggest. Without LANG.l and LANG.y a built-in
grammar is chosen by the file's ending.

  --grammar NAME     use this built-in grammar
  --queries FOLDER   read the queries in this folder
  --format F         text (default) or html: one page that loads nothing
  --color WHEN       colour text: auto (default; heeds NO_COLOR), always or
                     never

Exit status: 0, or 2 for wrong usage, a bad grammar or query, or a file that
cannot be read.
";

/// Format of results.
#[derive(Clone, Copy)]
enum Format {
    Text,
    Html,
}

/// Runs the command with these arguments.
pub(crate) fn run(raw: impl IntoIterator<Item = OsString>) -> ExitCode {
    finish_command("highlight", highlighted(raw))
}

fn highlighted(raw: impl IntoIterator<Item = OsString>) -> Result<String, String> {
    let (mut grammar, mut folder, mut files) = (None, None, Vec::new());
    let (mut format, mut color) = (Format::Text, Color::Auto);
    let mut words = Words::new(raw);
    while let Some(name) = words.option(&mut files, utf8)? {
        match name.as_str() {
            "-h" | "--help" => return Ok(USAGE.to_string()),
            "--grammar" => grammar = Some(words.value()?),
            "--queries" => folder = Some(PathBuf::from(words.value()?)),
            "--format" => {
                let formats = &[("text", Format::Text), ("html", Format::Html)];
                format = one_of("format", formats, &words.value()?)?;
            }
            "--color" => color = one_of("colour", COLOURS, &words.value()?)?,
            _ => return Err(words.unknown(options_of(USAGE)).into()),
        }
    }
    if let (None, [file]) = (&grammar, &files[..]) {
        let found = builtin::for_file(file)
            .ok_or_else(|| format!("no grammar is built in for '{file}': name one"))?;
        grammar = Some(found.name.to_owned());
    }
    let beside = || files.get(1).and_then(|yacc| Path::new(yacc).parent());
    if folder.is_none() && grammar.is_none() {
        folder = beside().map(|beside| beside.join("queries"));
    }
    let [lex, yacc] = language_texts(grammar.as_deref(), &mut files)?;
    let [file] = &files[..] else { return Err("expected one FILE".to_string()) };
    let [lex, yacc] = [&lex, &yacc].map(|(name, text)| Text { name, text });
    let warnings = &mut String::new();
    let table = Table::new(yacc, None, None, None, warnings)?;
    let language = Language::new(lex, table, None, warnings)?;
    let queries = queries(&language, grammar.as_deref(), folder.as_deref())?;
    let text = read_input(file)?;
    let program = Program::new(Arc::new(language), &text, &Recovery::default());
    let parts = colours(&program, &queries);
    let parts: Vec<(Span, &str)> = parts.iter().map(|part| (part.span, part.class)).collect();
    Ok(match format {
        Format::Html => highlighted::page(file, &text, &parts),
        Format::Text if has_colour(color, &io::stdout()) => {
            highlighted::for_terminal(&text, &parts)
        }
        Format::Text => highlighted::for_terminal(&text, &[]),
    })
}

/// Reads the queries in a folder, or else those of a built-in grammar.
///
/// # Errors
///
/// The mistakes in them.
fn queries(
    language: &Language,
    grammar: Option<&str>,
    folder: Option<&Path>,
) -> Result<Queries, String> {
    let built_in = grammar.and_then(builtin::named);
    let mut texts = Vec::new();
    for file in QueryFile::ALL {
        match folder {
            Some(folder) => {
                let path = folder.join(file.file_name()).to_string_lossy().into_owned();
                if Path::new(&path).exists() {
                    texts.push((*file, read_specification(&path)?, path));
                }
            }
            None => {
                let text = built_in.and_then(|one| one.query(file.name()));
                texts.extend(text.map(|text| (*file, text.to_owned(), file.file_name())));
            }
        }
    }
    let (queries, mistakes) =
        Queries::read(language, texts.iter().map(|(file, text, _)| (*file, text.as_str())));
    let shown = |wrong: &WrongQuery| {
        let (_, text, name) = texts.iter().find(|(file, ..)| *file == wrong.file)?;
        Some(Renderer::new(name, text).rich(&wrong.report()))
    };
    match mistakes.is_empty() {
        true => Ok(queries),
        false => Err(mistakes.iter().filter_map(shown).collect()),
    }
}
