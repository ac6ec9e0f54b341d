//! Finding the end of foreign text: actions, prologues, types.
//!
//! The text is never understood, only its lexis: what looks like a brace inside a string, a
//! character or a comment does not count. Rust is scanned exactly. For the languages that yacc's
//! offspring embed (C, C++, Java, D, Go, Limbo) one tolerant lexis serves: a quote or an apostrophe
//! that is not closed on its line is an ordinary character, because such text stands in
//! preprocessor lines and comments of every kind.
//!
//! All offsets that come out lie at ASCII characters or at the end of the text, hence on character
//! boundaries.

/// The language of foreign text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexis {
    /// Rust.
    Rust,
    /// C and its relatives.
    C,
    /// As C, with strings in backticks that may span lines.
    Go,
    /// As C, with comments from `#` to the end of the line.
    Limbo,
}

/// The length in bytes up to which the end of a type is looked for, so that the cost of
/// types without one is not quadratic.
const MAX_TYPE: usize = 4096;

/// The length in bytes up to which the end of a Rust character is looked for.
const MAX_RUST_CHAR: usize = 24;

/// The brackets around a block of foreign text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Delimiters {
    open: u8,
    pub(super) close: u8,
}

impl Delimiters {
    pub(super) const BRACES: Delimiters = Delimiters { open: b'{', close: b'}' };
    pub(super) const BRACKETS: Delimiters = Delimiters { open: b'[', close: b']' };
    pub(super) const PARENTHESES: Delimiters = Delimiters { open: b'(', close: b')' };
}

/// The offset of the bracket that closes one just before `from`; `None` if the text ends before.
pub(super) fn closing(
    source: &str,
    from: usize,
    lexis: Lexis,
    delimiters: Delimiters,
) -> Option<usize> {
    let Delimiters { open, close } = delimiters;
    // C's other spelling of braces counts as well.
    let digraphs = lexis != Lexis::Rust && delimiters == Delimiters::BRACES;
    let mut depth = 0usize;
    for (at, _) in atoms(source, from, lexis).filter(|(at, end)| *end == at + 1) {
        let rest = &source.as_bytes()[at..];
        if rest[0] == open || digraphs && rest.starts_with(b"<%") {
            depth += 1;
        } else if rest[0] == close && depth == 0 {
            return Some(at);
        } else if rest[0] == close || digraphs && depth > 0 && rest.starts_with(b"%>") {
            depth -= 1;
        }
    }
    None
}

/// The offset of the `end`, such as `%}`, of a prologue which starts at `from`.
pub(super) fn prologue_end(source: &str, from: usize, lexis: Lexis, end: &str) -> Option<usize> {
    let mut starts = atoms(source, from, lexis).map(|(at, _)| at);
    starts.find(|at| source.as_bytes()[*at..].starts_with(end.as_bytes()))
}

