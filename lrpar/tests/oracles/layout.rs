//! Tests edits of texts whose line ends and indentation are tokens: an edited text lexes to the
//! tokens that the repairs make. Oracle: what can be written at all, a plain printer of tokens
//! tells, whose text is lexed again.

use lrpar::{
    LayoutTokens, LexParseError, Lexeme, Lexer, LineRules, NonStreamingLexer, RecoveryKind, Span,
    apply_edits,
    edit::{all_text_edits, text_edits},
    recovery::{Repair, RepairKind, RepairSequence},
    report::{GrammarLabels, Renderer, Reporter},
};
use lrtable::random::Random;

use crate::common::{Language, TestLexError, TestLexeme, ToldLexer, Types};

/// How lines count in a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// NEWLINE, INDENT and DEDENT, as in Python.
    Indentation,
    /// A line end after certain tokens is a `;`, as in Go.
    Terminated,
}

const INDENTATION: &str = "
    %start File %%
    File: | File Statement;
    Statement: Simple 'NEWLINE' | 'if' Sum ':' Block | 'def' 'ID' '(' List ')' ':' Block;
    Block: Simple 'NEWLINE' | 'NEWLINE' 'INDENT' Body 'DEDENT';
    Body: Statement | Body Statement;
    Simple: 'ID' '=' Sum | 'pass' | 'ID' '(' List ')';
    List: | Items;
    Items: Sum | Items ',' Sum;
    Sum: Factor | Sum '+' Factor;
    Factor: 'ID' | '(' Sum ')';";

const TERMINATED: &str = "
    %start File %%
    File: | File Statement ';';
    Statement: 'ID' '=' Sum | 'if' Sum '{' File '}' | 'ID' '(' List ')';
    List: | Items;
    Items: Sum | Items ',' Sum;
    Sum: Factor | Sum '+' Factor;
    Factor: 'ID' | '(' Sum ')';";

/// A language whose line ends count, and its tokens.
struct Lines {
    language: Language,
    style: Style,
}

/// A lexed text.
struct LinesLexer<'l, 'i> {
    lines: &'l Lines,
    told: ToldLexer<'i>,
}

impl Lines {
    fn new(style: Style) -> Lines {
        let text = match style {
            Style::Indentation => INDENTATION,
            Style::Terminated => TERMINATED,
        };
        Lines { language: Language::new(text), style }
    }

    fn token(&self, name: &str) -> u32 {
        self.language.token(name).0
    }

    fn name(&self, token: u32) -> &str {
        let tokens = self.language.grammar.tokens();
        tokens.get(token as usize).map_or("?", |token| &token.name)
    }

    fn text_of(&self, token: lrpar::TIdx<u32>) -> Option<String> {
        let name = self.name(token.0);
        Some(if name == "ID" { "x".to_owned() } else { name.to_owned() })
            .filter(|name| name.to_lowercase() == *name)
    }

