//! Grammars of any size, made of what large languages consist of: many statements, each with its
//! word, clauses of which most may be missing, lists, blocks, families of expressions whose
//! operators have levels, by rules or by declared precedence, and words that may be names too, as
//! in SQL. None has a conflict but those that precedence resolves.

use std::fmt::Write;

use crate::yacc::Yacc;

/// A grammar of so many productions as a Yacc file without actions, determined by the seed.
pub fn grammar(productions: usize, seed: u64) -> String {
    let mut made =
        Made { random: Random(seed), rules: Vec::new(), families: 0, wanted: productions };
    let words = (0..productions / 10).map(|word| format!("\"w{word}\""));
    made.rule("name", std::iter::once("\"NAME\"".to_string()).chain(words).collect());
    let mut statements = Vec::new();
    while made.room() > statements.len() + 60 {
        if statements.len().is_multiple_of(8) {
            made.family();
        }
        let at = statements.len();
        let name = made.statement(at);
        statements.push(name);
    }
    // One production each for what uses these rules; words alone fill the rest.
    let mut alternatives: Vec<String> = statements;
    while made.room() > alternatives.len() + 4 {
        alternatives.push(format!("\"w{}\" name", alternatives.len()));
    }
    made.rule("statement", alternatives);
    made.rule("statements", vec!["%empty".into(), "statements statement \";\"".into()]);
    made.rule("program", vec!["statements".into()]);
    made.rule("block", vec!["\"begin\" statements \"end\"".into()]);
    made.text()
}

/// The grammar `text` with actions that count productions.
pub fn counting(text: &str) -> Result<String, String> {
    Ok(Yacc::new(text)?.counting())
}

/// The grammar `text` as Bison reads it.
pub fn for_bison(text: &str) -> Result<String, String> {
    let yacc = Yacc::new(text)?;
    Ok(yacc.bison(&yacc.tokens(), "", false))
}

/// How many binary operators there are; the least a family begins with is one of the first five,
/// and it has at most twenty.
const OPERATORS: usize = 25;

struct Made {
    random: Random,
    rules: Vec<(String, Vec<String>)>,
    families: usize,
    wanted: usize,
}

impl Made {
    /// How many productions may still be made.
    fn room(&self) -> usize {
        let made: usize = self.rules.iter().map(|(_, productions)| productions.len()).sum();
        self.wanted.saturating_sub(made)
    }

    fn rule(&mut self, name: &str, productions: Vec<String>) {
        self.rules.push((name.to_string(), productions));
    }

    /// Expressions with levels of binary operators, a prefix operator, calls, parentheses and a
    /// form of its own. Every other family has its levels by precedence.
    fn family(&mut self) {
        let k = self.families;
        self.families += 1;
        let mut operator = self.random.below(5);
        let levels = if k.is_multiple_of(2) { 2 + self.random.below(5) } else { 0 };
        for level in 0..levels {
            let (this, next) = (format!("e{k}_{level}"), format!("e{k}_{}", level + 1));
            let mut productions = vec![next.clone()];
            for _ in 0..1 + self.random.below(4) {
                productions.push(format!("{this} \"op{operator}\" {next}"));
                operator += 1;
            }
            self.rule(&this, productions);
        }
        let inner = self.random.below(self.families);
        let mut productions = vec![
            "name".to_string(),
            "\"NUMBER\"".to_string(),
            "\"STRING\"".to_string(),
            format!("\"(\" e{k}_0 \")\""),
            format!("name \"(\" arguments{k} \")\""),
            format!("\"not\" e{k}_{levels}"),
        ];
        if levels == 0 {
            for operator in operator..operator + 2 + self.random.below(12) {
                productions.push(format!("e{k}_0 \"op{operator}\" e{k}_0"));
            }
        }
        if inner != k {
            productions.push(format!("\"f{k}\" e{inner}_0 \"end\""));
        }
        self.rule(&format!("e{k}_{levels}"), productions);
        self.rule(&format!("arguments{k}"), vec!["%empty".into(), format!("list{k}")]);
        self.rule(&format!("list{k}"), vec![format!("e{k}_0"), format!("list{k} \",\" e{k}_0")]);
    }

    /// A statement of two to six clauses; each begins with a word of its own and most may be
    /// missing.
    fn statement(&mut self, at: usize) -> String {
        let name = format!("statement_{at}");
        let mut body = format!("\"w{at}\"");
        let mut word = self.random.below(20);
        for clause in 0..2 + self.random.below(5) {
            word += 1 + self.random.below(3);
            let family = self.random.below(self.families);
            let part = match self.random.below(6) {
                0 => "name".to_string(),
                1 => format!("list{family}"),
                2 => "block".to_string(),
                3 => self.choice(at, clause),
                _ => format!("e{family}_0"),
            };
            let clause = format!("clause_{at}_{clause}");
            let mut productions = vec![format!("\"c{word}\" {part}")];
            if self.random.below(4) > 0 {
                productions.push("%empty".into());
            }
            let _ = write!(body, " {clause}");
            self.rule(&clause, productions);
        }
        self.rule(&name, vec![body]);
        name
    }

    /// One of several words, some with something after them.
    fn choice(&mut self, at: usize, clause: usize) -> String {
        let name = format!("choice_{at}_{clause}");
        let first = self.random.below(40);
        let mut productions = Vec::new();
        for word in first..first + 2 + self.random.below(4) {
            let family = self.random.below(self.families);
            productions.push(match self.random.below(3) {
                0 => format!("\"o{word}\""),
                1 => format!("\"o{word}\" name"),
                _ => format!("\"o{word}\" \"(\" e{family}_0 \")\""),
            });
        }
        self.rule(&name, productions);
        name
    }

    fn text(&self) -> String {
        let mut out = "%start program\n".to_string();
        for operator in 0..OPERATORS {
            let _ = writeln!(out, "%left \"op{operator}\"");
        }
        out += "%right \"not\"\n%%\n";
        for (name, productions) in &self.rules {
            let _ = writeln!(out, "{name}\n    : {}\n    ;\n", productions.join("\n    | "));
        }
        out
    }
}

/// Numbers that look random (Knuth's MMIX generator).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound
    }
}

#[cfg(test)]
mod tests {
    use cfgrammar::yacc::{YaccGrammar, YaccKind, YaccOriginalActionKind};
    use lrtable::{Minimiser, from_yacc};

    use super::*;

    #[test]
    fn grammars_have_the_size_that_is_wanted_and_no_conflict() {
        for (productions, seed) in [(100, 1), (300, 1), (300, 2), (1000, 3)] {
            let kind = YaccKind::Original(YaccOriginalActionKind::NoAction);
            let grammar = YaccGrammar::new(kind, &grammar(productions, seed)).unwrap();
            // One more is the tool's own.
            assert_eq!(usize::from(grammar.prods_len()), productions + 1);
            assert!(from_yacc(&grammar, Minimiser::Pager).unwrap().1.conflicts().is_none());
        }
    }
}