/// The end of a statement that starts at `from`: after its `;`, or after the `}` that closes its
/// only block.
pub(super) fn statement_end(source: &str, from: usize, lexis: Lexis) -> Option<usize> {
    let mut depth = 0usize;
    for (at, end) in atoms(source, from, lexis) {
        match source.as_bytes()[at] {
            b';' if depth == 0 => return Some(end),
            b'{' => depth += 1,
            b'}' if depth <= 1 => return (depth == 1).then_some(end),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Where a type that starts at `from` stops.
///
/// `angle`: it stands in `<…>` and its `<` has been read, so it stops at the matching `>`. Else it
/// stops at the first `:` outside brackets that is not part of `::`. Gives the offset of that
/// character and the end of the last character of the type before it; `None` if something comes
/// first that cannot be part of a type, or if the type is longer than any.
pub(super) fn type_end(source: &str, from: usize, angle: bool) -> Option<(usize, usize)> {
    let source = &source[..source.floor_char_boundary(from.saturating_add(MAX_TYPE))];
    let bytes = source.as_bytes();
    let mut open = if angle { vec![b'<'] } else { Vec::new() };
    let (mut at, mut last) = (from, from);
    while at < bytes.len() {
        let end = atom(source, at, Lexis::Rust);
        let next = bytes.get(at + 1).copied();
        let inside = open.last().copied();
        let step = match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            b'/' if end > at + 1 => {
                at = end;
                continue;
            }
            b'-' | b'=' if next == Some(b'>') => 2,
            b':' if next == Some(b':') => 2,
            b':' => match inside {
                None => return Some((at, last)),
                Some(b'[' | b'<') => return None,
                Some(_) => 1,
            },
            byte @ (b'(' | b'[' | b'<' | b'{') => {
                if byte == b'{' && inside != Some(b'<') && inside != Some(b'{') {
                    return None;
                }
                open.push(byte);
                1
            }
            byte @ (b')' | b']' | b'>' | b'}') => {
                if open.pop() != Some(partner(byte)) {
                    return None;
                }
                if angle && open.is_empty() {
                    return Some((at, last));
                }
                1
            }
            b';' if inside != Some(b'[') => return None,
            b'|' => return None,
            b'%' if next == Some(b'%') => return None,
            _ => end - at,
        };
        at += step;
        last = at;
    }
    None
}

fn partner(close: u8) -> u8 {
    match close {
        b')' => b'(',
        b']' => b'[',
        b'}' => b'{',
        _ => b'<',
    }
}

/// The end of the tag `<…>` whose `<` is just before `from`: the offset of its `>`, on the same
/// line.
pub(super) fn tag_end(source: &str, from: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut previous = b'<';
    for (k, &byte) in source.as_bytes()[from..].iter().enumerate() {
        match byte {
            b'\n' => return None,
            b'<' => depth += 1,
            b'>' if previous == b'-' => {}
            b'>' if depth == 0 => return Some(from + k),
            b'>' => depth -= 1,
            _ => {}
        }
        previous = byte;
    }
    None
}

/// The end of the rest of a line that starts at `from`: at the first newline or comment outside
/// brackets.
pub(super) fn line_end(source: &str, from: usize) -> usize {
    let bytes = source.as_bytes();
    let mut depth = 0usize;
    for (at, end) in atoms(source, from, Lexis::Rust) {
        match bytes[at] {
            b'/' if end > at + 1 && depth == 0 => return at,
            b'\n' if depth == 0 => return at,
            b'%' if bytes[at..].starts_with(b"%%") => return at,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    bytes.len()
}

/// Returns the end of the string, character, comment or word that starts at byte `at` of a piece of
/// Rust; `at + 1` for any other byte.
///
/// # Panics
///
/// If `at` is not inside `source`, or not on a character boundary.
pub fn rust_atom(source: &str, at: usize) -> usize {
    atom(source, at, Lexis::Rust)
}

/// Returns the strings, characters, comments, words and other characters of a piece of Rust, in
/// order.
pub fn rust_atoms(source: &str) -> impl Iterator<Item = &str> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = Some(at).filter(|at| *at < source.len())?;
        at = source.ceil_char_boundary(rust_atom(source, start));
        Some(&source[start..at])
    })
}

/// Where each atom (see [`atom`]) of `source` from byte `from` on starts and ends.
fn atoms(source: &str, from: usize, lexis: Lexis) -> impl Iterator<Item = (usize, usize)> {
    let mut at = from;
    std::iter::from_fn(move || {
        let start = Some(at).filter(|at| *at < source.len())?;
        at = atom(source, start, lexis);
        Some((start, at))
    })
}

/// The end of the string, character, comment or word that starts at `at`; `at + 1` for any other
/// byte.
fn atom(source: &str, at: usize, lexis: Lexis) -> usize {
    let bytes = source.as_bytes();
    let line_end = || source.as_bytes()[at..].iter().position(|&b| b == b'\n');
    match bytes[at] {
        b'/' if bytes.get(at + 1) == Some(&b'/') => at + line_end().unwrap_or(bytes.len() - at),
        b'/' if bytes.get(at + 1) == Some(&b'*') => comment_end(bytes, at, lexis == Lexis::Rust),
        b'#' if lexis == Lexis::Limbo => at + line_end().unwrap_or(bytes.len() - at),
        byte if byte.is_ascii_alphanumeric() || byte == b'_' => word_end(source, at, lexis),
        byte if lexis == Lexis::Rust => match byte {
            b'"' => quoted_end(bytes, at, true).unwrap_or(bytes.len()),
            b'\'' => rust_char_end(source, at),
            _ => at + 1,
        },
        b'"' => {
            text_block_end(bytes, at).or_else(|| quoted_end(bytes, at, false)).unwrap_or(at + 1)
        }
        b'\'' => quoted_end(bytes, at, false).unwrap_or(at + 1),
        b'`' => {
            let rest = &bytes[at + 1..];
            let stop = rest.iter().position(|&b| b == b'`' || (b == b'\n' && lexis != Lexis::Go));
            match stop {
                Some(len) if rest[len] == b'`' => at + len + 2,
                _ => at + 1,
            }
        }
        // Only at a line's end does a backslash mean something; skipping what it escapes keeps the
        // scan linear.
        b'\\' => (at + 2).min(bytes.len()),
        _ => at + 1,
    }
}

fn comment_end(bytes: &[u8], at: usize, nested: bool) -> usize {
    let mut depth = 0usize;
    let mut k = at;
    while k + 1 < bytes.len() {
        match (bytes[k], bytes[k + 1]) {
            (b'/', b'*') if nested || depth == 0 => {
                depth += 1;
                k += 2;
            }
            (b'*', b'/') => {
                depth -= 1;
                k += 2;
                if depth == 0 {
                    return k;
                }
            }
            _ => k += 1,
        }
    }
    bytes.len()
}

/// The end of a literal with escapes whose quote stands at `at`; `None` if it is not closed (on its
/// line).
fn quoted_end(bytes: &[u8], at: usize, many_lines: bool) -> Option<usize> {
    let mut k = at + 1;
    while k < bytes.len() {
        match bytes[k] {
            b'\\' if bytes.get(k + 1) == Some(&b'\r') && bytes.get(k + 2) == Some(&b'\n') => k += 3,
            b'\\' => k += 2,
            b'\n' if !many_lines => return None,
            byte if byte == bytes[at] => return Some(k + 1),
            _ => k += 1,
        }
    }
    None
}

/// The end of one of Java's text blocks, which three quotes and a line's end open.
fn text_block_end(bytes: &[u8], at: usize) -> Option<usize> {
    let text = bytes[at..].strip_prefix(b"\"\"\"")?;
    let first = text.iter().position(|b| !b" \t\r".contains(b))?;
    if text[first] != b'\n' {
        return None;
    }
    let mut k = at + 3 + first;
    while k < bytes.len() {
        if bytes[k..].starts_with(b"\"\"\"") {
            return Some(k + 3);
        }
        k += if bytes[k] == b'\\' { 2 } else { 1 };
    }
    Some(bytes.len())
}

/// The end of a Rust character, or only of the apostrophe if it starts a lifetime.
fn rust_char_end(source: &str, at: usize) -> usize {
    let mut rest = source[at + 1..].chars();
    match rest.next() {
        Some('\\') => {
            // The longest escape is that of a character by its number.
            let until = source.len().min(at + MAX_RUST_CHAR);
            quoted_end(&source.as_bytes()[..until], at, false).unwrap_or(at + 1)
        }
        Some(c) if c != '\'' && rest.next() == Some('\'') => at + 2 + c.len_utf8(),
        _ => at + 1,
    }
}

/// The end of the word at `at`, with the raw string that it introduces, if any.
fn word_end(source: &str, at: usize, lexis: Lexis) -> usize {
    let bytes = source.as_bytes();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let number = bytes[at].is_ascii_digit();
    let mut end = at;
    while end < bytes.len() {
        // C++ groups digits with apostrophes.
        let group = number
            && lexis != Lexis::Rust
            && bytes[end] == b'\''
            && bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric);
        if !is_part(bytes[end]) && !group {
            break;
        }
        end += 1;
    }
    match (lexis, &source[at..end]) {
        (Lexis::Rust, "r" | "br" | "cr") => raw_rust_end(source, end),
        (Lexis::C, "R" | "LR" | "uR" | "UR" | "u8R") => raw_cpp_end(source, end),
        _ => end,
    }
}

