//! N-gram models as text: the format that `nimbleparse train` writes, and that build scripts and
//! programs read.
//!
//! The first line has the order. Then comes a line `t` and name, with escapes as in Rust, for each
//! token that occurs; and a line for each run that others continue, with its number and two numbers
//! for each continuation: its last token, and how often it was seen. Tokens are numbered from 0 in
//! the order of their lines, runs in the order in which they are written; run 0 is the empty one,
//! token 0 stands before each text. The last line is `end`, without which a model was cut off.
//!
//! A model of people's edits may follow in the same format, whose first line says `edits`. There a
//! sign stands before each name: `=` for a token beside an edit, or one that comes in place of
//! another, `+` for one that is inserted, `-` deleted, `~` replaced; `^` before these for the token
//! before each text.

use std::{error::Error, fmt, fmt::Write as _};

use lrtable::{Span, TokenId};

use super::{
    edits::{self, Symbols},
    ngram::{Model, Ngrams},
};

/// Start of the first line of a written model, before its order.
const HEADER: &str = "ngrams 1 order";

/// Start of the first line of a written model of edits, before its order.
const EDITS_HEADER: &str = "edits 1 order";

/// The last line.
const END: &str = "end";

/// Error of reading a model: why a text is no model, or none for the grammar, with the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NgramsError {
    message: String,
    line: usize,
    span: Span,
}

impl NgramsError {
    /// Returns the message on one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the number of the wrong line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the span of the wrong line, in bytes.
    pub fn span(&self) -> Span {
        self.span
    }
}

impl fmt::Display for NgramsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl Error for NgramsError {}

impl Ngrams {
    /// Formats the model as text; `name` returns the names of tokens.
    pub fn write(&self, name: &dyn Fn(TokenId) -> String) -> String {
        let texts = self.write_one(HEADER, name);
        let Some(edits) = &self.edits else { return texts };
        let symbols = Symbols::new(self.tokens());
        texts + &edits.write_one(EDITS_HEADER, &|symbol| symbols.name(symbol, name))
    }

    fn write_one(&self, header: &str, name: &dyn Fn(TokenId) -> String) -> String {
        let mut tokens: Vec<u32> = self.longer.iter().map(|((_, token), _)| *token).collect();
        tokens.sort_unstable();
        tokens.dedup();
        tokens.retain(|token| *token != self.before_all().0);
        let mut out = format!("{header} {}\n", self.order);
        for token in &tokens {
            let name = name(TokenId::new(*token as usize));
            let _ = writeln!(out, "t {}", name.escape_default());
        }
        for (number, (_, longer)) in self.in_order().iter().enumerate() {
            if longer.is_empty() {
                continue;
            }
            let _ = write!(out, "{number}");
            for (token, seen) in longer {
                let token = tokens.binary_search(token).map_or(0, |at| at + 1);
                let _ = write!(out, " {token} {seen}");
            }
            out.push('\n');
        }
        out + END + "\n"
    }

