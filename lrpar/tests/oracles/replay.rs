//! Tests that every reported sequence repairs the input: applied to the parser's stack it leads
//! over three more lexemes, or to the end of the input. Grammars have conflicts here, resolved by
//! precedence and by default.

use lrpar::{
    ParseError, ParseRepair, RecoveryKind,
    recovery::{Status, experiment::Variant},
};
use lrtable::{StateId, TokenId, random::Random, statetable::Action};

use crate::{
    common::{Language, Recovery, TestLexeme, ToldLexer, syntax_errors},
    random_grammar::{self, Sizes},
};

const SIZES: Sizes = Sizes { rules: 4, tokens: 4, alternatives: 4, symbols: 4 };

/// A parse that was stopped somewhere.
#[derive(Clone)]
pub(crate) struct Run<'a> {
    language: &'a Language,
    input: &'a [TokenId],
    stack: Vec<StateId>,
    position: usize,
}

impl<'a> Run<'a> {
    pub(crate) fn new(language: &'a Language, input: &'a [TokenId]) -> Self {
        Run { language, input, stack: vec![StateId::new(0)], position: 0 }
    }

    fn next(&self) -> TokenId {
        self.input.get(self.position).copied().unwrap_or(self.language.grammar.eof())
    }

    /// Makes the reductions before `token`, and shifts it if possible; returns the last action.
    fn feed(&mut self, token: TokenId) -> Action {
        let (grammar, table) = (&self.language.grammar, &self.language.table);
        loop {
            let action = table.action(*self.stack.last().unwrap(), token);
            match action {
                Action::Shift(state) => self.stack.push(state),
                Action::Reduce(prod) => {
                    self.stack.truncate(self.stack.len() - grammar.symbols(prod).len());
                    let rule = grammar.production(prod).rule;
                    let state = table.goto(*self.stack.last().unwrap(), rule).unwrap();
                    self.stack.push(state);
                    continue;
                }
                Action::Accept | Action::Error => {}
            }
            return action;
        }
    }

    /// Shifts at most `count` lexemes; returns whether that, or accepting the input, was possible.
    fn shift(&mut self, count: usize) -> bool {
        for _ in 0..count {
            match self.feed(self.next()) {
                Action::Shift(_) => self.position += 1,
                Action::Accept => return true,
                _ => return false,
            }
        }
        true
    }

    /// Continues to the error, at which it must stop.
    pub(crate) fn go_to(&mut self, error: &ParseError<TestLexeme, u32>) {
        assert!(self.shift(error.position() - self.position), "the error was too late");
        assert_eq!(self.feed(self.next()), Action::Error, "there is no error");
    }

    /// Applies a repair sequence.
    pub(crate) fn apply(&mut self, sequence: &[ParseRepair<TestLexeme, u32>]) -> bool {
        sequence.iter().all(|repair| match repair {
            ParseRepair::Insert(token) => matches!(self.feed(token.widen()), Action::Shift(_)),
            ParseRepair::Delete(lexeme) => {
                assert_eq!(lexeme.token, self.next().0);
                self.position += 1;
                true
            }
            ParseRepair::Shift(lexeme) => {
                assert_eq!(lexeme.token, self.next().0);
                self.shift(1)
            }
        })
    }

    /// Checks that every sequence of this error, at which the run stands, repairs it.
    pub(crate) fn check(&self, error: &ParseError<TestLexeme, u32>, context: &str) {
        for sequence in error.repairs() {
            let mut run = self.clone();
            let shown = self.language.show(sequence);
            assert!(run.apply(sequence), "{shown} does not replay: {context}");
            assert!(run.shift(3), "{shown} leads nowhere: {context}");
            assert!(!matches!(sequence.last(), Some(ParseRepair::Shift(_)) | None), "{shown}");
        }
    }
}

/// Makes a random language, with conflicts, whose table cannot reduce for ever.
fn random_language(random: &mut Random) -> Language {
    loop {
        let text = random_grammar::text(random, SIZES);
        let levels = ["%left 'a'\n", "%right 'a' 'b'\n", "%nonassoc 'c'\n%left 'b'\n", ""];
        let language = Language::new(format!("{}{text}", random.choose(&levels)));
        if !language.table.tables().can_reduce_forever {
            return language;
        }
    }
}

#[test]
fn every_reported_sequence_replays() {
    let recoverers: [Recovery; 6] = [
        RecoveryKind::CPCTPlus.into(),
        Variant::Plain.into(),
        Variant::Rev.into(),
        Variant::Shift1.into(),
        Variant::Shift2.into(),
        Variant::Corchuelo.into(),
    ];
    let mut random = Random::new(1);
    let mut sequences = 0;
    for _ in 0..800 {
        let language = random_language(&mut random);
        for _ in 0..4 {
            let input = language.broken_input(&mut random, 12);
            for recovery in &recoverers {
                let recovery = recovery.clone().with(|options| options.budget.work = Some(20_000));
                let parser = language.recovering(&recovery);
                let errors = syntax_errors(parser.parse_noaction(&ToldLexer::of_tokens(&input)));
                let context = format!("{} on {input:?} and\n{}", recovery.name, language.text);
                let mut run = Run::new(&language, &input);
                for error in &errors {
                    run.go_to(error);
                    // Panic mode does not report the stack that it leaves.
                    if !matches!(error.status(), Status::Complete | Status::Unproven) {
                        break;
                    }
                    run.check(error, &context);
                    sequences += error.repairs().len();
                    assert!(run.apply(&error.repairs()[0]));
                }
            }
        }
    }
    assert!(sequences > 20_000, "only {sequences} sequences");
}