    /// Lexes a text. Blanks count one column, tabs go to multiples of eight.
    fn lexer<'i>(&self, text: &'i str) -> LinesLexer<'_, 'i> {
        let mut found = Vec::new();
        let mut open = vec![0];
        let mut brackets = Vec::new();
        let mut last = None;
        let mut at = 0;
        // The start and the column of a line without a lexeme yet.
        let mut line = Some((0, 0));
        let is_lines = self.style == Style::Indentation;
        let lexeme = |token, start, end: usize| Ok(Lexeme::new(token, start, end - start));
        while let Some(c) = text[at..].chars().next() {
            let start = at;
            at += c.len_utf8();
            match c {
                '#' => at += text[at..].find(['\n', '\r']).unwrap_or(text.len() - at),
                '\n' | '\r' => {
                    if c == '\r' && text[at..].starts_with('\n') {
                        at += 1;
                    }
                    let counts = match self.style {
                        Style::Indentation => line.is_none() && brackets.is_empty(),
                        Style::Terminated => last.is_some_and(|last| self.ends(last)),
                    };
                    if counts {
                        let name = if is_lines { "NEWLINE" } else { ";" };
                        found.push(lexeme(self.token(name), start, at));
                        last = None;
                    }
                    if brackets.is_empty() {
                        line = Some((at, 0));
                    }
                }
                ' ' | '\t' => {
                    if let Some((_, column)) = &mut line {
                        *column = if c == ' ' { *column + 1 } else { *column / 8 * 8 + 8 };
                    }
                }
                _ => {
                    if let Some((from, column)) = line.take().filter(|_| is_lines) {
                        if *open.last().unwrap() < column {
                            open.push(column);
                            found.push(lexeme(self.token("INDENT"), from, start));
                        }
                        while *open.last().unwrap() > column {
                            open.pop();
                            found.push(lexeme(self.token("DEDENT"), start, start));
                        }
                        if *open.last().unwrap() != column {
                            found.push(Err(TestLexError(Span::new(start, start))));
                        }
                    }
                    let is_word = |c: char| c.is_alphanumeric();
                    if is_word(c) {
                        at += text[at..].find(|c| !is_word(c)).unwrap_or(text.len() - at);
                    }
                    let word = &text[start..at];
                    let named = self.language.grammar.token_named(word);
                    let token = named.map(|token| token.0).filter(|_| word.to_lowercase() == word);
                    let name = is_word(c).then(|| self.token("ID"));
                    match token.or(name) {
                        Some(token) => found.push(lexeme(token, start, at)),
                        None => found.push(Err(TestLexError(Span::new(start, at)))),
                    }
                    match c {
                        '(' if is_lines => brackets.push(c),
                        ')' => drop(brackets.pop()),
                        _ => {}
                    }
                    last = token.or(name);
                }
            }
        }
        if is_lines {
            if line.is_none() {
                found.push(lexeme(self.token("NEWLINE"), at, at));
            }
            open.iter().skip(1).for_each(|_| found.push(lexeme(self.token("DEDENT"), at, at)));
        } else if last.is_some_and(|last| self.ends(last)) {
            found.push(lexeme(self.token(";"), at, at));
        }
        LinesLexer { lines: self, told: ToldLexer::new(text, found) }
    }

    /// Returns whether a line end after a token is a `;`.
    fn ends(&self, token: u32) -> bool {
        ["ID", ")", "}"].contains(&self.name(token))
    }

    /// Returns the names of the tokens of a text.
    fn names(&self, text: &str) -> Vec<&str> {
        let lexer = self.lexer(text);
        let all = lexer.iter().map(|one| one.map_or("?", |lexeme| self.name(lexeme.tok_id())));
        all.collect()
    }

    /// Prints tokens, one after the other.
    fn print(&self, names: &[&str]) -> String {
        let mut out = String::new();
        let mut depth = 0usize;
        for name in names {
            match *name {
                "NEWLINE" => out.push('\n'),
                "INDENT" => depth += 1,
                "DEDENT" => depth = depth.saturating_sub(1),
                name => {
                    if out.ends_with('\n') {
                        out.push_str(&" ".repeat(depth));
                    }
                    out.push_str(if name == "ID" { "x " } else { name });
                    if name.chars().all(char::is_alphanumeric) {
                        out.push(' ');
                    }
                }
            }
        }
        out
    }

    fn random_text(&self, random: &mut Random) -> String {
        let mut out = String::new();
        let line_end = if random.one_in(8) { "\r\n" } else { "\n" };
        let step = *random.choose(&["    ", "  ", "\t", " "]);
        let count = 1 + random.below(4);
        self.random_block(random, "", (step, line_end), count, &mut out);
        out
    }

    fn random_block(
        &self,
        random: &mut Random,
        indentation: &str,
        (step, line_end): (&str, &str),
        count: usize,
        out: &mut String,
    ) {
        for _ in 0..count {
            let sums = ["a", "a + b", "(a + b)", "(a +\n    b)", "a + (b\n)"];
            let sum = random.choose(&sums[..if self.style == Style::Indentation { 5 } else { 3 }]);
            let sum = sum.replace('\n', line_end);
            if random.one_in(8) {
                *out += &format!("{indentation}# c{line_end}");
            }
            *out += indentation;
            match random.below(5) {
                0 if indentation.len() < 12 => {
                    *out += &match (self.style, random.one_in(2)) {
                        (Style::Terminated, _) => format!("if {sum} {{"),
                        (_, true) => format!("if {sum}:"),
                        _ => "def f(x, y):".to_owned(),
                    };
                    *out += line_end;
                    let inner = format!("{indentation}{step}");
                    let count = 1 + random.below(3);
                    self.random_block(random, &inner, (step, line_end), count, out);
                    if self.style == Style::Terminated {
                        *out += &format!("{indentation}}}{line_end}");
                    }
                    continue;
                }
                1 => *out += &format!("f(a, {sum})"),
                2 if self.style == Style::Terminated => *out += "f(a,\n b)",
                2 => *out += "pass",
                _ => *out += &format!("x = {sum}"),
            }
            if random.one_in(8) {
                *out += " # c";
            }
            *out += line_end;
            if random.one_in(8) {
                *out += line_end;
            }
        }
    }

    /// Changes a text at some places: its words, its line ends, its indentation.
    fn mutant(&self, text: &str, random: &mut Random) -> String {
        let mut out = text.to_owned();
        for _ in 0..1 + random.below(3) {
            let lexer = self.lexer(&out);
            let spans: Vec<Span> = lexer
                .iter()
                .map(|one| one.map_or_else(|error| error.0, |lexeme| lexeme.span()))
                .collect();
            if spans.is_empty() {
                break;
            }
            let span = *random.choose(&spans);
            let words = [" x ", " ( ", ")", ":", "{", "}", "\n", " = ", "if ", "\n  ", ",", "    "];
            match random.below(4) {
                0 => {
                    let word = *random.choose(&words);
                    out.insert_str(span.start(), word);
                }
                1 => {
                    let word = *random.choose(&words);
                    out.replace_range(span.start()..span.end(), word);
                }
                _ => out.replace_range(span.start()..span.end(), ""),
            }
        }
        out
    }
}

