//! The recoverers by name, and what makes each what it is.

/// What a parser does about syntax errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RecoveryKind {
    /// CPCT+ (Diekmann & Tratt 2020): all repair sequences of minimum cost, those that get furthest first.
    #[default]
    CPCTPlus,
    /// CPCT+ that may begin its repairs some lexemes before the error, with the most usual of the repairs first.
    Restart,
    /// CPCT+ by the paper's own search.
    CPCTPlusPlain,
    /// CPCT+ that keeps the repair sequences which get *least* far: the paper's CPCT+rev.
    CPCTPlusRev,
    /// CPCT+ that does not merge compatible configurations: the paper's CPCT+DM.
    CPCTPlusNoMerge,
    /// CPCT+ with the paper's rule CR Shift 1, in the limits of Corchuelo et al., without which its search may never end.
    CPCTPlusShift1,
    /// CPCT+ with the paper's rule CR Shift 2.
    CPCTPlusShift2,
    /// Corchuelo et al. (2002) as the paper describes it: one repair sequence, or else panic mode.
    Corchuelo,
    /// Panic mode after Holub (1990).
    Panic,
    /// None: parsing ends at the first error.
    None,
}

impl RecoveryKind {
    /// All of them.
    pub const ALL: [RecoveryKind; 10] = [
        RecoveryKind::CPCTPlus,
        RecoveryKind::Restart,
        RecoveryKind::CPCTPlusPlain,
        RecoveryKind::CPCTPlusRev,
        RecoveryKind::CPCTPlusNoMerge,
        RecoveryKind::CPCTPlusShift1,
        RecoveryKind::CPCTPlusShift2,
        RecoveryKind::Corchuelo,
        RecoveryKind::Panic,
        RecoveryKind::None,
    ];

    /// Its name on command lines and in reports.
    pub fn name(self) -> &'static str {
        match self {
            RecoveryKind::CPCTPlus => "cpctplus",
            RecoveryKind::Restart => "restart",
            RecoveryKind::CPCTPlusPlain => "cpctplus-plain",
            RecoveryKind::CPCTPlusRev => "cpctplus-rev",
            RecoveryKind::CPCTPlusNoMerge => "cpctplus-nomerge",
            RecoveryKind::CPCTPlusShift1 => "cpctplus-shift1",
            RecoveryKind::CPCTPlusShift2 => "cpctplus-shift2",
            RecoveryKind::Corchuelo => "corchuelo",
            RecoveryKind::Panic => "panic",
            RecoveryKind::None => "none",
        }
    }

    /// The recoverer of this name.
    pub fn from_name(name: &str) -> Option<RecoveryKind> {
        RecoveryKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// How it searches for repair sequences; `None` if it does not.
    pub(crate) fn search(self) -> Option<SearchRules> {
        let cpct_plus = SearchRules::CPCT_PLUS;
        match self {
            RecoveryKind::CPCTPlus | RecoveryKind::Restart | RecoveryKind::CPCTPlusPlain => {
                Some(cpct_plus)
            }
            RecoveryKind::CPCTPlusRev => Some(SearchRules { furthest: false, ..cpct_plus }),
            RecoveryKind::CPCTPlusNoMerge => Some(SearchRules { merge: false, ..cpct_plus }),
            RecoveryKind::CPCTPlusShift1 => {
                Some(SearchRules { shift: ShiftRule::RunNoReduce, limited: true, ..cpct_plus })
            }
            RecoveryKind::CPCTPlusShift2 => {
                Some(SearchRules { shift: ShiftRule::Run, ..cpct_plus })
            }
            RecoveryKind::Corchuelo => Some(SearchRules {
                shift: ShiftRule::RunNoReduce,
                merge: false,
                all: false,
                limited: true,
                ..cpct_plus
            }),
            RecoveryKind::Panic | RecoveryKind::None => None,
        }
    }
}

/// Which of the paper's three rules makes shift repairs. Of moves that only reduce, those are kept that end in accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShiftRule {
    /// CR Shift 1: as many lexemes as can be shifted, up to three, at once; no moves that only reduce.
    RunNoReduce,
    /// CR Shift 2: as many lexemes as can be shifted, up to three, at once.
    Run,
    /// CR Shift 3: one lexeme.
    One,
}

/// What distinguishes one search from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchRules {
    /// How shift repairs are made.
    pub(crate) shift: ShiftRule,
    /// Are compatible configurations merged?
    pub(crate) merge: bool,
    /// Are all sequences of minimum cost wanted, or the first only, unranked?
    pub(crate) all: bool,
    /// Do the limits of Corchuelo et al. hold?
    pub(crate) limited: bool,
    /// Are those kept that get furthest, or those that get least far?
    pub(crate) furthest: bool,
}

impl SearchRules {
    /// Those of CPCT+.
    pub(crate) const CPCT_PLUS: SearchRules = SearchRules {
        shift: ShiftRule::One,
        merge: true,
        all: true,
        limited: false,
        furthest: true,
    };
}
