//! Dense indices of rules, tokens, productions and states, and the one place where their widths are
//! converted.
//!
//! Inside the crates every index is 32 bits wide (`RuleId`, `TokenId`, `ProdId`, `StateId`). A user
//! may choose a narrower storage type for what leaves the library (token ids in lexemes, ids in
//! trees): that is the parameter `T` of [`TIdx`] and its siblings, and [`Storage`] is the only
//! trait that ever bounds it.

use num_traits::{PrimInt, Unsigned};

/// An unsigned integer type in which ids are stored: `u8`, `u16`, `u32` or a wider one.
///
/// Implemented for every type that qualifies; there is nothing to implement by hand.
pub trait Storage: 'static + PrimInt + Unsigned {
    /// Returns `value` in this type, or `None` if it does not fit.
    fn from_index(value: usize) -> Option<Self>;

    /// Returns the value as an array index.
    fn to_index(self) -> usize;
}

impl<T: 'static + PrimInt + Unsigned> Storage for T {
    fn from_index(value: usize) -> Option<Self> {
        num_traits::cast(value)
    }

    fn to_index(self) -> usize {
        index(self)
    }
}

fn index<T: PrimInt>(id: T) -> usize {
    id.to_usize().expect("an id is never wider than usize")
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident $(, $alias:ident)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name<T = u32>(pub T);

        $(
            #[doc = concat!("[`", stringify!($name), "`] in the width that the library uses inside.")]
            pub type $alias = $name<u32>;
        )?

        impl $name {
            /// Returns the id with the given index.
            ///
            /// # Panics
            ///
            /// If `index` needs more than 32 bits.
            pub fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("ids fit in 32 bits"))
            }

            /// Returns the id as an array index.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the id in the storage type `T`, or `None` if it does not fit.
            pub fn narrow<T: Storage>(self) -> Option<$name<T>> {
                T::from_index(self.index()).map($name)
            }

            /// This id in the storage type of the grammar or table that it is from, in which it
            /// must fit.
            pub(crate) fn stored<T: Storage>(self) -> $name<T> {
                self.narrow().expect("ids fit in the storage type of their grammar")
            }
        }

        impl<T: Storage> $name<T> {
            /// Returns the id as the plain integer that a lexeme or a table stores.
            pub fn as_storaget(&self) -> T {
                self.0
            }

            /// Returns the id with a width of 32 bits.
            pub fn widen(self) -> $name {
                $name::new(self.0.to_index())
            }
        }

        impl<T: PrimInt + Unsigned> From<$name<T>> for usize {
            fn from(id: $name<T>) -> usize {
                index(id.0)
            }
        }

        impl<T: PrimInt + Unsigned> From<$name<T>> for u32 {
            fn from(id: $name<T>) -> u32 {
                num_traits::cast(id.0).expect("ids fit in 32 bits")
            }
        }
    };
}

id!(
    /// Index of a rule (nonterminal).
    RIdx,
    RuleId
);
id!(
    /// Index of a token (terminal).
    TIdx,
    TokenId
);
id!(
    /// Index of a production.
    PIdx,
    ProdId
);
id!(
    /// Index of a state.
    StIdx,
    StateId
);

id!(
    /// Index of a symbol in a production.
    SIdx
);

/// A symbol of a grammar: a rule or a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol<StorageT = u32> {
    /// A rule (nonterminal).
    Rule(RIdx<StorageT>),
    /// A token (terminal).
    Token(TIdx<StorageT>),
}

impl<T> Symbol<T> {
    /// Returns the rule that the symbol is; `None` if it is a token.
    pub fn rule(self) -> Option<RIdx<T>> {
        if let Symbol::Rule(rule) = self { Some(rule) } else { None }
    }

    /// Returns the token that the symbol is; `None` if it is a rule.
    pub fn token(self) -> Option<TIdx<T>> {
        if let Symbol::Token(token) = self { Some(token) } else { None }
    }
}

impl<T: Storage> Symbol<T> {
    /// Returns the symbol with an id of 32 bits.
    pub fn widen(self) -> Symbol {
        match self {
            Symbol::Rule(rule) => Symbol::Rule(rule.widen()),
            Symbol::Token(token) => Symbol::Token(token.widen()),
        }
    }
}

impl Symbol {
    /// This symbol in the storage type of the grammar that it is from.
    pub(crate) fn stored<T: Storage>(self) -> Symbol<T> {
        match self {
            Symbol::Rule(rule) => Symbol::Rule(rule.stored()),
            Symbol::Token(token) => Symbol::Token(token.stored()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrowing_fails_exactly_when_the_index_does_not_fit() {
        assert_eq!(TokenId::new(255).narrow::<u8>(), Some(TIdx(255u8)));
        assert_eq!(TokenId::new(256).narrow::<u8>(), None);
        assert_eq!(RIdx(7u16).widen(), RuleId::new(7));
    }
}
