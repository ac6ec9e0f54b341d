//! A lex file in, the same rules for other tools out.
//!
//! In: files as `grammars` holds them: definitions, `%%`, rules of a regex and the token's name in
//! quotes or `;`. Regexes are those of the crate `regex`, in which `.` is any character; `{NAME}`
//! stands for a definition, and a backslash before a character that is no letter for the character.
//! Out: the rules in each tool's own notation.

use std::fmt::Write;

/// A lex file as it is written.
pub(crate) struct Lex {
    definitions: Vec<(String, String)>,
    rules: Vec<(String, Option<String>)>,
}

impl Lex {
    /// Reads a file.
    pub(crate) fn new(text: &str) -> Result<Lex, String> {
        let (mut definitions, mut rules, mut in_rules) = (Vec::new(), Vec::new(), false);
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with("//")) {
            if line == "%%" {
                in_rules = true;
            } else if in_rules {
                let (regex, name) =
                    line.rsplit_once(' ').ok_or_else(|| format!("'{line}' is no rule"))?;
                let name = (name != ";").then(|| name.trim_matches('"').to_string());
                // Other tools have no names for skipped text.
                let regex = regex.trim_end();
                let named = regex.strip_prefix("(?P<").and_then(|rest| rest.split_once('>'));
                let regex = named.and_then(|(_, regex)| regex.strip_suffix(')')).unwrap_or(regex);
                rules.push((regex.to_string(), name));
            } else if !line.starts_with('%') {
                let (name, regex) =
                    line.split_once(' ').ok_or_else(|| format!("'{line}' is no definition"))?;
                definitions.push((name.to_string(), regex.trim().to_string()));
            }
        }
        Ok(Lex { definitions, rules })
    }

    /// The rules for flex. `tokens` are the names.
    ///
    /// flex reads bytes: a class of Unicode categories becomes ASCII's letters and every byte of
    /// other characters. A rule for the very end of the text is left out, and lazy repetition is
    /// said otherwise. An error says which rule flex cannot have.
    pub(crate) fn flex(&self, tokens: &[String]) -> Result<String, String> {
        let mut out = "%option reentrant noyywrap nounput noinput 8bit full warn\n".to_string();
        out += "%option extra-type=\"struct input *\"\n%{\n#include \"driver.h\"\n%}\n";
        for (name, regex) in &self.definitions {
            let _ = writeln!(out, "{name} {}", flex_regex(regex)?);
        }
        out += "%%\n";
        for (regex, name) in self.rules.iter().filter(|(regex, _)| !regex.ends_with("\\z")) {
            let action = match name {
                None => "".to_string(),
                Some(name) => {
                    let at = tokens.iter().position(|token| token == name);
                    format!(
                        " return {};",
                        crate::yacc::FIRST_TOKEN
                            + at.ok_or_else(|| format!("'{name}' is no token"))?
                    )
                }
            };
            let _ = writeln!(out, "{} {{{action} }}", flex_regex(regex)?);
        }
        out += "(.|\\n) { yyextra->errors++; }\n%%\n";
        Ok(out)
    }

    /// The rules for logos: the attributes and variants of an enum of which the `k`-th is `T{k}`,
    /// as `tokens` order them.
    pub(crate) fn logos(&self, tokens: &[String]) -> Result<String, String> {
        let (mut out, mut variants) = (String::new(), vec![String::new(); tokens.len()]);
        let rules = self.rules.iter().filter(|(regex, _)| !regex.ends_with("\\z")).enumerate();
        for (at, (regex, name)) in rules {
            // Of rules that match as much, the first counts.
            let priority = 10_000 - at;
            let regex = logos_regex(regex)?;
            let Some(name) = name else {
                let _ = writeln!(
                    out,
                    "#[logos(skip({regex:?}, priority = {priority}, allow_greedy = true))]"
                );
                continue;
            };
            let at = tokens.iter().position(|token| token == name);
            let at = at.ok_or_else(|| format!("'{name}' is no token"))?;
            let _ = writeln!(
                variants[at],
                "    #[regex({regex:?}, priority = {priority}, allow_greedy = true)]"
            );
        }
        let mut all = String::new();
        out = format!(
            "/// A token.\n#[derive(Clone, Copy, Debug, PartialEq, Logos)]\n{out}pub enum Token {{\n"
        );
        for (at, attributes) in variants.iter().enumerate() {
            let _ = writeln!(out, "{attributes}    T{at},");
            let _ = write!(all, "Token::T{at}, ");
        }
        let _ = writeln!(out, "}}\n\n/// All tokens.\npub static TOKENS: &[Token] = &[{all}];");
        Ok(out)
    }
}

/// The regex without `.*?`, which is rewritten where what follows it is a closing bracket of Lua:
/// `]`, some `=`, `]`.
pub(crate) fn without_lazy(regex: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut parts = regex.split(".*?");
    out += parts.next().unwrap_or_default();
    for part in parts {
        let level = part.strip_prefix("\\]").and_then(|rest| rest.find("\\]"));
        let level = level.filter(|level| part[2..2 + level].bytes().all(|byte| byte == b'='));
        let level = level.ok_or_else(|| format!("flex has nothing for '{regex}'"))?;
        // Of the brackets in between, each is followed by another number of `=`, or by no second
        // bracket.
        let other = match level {
            0 => "=+".to_string(),
            1 => "(={2,})?".to_string(),
            _ => format!("(={{1,{}}}|={{{},}})?", level - 1, level + 1),
        };
        let brackets = format!("\\]({other}\\])*");
        let _ = write!(out, "([^\\]]|{brackets}=*[^=\\]])*{brackets}{}", &part[2..]);
    }
    Ok(out)
}

fn flex_regex(regex: &str) -> Result<String, String> {
    let regex = &without_lazy(regex)?;
    let (mut out, mut class) = (String::new(), None);
    let mut chars = regex.chars();
    while let Some(c) = chars.next() {
        let start = out.len();
        match (c, class) {
            ('\\', _) => {
                out.push(c);
                let escaped = chars.next();
                out.extend(escaped);
                if matches!(escaped, Some('p')) {
                    out.extend(chars.by_ref().take_while(|c| *c != '}'));
                }
            }
            ('[', None) => {
                class = Some(start);
                out.push(c);
            }
            (']', Some(from)) => {
                out.push(c);
                class = None;
                if out[from..].contains("\\p") {
                    let digits = if out[from..].contains("\\p{Nd") { "0-9" } else { "" };
                    out.truncate(from);
                    let _ = write!(out, "[{digits}A-Z_a-z$\\x80-\\xff]");
                }
            }
            ('.', None) => out += "(.|\\n)",
            (
                '"' | '/' | '<' | '%' | '!' | '@' | '#' | '&' | '~' | ':' | ';' | '=' | '\'',
                None,
            ) => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    Ok(out)
}

fn logos_regex(regex: &str) -> Result<String, String> {
    let (mut out, mut class) = (String::new(), false);
    let mut chars = regex.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(c @ ('<' | '>' | '"' | '/' | '\'' | '%' | '&')) => out.push(c),
                other => {
                    out.push(c);
                    out.extend(other);
                }
            },
            '.' if !class => out += "(?s:.)",
            '{' if !class
                && chars.as_str().starts_with(char::is_alphabetic)
                && !out.ends_with('p') =>
            {
                return Err(format!("a definition in '{regex}'"));
            }
            _ => {
                class = (class || c == '[') && c != ']';
                out.push(c);
            }
        }
    }
    Ok(out)
}
