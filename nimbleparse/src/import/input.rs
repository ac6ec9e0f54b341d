//! Actions that read text by `input`, such as `while ((c = input()) != '*') …`: from C to rules of
//! start states.
//!
//! An action is run again and again, each time with one character more to read, until it asks for
//! the next one. What it knows then, the values of its variables and the place where it asks, is a
//! state of an automaton; there are few, since a character counts only as one of those that the
//! action names, or as any other. Each becomes a start state with a rule for each transition, so
//! that the lexemes are those that flex gives. What does not fit (a number that counts, a condition
//! on what is not known) is not translated, and a warning tells. Cost: states times characters
//! times the length of the texts that lead to a state, all bounded.

use std::{collections::BTreeSet, fmt::Write};

use indexmap::IndexMap;
use lrlex::{Extent, StartStateOperation, actions::EndRule};
use lrtable::Span;

use super::{
    Reading,
    c::{self, Token, TokenKind, macros::Code},
    limits,
    paths::{Effect, Path},
    returns::Seen,
    value::{Symbol, Tape, Value},
};

/// What comes of reading some symbols: all that the action knows where it asks for more, or what it
/// does in all, and how many symbols it has put back.
type Next = Result<String, Box<(Effect, usize)>>;

/// A rule of a state: the symbols, and where they lead.
struct Transition {
    symbols: Vec<Symbol>,
    to: Result<usize, Box<(Effect, usize)>>,
}