    /// Reads a model in the format of [`Ngrams::write`] for `tokens` different tokens; `find`
    /// returns the token of a name. Models for parsers have one token more than the grammar, which
    /// stands for lexemes that it does not accept.
    ///
    /// # Errors
    ///
    /// Fails at the first line that is not in the format, or names a token that `find` does not
    /// know; at the last if the model was cut off.
    pub fn read(
        text: &str,
        tokens: usize,
        find: &dyn Fn(&str) -> Option<TokenId>,
    ) -> Result<Ngrams, NgramsError> {
        let symbols = Symbols::new(tokens.max(1) as u64);
        let find_symbol = |name: &str| symbols.named(name, find);
        let mut reader = Reader::new(Ngrams::new(1, tokens), HEADER, find);
        let mut texts = None;
        let (mut start, mut ended) = (0, false);
        let lines = text.split_inclusive('\n').chain(text.is_empty().then_some(""));
        for (at, line) in lines.enumerate() {
            let content = line.trim_end_matches(['\n', '\r']);
            let mut read = match (at, content.strip_prefix("t ")) {
                (0, _) => reader.header(content),
                _ if ended && texts.is_none() && content.starts_with(EDITS_HEADER) => {
                    let edits = Reader::new(symbols.model(), EDITS_HEADER, &find_symbol);
                    texts = Some(std::mem::replace(&mut reader, edits).model);
                    ended = false;
                    reader.header(content)
                }
                _ if ended => Err(format!("the model ended before this line, with '{END}'")),
                (_, Some(name)) => reader.token(&unescaped(name)),
                (_, None) if content == END => {
                    ended = true;
                    Ok(())
                }
                (_, None) => reader.run(content),
            };
            if read.is_ok() && !ended && start + line.len() == text.len() {
                read = Err(format!("the model was cut off after this line: '{END}' is missing"));
            }
            let span = Span::new(start, start + content.len());
            read.map_err(|message| NgramsError { message, line: at + 1, span })?;
            start += line.len();
        }
        let Some(mut texts) = texts else { return Ok(reader.model) };
        texts.edits = Some(Box::new(reader.model));
        Ok(texts)
    }

    /// Reads a model in the format of [`Ngrams::write`] for parsers of `grammar`.
    ///
    /// # Errors
    ///
    /// See [`Ngrams::read`].
    #[cfg(feature = "generator")]
    pub fn of_grammar(
        text: &str,
        grammar: &lrtable::grammar::Grammar,
    ) -> Result<Ngrams, NgramsError> {
        // One more for lexemes that no grammar accepts.
        Ngrams::read(text, grammar.tokens().len() + 1, &|name| match name {
            "" => Some(grammar.eof()),
            _ => grammar.token_named(name),
        })
    }

    /// Formats a model for parsers of `grammar`, which [`Ngrams::of_grammar`] reads.
    #[cfg(feature = "generator")]
    pub fn to_text(&self, grammar: &lrtable::grammar::Grammar) -> String {
        self.write(&|token| {
            let name = grammar.tokens().get(token.index()).map(|token| token.name.as_str());
            match name {
                // Some grammar has a token that is called like the end of the input.
                Some(name) if grammar.token_named(name) == Some(token) => name.to_string(),
                _ => String::new(),
            }
        })
    }
}

/// State of reading a model.
struct Reader<'f> {
    model: Ngrams,
    /// Start of the first line, before the order.
    header: &'static str,
    /// Returns the token of a name.
    find: &'f dyn Fn(&str) -> Option<TokenId>,
    /// The tokens by their numbers in the text.
    known: Vec<TokenId>,
    /// The lengths of the runs.
    lengths: Vec<usize>,
}

impl<'f> Reader<'f> {
    fn new(
        model: Ngrams,
        header: &'static str,
        find: &'f dyn Fn(&str) -> Option<TokenId>,
    ) -> Reader<'f> {
        Reader { known: vec![model.before_all()], model, header, find, lengths: vec![0] }
    }

    fn header(&mut self, line: &str) -> Result<(), String> {
        let header = self.header;
        if header == EDITS_HEADER && line != format!("{header} {}", edits::ORDER) {
            return Err(format!("expected '{header} {}'", edits::ORDER));
        }
        let order = line.strip_prefix(header).and_then(|order| order.trim().parse().ok());
        self.model.order =
            order.filter(|order| (1..=Ngrams::MOST_ORDER).contains(order)).ok_or_else(|| {
                let most = Ngrams::MOST_ORDER;
                format!("this is no model of texts: expected '{header} N' with N from 1 to {most}")
            })?;
        Ok(())
    }

    fn token(&mut self, name: &str) -> Result<(), String> {
        let Some(token) = (self.find)(name) else {
            return Err(format!("the grammar has no token '{name}': the model is of another"));
        };
        if self.known.contains(&token) {
            return Err(format!("token '{name}' is listed twice"));
        }
        self.known.push(token);
        Ok(())
    }

    fn run(&mut self, line: &str) -> Result<(), String> {
        let numbers: Option<Vec<u32>> = line.split(' ').map(|number| number.parse().ok()).collect();
        let (run, longer) = match numbers.as_deref() {
            Some([run, longer @ ..]) if longer.len() >= 2 && longer.len() % 2 == 0 => {
                (*run, longer)
            }
            _ => {
                return Err("expected 't' and a token, or numbers: a run, and tokens that follow \
                            it with their counts"
                    .into());
            }
        };
        let Some(&length) = self.lengths.get(run as usize) else {
            return Err(format!("there is no run {run} before this line"));
        };
        if length == self.model.order {
            return Err(format!("run {run} is as long as any may be"));
        }
        for pair in longer.chunks_exact(2) {
            let (token, seen) = (pair[0], pair[1]);
            let Some(&token_id) = self.known.get(token as usize) else {
                return Err(format!("there is no token {token} before this line"));
            };
            if self.model.longer(run, token_id).is_some() {
                return Err(format!("run {run} is followed by token {token} twice"));
            }
            self.lengths.push(length + 1);
            self.model.grown_by(run, token_id, seen.into());
        }
        Ok(())
    }
}

