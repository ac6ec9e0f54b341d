//! Changes of a grammar: declarations that are added, productions that are removed.

use std::fmt;

use lrtable::{ProdId, YaccGrammar};

use crate::{
    Error, ErrorKind,
    language::{Language, Table, Text},
};

/// The texts of a lex and a Yacc file, with their names.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The name and the text of the lex file.
    pub lex: (String, String),
    /// The name and the text of the Yacc file.
    pub yacc: (String, String),
}

/// A change of a grammar that may improve repairs. Tokens are spelt as in a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Adds `%avoid_insert` with these tokens.
    AvoidInsert(Vec<String>),
    /// Adds `%insert-cost` with this cost and these tokens.
    InsertCost(u8, Vec<String>),
    /// Adds `%delete-cost` with this cost and these tokens.
    DeleteCost(u8, Vec<String>),
    /// Adds `%brackets` with this pair.
    Brackets(String, String),
    /// Adds `%epp` for this token, with a text for messages.
    Epp(String, String),
    /// Adds an n-gram model of valid texts.
    Model,
    /// Removes this production: its id, its text, its line.
    Remove(ProdId, String, usize),
}

impl Change {
    /// Returns the line that declares the change; `None` for a model or a removal.
    pub fn declaration(&self) -> Option<String> {
        let line = match self {
            Change::AvoidInsert(tokens) => format!("%avoid_insert {}", tokens.join(" ")),
            Change::InsertCost(cost, tokens) => format!("%insert-cost {cost} {}", tokens.join(" ")),
            Change::DeleteCost(cost, tokens) => format!("%delete-cost {cost} {}", tokens.join(" ")),
            Change::Brackets(open, close) => {
                format!("%brackets {open} {close}")
            }
            Change::Epp(token, text) => format!("%epp {token} \"{text}\""),
            Change::Model | Change::Remove(..) => return None,
        };
        Some(line)
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.declaration()) {
            (_, Some(line)) => f.write_str(&line),
            (Change::Remove(_, production, line), _) => {
                write!(f, "without '{production}' (line {line})")
            }
            _ => f.write_str("a model of your valid texts"),
        }
    }
}

impl Sources {
    /// Returns a token's name as the Yacc file spells it: in quotes of either sort, or plain.
    pub fn spelt(&self, token: &str) -> String {
        let forms = [format!("\"{token}\""), format!("'{token}'")];
        let spelt = forms.into_iter().find(|form| self.yacc.1.contains(form.as_str()));
        spelt.unwrap_or_else(|| token.to_string())
    }

    /// Makes the language with these changes; models are left out.
    ///
    /// # Errors
    ///
    /// The mistakes in the files, rendered; or that a change cannot be made.
    pub fn language(&self, changes: &[Change]) -> Result<Language, Error> {
        let yacc = self.changed(changes)?;
        let warnings = &mut String::new();
        let yacc = Text { name: &self.yacc.0, text: &yacc };
        let table = Table::new(yacc, None, None, None, warnings)?;
        Language::new(Text { name: &self.lex.0, text: &self.lex.1 }, table, None, warnings)
    }

    /// Returns the text of the Yacc file with these changes.
    ///
    /// # Errors
    ///
    /// If there is no place for a change.
    pub fn changed(&self, changes: &[Change]) -> Result<String, Error> {
        let no_place = |why: &str| Error::new(ErrorKind::Impossible, why);
        let text = &self.yacc.1;
        let mut lines: String =
            changes.iter().filter_map(Change::declaration).map(|line| line + "\n").collect();
        if changes.is_empty() {
            return Ok(text.clone());
        }
        let mut starts = text.split_inclusive('\n').scan(0, |at, line| {
            let start = *at;
            *at += line.len();
            Some((start, line))
        });
        let rules = starts.find(|(_, line)| line.trim_start().starts_with("%%"));
        let (rules, line) =
            rules.ok_or_else(|| no_place("declarations can be added if '%%' begins a line"))?;
        // Only blanks stand before `%%` on its line.
        lines.push_str(line);
        let mut changed = [&text[..rules], &lines, &text[rules + line.len()..]].concat();
        for change in changes {
            if let Change::Remove(prod, ..) = change {
                changed = without(&changed, *prod)
                    .ok_or_else(|| no_place("a production cannot be taken away"))?;
            }
        }
        Ok(changed)
    }
}

