//! Simple actions: what an action may be in a lex file that needs no program to read its code.
//!
//! An action is `;`, or a block of calls, each of which ends by `;`, and perhaps a `return`:
//!
//! | call | meaning |
//! |---|---|
//! | `return NAME;`, `return 'c';` | the text is a token of this name |
//! | `return yytext[0];`, `return *yytext;` | the text, one character, is a token of this name |
//! | `return YYUNDEF;`, `return -1;` | the text is an error |
//! | `BEGIN(S);`, `BEGIN S;` | goes to start state S; `INITIAL` and `0` are the first one |
//! | `yy_push_state(S);`, `yy_pop_state();` | stacks the start state, goes back to what was stacked |
//! | `yyless(n);`, `yyless(yyleng - n);` | the lexeme has n bytes, or n fewer than what was matched |
//! | `yymore();` | the lexeme goes on with the next match |
//! | `yyterminate();`, `return 0;` | the rest of the text is skipped |
//! | `perhaps(c, BEGIN(S));` | the state is kept; it would be left if c were true: see `guess` |
//!
//! Anything else is an error, which says how the file becomes one that this crate reads.

use lrtable::Span;

use super::{
    Effect, EndRule, Given, Kept, LexFile, MatchedText, ReadRule, StartStateOperation,
    c::{Token, TokenKind, char_value, number, tokens},
};
use crate::{LexErrorKind, actions::Actions, extent::Extent};

/// Reads simple actions.
pub(crate) struct SimpleActions;

impl<'a> Actions<'a> for SimpleActions {
    fn action(
        &mut self,
        file: &mut LexFile<'a>,
        action: Span,
        rules: Vec<ReadRule>,
    ) -> Vec<ReadRule> {
        let effect = file.simple_action(action);
        if effect.given == Given::Character {
            return rules
                .iter()
                .flat_map(|rule| file.by_character(rule, &effect, action))
                .collect();
        }
        rules.into_iter().filter_map(|rule| file.give(rule, &effect, action)).collect()
    }

    fn end_of_text(&mut self, file: &mut LexFile<'a>, rule: &EndRule, action: Span) {
        let effect = file.simple_action(action);
        file.add_end_rule(rule, &effect);
    }
}

impl LexFile<'_> {
    /// What the action at `span` does; nothing if it is wrong.
    fn simple_action(&mut self, span: Span) -> Effect {
        let tokens = tokens(self.source, span);
        match self.effect_of(&tokens) {
            Ok(effect) => effect,
            Err(place) => {
                let text = self.on_one_line(place);
                let message = format!("'{text}' is no simple action");
                self.error_of(LexErrorKind::Code, message, place);
                Effect::default()
            }
        }
    }

    /// The rules of a rule of which each character is a token of its own; others are errors.
    fn by_character(&mut self, rule: &ReadRule, effect: &Effect, action: Span) -> Vec<ReadRule> {
        let wrong = Effect { given: Given::Error, ..effect.clone() };
        let texts = self.by_text(rule);
        let is_character = |(_, matched): &(ReadRule, MatchedText)| match matched {
            MatchedText::Text(text) => text.chars().count() == 1,
            _ => true,
        };
        let Some(texts) = texts.filter(|texts| texts.iter().all(is_character)) else {
            let message = "the token is named by the text only where the regex is one character, a class '[…]', '.', or several of these with '|' between: other text is an error";
            self.warn(message, action);
            return self.give(rule.clone(), &wrong, action).into_iter().collect();
        };
        let nowhere = Span::new(action.start(), action.start());
        let given = |matched| match matched {
            MatchedText::Text(text) if text == "\0" => Given::End,
            MatchedText::Text(text) => Given::Token(text, nowhere),
            _ => Given::Error,
        };
        let texts = texts.into_iter().filter_map(|(rule, matched)| {
            let effect = Effect { given: given(matched), ..effect.clone() };
            self.give(rule, &effect, action)
        });
        texts.collect()
    }

    /// What these tokens do, or the place of what is not understood.
    fn effect_of(&self, tokens: &[Token<'_>]) -> Result<Effect, Span> {
        let mut effect = Effect::default();
        let statements = tokens.split(|token| matches!(token.text, ";" | "{" | "}"));
        let mut ended = false;
        for statement in statements.filter(|statement| !statement.is_empty()) {
            let place =
                Span::new(statement[0].span().start(), statement[statement.len() - 1].span().end());
            if std::mem::replace(&mut ended, statement[0].text == "return") {
                return Err(place);
            }
            self.statement(statement, &mut effect).ok_or(place)?;
        }
        Ok(effect)
    }

    fn statement(&self, statement: &[Token<'_>], effect: &mut Effect) -> Option<()> {
        if statement[0].text == "perhaps" {
            effect.kept = Some(self.doubt(statement)?);
            return Some(());
        }
        // Brackets around arguments may be left out.
        let words: Vec<&Token<'_>> =
            statement.iter().filter(|token| !matches!(token.text, "(" | ")")).collect();
        let texts: Vec<&str> = words.iter().map(|token| token.text).collect();
        match texts[..] {
            ["return", "YYUNDEF"] | ["return", "-", "1"] => effect.given = Given::Error,
            ["return", "0"] | ["yyterminate"] => effect.given = Given::End,
            ["return", "*", "yytext"] | ["return", "yytext", "[", "0", "]"] => {
                effect.given = Given::Character;
            }
            ["return", given] if words[1].kind == TokenKind::Word => {
                effect.given = Given::Token(given.to_owned(), words[1].span());
            }
            ["return", given] => {
                let place = words[1].span();
                let place = Span::new(place.start() + 1, place.end().max(place.start() + 2) - 1);
                effect.given = Given::Token(char_value(given)?.to_string(), place);
            }
            ["BEGIN", state] => {
                effect.change_to(self.named_state(state)?, StartStateOperation::ReplaceTop)?;
            }
            ["yy_push_state", state] => {
                effect.change_to(self.named_state(state)?, StartStateOperation::Push)?;
            }
            ["yy_pop_state"] => effect.change_to(0, StartStateOperation::Pop)?,
            ["yyless", len] => effect.extent = Extent::First(number(len)?),
            ["yyless", "yyleng", "-", len] => effect.extent = Extent::ButLast(number(len)?),
            ["yymore"] => effect.extent = Extent::More,
            _ => return None,
        }
        Some(())
    }

    /// What `perhaps(condition, change)` says; without a comma it is not known where it leads.
    fn doubt(&self, statement: &[Token<'_>]) -> Option<Kept> {
        let [_, open, inside @ .., close] = statement else { return None };
        if (open.text, close.text) != ("(", ")") || inside.is_empty() {
            return None;
        }
        let comma = inside.iter().rposition(|token| token.text == ",");
        let (condition, change) = inside.split_at(comma.unwrap_or(inside.len()));
        let mut effect = Effect::default();
        if let Some(change) = change.get(1..) {
            self.statement(change, &mut effect)?;
        }
        let (first, last) = (condition.first()?, condition.last()?);
        let place = Span::new(first.span().start(), last.span().end());
        Some(Kept { place, change: effect.change })
    }

    fn named_state(&self, name: &str) -> Option<usize> {
        if name == "0" { Some(0) } else { self.state(name) }
    }
}

impl Effect {
    /// Adds a change of start state, unless there is one.
    fn change_to(&mut self, state: usize, operation: StartStateOperation) -> Option<()> {
        self.change.replace((state, operation)).is_none().then_some(())
    }
}
