//! Recoverers by the names that commands know: the library's own, and variants for experiments.

use nimbleparse::{Error, ErrorKind};

use lrpar::{
    RecoveryKind::{self, CPCTPlus, Restart},
    recovery::{
        Alternatives, Bound, RecoveryOptions,
        experiment::{Experiment, Phase, Variant},
    },
};

use self::Change::{Offer, Phases, Reach, Search};

/// A recoverer with its name and options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recoverer {
    /// The name in options and records.
    pub(crate) name: &'static str,
    kind: RecoveryKind,
    /// The difference from the kind's defaults.
    change: Change,
}

/// How a variant differs from its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Nothing,
    /// Searches by this variant of the search.
    Search(Variant),
    /// Searches in these phases.
    Phases(&'static [Phase]),
    /// Begins repairs at most this many lexemes before the error, without alternatives to the
    /// cheapest.
    Reach(usize),
    /// Offers only these alternatives to the cheapest repairs.
    Offer(Alternatives),
}

/// Makes a list of one phase, limited by the budget alone.
const fn only(bound: Bound, quotient: bool) -> Phase {
    Phase { bound, quotient, depth: 20_000, expansions: u64::MAX }
}

/// Variants that measure what each part of the library's recoverers is worth.
const VARIANTS: &[(&str, RecoveryKind, Change)] = &[
    ("cpctplus@quotient", CPCTPlus, Phases(&[only(Bound::None, true)])),
    ("cpctplus@window5", CPCTPlus, Phases(&[only(Bound::Window5, true)])),
    ("cpctplus@window10", CPCTPlus, Phases(&[only(Bound::Window10, true)])),
    ("cpctplus@window10-unmerged", CPCTPlus, Phases(&[only(Bound::Window10, false)])),
    ("restart@0", Restart, Reach(0)),
    ("restart@3", Restart, Reach(3)),
    ("restart@10", Restart, Reach(10)),
    ("restart@brackets", Restart, Offer(Alternatives { brackets: true, ..Alternatives::NONE })),
];

impl Recoverer {
    /// Returns the recoverer with this name.
    ///
    /// # Errors
    ///
    /// If there is none; the message lists all.
    pub(crate) fn named(name: &str) -> Result<Recoverer, Error> {
        if let Some(kind) = RecoveryKind::from_name(name) {
            return Ok(Recoverer { name: kind.name(), kind, change: Change::Nothing });
        }
        if let Some(variant) = Variant::from_name(name) {
            return Ok(Recoverer { name: variant.name(), kind: CPCTPlus, change: Search(variant) });
        }
        match VARIANTS.iter().find(|(variant, ..)| *variant == name) {
            Some(&(name, kind, change)) => Ok(Recoverer { name, kind, change }),
            None => {
                let own = RecoveryKind::ALL.map(RecoveryKind::name).into_iter();
                let own = own.chain(Variant::ALL.map(Variant::name));
                let names: Vec<&str> = own.chain(VARIANTS.iter().map(|(name, ..)| *name)).collect();
                Err(Error::new(
                    ErrorKind::Setting,
                    format!("unknown recoverer '{name}': there are {}", names.join(", ")),
                ))
            }
        }
    }

    /// Returns the recoverer of a parser.
    pub(crate) fn kind(self) -> RecoveryKind {
        self.kind
    }

    /// Returns the recovery options of a parser.
    pub(crate) fn options(self) -> RecoveryOptions {
        RecoveryOptions::with(|options| match self.change {
            Change::Nothing | Phases(_) | Search(_) => {}
            Offer(alternatives) => options.alternatives = alternatives,
            Reach(reach) => {
                options.reach = reach;
                options.alternatives = Alternatives::NONE;
            }
        })
    }

    /// Returns the options that only experiments set: parsing stops where recovery fails, as in the
    /// paper.
    pub(crate) fn experiment(self) -> Experiment {
        let (variant, phases) = match self.change {
            Search(variant) => (Some(variant), None),
            Phases(phases) => (None, Some(phases)),
            _ => (None, None),
        };
        Experiment { variant, phases, fall_back: false, ..Experiment::NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_what_is_none_is_answered_with_all_of_them() {
        for (name, kind, change) in VARIANTS {
            let found = Recoverer::named(name).unwrap();
            assert_eq!((found.name, found.kind()), (*name, *kind));
            match change {
                Phases(phases) => assert_eq!(found.experiment().phases, Some(*phases)),
                Reach(reach) => assert_eq!(found.options().reach, *reach),
                Offer(offered) => assert_eq!(found.options().alternatives, *offered),
                Change::Nothing | Search(_) => panic!("{name} is no variant"),
            }
        }
        assert_eq!(Recoverer::named("panic").unwrap().kind(), RecoveryKind::Panic);
        let why = Recoverer::named("cpctplus@").unwrap_err();
        assert!(
            why.message().contains("there are cpctplus, ")
                && why.message().contains("cpctplus@window5"),
            "{why}"
        );
    }
}
