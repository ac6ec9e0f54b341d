//! Each limit of the output, hit from outside.

use crate::{
    json::Json,
    program::{TemporaryFile, run},
};

/// Calculations of a language with strings, one to a line.
fn calculations(name: &str, input: &str) -> [TemporaryFile; 3] {
    let lex = "%%\n[0-9]+ 'INT'\n\\+ '+'\n; ';'\n'[^']*' 'STR'\n[ \\n]+ ;\n";
    let yacc = "%%\nS: S E ';' | ;\nE: E '+' T | T;\nT: 'INT' | 'STR';\n";
    [("l", lex), ("y", yacc), ("txt", input)]
        .map(|(ending, text)| TemporaryFile::new(&format!("{name}.{ending}"), text))
}

fn shown(files: &[TemporaryFile], options: &[&str]) -> String {
    let files = files.iter().map(TemporaryFile::path);
    let args: Vec<&str> =
        ["-q", "--style", "grmtools"].iter().chain(options).copied().chain(files).collect();
    let output = run(&args);
    assert_eq!(output.status, Some(1), "{}", output.stderr);
    output.stdout
}

#[test]
fn of_many_errors_some_are_shown_and_the_others_counted() {
    let files = calculations("many", &"2 + ;\n".repeat(10_002));
    let text = shown(&files, &["-r", "panic"]);
    assert_eq!(text.matches("Parsing error at").count(), 10_000);
    assert!(text.ends_with("\n… and 2 more errors; '--max-errors all' shows them.\n"));
    let text = shown(&files, &["-r", "panic", "--max-errors", "all"]);
    assert_eq!(text.matches("Parsing error at").count(), 10_002);
    let text = shown(&files, &["-r", "panic", "--max-errors", "10001", "--explain-recovery"]);
    assert!(text.contains("\n… and 1 more error; '--max-errors all' shows it.\n"));
    assert_eq!(text.matches("Recovery at").count(), 10_001);
    let json = Json::parse(shown(&files, &["-r", "panic", "--format", "json"]).trim_end());
    // They are one region.
    assert_eq!(json.get("errors").items().len(), 1);
    assert_eq!(json.get("covered").items().len(), 10_001);
}

#[test]
fn the_output_for_an_error_does_not_grow_with_its_line() {
    let error = "2 + + 3;";
    let of_line = |name: &str, around: usize| {
        let sums = "1+1;".repeat(around);
        let files = calculations(name, &format!("{sums} {error} {sums} {error} {sums}"));
        let places = |text: &str| text.matches("Parsing error at").count();
        let (text, json) = (shown(&files, &[]), shown(&files, &["--format", "json"]));
        assert_eq!(places(&text), 2);
        (text.len(), json.len())
    };
    let (short, long) = (of_line("short-line", 100), of_line("long-line", 250_000));
    // Offsets and columns have more digits.
    assert!(long.0 < short.0 + 200 && long.1 < short.1 + 500, "{short:?} {long:?}");
}

#[test]
fn a_long_lexeme_is_cut_and_its_length_is_said() {
    let string = format!("'{}'", "é\u{7}".repeat(1_000_000));
    let files = calculations("long-lexeme", &format!("1 + 2 {string} ;"));
    let text = shown(&files, &[]);
    assert!(text.len() < 30_000, "{}", text.len());
    assert!(text.contains("… (3000002 bytes)"), "{text}");
    let json = shown(&files, &["--format", "json"]);
    assert!(json.len() < 30_000, "{}", json.len());
    let json = Json::parse(json.trim_end());
    let error = &json.get("errors").items()[0];
    assert_eq!(error.get("length").count(), 3_000_002);
    let lexeme = error.get("lexeme").text();
    assert_eq!(lexeme.chars().count(), 1001);
    assert!(string.starts_with(lexeme.strip_suffix('…').unwrap()));
    let dump =
        run(&["--dump", "lexemes", files[0].path(), files[1].path(), files[2].path()]).stdout;
    assert!(dump.len() < 5000 && dump.contains("… (3000002 bytes)"), "{}", dump.len());
}

