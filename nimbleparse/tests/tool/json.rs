//! A strict reader of JSON (RFC 8259): objects with distinct names, no white space but blanks,
//! nothing after the value.

use std::collections::BTreeMap;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    /// As it was written.
    Number(String),
    String(String),
    Array(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// The value of one line.
    pub(crate) fn parse(text: &str) -> Json {
        let mut reader = Reader { chars: text.chars().collect(), at: 0 };
        let value = reader.value();
        assert_eq!(reader.at, reader.chars.len(), "something after the value: {text}");
        value
    }

    /// The member `name` of an object.
    pub(crate) fn get(&self, name: &str) -> &Json {
        match self {
            Json::Object(members) => {
                members.get(name).unwrap_or_else(|| panic!("no {name} in {self:?}"))
            }
            other => panic!("{other:?} is no object"),
        }
    }

    /// The names of an object's members, sorted.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Json::Object(members) => members.keys().map(String::as_str).collect(),
            other => panic!("{other:?} is no object"),
        }
    }

    pub(crate) fn items(&self) -> &[Json] {
        match self {
            Json::Array(items) => items,
            other => panic!("{other:?} is no array"),
        }
    }

    pub(crate) fn text(&self) -> &str {
        match self {
            Json::String(text) => text,
            other => panic!("{other:?} is no string"),
        }
    }

    /// A number that is a natural one.
    pub(crate) fn count(&self) -> u128 {
        match self {
            Json::Number(number) => number.parse().unwrap(),
            other => panic!("{other:?} is no number"),
        }
    }

    pub(crate) fn is_true(&self) -> bool {
        match self {
            Json::Bool(value) => *value,
            other => panic!("{other:?} is neither true nor false"),
        }
    }
}

struct Reader {
    chars: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> char {
        *self.chars.get(self.at).expect("the text ends too early")
    }

    fn next(&mut self) -> char {
        let c = self.peek();
        self.at += 1;
        c
    }

    fn take(&mut self, c: char) -> bool {
        while matches!(self.chars.get(self.at), Some(' ' | '\n')) {
            self.at += 1;
        }
        let is = self.chars.get(self.at) == Some(&c);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, text: &str) {
        for c in text.chars() {
            assert_eq!(self.next(), c, "in {text} at {}", self.at);
        }
    }

    fn value(&mut self) -> Json {
        while matches!(self.peek(), ' ' | '\n') {
            self.at += 1;
        }
        match self.peek() {
            'n' => {
                self.expect("null");
                Json::Null
            }
            't' => {
                self.expect("true");
                Json::Bool(true)
            }
            'f' => {
                self.expect("false");
                Json::Bool(false)
            }
            '"' => Json::String(self.string()),
            '[' => {
                self.at += 1;
                let mut items = Vec::new();
                if !self.take(']') {
                    loop {
                        items.push(self.value());
                        if !self.take(',') {
                            break;
                        }
                    }
                    assert!(self.take(']'), "an array ends in ]");
                }
                Json::Array(items)
            }
            '{' => {
                self.at += 1;
                let mut members = BTreeMap::new();
                if !self.take('}') {
                    loop {
                        self.take(' ');
                        let name = self.string();
                        assert!(self.take(':'), "a colon after {name}");
                        let value = self.value();
                        assert!(members.insert(name.clone(), value).is_none(), "{name} twice");
                        if !self.take(',') {
                            break;
                        }
                        while self.peek() == ' ' {
                            self.at += 1;
                        }
                    }
                    assert!(self.take('}'), "an object ends in }}");
                }
                Json::Object(members)
            }
            _ => Json::Number(self.number()),
        }
    }

    fn digits(&mut self) -> usize {
        let from = self.at;
        while self.chars.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        self.at - from
    }

    fn number(&mut self) -> String {
        let from = self.at;
        if self.peek() == '-' {
            self.at += 1;
        }
        let leads_with_zero = self.peek() == '0';
        let digits = self.digits();
        assert!(digits == 1 || digits > 1 && !leads_with_zero, "not a number at {from}");
        if self.chars.get(self.at) == Some(&'.') {
            self.at += 1;
            assert!(self.digits() > 0, "no digits after the point at {from}");
        }
        if matches!(self.chars.get(self.at), Some('e' | 'E')) {
            self.at += 1;
            if matches!(self.peek(), '+' | '-') {
                self.at += 1;
            }
            assert!(self.digits() > 0, "no digits in the exponent at {from}");
        }
        self.chars[from..self.at].iter().collect()
    }

    fn string(&mut self) -> String {
        self.expect("\"");
        let mut text = String::new();
        loop {
            match self.next() {
                '"' => return text,
                '\\' => text.push(match self.next() {
                    c @ ('"' | '\\' | '/') => c,
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => {
                        let digits: String = (0..4).map(|_| self.next()).collect();
                        let code = u32::from_str_radix(&digits, 16).unwrap();
                        char::from_u32(code).expect("surrogates are not needed here")
                    }
                    other => panic!("\\{other} is no escape"),
                }),
                c => {
                    assert!(c >= ' ', "a control character in a string");
                    text.push(c);
                }
            }
        }
    }
}

#[test]
fn the_reader_is_strict() {
    let value = Json::parse(r#"{"a": [1, -2.5e3, null], "b": {"c": "x\u00e9\n"}}"#);
    assert_eq!(value.get("b").get("c").text(), "xé\n");
    assert_eq!(value.get("a").items().len(), 3);
    for wrong in
        ["01", "[1,]", "{\"a\":1,\"a\":2}", "\"\n\"", "1 2", "nul", "{a:1}", "\"\\x\"", "1.", ""]
    {
        assert!(std::panic::catch_unwind(|| Json::parse(wrong)).is_err(), "{wrong}");
    }
}
