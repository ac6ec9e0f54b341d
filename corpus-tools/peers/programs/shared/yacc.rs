//! A Yacc file without actions in, the same grammar for other tools out.
//!
//! In: files as `grammars` holds them: declarations, `%%`, rules; symbols are names or strings in
//! double quotes; `%prec`, `%empty` and comments. A name that no rule has is a token. Out: the
//! grammar in each tool's own notation, with actions that count the nodes of the parse tree, or
//! none.

use std::{collections::HashSet, fmt::Write};

/// The number of the first token in programs in C.
pub(crate) const FIRST_TOKEN: usize = 300;

/// A grammar as it is written.
pub(crate) struct Yacc {
    declarations: Vec<Vec<String>>,
    rules: Vec<Rule>,
    names: HashSet<String>,
}

struct Rule {
    name: String,
    productions: Vec<Production>,
}

#[derive(Default)]
struct Production {
    symbols: Vec<String>,
    precedence: Option<String>,
}

impl Yacc {
    /// Reads a file.
    pub(crate) fn new(text: &str) -> Result<Yacc, String> {
        let words = words(text)?;
        let middle = words.iter().position(|word| word == "%%").ok_or("'%%' is missing")?;
        let mut declarations: Vec<Vec<String>> = Vec::new();
        for word in &words[..middle] {
            match declarations.last_mut() {
                Some(line) if !word.starts_with('%') => line.push(word.clone()),
                _ => declarations.push(vec![word.clone()]),
            }
        }
        let mut rules: Vec<Rule> = Vec::new();
        let mut words = words[middle + 1..].iter().peekable();
        while let Some(word) = words.next() {
            let rule = rules.last_mut();
            match (word.as_str(), rule) {
                ("%prec", Some(rule)) => {
                    let production = rule.productions.last_mut().ok_or("a rule is empty")?;
                    production.precedence = words.next().cloned();
                }
                ("|", Some(rule)) => rule.productions.push(Production::default()),
                ("%empty" | ";", Some(_)) => {}
                _ if words.next_if(|next| *next == ":").is_some() => {
                    rules.push(Rule {
                        name: word.clone(),
                        productions: vec![Production::default()],
                    });
                }
                (_, Some(rule)) => {
                    let production = rule.productions.last_mut().ok_or("a rule is empty")?;
                    production.symbols.push(word.clone());
                }
                (_, None) => return Err(format!("'{word}' stands outside of a rule")),
            }
        }
        let names = rules.iter().map(|rule| rule.name.clone()).collect();
        Ok(Yacc { declarations, rules, names })
    }

    /// The names of all tokens in the rules, in the order in which they first stand there.
    pub(crate) fn tokens(&self) -> Vec<String> {
        let mut tokens: Vec<String> = Vec::new();
        let mut seen = HashSet::new();
        let productions = self.rules.iter().flat_map(|rule| &rule.productions);
        for symbol in productions.flat_map(|production| &production.symbols) {
            if !self.names.contains(symbol) && seen.insert(unquoted(symbol)) {
                tokens.push(unquoted(symbol).to_string());
            }
        }
        tokens
    }

    /// For grmtools, and so for us: each rule has the number of nodes below it as its value.
    pub(crate) fn counting(&self) -> String {
        let mut out = "%grmtools {yacckind: Grmtools}\n".to_string();
        // The others are about messages and repairs, and not all are known to grmtools.
        let kept = ["%start", "%token", "%left", "%right", "%nonassoc", "%expect-unused"];
        for line in self.declarations.iter().filter(|line| kept.contains(&line[0].as_str())) {
            let _ = writeln!(out, "{}", line.join(" "));
        }
        out += "%%\n";
        for rule in &self.rules {
            let _ = writeln!(out, "{} -> usize:", rule.name);
            for (at, production) in rule.productions.iter().enumerate() {
                let bar = if at > 0 { '|' } else { ' ' };
                let _ = write!(out, "    {bar} {}", production.symbols.join(" "));
                if let Some(precedence) = &production.precedence {
                    let _ = write!(out, " %prec {precedence}");
                }
                let _ = writeln!(out, " {{ {} }}", self.sum(production, |at| format!("${at}")));
            }
            out += "    ;\n";
        }
        out
    }

