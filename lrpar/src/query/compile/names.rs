//! Looks up the names of rules, tokens, trivia and fields.

use lrtable::{RuleId, TokenId, near::did_you_mean};

use super::{Compiler, Test};
use crate::{
    node_types::{FieldId, NodeForm, SyntaxKind},
    query::{
        QueryError,
        syntax::{Kind, Name},
    },
};

impl Compiler<'_> {
    pub(super) fn field(&mut self, name: &Name) -> Option<FieldId> {
        let types = self.types;
        let field = types.field_named(&name.text);
        if field.is_none() {
            let known = types.fields().map(|field| types.field_name(field));
            let meant = did_you_mean(&name.text, known);
            self.error(format!("the grammar has no field '{}'{meant}", name.text), name.span);
        }
        field
    }

    /// Looks up what a pattern matches. After an error, anything.
    pub(super) fn test(&mut self, kind: &Kind) -> Test {
        match kind {
            Kind::Any => Test::Any,
            Kind::AnyNamed => Test::Named,
            Kind::Error => Test::Error,
            Kind::Missing(None) => Test::Missing(None),
            Kind::Missing(Some(name)) => Test::Missing(self.token(name)),
            Kind::Anonymous(name) => {
                self.token(name).map_or(Test::Any, |token| Test::Kind(SyntaxKind::Token(token)))
            }
            Kind::Named(name) => self.named(name).unwrap_or(Test::Any),
        }
    }

    fn token(&mut self, name: &Name) -> Option<TokenId> {
        let types = self.types;
        let token = types.token_named(&name.text);
        if token.is_none() {
            let known = types.token_ids().map(|token| types.name(SyntaxKind::Token(token)));
            let meant = did_you_mean(&name.text, known);
            self.error(format!("the grammar has no token '{}'{meant}", name.text), name.span);
        }
        token
    }

    fn named(&mut self, name: &Name) -> Option<Test> {
        let types = self.types;
        let text = &*name.text;
        let rules = || types.rule_ids().skip(1);
        let rule = types.rule_named(text).filter(|rule| rule.index() > 0).or_else(|| {
            // Blanks and the kind of quotes in the name of an instance are free, and so is the
            // number that tells it from another of this name.
            let bare = |name: &str| name.replace('"', "'").split_whitespace().collect::<String>();
            let (plain, has_node) = (bare(text), |rule| types.form(rule) != NodeForm::Spliced);
            let is_called = |rule: &RuleId| {
                let name = types.name(SyntaxKind::Rule(*rule));
                let shown = name.rsplit_once(" (").map_or(name, |(shown, _)| shown);
                has_node(*rule) && [name, shown].into_iter().any(|name| bare(name) == plain)
            };
            let is_instance = !text.chars().all(|c| c.is_alphanumeric() || c == '_');
            is_instance.then(|| rules().find(is_called))?
        });
        if let Some(rule) = rule {
            if types.form(rule) == NodeForm::Spliced {
                let message = format!(
                    "'{text}' never is a node: its symbols are children of the node around"
                );
                self.error(message, name.span);
                return None;
            }
            return Some(Test::Kind(SyntaxKind::Rule(rule)));
        }
        let token = types.token_named(text).map(SyntaxKind::Token);
        if let Some(token) = token {
            if types.is_named(token) {
                return Some(Test::Kind(token));
            }
            let message = format!("'{text}' is a token without a name of its own");
            self.errors.push(QueryError::new(message, name.span).help(format!("write \"{text}\"")));
            return None;
        }
        if self.trivia.iter().any(|known| known == text) {
            return Some(Test::Trivia(text.to_owned()));
        }
        let tokens = types.token_ids().map(SyntaxKind::Token);
        let kinds = rules()
            .filter(|rule| types.form(*rule) != NodeForm::Spliced)
            .map(SyntaxKind::Rule)
            .chain(tokens.filter(|token| types.is_named(*token)));
        let known =
            kinds.map(|kind| types.name(kind)).chain(self.trivia.iter().map(String::as_str));
        let meant = did_you_mean(text, known);
        let message = format!("the grammar has no rule or token '{text}'{meant}");
        let error = QueryError::new(message, name.span);
        self.errors.push(match text.split_once('(') {
            Some((rule, _)) if types.rule_named(rule).is_some() => {
                error.help(format!("a blank after '{rule}' makes what follows a child"))
            }
            _ => error,
        });
        None
    }
}
