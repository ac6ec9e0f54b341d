//! The format of case files: text to sections and back.
//!
//! `=== NAME` begins a case, `--- SECTION` a section of it. A file's first line decides how many
//! characters such a mark has, so that any text can stand in a section. A section's text ends
//! before the newline that precedes the next mark. One pass over the text; unchanged sections are
//! written as they were.

use std::fmt::Write as _;

use super::CustomSection;

/// Sections, before the first input, with what a case is about.
const GIVEN: [&str; 4] = ["grammar", "lexer", "ngrams", "settings"];
/// Sections with expectations of the grammar and the lexer.
const OF_LANGUAGE: [&str; 5] = ["accept", "reject", "messages", "conflicts", "counts"];
/// Sections with expectations of the input before them.
const OF_INPUT: [&str; 9] =
    ["accept", "reject", "lexemes", "unfinished", "tree", "errors", "reports", "edits", "repaired"];

/// A file of cases.
///
/// ```
/// use nimbleparse::cases::CaseFile;
/// let text = "=== a sum\n--- input\n1 + 2\n--- accept\n";
/// let file = CaseFile::read(text, &[]).unwrap();
/// assert_eq!(file.cases[0].sections[0].text, "1 + 2");
/// assert_eq!(file.write(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFile {
    marks: usize,
    crlf: bool,
    has_byte_order_mark: bool,
    /// Whether the last case has an input already, while a file is read.
    has_input: bool,
    /// Sections before the first case, which apply to all cases that have none of their own.
    pub common: Vec<Section>,
    /// The cases, in order.
    pub cases: Vec<Case>,
}

/// A case: a name and sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The name of the case.
    pub name: String,
    /// The line of the case, from 1.
    pub line: usize,
    /// The text between the name and the first section.
    pub note: String,
    /// The sections of the case, in order.
    pub sections: Vec<Section>,
}

/// How a list of repairs is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// The listed repair is the first of each error.
    First,
    /// The listed repairs are among those of each error.
    Contains,
    /// The listed repairs are all of each error.
    Exactly,
}

/// A section of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The name of the section.
    pub name: String,
    /// The rest of the section's mark, after the name.
    pub words: String,
    /// The line of the section, from 1; 0 if it is new.
    pub line: usize,
    /// The text of the section.
    pub text: String,
    /// Whether the text is one empty line, which counts as no text.
    pub is_blank: bool,
    /// Whether each line of the text ends in CR LF.
    pub crlf: bool,
    /// The file that holds the text, if the case does not.
    pub from: Option<String>,
    /// The recoverer, if it is not that of the settings.
    pub recoverer: Option<String>,
    /// How repairs are compared.
    pub list: List,
}

/// Error of reading a case file: a line, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseError {
    /// The line, from 1.
    pub line: usize,
    /// The mistake in one line.
    pub message: String,
}

/// Returns the rest of a line that begins with `count` times `c` and a blank.
fn marked(line: &str, c: char, count: usize) -> Option<&str> {
    let rest = line.trim_start_matches(c);
    let is_mark = line.len() - rest.len() == count * c.len_utf8();
    rest.strip_prefix(' ').map(str::trim).filter(|rest| is_mark && !rest.is_empty())
}

/// A line read as a mark, in a file with marks of a certain length.
enum Mark<'t> {
    Title(&'t str),
    Section(&'t str),
}

fn mark(line: &str, marks: usize) -> Option<Mark<'_>> {
    let title = marked(line, '=', marks).map(Mark::Title);
    title.or_else(|| marked(line, '-', marks).map(Mark::Section))
}

impl Section {
    /// Makes a section without text.
    pub fn new(name: &str) -> Section {
        Section {
            name: name.to_string(),
            words: String::new(),
            line: 0,
            text: String::new(),
            is_blank: false,
            crlf: false,
            from: None,
            recoverer: None,
            list: List::Exactly,
        }
    }

    /// Reads a section from the words of its mark.
    fn read(mark: &str, line: usize, custom: &[CustomSection]) -> Result<Section, String> {
        let (name, words) = mark.split_once(' ').unwrap_or((mark, ""));
        let words = words.trim();
        let mut section = Section { line, words: words.to_string(), ..Section::new(name) };
        let unexpected =
            |word: &str| Err(format!("unexpected '{word}' in the mark of section '{name}'"));
        let mut rest = words;
        match name {
            "grammar" | "lexer" | "ngrams" | "input" => {
                if let Some(after) = rest.strip_prefix("crlf") {
                    section.crlf = true;
                    rest = after.trim();
                }
                if let Some(file) = rest.strip_prefix("from ") {
                    section.from = Some(file.trim().to_string());
                    rest = "";
                }
            }
            "tree" | "errors" | "reports" | "edits" | "repaired" | "repairs" => {
                if name == "repairs" {
                    let (list, after) = rest.split_once(' ').unwrap_or((rest, ""));
                    section.list = match list {
                        "first" => List::First,
                        "contains" => List::Contains,
                        "exactly" => List::Exactly,
                        _ => return Err("'repairs' needs 'first', 'contains' or 'exactly'".into()),
                    };
                    rest = after.trim();
                }
                if !rest.is_empty() && !rest.contains(' ') {
                    section.recoverer = Some(std::mem::take(&mut rest).to_string());
                }
            }
            _ if GIVEN.contains(&name)
                || OF_LANGUAGE.contains(&name)
                || OF_INPUT.contains(&name) => {}
            _ if custom.iter().any(|own| own.name == name) => {}
            _ => {
                let own = custom.iter().map(|own| own.name);
                let names: Vec<&str> = GIVEN
                    .into_iter()
                    .chain(["input", "repairs"])
                    .chain(OF_INPUT)
                    .chain(OF_LANGUAGE[2..].iter().copied())
                    .chain(own)
                    .collect();
                return Err(format!(
                    "unknown section '{name}': there are {}; a text with such a line needs longer marks in the whole file",
                    names.join(", ")
                ));
            }
        }
        if rest.is_empty() { Ok(section) } else { unexpected(rest) }
    }

