//! Tests that answers about texts of one long line cost no more than their length: bytes that are
//! looked at for columns are counted, not times.

use std::sync::mpsc::channel;

use lsp_types::{
    CodeActionContext, CodeActionParams, PartialResultParams, Position, Range,
    SelectionRangeParams, TextDocumentContentChangeEvent, TextDocumentIdentifier,
    WorkDoneProgressParams,
};

use crate::{
    answer::Outbox,
    languages::{Languages, Overlay},
    programs::File,
    text::{Encoding, Text, tests::LOOKED_AT},
    worker::{Freshness, Worker},
};

/// Bytes that are looked at for each byte of a text, at most, whatever is asked. Each place takes
/// two looks into a block of 64 bytes, and each lexeme, fold and symbol has a place or two.
const EACH: usize = 40;
/// Bytes that are looked at for each edit of a change, besides what it moves.
const EDIT: usize = 300;

/// A text of one line of about this many bytes; with `errors`, so many of its parts are wrong.
fn line(ending: &str, bytes: usize, errors: usize) -> String {
    let (first, good, bad, last) = match ending {
        "json" => ("[", "{\"é\": [1, 2, null]}, ", "{\"é\": [1, 2 null]}, ", "0]"),
        _ => ("do ", "local a = f(1, 'é') + g { 2 } ; ", "local a = f(1, 'é' + g { 2 } ; ", "end"),
    };
    let parts = bytes / good.len();
    let step = parts.checked_div(errors).unwrap_or(usize::MAX);
    let part = |at: usize| if at % step == step - 1 { bad } else { good };
    let parts: String = (0..parts).map(part).collect();
    format!("{first}{parts}{last}")
}

/// The bytes that are looked at for each kind of answer about a text, with the number of its
/// errors.
fn work(ending: &'static str, bytes: usize, errors: usize) -> (Vec<(&'static str, usize)>, usize) {
    let mut languages = Languages::default();
    languages.switch_on(&["json".to_owned(), "lua53".to_owned()]);
    let path = std::path::PathBuf::from(format!("/no/such/a.{ending}"));
    let text = line(ending, bytes, errors);
    let file = File {
        uri: format!("file://{}", path.display()).parse().unwrap(),
        version: 1,
        text: Text::new(text, Encoding::Utf16),
        slot: languages.of_file(&path, "").unwrap(),
        overlay: Overlay::default(),
        outbox: Outbox::new(channel().0),
        events: channel().0,
        parsed: None,
    };
    let (sender, counted) = channel();
    // Columns are counted in the thread that answers.
    let worker = Worker::start(file).unwrap();
    worker.update(move |file, fresh| sender.send(answers(file, fresh)).unwrap());
    counted.recv().unwrap()
}

fn answers(file: &mut File, fresh: &Freshness) -> (Vec<(&'static str, usize)>, usize) {
    let mut counts = Vec::new();
    let mut counted = |what: &'static str, ask: &mut dyn FnMut()| {
        LOOKED_AT.take();
        ask();
        counts.push((what, LOOKED_AT.take()));
    };
    let document = TextDocumentIdentifier { uri: file.uri.clone() };
    let end = file.text.position(file.text.as_str().len());
    let whole = Range { start: Position::default(), end };
    let (work_done_progress_params, partial_result_params) =
        (WorkDoneProgressParams::default(), PartialResultParams::default());
    let selected = SelectionRangeParams {
        text_document: document.clone(),
        positions: (0..1_000).map(|at| Position::new(0, end.character / 1_000 * at)).collect(),
        work_done_progress_params: work_done_progress_params.clone(),
        partial_result_params: partial_result_params.clone(),
    };
    let mended = CodeActionParams {
        text_document: document,
        range: whole,
        context: CodeActionContext::default(),
        work_done_progress_params,
        partial_result_params,
    };
    let mut errors = 0;
    counted("diagnostics", &mut || errors = file.diagnostics(fresh).len());
    counted("colours", &mut || assert!(file.colours(fresh).unwrap().is_some()));
    counted("folds", &mut || assert!(file.folds(fresh).unwrap().is_some()));
    counted("symbols", &mut || assert!(file.symbols(fresh).unwrap().is_some()));
    counted("selections", &mut || {
        file.selections(fresh, &selected).unwrap();
    });
    counted("actions", &mut || {
        file.code_actions(fresh, &mended).unwrap();
    });
    (counts, errors)
}

/// Work is at most that much a byte, so that it grows as the text does.
#[test]
fn answers_about_one_line_are_linear_in_its_length() {
    for ending in ["json", "lua"] {
        let sizes = [40_000, 80_000, 160_000, 320_000];
        let each: Vec<_> = sizes.iter().map(|bytes| work(ending, *bytes, 0).0).collect();
        for (counts, bytes) in each.iter().zip(sizes) {
            println!("{ending}, {bytes} bytes: {counts:?}");
        }
        for pair in each.windows(2) {
            for ((what, once), (_, twice)) in pair[0].iter().zip(&pair[1]) {
                let is_linear = *twice <= once * 21 / 10 + 1_000;
                assert!(is_linear, "{ending}: {what} look at {once} bytes, then at {twice}");
            }
        }
    }
}

#[test]
fn a_megabyte_in_one_line_with_and_without_errors_is_answered_in_linear_work() {
    const MEGABYTE: usize = 1 << 20;
    for ending in ["json", "lua"] {
        for errors in [0, 1_000] {
            let (counts, found) = work(ending, MEGABYTE, errors);
            println!("{ending}, a megabyte, {found} errors: {counts:?}");
            assert!(found >= errors && (errors > 0 || found == 0), "{found} errors");
            for (what, looked_at) in counts {
                assert!(looked_at <= EACH * MEGABYTE, "{ending}: {what} look at {looked_at}");
            }
        }
    }
}

/// What a client does that puts a text into a thousand places of a line, the last first.
#[test]
fn edits_of_one_line_look_at_what_they_move() {
    let mut text = Text::new(line("json", 100_000, 0), Encoding::Utf16);
    LOOKED_AT.take();
    let mut moved = 0;
    for at in (0..1_000).rev() {
        let place = Position::new(0, at * 80);
        let before = text.as_str().len() - text.offset(place);
        let range = Some(Range { start: place, end: place });
        text.change(&TextDocumentContentChangeEvent {
            range,
            range_length: None,
            text: " ".into(),
        });
        moved += before + EDIT;
    }
    let looked_at = LOOKED_AT.take();
    assert!(looked_at <= moved, "{looked_at} bytes for {moved}");
}
