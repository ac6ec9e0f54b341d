//! What tokens mean to layout: which are brackets, and which stand in the lists of directives.

use std::collections::BTreeMap;

use lrtable::Storage;

use super::{Layout, Lines};
use crate::limits::NAMED_TOKENS;

/// What a token means to layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Class {
    /// The kind of bracket that it opens, counted from 1.
    pub(crate) opens: u8,
    /// The kind of bracket that it closes, counted from 1.
    pub(crate) closes: u8,
    /// Whether a line end after it counts: in `%terminate`, and in `%restrict after`.
    pub(crate) after: bool,
    /// Whether it is one of those that `%assume` names after `before`.
    pub(crate) before: bool,
    /// Whether a line end before it counts: in `%restrict before`.
    pub(crate) restricts_before: bool,
}

/// The classes of all tokens, by their ids.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    dense: Vec<Class>,
    /// Those of tokens whose ids are large.
    sparse: BTreeMap<usize, Class>,
    /// How many kinds of brackets there are.
    kinds: u8,
}

impl Classes {
    /// The classes of tokens; `id` tells the id of a rule's token.
    pub(crate) fn of<StorageT: Storage>(
        layout: &Layout,
        id: impl Fn(usize) -> Option<StorageT>,
    ) -> Classes {
        let mut classes = Classes::default();
        let mut set = |rule: usize, set: &dyn Fn(&mut Class)| {
            if let Some(id) = id(rule) {
                set(classes.entry(id.to_index()));
            }
        };
        let mut kinds = BTreeMap::new();
        for (open, close) in layout.suspend.iter() {
            let next = kinds.len() as u8 + 1;
            let kind = *kinds.entry(*close).or_insert(next);
            set(*open, &|class| class.opens = kind);
            set(*close, &|class| class.closes = kind);
        }
        let kinds = kinds.len() as u8;
        match &layout.lines {
            Some(Lines::Terminated { after, .. }) => {
                after.iter().for_each(|rule| set(*rule, &|class| class.after = true));
            }
            Some(Lines::Assumed { before, restrict_after, restrict_before, .. }) => {
                before.iter().for_each(|rule| set(*rule, &|class| class.before = true));
                restrict_after.iter().for_each(|rule| set(*rule, &|class| class.after = true));
                let before = restrict_before.iter();
                before.for_each(|rule| set(*rule, &|class| class.restricts_before = true));
            }
            Some(Lines::Indented { .. }) | None => {}
        }
        Classes { kinds, ..classes }
    }

    fn entry(&mut self, id: usize) -> &mut Class {
        if id >= NAMED_TOKENS {
            return self.sparse.entry(id).or_default();
        }
        if self.dense.len() <= id {
            self.dense.resize(id + 1, Class::default());
        }
        &mut self.dense[id]
    }

    /// How many kinds of brackets there are.
    pub(crate) fn bracket_kinds(&self) -> u8 {
        self.kinds
    }

    /// The class of the token with this id.
    #[inline]
    pub(crate) fn class<StorageT: Storage>(&self, id: StorageT) -> Class {
        let id = id.to_index();
        match self.dense.get(id) {
            Some(class) => *class,
            None if self.sparse.is_empty() => Class::default(),
            None => self.sparse.get(&id).copied().unwrap_or_default(),
        }
    }
}
