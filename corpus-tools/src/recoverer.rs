//! The recoverers by the names that commands know: the library's own, and variants of its default for experiments.

use lrpar::{
    RecoveryKind,
    recovery::{BoundKind, Phase, RecoveryOptions},
};

/// A recoverer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recoverer {
    /// Its name in options and records.
    pub(crate) name: &'static str,
    kind: RecoveryKind,
    /// How it searches, if not as its kind does.
    phases: Option<&'static [Phase]>,
}

/// One phase, to the end of the budget.
const fn only(bound: BoundKind, quotient: bool) -> Phase {
    Phase { bound, quotient, depth: 20_000, expansions: u64::MAX }
}

/// The default's search with one means of its only, for measuring what each is worth.
const VARIANTS: &[(&str, &[Phase])] = &[
    ("cpctplus@quotient", &[only(BoundKind::None, true)]),
    ("cpctplus@next-token", &[only(BoundKind::NextToken, true)]),
    ("cpctplus@window5", &[only(BoundKind::Window5, true)]),
    ("cpctplus@window10", &[only(BoundKind::Window10, true)]),
    ("cpctplus@window10-unmerged", &[only(BoundKind::Window10, false)]),
    ("cpctplus@window21", &[only(BoundKind::Window21, true)]),
];

impl Recoverer {
    /// The recoverer of this name.
    ///
    /// # Errors
    ///
    /// If there is none; says which there are.
    pub(crate) fn named(name: &str) -> Result<Recoverer, String> {
        if let Some(kind) = RecoveryKind::from_name(name) {
            return Ok(Recoverer { name: kind.name(), kind, phases: None });
        }
        match VARIANTS.iter().find(|(variant, _)| *variant == name) {
            Some((name, phases)) => {
                Ok(Recoverer { name, kind: RecoveryKind::CPCTPlus, phases: Some(phases) })
            }
            None => {
                let own = RecoveryKind::ALL.map(RecoveryKind::name);
                let names: Vec<&str> =
                    own.into_iter().chain(VARIANTS.iter().map(|(name, _)| *name)).collect();
                Err(format!("unknown recoverer '{name}': there are {}", names.join(", ")))
            }
        }
    }

    /// The options of a parser with it.
    pub(crate) fn options(self) -> RecoveryOptions {
        RecoveryOptions { kind: self.kind, phases: self.phases, ..RecoveryOptions::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_what_is_none_is_answered_with_all_of_them() {
        for (name, phases) in VARIANTS {
            let found = Recoverer::named(name).unwrap();
            assert_eq!((found.name, found.options().phases), (*name, Some(*phases)));
        }
        assert_eq!(Recoverer::named("panic").unwrap().options().kind, RecoveryKind::Panic);
        let why = Recoverer::named("cpctplus@").unwrap_err();
        assert!(why.contains("there are cpctplus, ") && why.contains("cpctplus@window5"), "{why}");
    }
}
