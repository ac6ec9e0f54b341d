//! What is known where an action runs: the start state, and values of variables.

use super::{
    c::expression::{Expr, Node},
    value::{Level, Value},
};

/// What is known of the start state and of variables where an action runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Context {
    /// The number of the start state that the file declares.
    pub(super) state: Option<usize>,
    /// The variables that are followed.
    pub(super) names: Vec<String>,
    /// The value of each; without any nothing is known of them.
    levels: Vec<Level>,
}

impl Context {
    /// In a start state, with values of the variables.
    pub(super) fn new(state: usize, names: Vec<String>, levels: Vec<Level>) -> Context {
        Context { state: Some(state), names, levels }
    }

    /// Whether a variable is followed.
    pub(super) fn tracks(&self, name: &str) -> bool {
        !self.levels.is_empty() && self.names.iter().any(|one| one == name)
    }

    /// Whether an expression is a variable that is followed.
    pub(super) fn tracks_in(&self, expr: &Expr<'_>) -> bool {
        matches!(expr.node, Node::Word(name) | Node::Declared { name, .. } if self.tracks(name))
    }

    /// The variables with their values.
    pub(super) fn values(&self) -> impl Iterator<Item = (String, Value)> {
        let values = self.levels.iter().map(|level| level.value());
        self.names.iter().cloned().zip(values)
    }
}