    /// For Bison, with functions that begin with `prefix`. `counting` says whether there are
    /// actions.
    pub(crate) fn bison(&self, tokens: &[String], prefix: &str, counting: bool) -> String {
        let mut out = "%define api.pure full\n".to_string();
        if !prefix.is_empty() {
            let _ = writeln!(out, "%define api.prefix {{{prefix}}}");
        }
        out += "%param {struct input *input}\n%define api.value.type {size_t}\n";
        out += "%code requires {\n#include \"driver.h\"\n}\n%code {\n";
        out += "static void yyerror(struct input *input, const char *message) { input->errors++, (void)message; }\n";
        out += "static int yylex(YYSTYPE *value, struct input *input) {\n    struct slice slice;\n";
        out += "    (void)value;\n    return next_token(input, &slice);\n}\n}\n";
        out += &bison_tokens(tokens);
        for line in &self.declarations {
            let words = &line[1..];
            match line[0].as_str() {
                "%start" => _ = writeln!(out, "%start R_{}", words[0]),
                kind @ ("%left" | "%right" | "%nonassoc" | "%precedence") => {
                    let words: Vec<String> =
                        words.iter().map(|word| self.bison_symbol(word, tokens)).collect();
                    let _ = writeln!(out, "{kind} {}", words.join(" "));
                }
                _ => {}
            }
        }
        out += "%%\n";
        for rule in &self.rules {
            let _ = writeln!(out, "R_{}:", rule.name);
            for (at, production) in rule.productions.iter().enumerate() {
                let _ = write!(out, "    {}", if at > 0 { '|' } else { ' ' });
                for symbol in &production.symbols {
                    let _ = write!(out, " {}", self.bison_symbol(symbol, tokens));
                }
                if let Some(precedence) = &production.precedence {
                    let _ = write!(out, " %prec {}", self.bison_symbol(precedence, tokens));
                }
                if counting {
                    let sum = self.sum(production, |at| format!("${at}"));
                    let result =
                        if rule.name == self.start() { " input->result = $$;" } else { "" };
                    let _ = write!(out, " {{ $$ = {sum};{result} }}");
                } else if production.symbols.is_empty() {
                    out += " %empty";
                }
                out.push('\n');
            }
            out += "    ;\n";
        }
        out
    }

    /// For LALRPOP, with the tokens of the Rust type `crate::{module}::Token`, of which the `k`-th
    /// variant is `T{k}`.
    pub(crate) fn lalrpop(&self, tokens: &[String], module: &str, counting: bool) -> String {
        let value = if counting { "usize" } else { "()" };
        let mut out = format!("use {module}::Token;\n\ngrammar;\n\n");
        out += "extern {\n    type Location = usize;\n    type Error = ();\n    enum Token {\n";
        for (at, token) in tokens.iter().enumerate() {
            let _ = writeln!(out, "        {token:?} => Token::T{at},");
        }
        out += "    }\n}\n\n";
        for rule in &self.rules {
            let public = if rule.name == self.start() { "pub " } else { "" };
            let _ = writeln!(out, "{public}{}: {value} = {{", rule.name);
            for production in &rule.productions {
                out += "   ";
                for (at, symbol) in production.symbols.iter().enumerate() {
                    let _ = match self.names.contains(symbol) {
                        true if counting => write!(out, " <v{}:{symbol}>", at + 1),
                        true => write!(out, " {symbol}"),
                        false => write!(out, " {:?}", unquoted(symbol)),
                    };
                }
                let action = if counting {
                    self.sum(production, |at| format!("v{at}"))
                } else {
                    "()".into()
                };
                let _ = writeln!(out, " => {action},");
            }
            out += "};\n\n";
        }
        out
    }

    fn start(&self) -> &str {
        let declared = self.declarations.iter().find(|line| line[0] == "%start");
        declared.map_or(&self.rules[0].name, |line| &line[1])
    }

    fn bison_symbol(&self, symbol: &str, tokens: &[String]) -> String {
        if self.names.contains(symbol) {
            return format!("R_{symbol}");
        }
        match tokens.iter().position(|token| token == unquoted(symbol)) {
            Some(at) => format!("T_{at}"),
            // A name that only stands for a precedence.
            None => unquoted(symbol).to_string(),
        }
    }

    /// One more than the sum of the values of the production's rules, of which `value` names that
    /// at a place.
    fn sum(&self, production: &Production, value: impl Fn(usize) -> String) -> String {
        let mut out = "1".to_string();
        for (at, symbol) in production.symbols.iter().enumerate() {
            if self.names.contains(symbol) {
                let _ = write!(out, " + {}", value(at + 1));
            }
        }
        out
    }
}

/// Declares the tokens of these names for Bison.
pub(crate) fn bison_tokens(tokens: &[String]) -> String {
    let mut out = String::new();
    for (at, token) in tokens.iter().enumerate() {
        let number = FIRST_TOKEN + at;
        let _ = writeln!(out, "%token T_{at} {number} \"{}\"", token.replace('\\', "\\\\"));
    }
    out
}

fn unquoted(symbol: &str) -> &str {
    symbol.trim_matches('"')
}

/// The words of a file: names, strings with their quotes, `%` and a name, `%%`, `:`, `|`, `;`,
/// `->`. `%grmtools {…}` is left out.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let name = |from: usize| {
            let end = rest[from..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
            from + end.unwrap_or(rest.len() - from)
        };
        let len = match c {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("%%") => 2,
            '"' => 2 + rest[1..].find('"').ok_or("a string has no end")?,
            '{' => 1 + rest.find('}').ok_or("a brace has no end")?,
            ':' | '|' | ';' => 1,
            '-' if rest.starts_with("->") => 2,
            '%' => name(1),
            _ if c.is_alphanumeric() || c == '_' => name(0),
            _ => return Err(format!("'{c}' is not understood")),
        };
        let (word, following) = rest.split_at(len);
        match c {
            '/' => {}
            '{' => _ = words.pop(),
            _ => words.push(word.to_string()),
        }
        rest = following.trim_start();
    }
    Ok(words)
}