/// Returns the text of a grammar without one production, if nothing else changes.
fn without(text: &str, prod: ProdId) -> Option<String> {
    let read = |text: &str| YaccGrammar::parse(text, None).ok();
    let grammar = read(text)?;
    let production = grammar.production(prod);
    if grammar.rule(production.rule).productions.len() < 2 {
        return None;
    }
    let action = production.action.as_ref().map(|action| action.span.end() + 1);
    let mut end = action.unwrap_or(production.span.end()).max(production.span.end());
    let mut start = text.get(..production.span.start())?.trim_end().len();
    if text[..start].ends_with('|') {
        start -= 1;
    } else {
        // For the first production of a rule, the bar after it is removed.
        end += text.get(end..)?.find('|')? + 1;
    }
    let changed = [&text[..start], text.get(end..)?].concat();
    let shown = |grammar: &YaccGrammar<u32>, but: Option<ProdId>| -> Vec<String> {
        let prods = grammar.prod_ids().filter(|prod| Some(*prod) != but);
        prods.map(|prod| grammar.show_production(prod, None)).collect()
    };
    let same = shown(&read(&changed)?, None) == shown(&grammar, Some(prod));
    same.then_some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const YACC: &str = "%start S\n%%\nS: S I | I;\nI: 'A' { } | 'B' 'A' { x } | ;\n";

    fn sources() -> Sources {
        let lex = "%%\na 'A'\nb 'B'\n";
        Sources { lex: ("a.l".into(), lex.into()), yacc: ("a.y".into(), YACC.into()) }
    }

    #[test]
    fn declarations_stand_before_the_rules() {
        let (a, b) = (sources().spelt("A"), sources().spelt("B"));
        let changes = [Change::AvoidInsert(vec![a.clone()]), Change::Brackets(a, b)];
        let changed = sources().changed(&changes).unwrap();
        let declared = "%start S\n%avoid_insert 'A'\n%brackets 'A' 'B'\n%%\n";
        assert_eq!(changed, YACC.replace("%start S\n%%\n", declared));
        let language = sources().language(&changes).unwrap();
        let token = language.table.grammar.token_named("A").unwrap();
        assert!(language.table.grammar.token(token).avoid_insert);
    }

    #[test]
    fn a_production_is_taken_away_wherever_it_stands() {
        let grammar = YaccGrammar::parse(YACC, None).unwrap();
        let removed = |shown: &str| {
            let prod =
                grammar.prod_ids().find(|prod| grammar.show_production(*prod, None) == shown);
            let prod = prod.unwrap_or_else(|| panic!("{shown}"));
            sources().changed(&[Change::Remove(prod, shown.into(), 4)]).unwrap()
        };
        let rest = |text: String| {
            let words: Vec<&str> = text.lines().nth(3).unwrap().split_whitespace().collect();
            words.join(" ")
        };
        assert_eq!(rest(removed("I: \"A\"")), "I: 'B' 'A' { x } | ;");
        assert_eq!(rest(removed("I: \"B\" \"A\"")), "I: 'A' { } | ;");
        assert_eq!(rest(removed("I:")), "I: 'A' { } | 'B' 'A' { x } ;");
    }

    #[test]
    fn what_cannot_be_taken_away_is_said() {
        let grammar = YaccGrammar::parse("%%\nS: 'A';", None).unwrap();
        let prod = grammar.rule(grammar.starts()[0]).productions[0];
        assert_eq!(without("%%\nS: 'A';", prod), None);
        let mut other = sources();
        // The mark after the declarations may stand anywhere: nothing is needed where nothing
        // changes.
        other.yacc.1 = "%start S %% S: 'A';".to_owned();
        assert_eq!(other.changed(&[]).unwrap(), other.yacc.1);
        assert!(other.changed(&[Change::AvoidInsert(vec!["'A'".to_owned()])]).is_err());
    }
}