impl<'a> Reading<'_, 'a> {
    /// What a rule does whose action reads text, if that can be said by rules, which are made then.
    pub(super) fn by_input(&mut self, code: &Code<'a>, seen: &mut Seen<'a>) -> Option<Effect> {
        let symbols = self.symbols(code);
        // What each state knows, and the symbols that lead to it.
        let mut known = IndexMap::from([(self.next(code, Vec::new(), seen)?.ok()?, Vec::new())]);
        let mut states: Vec<Vec<Transition>> = Vec::new();
        let mut ends: Vec<Option<Effect>> = Vec::new();
        while states.len() < known.len() {
            let mut transitions: Vec<Transition> = Vec::new();
            for &symbol in symbols.iter().filter(|symbol| **symbol != Symbol::End) {
                let tape = [&known[states.len()][..], &[symbol]].concat();
                let to = self.next(code, tape.clone(), seen)?.map(|key| {
                    let entry = known.entry(key);
                    let number = entry.index();
                    entry.or_insert(tape);
                    number
                });
                let same = transitions.iter_mut().find(|transition| match (&transition.to, &to) {
                    (Ok(a), Ok(b)) => a == b,
                    (Err(a), Err(b)) => a.1 == b.1 && a.0.is_same(&b.0),
                    _ => false,
                });
                match same {
                    Some(transition) => transition.symbols.push(symbol),
                    None => transitions.push(Transition { symbols: vec![symbol], to }),
                }
            }
            // At the end of the text what is begun is an error, unless the action gives a token.
            let tape = [&known[states.len()][..], &[Symbol::End]].concat();
            let end = self.next(code, tape, seen).and_then(Result::err);
            ends.push(end.map(|end| end.0).filter(|effect| {
                matches!(effect.given, Value::Name(..) | Value::Char(..)) && !effect.dies
            }));
            states.push(transitions);
            if known.len() > limits::READ_STATES {
                return None;
            }
        }
        self.make(&states, ends, &symbols)
    }

    /// The characters that the code and the functions that it calls name, and what stands for
    /// others and the end.
    fn symbols(&self, code: &Code<'a>) -> Vec<Symbol> {
        let tokens = self.tokens_of(code);
        let chars = tokens.iter().filter(|token| token.kind == TokenKind::Char);
        let chars = chars.filter_map(|token| c::char_value(token.text).filter(|c| *c != '\0'));
        let symbols = chars.map(Symbol::Char).chain([Symbol::Other, Symbol::End]);
        symbols.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The tokens of the code and of the functions that it calls.
    pub(super) fn tokens_of(&self, code: &Code<'a>) -> Vec<Token<'a>> {
        let mut waiting = vec![code];
        let mut seen: Vec<&str> = Vec::new();
        let mut tokens = Vec::new();
        while let Some(code) = waiting.pop() {
            for token in &code.tokens {
                tokens.push(*token);
                if let Some(function) = self.c.definitions.functions.get(token.text)
                    && !seen.contains(&token.text)
                {
                    seen.push(token.text);
                    waiting.push(&function.body);
                }
            }
        }
        tokens
    }

    /// What the code does that reads these symbols.
    fn next(&self, code: &Code<'a>, symbols: Vec<Symbol>, seen: &mut Seen<'a>) -> Option<Next> {
        let mut path = Path::new(&self.c.definitions, self.file, &[], &self.c.context);
        let len = symbols.len();
        path.tape = Some(Tape { symbols, ..Tape::default() });
        path.run(code);
        seen.join(std::mem::take(&mut path.seen));
        let mut tape = path.tape.take()?;
        if tape.lost || path.left == 0 || !path.effect.lost.is_empty() {
            return None;
        }
        let effect = path.effect;
        if tape.asked.is_empty() {
            return Some(Err(Box::new((effect, len - tape.read))));
        }
        // Those that are local to a function are known where it asks only.
        for known in [&mut tape.known, &mut path.variables] {
            known.retain(|_, value| !matches!(value, Value::Computed(_)));
        }
        let key = (&tape.asked, &effect.changes, &tape.known, &path.variables);
        // Symbols that were put back are read again.
        (tape.read == len).then(|| Ok(format!("{key:?}")))
    }

    /// Makes the start states with their rules.
    fn make(
        &mut self,
        states: &[Vec<Transition>],
        at_end: Vec<Option<Effect>>,
        symbols: &[Symbol],
    ) -> Option<Effect> {
        let ends = || states.iter().flatten().filter_map(|transition| transition.to.as_ref().err());
        let fits = |(effect, back): &(Effect, usize)| {
            let unknown =
                matches!(effect.given, Value::FirstChar(..) | Value::Computed(_) | Value::Rejected);
            !unknown && *back <= 1 && effect.extent == Extent::All && effect.changes.len() <= 1
        };
        let begins = |(effect, _): &(Effect, usize)| {
            matches!(effect.changes[..], [(_, StartStateOperation::ReplaceTop)])
        };
        let replaces = begins(ends().next()?);
        let changes = |end| begins(end) == replaces && (replaces || end.0.changes.is_empty());
        if !ends().all(|end| fits(end) && changes(end)) {
            return None;
        }
        // What is begun and never ends is an error.
        let extent = Extent::More;
        let name = ends().find_map(|end| match &end.0.given {
            Value::Name(name, _) => Some(name.as_str()),
            _ => None,
        });
        let first = self.file.start_states().len();
        for number in 0..states.len() {
            self.file.new_state(format!("(text {})", first + number));
        }
        for (number, transitions) in states.iter().enumerate() {
            for transition in transitions {
                let again = transition.to.as_ref().ok() == Some(&number);
                let regex = class(&transition.symbols, symbols) + if again { "+" } else { "" };
                let mut effect = Effect { extent, ..Effect::default() };
                match &transition.to {
                    Ok(to) if *to == number => {}
                    Ok(to) => effect.changes.push((first + to, StartStateOperation::ReplaceTop)),
                    Err(end) => {
                        let (done, back) = &**end;
                        let extent = if *back == 0 { Extent::All } else { Extent::ButLast(1) };
                        effect = Effect { extent, ..done.clone() };
                        if effect.changes.is_empty() {
                            effect.changes.push((0, StartStateOperation::Pop));
                        }
                    }
                }
                let unfinished = name.unwrap_or("comment");
                let effect = effect.of_rule();
                self.file.add_rule(&regex, first + number, &effect, unfinished);
                self.c.record.made.push((first + number, regex, effect));
            }
        }
        for (number, end) in at_end.into_iter().enumerate() {
            let Some(mut end) = end else { continue };
            if end.changes.is_empty() && !replaces {
                end.changes.push((0, StartStateOperation::Pop));
            }
            let state = first + number;
            let place = Span::new(0, 0);
            let effect = Effect { extent: Extent::All, ..end }.of_rule();
            self.file.add_end_rule(&EndRule { place, states: vec![state] }, &effect);
            self.c.record.made.push((state, "<<EOF>>".to_owned(), effect));
        }
        let operation = match replaces {
            true => StartStateOperation::ReplaceTop,
            false => StartStateOperation::Push,
        };
        Some(Effect { changes: vec![(first, operation)], extent, ..Effect::default() })
    }
}

/// A class of these symbols; `all` are those that there are.
fn class(symbols: &[Symbol], all: &[Symbol]) -> String {
    let others = symbols.contains(&Symbol::Other);
    let mut inside = String::new();
    for symbol in all {
        if let Symbol::Char(c) = symbol
            && symbols.contains(symbol) != others
        {
            let _ = write!(inside, "\\x{:02x}", u32::from(*c));
        }
    }
    match (inside.is_empty(), others) {
        (true, _) => "(?s:.)".to_owned(),
        (false, true) => format!("(?-i:[^{inside}])"),
        (false, false) => format!("(?-i:[{inside}])"),
    }
}