/// Reverses `str::escape_default`.
fn unescaped(name: &str) -> String {
    let mut out = String::new();
    let mut rest = name.chars();
    while let Some(c) = rest.next() {
        out.extend(match c {
            '\\' => match rest.next() {
                Some('n') => Some('\n'),
                Some('r') => Some('\r'),
                Some('t') => Some('\t'),
                Some('u') => {
                    let code: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                    u32::from_str_radix(&code, 16).ok().and_then(char::from_u32)
                }
                other => other,
            },
            c => Some(c),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recovery::sequence::Repair;

    const NAMES: [&str; 5] = ["$", "a", "\"b\\", "c\n", "é"];

    fn tokens(ids: &[usize]) -> Vec<TokenId> {
        ids.iter().map(|id| TokenId::new(*id)).collect()
    }

    fn read(text: &str) -> Result<Ngrams, NgramsError> {
        let find = |name: &str| NAMES.iter().position(|known| *known == name).map(TokenId::new);
        Ngrams::read(text, NAMES.len(), &find)
    }

    #[test]
    fn what_was_written_is_read_again() {
        let mut model = Ngrams::new(4, NAMES.len());
        model.count(&tokens(&[1, 2, 1, 4, 2, 1, 1, 3, 0]));
        model.count(&tokens(&[2, 2, 3, 0]));
        let text = model.write(&|token| NAMES[token.index()].to_string());
        let again = read(&text.replace('\n', "\r\n")).unwrap();
        assert_eq!(again.write(&|token| NAMES[token.index()].to_string()), text);
        for history in [&[][..], &[1], &[2, 1], &[4, 4], &[1, 4, 2]] {
            for id in 0..NAMES.len() {
                let log = |model: &Ngrams| model.log(&tokens(history), TokenId::new(id));
                assert_eq!(log(&again), log(&model));
            }
        }
    }

    /// A model of texts and of edits, as text.
    fn with_edits() -> (Ngrams, String) {
        let mut model = Ngrams::new(3, NAMES.len());
        model.count(&tokens(&[1, 2, 1, 4, 2, 1, 1, 3, 0]));
        let text = tokens(&[1, 2, 4, 0]);
        let insert = |id: usize| Repair::Insert(TokenId::new(id));
        model.count_fix(&text, 0, &[insert(3), Repair::Shift, Repair::Delete]);
        model.count_fix(&text, 2, &[insert(2), Repair::Delete, insert(1)]);
        model.count_fix(&text, 3, &[insert(1)]);
        let text = model.write(&|token| NAMES[token.index()].to_string());
        (model, text)
    }

    #[test]
    fn edits_that_were_written_are_read_again() {
        let (model, text) = with_edits();
        let again = read(&text.replace('\n', "\r\n")).unwrap();
        assert_eq!(again.write(&|token| NAMES[token.index()].to_string()), text);
        assert!(text.contains("\nend\nedits 1 order 3\n") && text.contains("\nt ^=\n"));
        let (model, again) = (model.edits.unwrap(), again.edits.unwrap());
        let symbols = (0..24).map(TokenId::new);
        for symbol in symbols.clone() {
            for before in [&[][..], &[1], &[4, 0], &[5, 1], &[2, 4], &[4, 20]] {
                let log = |model: &Ngrams| model.log(&tokens(before), symbol);
                assert_eq!(log(&again), log(&model), "{before:?}");
            }
        }
    }

    #[test]
    fn a_model_that_was_cut_off_is_none() {
        let (_, text) = with_edits();
        let texts = text.find("edits").unwrap();
        let end = text.trim_end().len();
        for (at, _) in text[..end].char_indices() {
            // Without its edits, a model of texts is whole.
            let is_whole = at == texts - 1 || at == texts;
            assert_eq!(read(&text[..at]).is_ok(), is_whole, "{}", &text[..at]);
        }
        assert!(read(&text[..end]).is_ok());
    }

    #[test]
    fn every_line_that_is_wrong_is_named() {
        let wrong = [
            ("", 1, "this is no model of texts: expected 'ngrams 1 order N' with N from 1 to 8"),
            ("ngrams 1 order 9\n", 1, "this is no model"),
            ("ngrams 1 order 2\nt a\nt x\n", 3, "the grammar has no token 'x'"),
            ("ngrams 1 order 2\nt a\nt a\n", 3, "token 'a' is listed twice"),
            ("ngrams 1 order 2\nt a\n7 1 1", 3, "there is no run 7"),
            ("ngrams 1 order 2\nt a\n0 2 1", 3, "there is no token 2"),
            ("ngrams 1 order 2\nt a\n0 1", 3, "expected 't' and a token, or numbers"),
            ("ngrams 1 order 2\nt a\n0 1 99999999999", 3, "expected 't' and a token"),
            ("ngrams 1 order 2\nt a\n0 1 1\n0 1 1\n", 4, "run 0 is followed by token 1 twice"),
            ("ngrams 1 order 1\nt a\n0 1 1\n1 1 1\n", 4, "run 1 is as long as any"),
            ("ngrams 1 order 2\nt a\n\n", 3, "expected 't' and a token"),
            ("ngrams 1 order 2\nt a\n0 1 1\n", 3, "the model was cut off after this line"),
            ("ngrams 1 order 2\nt a\nend\n0 1 1\n", 4, "the model ended before this line"),
            ("ngrams 1 order 2\nend\nedits 1 order 2\nend\n", 3, "expected 'edits 1 order 3'"),
            ("ngrams 1 order 2\nend\nedits 1 order 3\nt a\n", 4, "the grammar has no token 'a'"),
            ("ngrams 1 order 2\nend\nedits 1 order 3\nt +x\n", 4, "the grammar has no token '+x'"),
            ("ngrams 1 order 2\nend\nedits 1 order 3\nt ^\n", 4, "the grammar has no token '^'"),
            ("ngrams 1 order 2\nend\nedits 1 order 3\nt +a\n0 1", 5, "expected 't' and a token"),
            ("ngrams 1 order 2\nend\nedits 1 order 3\nt +a\n0 2 1", 5, "there is no token 2"),
            ("ngrams 1 order 2\nend\nedits 1 order 3\n", 3, "the model was cut off"),
            (
                "ngrams 1 order 2\nend\nedits 1 order 3\nend\nedits 1 order 3\nend\n",
                5,
                "the model ended before this line",
            ),
        ];
        for (text, line, message) in wrong {
            let error = read(text).unwrap_err();
            assert!(error.message().starts_with(message), "{error}");
            assert_eq!(error.line(), line, "{error}");
            assert_eq!(error.to_string(), format!("line {line}: {}", error.message()));
            let shown = text.lines().nth(line - 1).unwrap_or("");
            assert_eq!(&text[error.span().start()..error.span().end()], shown);
        }
    }
}