/// The end of `#"…"#` with any number of hashes at `at`; `at` if there is none.
fn raw_rust_end(source: &str, at: usize) -> usize {
    let hashes = source.as_bytes()[at..].iter().take_while(|&&b| b == b'#').count();
    match source[at + hashes..].starts_with('"') {
        true => end_of_raw(source, at + hashes + 1, &format!("\"{}", "#".repeat(hashes))),
        false => at,
    }
}

/// The end of `"name(…)name"` at `at`; `at` if there is none.
fn raw_cpp_end(source: &str, at: usize) -> usize {
    let Some(rest) = source[at..].strip_prefix('"') else { return at };
    // The standard allows sixteen characters.
    let Some(len) = rest.bytes().take(17).position(|b| b == b'(') else { return at };
    end_of_raw(source, at + 1 + len + 1, &format!("){}\"", &rest[..len]))
}

/// The end of a raw string whose text starts at `text`, after what closes it; the end of `source`
/// if nothing does.
fn end_of_raw(source: &str, text: usize, close: &str) -> usize {
    source[text..].find(close).map_or(source.len(), |at| text + at + close.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text up to the brace that closes the first one.
    fn body(source: &str, lexis: Lexis) -> Option<&str> {
        let from = source.find('{').expect("the test has a brace") + 1;
        closing(source, from, lexis, Delimiters::BRACES).map(|end| &source[from..end])
    }

    #[test]
    fn rust_braces_in_literals_and_comments_do_not_count() {
        for code in [
            r#" "}\"}" "#,
            "r#\"}\"}\"#",
            "br\"\\\"",
            "b'}'",
            "'}'",
            "'\\''",
            "'\\u{7d}'",
            "fn f<'a>(x: &'a str) { 'l: loop { break 'l } }",
            "/* } /* } */ } */",
            "// }\n",
            "\"a\n}\"",
            "'é'; r#fn {}",
        ] {
            assert_eq!(body(&format!("{{{code}}} }}"), Lexis::Rust), Some(code));
        }
        assert_eq!(body("{ { }", Lexis::Rust), None);
        assert_eq!(body("{ \"}", Lexis::Rust), None);
    }

    #[test]
    fn c_braces_in_literals_and_comments_do_not_count() {
        for code in [
            r#" "}\"}" '}' '\'' "#,
            "/* } */",
            "// don't }\n",
            "R\"x(})\"})x\"",
            "x = 1'000; c = '}';",
            "#error don't\n",
            "s = \"unclosed\n\"}\";",
            "`}`",
            "<% %>",
            "\"\"\"\n } \"\"\"",
            "\"a\\\n}\"",
        ] {
            assert_eq!(body(&format!("{{{code}}} }}"), Lexis::C), Some(code));
        }
    }

    #[test]
    fn go_strings_span_lines_and_limbo_comments_start_with_a_hash() {
        assert_eq!(body("{ `a\n}` } }", Lexis::Go), Some(" `a\n}` "));
        assert_eq!(body("{ # }\n } }", Lexis::Limbo), Some(" # }\n "));
    }

    #[test]
    fn a_type_ends_at_its_colon() {
        for ty in [
            "u32",
            "Result<Vec<a::B>, ()>",
            "&'a mut [u8; 4]",
            "Box<dyn Fn(x: u8) -> Result<u8, ()>>",
            "(A, fn(a: B) -> C)",
            "[[u8; 2]; 3]",
            "Arr<{ N + 1 }>",
        ] {
            let source = format!("{ty} /* : */ : x");
            let (colon, end) = type_end(&source, 0, false).expect(ty);
            assert_eq!((&source[..end], &source[colon..]), (ty, ": x"));
        }
        for text in ["u32", "u32 ;", "Vec<u8 : x;", "[ : x ;", "a | b", "( %%", "Vec) :"] {
            assert_eq!(type_end(text, 0, false), None, "{text}");
        }
        assert_eq!(type_end("Vec<fn() -> u8> >{", 0, true), Some((16, 15)));
    }

    #[test]
    fn a_statement_ends_at_its_semicolon_or_block() {
        let ends = |text: &str| statement_end(text, 0, Lexis::C);
        assert_eq!(ends("f(';'); x"), Some(7));
        assert_eq!(ends("if (a) { b; } c;"), Some(13));
        assert_eq!(ends("f("), None);
    }
}
