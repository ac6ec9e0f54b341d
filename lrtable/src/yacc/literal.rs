//! Quoted text: its escapes.

/// The text of a literal's `inside` with C's escapes decoded, and the first escape that means
/// nothing.
///
/// A number (`\13`, `\x0a`) is the character with that code, so a byte above 127 is a character of
/// Latin-1. What follows the backslash of an unknown escape stands for itself.
pub(super) fn decode(inside: &str) -> (String, Option<&str>) {
    let mut text = String::with_capacity(inside.len());
    let mut unknown = None;
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let escape = &rest[at..];
        let (decoded, len) = match decode_one(&escape[1..]) {
            Some((c, len)) => (Some(c), 1 + len),
            None => {
                let next = escape[1..].chars().next();
                let len = 1 + next.map_or(0, char::len_utf8);
                unknown = unknown.or(Some(&escape[..len]));
                (next, len)
            }
        };
        text.extend(decoded);
        rest = &escape[len..];
    }
    text.push_str(rest);
    (text, unknown)
}

/// The character that the text after a backslash starts with, and the length of its spelling.
fn decode_one(escape: &str) -> Option<(char, usize)> {
    let first = escape.chars().next()?;
    let simple = match first {
        'a' => '\x07',
        'b' => '\x08',
        'e' => '\x1b',
        'f' => '\x0c',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\x0b',
        '\\' | '\'' | '"' | '?' | '%' | '`' => first,
        '0'..='7' => return number(escape, 0, 3, 8),
        'x' => return number(escape, 1, 6, 16),
        'u' => return number(escape, 1, 4, 16),
        'U' => return number(escape, 1, 8, 16),
        _ => return None,
    };
    Some((simple, 1))
}

/// The character whose code stands at `from`, in at most `width` digits.
fn number(escape: &str, from: usize, width: usize, radix: u32) -> Option<(char, usize)> {
    let digits = escape[from..].chars().take(width).take_while(|c| c.is_digit(radix)).count();
    let code = u32::from_str_radix(&escape[from..from + digits], radix).ok()?;
    Some((char::from_u32(code)?, from + digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded() {
        let (text, unknown) = decode(r"\n\t\13\x0a\\\'\0\u00e9é\377");
        assert_eq!(text, "\n\t\x0b\n\\'\0éé\u{ff}");
        assert_eq!(unknown, None);
    }

    #[test]
    fn an_unknown_escape_stands_for_its_character() {
        assert_eq!(decode(r"\q\y"), ("qy".to_string(), Some(r"\q")));
        assert_eq!(decode(r"\xg"), ("xg".to_string(), Some(r"\x")));
        assert_eq!(decode("\\"), (String::new(), Some("\\")));
        assert_eq!(decode(r"\ud800").1, Some(r"\u"));
    }
}