    /// Returns whether the section is an expectation, rather than something that a case is about.
    pub(crate) fn is_expectation(&self) -> bool {
        !GIVEN.contains(&self.name.as_str()) && self.name != "input"
    }

    /// Returns the text with the line ends that the mark asks for.
    pub fn content(&self) -> String {
        if self.crlf { self.text.replace('\n', "\r\n") } else { self.text.clone() }
    }
}

impl CaseFile {
    /// Reads a case file, of which an empty one has no cases; `custom` are sections that the
    /// project defines.
    ///
    /// # Errors
    ///
    /// Fails at the first line that cannot be read.
    pub fn read(text: &str, custom: &[CustomSection]) -> Result<CaseFile, CaseError> {
        let unmarked = text.strip_prefix('\u{feff}');
        let (has_byte_order_mark, text) = (unmarked.is_some(), unmarked.unwrap_or(text));
        let crlf =
            text.lines().next().is_some() && text.split('\n').next().unwrap().ends_with('\r');
        let text = if crlf { text.replace("\r\n", "\n") } else { text.to_string() };
        let first = text.lines().next().unwrap_or("");
        let c = first.chars().next().filter(|c| matches!(c, '=' | '-')).unwrap_or('=');
        let marks = first.chars().take_while(|one| *one == c).count();
        if !text.is_empty() && (marks < 3 || mark(first, marks).is_none()) {
            let message =
                "expected '=== NAME' of a case, or '--- SECTION' for all cases".to_string();
            return Err(CaseError { line: 1, message });
        }
        let mut file = CaseFile {
            marks: marks.max(3),
            crlf,
            has_byte_order_mark,
            has_input: false,
            common: Vec::new(),
            cases: Vec::new(),
        };
        let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or(&text).split('\n').collect();
        let places: Vec<usize> =
            (0..lines.len()).filter(|at| mark(lines[*at], marks).is_some()).collect();
        for (nth, &at) in places.iter().enumerate() {
            let end = places.get(nth + 1).copied().unwrap_or(lines.len());
            let text = lines[at + 1..end].join("\n");
            let is_blank = text.is_empty() && at + 1 < end;
            let line = at + 1;
            match mark(lines[at], marks).expect("it was found there") {
                Mark::Title(name) => {
                    file.has_input = false;
                    file.cases.push(Case {
                        name: name.to_string(),
                        line,
                        note: if is_blank { "\n".to_string() } else { text },
                        sections: Vec::new(),
                    });
                }
                Mark::Section(words) => {
                    let wrong = |message| CaseError { line, message };
                    let read = Section::read(words, line, custom).map_err(wrong)?;
                    let section = Section { text, is_blank, ..read };
                    file.push(section, custom).map_err(wrong)?;
                }
            }
        }
        match file.cases.is_empty() && !text.is_empty() {
            true => Err(CaseError { line: lines.len(), message: "there is no case".to_string() }),
            false => Ok(file),
        }
    }