impl Lexer<Types> for LinesLexer<'_, '_> {
    fn iter<'a>(&'a self) -> Box<dyn Iterator<Item = Result<TestLexeme, TestLexError>> + 'a> {
        self.told.iter()
    }

    fn layout(&self) -> Option<LayoutTokens<u32>> {
        let token = |name| Some(self.lines.token(name));
        Some(match self.lines.style {
            Style::Indentation => LayoutTokens {
                newline: token("NEWLINE"),
                indent: token("INDENT"),
                dedent: token("DEDENT"),
                assumed: None,
            },
            Style::Terminated => {
                LayoutTokens { newline: None, indent: None, dedent: None, assumed: token(";") }
            }
        })
    }

    fn token_texts(&self) -> Vec<Option<String>> {
        let tokens = self.lines.language.grammar.token_ids();
        let text = |token: lrtable::TokenId| self.lines.text_of(token.narrow()?);
        tokens.map(|token| text(token).filter(|text| text != "x")).collect()
    }

    fn line_rules(&self) -> LineRules<u32> {
        let token = |name| self.lines.token(name);
        match self.lines.style {
            Style::Indentation => {
                LineRules { suspending: vec![(token("("), token(")"))], ending: Vec::new() }
            }
            Style::Terminated => {
                LineRules { suspending: Vec::new(), ending: ["ID", ")", "}"].map(token).to_vec() }
            }
        }
    }
}