#[test]
fn long_names_and_long_lists_of_expected_tokens_are_cut() {
    // As long as a name may be with its quotes; and how it is written is longer.
    let (long, written) = ("x".repeat(998), "x".repeat(2000));
    let tokens: Vec<String> = (0..1200).map(|at| format!("'t{at}'")).collect();
    let yacc = format!("%%\nS: '{long}' {} | T;\nT: {};\n", "'u'", tokens.join(" | "));
    let rules: Vec<String> = (0..1200).map(|at| format!("t{at} 't{at}'\n")).collect();
    let lex = format!("%%\n{written} '{long}'\nu 'u'\n{}[ ]+ ;\n", rules.concat());
    let files = [("l", lex.as_str()), ("y", &yacc), ("txt", "u")]
        .map(|(ending, text)| TemporaryFile::new(&format!("long-names.{ending}"), text));
    for options in [&[][..], &["-r", "panic"], &["-r", "cpctplus"]] {
        let text = shown(&files, options);
        assert!(text.len() < 10_000, "{options:?} {}", text.len());
    }
    let json = Json::parse(shown(&files, &["--format", "json"]).trim_end());
    let error = &json.get("errors").items()[0];
    assert_eq!(error.get("expected_total").count(), 1201);
    assert_eq!(error.get("expected").items().len(), 1000);
    let longest = error.get("expected").items().iter().map(|name| name.text().len()).max();
    assert!(longest.unwrap() < 1010);
    // What inserts the long token has no edits.
    let inserts = |sequence: &Json| {
        let texts = sequence.items().iter().filter(|repair| repair.names() == ["insert"]);
        texts.map(|repair| repair.get("insert").text().to_string()).any(|name| name.len() >= 998)
    };
    let sequences = error.get("repairs").items().iter().zip(error.get("edits").items());
    let long: Vec<&Json> =
        sequences.filter(|(sequence, _)| inserts(sequence)).map(|(_, edits)| edits).collect();
    assert!(!long.is_empty() && long.iter().all(|edits| **edits == Json::Null));
}

#[test]
fn of_a_long_repair_sequence_the_beginning_is_shown() {
    let file = TemporaryFile::new("brackets-1000.json", "[".repeat(1000));
    let text = run(&["-q", "--style", "grmtools", "--max-cost", "all", file.path()]).stdout;
    assert!(text.contains(" more repairs\n"), "{text}");
    let longest = text.lines().map(str::len).max().unwrap();
    assert!(longest < 500 * "Insert ], ".len() + 100, "{longest}");
}

#[test]
fn no_invisible_character_of_an_input_or_a_grammar_reaches_the_terminal() {
    let unseen = ["\u{202e}", "\u{2066}", "\u{200b}", "\u{2028}", "\u{85}", "\u{1b}"];
    let name = unseen.concat();
    let lex = format!("%%\na 'a{name}'\n'[^']*' 'STR'\n[ \\n]+ ;\n");
    let yacc = format!("%%\nS: 'a{name}' 'STR' 'a{name}';\n");
    let input = format!("'{name}' a '{name}' '{name}'");
    let files = [("l", &lex), ("y", &yacc), ("txt", &input)]
        .map(|(ending, text)| TemporaryFile::new(&format!("unseen.{ending}"), text));
    let paths = [files[0].path(), files[1].path(), files[2].path()];
    for options in [
        &["-r", "restart"][..],
        &["--style", "grmtools"],
        &["--style", "short"],
        &["--format", "sarif"],
        &["-r", "cpctplus"],
        &["-r", "panic"],
        &["--format", "json"],
        &["--dump", "lexemes"],
        &["--dump", "grammar"],
        &["--dump", "states"],
        &["--dump", "table"],
        &["--conflicts"],
    ] {
        let output = run(&[options, &paths].concat());
        let text = output.stdout + &output.stderr;
        assert!(!unseen.iter().any(|unseen| text.contains(unseen)), "{options:?} {text:?}");
    }
}