    /// Makes a file with a case for each name, note, input, and name of the expected section.
    pub(crate) fn of(
        texts: impl IntoIterator<Item = (String, String, String, &'static str)>,
    ) -> CaseFile {
        let case = |(name, note, text, expected): (String, String, String, &str)| {
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            let input = Section { text, ..Section::new("input") };
            let expected = Section { is_blank: true, ..Section::new(expected) };
            Case { name, line: 0, note, sections: vec![input, expected] }
        };
        let cases = texts.into_iter().map(case).collect();
        CaseFile {
            marks: 3,
            crlf: false,
            has_byte_order_mark: false,
            has_input: false,
            common: Vec::new(),
            cases,
        }
    }

    /// Adds a section to the last case, or to the common ones.
    fn push(&mut self, section: Section, custom: &[CustomSection]) -> Result<(), String> {
        let name = section.name.as_str();
        let is_given = GIVEN.contains(&name);
        let Some(case) = self.cases.last_mut() else {
            if !is_given {
                return Err(format!("'{name}' stands before the first case: expected '=== NAME'"));
            }
            self.common.push(section);
            return Ok(());
        };
        let has_input = self.has_input;
        if is_given && has_input {
            return Err(format!("'{name}' stands after an input: it holds for the whole case"));
        }
        if is_given && case.sections.iter().any(|one| one.name == name) {
            return Err(format!("a second '{name}' in one case"));
        }
        let is_custom = custom.iter().any(|own| own.name == name);
        if !is_given && name != "input" && !is_custom {
            let of_input = OF_INPUT.contains(&name) || name == "repairs";
            let of_language = OF_LANGUAGE.contains(&name);
            if has_input && !of_input {
                return Err(format!("'{name}' stands after an input: it is about the grammar"));
            }
            if !has_input && !of_language {
                return Err(format!("'{name}' needs an 'input' before it"));
            }
        }
        self.has_input |= name == "input";
        case.sections.push(section);
        Ok(())
    }

    /// Formats the file. Marks are longer where a section's text would be taken for one.
    pub fn write(&self) -> String {
        let sections = || self.common.iter().chain(self.cases.iter().flat_map(|c| &c.sections));
        let mut marks = self.marks;
        let is_mark = |marks: usize| {
            sections().any(|section| section.text.lines().any(|line| mark(line, marks).is_some()))
        };
        while is_mark(marks) {
            marks += 1;
        }
        let [title, dashes] = ["=", "-"].map(|c| c.repeat(marks));
        let mut out = String::from(if self.has_byte_order_mark { "\u{feff}" } else { "" });
        let write_section = |out: &mut String, section: &Section| {
            let words = [dashes.as_str(), &section.name, &section.words].join(" ");
            let _ = writeln!(out, "{}", words.trim_end());
            if !section.text.is_empty() || section.is_blank {
                let _ = writeln!(out, "{}", section.text);
            }
        };
        self.common.iter().for_each(|section| write_section(&mut out, section));
        for case in &self.cases {
            let _ = writeln!(out, "{title} {}", case.name);
            match case.note.as_str() {
                "" | "\n" => out.push_str(&case.note),
                note => _ = writeln!(out, "{note}"),
            }
            case.sections.iter().for_each(|section| write_section(&mut out, section));
        }
        if self.crlf { out.replace('\n', "\r\n") } else { out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn misread(text: &str) -> (usize, String) {
        let CaseError { line, message } = CaseFile::read(text, &[]).unwrap_err();
        (line, message)
    }

    #[test]
    fn what_is_read_is_written_as_it_was() {
        for text in [
            // A shell makes the file before the program that fills it has begun.
            "",
            "\u{feff}",
            "=== a\n",
            "=== a\nwhat it is for\n\n--- input\nx\n\n--- accept\n\n=== b\n--- input crlf\n--- tree none\n",
            "--- grammar from g.y\n\n=== a\n--- settings\nrecoverer none\n--- input from i\n--- repairs first\n1:2\n",
            "=== a\r\n--- input\r\nx\r\n",
            "\u{feff}=== a\n",
            "===== a\n----- input\n=== b\n--- input\n---- tree\n",
        ] {
            assert_eq!(CaseFile::read(text, &[]).unwrap().write(), text);
        }
    }

    #[test]
    fn a_text_ends_before_the_newline_before_the_next_mark() {
        let file =
            CaseFile::read("=== a\n--- input\n--- input\nx\n--- input\nx\n\n\n", &[]).unwrap();
        let texts: Vec<&str> = file.cases[0].sections.iter().map(|s| s.text.as_str()).collect();
        assert_eq!(texts, ["", "x", "x\n\n"]);
    }

    #[test]
    fn marks_grow_where_a_text_would_be_one() {
        let mut file = CaseFile::read("=== a\n--- input\nx\n--- tree\n", &[]).unwrap();
        for text in ["--- tree", "=== b\n---- input", "---x\n=====\n---- "] {
            file.cases[0].sections[1].text = text.to_string();
            let again = CaseFile::read(&file.write(), &[]).unwrap();
            assert_eq!(again.cases.len(), 1);
            assert_eq!(again.cases[0].sections[1].text, text);
        }
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_line() {
        for (text, line, said) in [
            ("\n", 1, "expected '=== NAME'"),
            ("a\n=== b\n", 1, "expected '=== NAME'"),
            ("=== \n", 1, "expected '=== NAME'"),
            ("--- grammar\n%%\n", 2, "no case"),
            ("--- input\nx\n", 1, "before the first case"),
            ("=== a\n--- inptu\n", 2, "unknown section 'inptu'"),
            ("=== a\n--- tree\n", 2, "needs an 'input'"),
            ("=== a\n--- input\n--- grammar\n", 3, "stands after an input"),
            ("=== a\n--- input\n--- conflicts\n", 3, "stands after an input"),
            ("=== a\n--- lexer\n--- lexer\n", 3, "a second 'lexer'"),
            ("=== a\n--- input\n--- repairs\n", 3, "'first', 'contains' or 'exactly'"),
            ("=== a\n--- input\n--- accept now\n", 3, "unexpected 'now'"),
        ] {
            let (at, message) = misread(text);
            assert!(at == line && message.contains(said), "{text:?}: {at}: {message}");
        }
    }
}