impl<'i> NonStreamingLexer<'i, Types> for LinesLexer<'_, 'i> {
    fn text(&self) -> &'i str {
        self.told.text()
    }

    fn span_str(&self, span: Span) -> &'i str {
        self.told.span_str(span)
    }

    fn span_lines_str(&self, span: Span) -> &'i str {
        self.told.span_lines_str(span)
    }

    fn line_col(&self, span: Span) -> ((usize, usize), (usize, usize)) {
        self.told.line_col(span)
    }
}

/// Returns the names of tokens after all repairs; `None` if something has no repair.
fn repaired<'l>(
    lines: &'l Lines,
    names: &[&'l str],
    errors: &[LexParseError<u32, Types>],
) -> Option<Vec<&'l str>> {
    let mut out = Vec::new();
    let mut at = 0;
    for error in errors {
        let LexParseError::ParseError(error) = error else { continue };
        let sequence = error.sequences().next()?;
        out.extend_from_slice(&names[at..sequence.start]);
        at = sequence.start;
        for repair in &sequence.repairs {
            match repair {
                Repair::Insert(token) => out.push(lines.name(token.0)),
                Repair::Delete => at += 1,
                Repair::Shift => {
                    out.push(names[at]);
                    at += 1;
                }
            }
        }
    }
    out.extend_from_slice(&names[at..]);
    Some(out)
}

/// Checks one repair of a text that has no other error: if its tokens can be written, they are. A
/// repair that closes a bracket may make later line ends count.
fn check_one(lines: &Lines, text: &str, sequence: &RepairSequence) {
    let names = lines.names(text);
    let mut wanted: Vec<&str> = names[..sequence.start].to_vec();
    let mut at = sequence.start;
    for repair in &sequence.repairs {
        match repair {
            Repair::Insert(token) => wanted.push(lines.name(token.0)),
            Repair::Delete => at += 1,
            Repair::Shift => {
                wanted.push(names[at]);
                at += 1;
            }
        }
    }
    wanted.extend_from_slice(&names[at..]);
    let mut at = sequence.start;
    for repair in &sequence.repairs {
        let name = match repair {
            Repair::Insert(token) => lines.name(token.0),
            Repair::Delete | Repair::Shift => names[at],
        };
        at += usize::from(!matches!(repair, Repair::Insert(_)));
        if *repair != Repair::Shift && ["(", ")"].contains(&name) {
            return;
        }
    }
    let edits = text_edits(&lines.lexer(text), sequence, &|token| lines.text_of(token));
    let printed = lines.print(&wanted);
    if lines.style == Style::Indentation && lines.names(&printed) == wanted {
        assert!(edits.is_some() || text.contains('#'), "{text:?} {sequence:?}");
        if let Some(edits) = edits {
            let fixed = apply_edits(text, &edits);
            assert_eq!(lines.names(&fixed), wanted, "{text}---\n{fixed} {sequence:?}");
        }
    }
}

