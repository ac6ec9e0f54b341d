//! Checks what must hold for each syntax error, and for all of its accessors.

use std::collections::HashSet;

use lrlex::{DefaultLexeme, language::Types, token_text};
use lrpar::{
    Expectations, LexParseError, Lexeme, NonStreamingLexer, ParseError, apply_edits,
    edit::Editor,
    factor,
    recovery::{Dearer, Repair, RepairKind, RepairSequence, Status},
    show_factored,
};
use lrtable::{TIdx, TokenId};

use crate::{Language, case::Case};

type Error = ParseError<DefaultLexeme<u32>, u32>;

/// Numbers of sequences of an error that are looked at one by one, whose edits are made, and that
/// are counted.
const LOOKED_AT: usize = 100;
const EDITED: usize = 5;
const COUNTED: usize = 2_000;

/// The input of a parse.
pub struct Input<'a> {
    pub language: &'a Language,
    pub case: &'a Case,
    pub lexer: &'a dyn NonStreamingLexer<'a, Types>,
    /// The token of each lexeme, `$` at the end.
    pub tokens: &'a [TokenId],
}

impl Input<'_> {
    /// Returns the costs of inserting and deleting a token; 1 for text that is no lexeme.
    fn costs(&self, token: TokenId) -> (u32, u32) {
        let Some(properties) = self.language.grammar.tokens().get(token.index()) else {
            return (0, 1);
        };
        let own = self.case.options.token_costs.as_ref();
        let own = own.map(|costs| costs.get(token.index()).map_or(1, |cost| (*cost).max(1)));
        let insert = own.filter(|_| properties.insert_cost > 0).unwrap_or(properties.insert_cost);
        (u32::from(insert), u32::from(own.unwrap_or(properties.delete_cost)))
    }

    /// Checks one of the errors of a parse, with sequences in it.
    pub fn check(&self, error: &LexParseError<u32, Types>) {
        let epp = |token: TIdx<u32>| self.language.grammar.token_epp(token);
        assert!(!error.pp(self.lexer, &epp).is_empty());
        let LexParseError::ParseError(error) = error else { return };
        self.check_facts(error);
        self.check_sequences(error);
        let factored = factor(error.repairs());
        assert_eq!(factored.iter().map(|one| one.count()).sum::<usize>(), error.repairs().len());
        for one in factored.iter().take(LOOKED_AT) {
            assert!(!show_factored(one, self.lexer, &epp).is_empty());
        }
        let expectations = Expectations::new(&self.language.grammar, &self.language.table);
        for expected in expectations.at(error) {
            expected.name(&self.language.grammar);
        }
        assert!(!format!("{error} {:?}", error.trace().is_some()).is_empty());
    }

    fn check_facts(&self, error: &Error) {
        let options = &self.case.options;
        assert_eq!(error.lexeme().tok_id() == self.language.grammar.eof().0, self.is_end(error));
        assert!(error.expected().is_sorted_by(|a, b| a < b));
        assert!(error.expected().last().is_none_or(|last| last.0 <= self.language.grammar.eof().0));
        assert!(error.reach() <= options.reach);
        let has_sequences = error.cost().is_some();
        match error.status() {
            Status::Complete | Status::Unproven => assert!(has_sequences),
            Status::Panic | Status::Region | Status::None => assert!(!has_sequences),
            unknown => panic!("{unknown:?} is new"),
        }
        assert_eq!(error.repairs_total() > 0, has_sequences);
        assert!(error.resumed_at().is_none_or(|at| at >= error.position()));
        assert!(
            error.resumed_at().is_none()
                || matches!(error.status(), Status::Panic | Status::Region)
        );
        let Some(cost) = error.cost() else { return };
        assert!(error.lower_bound() <= cost, "{} > {cost}", error.lower_bound());
        if error.status() == Status::Complete {
            assert_eq!(error.limit(), None);
            let dearer = u32::from(error.dearer() == Dearer::Taken);
            assert_eq!(error.lower_bound() + dearer, cost);
        }
    }

    fn is_end(&self, error: &Error) -> bool {
        error.position() + 1 == self.tokens.len()
    }

    fn check_sequences(&self, error: &Error) {
        let counted = error.sequences().take(COUNTED).count();
        assert!(counted as u128 <= error.repairs_total());
        assert_eq!(counted > 0, error.cost().is_some());
        let listed = error.repairs().len();
        assert!(listed <= self.case.options.max_repairs);
        let editor = Editor::new(self.lexer);
        let text_of = |token: TIdx<u32>| token_text(&self.language.lexerdef, token.0);
        let mut seen = HashSet::new();
        for (number, sequence) in error.sequences().take(LOOKED_AT).enumerate() {
            let repairs = error.with_lexemes(&sequence);
            assert!(number >= listed || error.repairs()[number] == repairs);
            error.begin_of(&sequence);
            assert_eq!(self.cost_of(&sequence), sequence.cost, "{sequence:?}");
            if sequence.kind == RepairKind::Cheapest {
                assert_eq!(Some(sequence.cost), error.cost());
            }
            assert!(sequence.start <= error.position());
            assert!(sequence.repairs.last().is_some_and(|last| *last != Repair::Shift));
            assert!(seen.insert((sequence.start, sequence.repairs.clone())), "listed twice");
            if number < EDITED
                && let Some(edits) = editor.text_edits(&sequence, &text_of)
            {
                apply_edits(&self.case.text, &edits);
            }
        }
    }

    /// Returns the sum of the costs of a sequence's insertions and deletions.
    fn cost_of(&self, sequence: &RepairSequence) -> u32 {
        let mut at = sequence.start;
        let mut cost = 0;
        for repair in &sequence.repairs {
            match repair {
                Repair::Insert(token) => {
                    assert!(self.costs(*token).0 > 0, "inserted, but never to be");
                    cost += self.costs(*token).0;
                }
                Repair::Delete => {
                    cost += self.costs(self.tokens[at]).1;
                    at += 1;
                }
                Repair::Shift => at += 1,
            }
        }
        assert!(at < self.tokens.len(), "the end of the input is neither deleted nor shifted");
        cost
    }

    /// Applies the first sequence of each error.
    pub fn repaired(&self, errors: &[LexParseError<u32, Types>]) -> Repaired {
        let (mut tokens, mut deleted, mut is_whole) = (Vec::new(), Vec::new(), true);
        let mut at = 0;
        for error in errors {
            let LexParseError::ParseError(error) = error else { continue };
            let Some(sequence) = error.sequences().next() else {
                is_whole = false;
                continue;
            };
            assert!(sequence.start >= at, "begins before the end of the one before");
            tokens.extend_from_slice(&self.tokens[at..sequence.start]);
            at = sequence.start;
            for repair in &sequence.repairs {
                match repair {
                    Repair::Insert(token) => tokens.push(*token),
                    Repair::Delete => deleted.push(at),
                    Repair::Shift => tokens.push(self.tokens[at]),
                }
                at += usize::from(!matches!(repair, Repair::Insert(_)));
            }
        }
        tokens.extend_from_slice(&self.tokens[at..]);
        Repaired { tokens, deleted, is_whole }
    }
}

/// An input with repairs applied.
pub struct Repaired {
    pub tokens: Vec<TokenId>,
    /// The lexemes that are deleted.
    pub deleted: Vec<usize>,
    /// Whether each error has a sequence.
    pub is_whole: bool,
}