/// Repairs mutants; returns how many were edited, and how many cannot be written.
fn check(style: Style, count: usize, seed: u64) -> (usize, usize) {
    let lines = Lines::new(style);
    let mut random = Random::new(seed);
    let (mut edited, mut unwritten) = (0, 0);
    for _ in 0..count {
        let good = lines.random_text(&mut random);
        let text = lines.mutant(&good, &mut random);
        let lexer = lines.lexer(&text);
        let names = lines.names(&text);
        for kind in RecoveryKind::ALL {
            let parser = lines.language.parser().recoverer(kind);
            let errors = parser.parse_noaction(&lexer);
            if errors.is_empty() {
                continue;
            }
            let text_of = |token| lines.text_of(token);
            if let [LexParseError::ParseError(error)] = &errors[..] {
                for sequence in error.sequences().take(20) {
                    check_one(&lines, &text, &sequence);
                }
            }
            let Some(wanted) = repaired(&lines, &names, &errors) else { continue };
            let Some(edits) = all_text_edits(&lexer, &errors, &text_of) else {
                unwritten += 1;
                let printed = lines.print(&wanted);
                // A comment may stand where lines must be joined; and which width of a tab is meant
                // in a line that matches no column is unknown.
                let is_error = |error: &_| matches!(error, LexParseError::LexError(_));
                let is_clear = style == Style::Indentation
                    && !text.contains('#')
                    && !(text.contains('\t') && errors.iter().any(is_error));
                assert!(
                    !is_clear || lines.names(&printed) != wanted,
                    "{kind:?} {text:?}\n{wanted:?}\n{printed:?}"
                );
                continue;
            };
            edited += 1;
            let fixed = apply_edits(&text, &edits);
            assert_eq!(lines.names(&fixed), wanted, "{kind:?}\n{text}---\n{fixed}");
            let left = parser.parse_noaction(&lines.lexer(&fixed));
            assert!(left.is_empty(), "{text}---\n{fixed}");
            // Comments between deleted lexemes go with them.
            let is_between = |sequence: RepairSequence| {
                sequence.repairs.windows(2).any(|two| two == [Repair::Delete, Repair::Delete])
            };
            let mut sequences = errors.iter().filter_map(|error| match error {
                LexParseError::ParseError(error) => error.sequences().next(),
                LexParseError::LexError(_) => None,
            });
            if !sequences.any(is_between) {
                let count = |text: &str| text.matches("# c").count();
                assert_eq!(count(&fixed), count(&text), "{text}---\n{fixed}");
            }
        }
    }
    (edited, unwritten)
}

#[test]
fn edited_texts_with_indentation_lex_to_the_repaired_tokens() {
    let (edited, unwritten) = check(Style::Indentation, 10_000, 1);
    assert!(edited > 10_000 && unwritten * 4 < edited, "{edited} {unwritten}");
}

#[test]
fn edited_texts_with_terminated_lines_lex_to_the_repaired_tokens() {
    let (edited, unwritten) = check(Style::Terminated, 10_000, 2);
    assert!(edited > 10_000 && unwritten * 20 < edited, "{edited} {unwritten}");
}

/// Returns the text after the repair that inserts words before the lexeme with index `at`, and
/// deletes lexemes from that on; `None` if it cannot be written.
fn edited(style: Style, text: &str, at: usize, deleted: usize, inserted: &str) -> Option<String> {
    let lines = Lines::new(style);
    let mut repairs: Vec<Repair> =
        lines.language.tokens(inserted).into_iter().map(Repair::Insert).collect();
    repairs.resize(repairs.len() + deleted, Repair::Delete);
    let sequence = RepairSequence { start: at, kind: RepairKind::Cheapest, cost: 1, repairs };
    let lexer = lines.lexer(text);
    let edits = text_edits(&lexer, &sequence, &|token| lines.text_of(token))?;
    Some(apply_edits(text, &edits))
}

#[test]
fn a_block_that_is_opened_or_closed_moves_its_lines() {
    let edited = |text, at, deleted, inserted| {
        edited(Style::Indentation, text, at, deleted, inserted).unwrap_or_else(|| "-".to_owned())
    };
    // Without an end of the block one line is indented, with what belongs to it.
    assert_eq!(edited("if a:\nx = a\npass\n", 4, 0, "INDENT"), "if a:\n    x = a\npass\n");
    let nested = "if a:\nif b:\n  pass\n  # c\n\npass\n";
    let deeper = "if a:\n  if b:\n    pass\n    # c\n\npass\n";
    assert_eq!(edited(nested, 4, 0, "INDENT"), deeper);
    // A block whose beginning is deleted ends where it ended.
    assert_eq!(edited("pass\n  pass\n  pass\npass\n", 2, 1, ""), "pass\npass\npass\npass\n");
    let tabs = "if a:\r\n\tpass\r\nif b:\r\npass\r\n";
    assert_eq!(edited(tabs, 12, 0, "INDENT"), "if a:\r\n\tpass\r\nif b:\r\n\tpass\r\n");
    assert_eq!(edited("x = a pass\r\n", 3, 0, "NEWLINE"), "x = a\r\npass\r\n");
    assert_eq!(edited("x = a\n+ b\n", 3, 1, ""), "x = a + b\n");
    assert_eq!(edited("if a # c\n  pass\n", 2, 0, ":"), "if a: # c\n  pass\n");
    assert_eq!(edited("x = f(a\npass\n", 5, 0, ") NEWLINE"), "x = f(a)\npass\n");
    // What cannot be written.
    assert_eq!(edited("x = a # c\n+ b\n", 3, 1, ""), "-");
    assert_eq!(edited("pass\n", 1, 0, "INDENT"), "-");
    assert_eq!(edited("pass\n", 1, 0, "NEWLINE"), "-");
}

#[test]
fn a_line_end_stands_for_a_token_only_after_some() {
    let edited = |text, at, deleted, inserted| {
        edited(Style::Terminated, text, at, deleted, inserted).unwrap_or_else(|| "-".to_owned())
    };
    assert_eq!(edited("x = a y = b\n", 3, 0, ";"), "x = a; y = b\n");
    assert_eq!(edited("x = a +\ny = b\n", 3, 1, ";"), "x = a\ny = b\n");
    assert_eq!(edited("x = a\n+ b\n", 3, 1, ""), "x = a + b\n");
    assert_eq!(edited("x = a +\n+ b\n", 4, 0, "ID"), "x = a +\nx + b\n");
    assert_eq!(edited("x = a\n", 3, 0, "+"), "x = a +;\n");
}

/// Returns the reports of a text, a line each, without its name.
fn reports(style: Style, text: &str) -> String {
    let lines = Lines::new(style);
    let lexer = lines.lexer(text);
    let parser = lines.language.parser().recoverer(RecoveryKind::Restart);
    let errors = parser.parse_noaction(&lexer);
    let labels = GrammarLabels::new(&lines.language.grammar);
    let tables = lines.language.table.tables();
    let reporter = Reporter::new(&tables, labels.labels(), &lexer);
    let renderer = Renderer::new("", text);
    reporter.reports(&errors).map(|report| renderer.short(&report)).collect()
}

#[test]
fn reports_name_what_is_white_space() {
    for (text, expected) in [
        (
            "if a:\nx = a\n",
            "1:6: error: unexpected end of line (help: join this line and the next)",
        ),
        ("if a:", "1:6: error: expected simple after `:` (help: insert simple)"),
        (
            "pass\n  pass\n",
            "2:1: error: unexpected indentation, expected statement or end of input \
             (help: dedent this line)",
        ),
        ("if a # c\n  pass\n", "1:5: error: expected `:` (help: insert `:`)"),
        ("x = a y = b\n", "1:7: error: expected end of line (help: end the line here)"),
        ("x = \n", "1:4: error: expected sum after `=` (help: insert sum)"),
        ("f(a, b\nx = a\n", "1:7: error: `(` was never closed (help: insert `)`)"),
        ("f(a, b", "1:7: error: `(` was never closed (help: insert `)`)"),
        ("def f(x:\n  pass\n", "1:8: error: expected `)` (help: insert `)`)"),
        ("if a:\n  pass\n pass\n", "3:1: error: unexpected indentation (help: dedent this line)"),
    ] {
        assert_eq!(reports(Style::Indentation, text), format!(":{expected}\n"), "{text:?}");
    }
    for (text, expected) in [
        ("x = a y = b\n", "1:6: error: expected `;` (help: insert `;`)"),
        (
            "if a\n{\nx = a\n}\n",
            "1:5: error: unexpected end of line (help: join this line and the next)",
        ),
        ("f(a\n", "1:4: error: `(` was never closed (help: insert `)`)"),
        ("if a {\n x = a\n", "3:1: error: `{` was never closed (help: insert `}`)"),
    ] {
        assert_eq!(reports(Style::Terminated, text), format!(":{expected}\n"), "{text:?}");
    }
}
