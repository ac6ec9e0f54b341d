//! Every limit of reading a grammar and of making its table: no file may take more time or memory than these allow.
//!
//! What a construction does is charged to a meter: states, bytes and steps are counted, nothing is timed, so that a
//! grammar meets a limit on every machine or on none. A limit that is met ends in a message that names it and says what to
//! do; [`Limits`] given to [`build_within`](crate::statetable::build_within) or
//! [`from_yacc_within`](crate::from_yacc_within) replace the defaults.

/// Bytes of a grammar file. Cure: move code from its actions into functions in another file.
pub const SOURCE: usize = 64 << 20;

/// Words and signs of a grammar file, an action being one. Cure: split the grammar.
pub const WORDS: usize = 2_000_000;

/// Tokens times rules and productions, of which many have a set of tokens: that many bits. Cure: fewer tokens; words that
/// stand in the same places can be one token.
pub const SETS: usize = 1 << 31;

/// Bytes of a name. Cure: a shorter one, with `%epp` for what messages are to say.
pub const NAME: usize = 1_000;

/// Symbols of a production that are shown at most, around the dot; `…` stands for the others.
pub const SHOWN_SYMBOLS: usize = 100;

/// Bytes of a dump, a report or a list of conflicts, from which on it is cut, and says so. Cure: look at smaller parts of
/// the grammar, by `%start`.
pub const DUMP: usize = 128 << 20;

/// Symbols that are replaced for a cheapest or a random sentence, or for all cheapest ones. In some grammars each rule doubles what the one before
/// derives. Cure: ask for a sentence of a rule that such a rule uses.
pub const SENTENCE: usize = 1_000_000;

/// Items, and states on stacks, that are looked at for all examples of conflicts together; later causes have none.
pub const EXAMPLES_WORK: usize = 10_000_000;

/// Errors that are shown of a file, and warnings; one more of each says how many there were. Cure: mend those.
pub const MESSAGES: usize = 50;

/// Characters of a line that a message shows at most: a longer line is cut around the place, with `…`.
pub const SNIPPET_WIDTH: usize = 100;

/// States of a graph. Cure: LALR(1) (`%define lr.type lalr`), or rules that share what they have in common.
pub const STATES: usize = 1_000_000;

/// Bytes of states, edges and sets of lookaheads. Cure: as for [`STATES`], or fewer tokens.
pub const MEMORY: usize = 600 << 20;

/// Steps of a construction: a set's word is one, an item or an edge that is looked at is eight. Some seconds.
/// Cure: as for [`STATES`].
pub const WORK: u64 = 3_000_000_000;

/// Conflicts of a grammar, those that precedence decides among them. Cure: precedences, or fewer alternatives that begin or
/// end alike.
pub const CONFLICTS: usize = 200_000;

/// Bytes of a packed table; each state stores a set of rules. Cure: fewer rules or tokens.
pub const TABLE: usize = 360 << 20;

/// Words of sets after which Pager's construction finds out whether it will come to the states of LALR(1): then it takes
/// those.
pub(crate) const PATIENCE: u64 = 1 << 28;

/// What an item or an edge is charged as, in words of sets.
pub(crate) const ITEM_WORK: usize = 8;

/// How much the construction of a table may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// States of a graph ([`STATES`]).
    pub states: usize,
    /// Bytes of states, edges and sets of lookaheads ([`MEMORY`]).
    pub memory: usize,
    /// Steps of a construction ([`WORK`]).
    pub work: u64,
    /// Conflicts of a grammar ([`CONFLICTS`]).
    pub conflicts: usize,
    /// Bytes of a packed table ([`TABLE`]).
    pub table: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { states: STATES, memory: MEMORY, work: WORK, conflicts: CONFLICTS, table: TABLE }
    }
}

impl Limits {
    /// No limits: for grammars that are known to be harmless.
    pub const NONE: Limits = Limits {
        states: usize::MAX,
        memory: usize::MAX,
        work: u64::MAX,
        conflicts: usize::MAX,
        table: usize::MAX,
    };
}

/// Says that a file is longer than [`SOURCE`].
pub(crate) fn source_message(limit: usize) -> String {
    format!(
        "the file has more than {limit} bytes, the limit 'source': move code of its actions into another file"
    )
}

/// Says that a file has more than [`WORDS`].
pub(crate) fn words_message(limit: usize) -> String {
    format!("the grammar has more than {limit} words and signs, the limit 'words': split it")
}

/// Says that a dump is cut.
pub(crate) fn cut_message() -> String {
    format!("… cut here: this is more than {DUMP} bytes, the limit 'dump'\n")
}

/// A dump of these pieces; after [`DUMP`] bytes it is cut, and says so.
pub(crate) fn cut(pieces: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    for piece in pieces {
        if out.len() > DUMP {
            out.push_str(&cut_message());
            break;
        }
        out.push_str(&piece);
    }
    out
}

/// Says that a sentence is longer than [`SENTENCE`].
pub(crate) fn sentence_message(rule: &str) -> String {
    format!(
        "the cheapest sentence of rule '{rule}' takes more than {SENTENCE} symbols, the limit 'sentence': ask for one of \
         a rule that it uses"
    )
}

/// Says that a name is longer than [`NAME`].
pub(crate) fn name_message(shown: &str) -> String {
    format!("the name {shown} has more than {NAME} bytes, the limit 'name': expected a shorter one")
}

/// Says that so many tokens, rules and productions are more than [`SETS`] allows, if they are.
pub(crate) fn sets_message(
    tokens: usize,
    rules: usize,
    productions: usize,
    limit: usize,
) -> Option<String> {
    let bits = tokens.saturating_mul(rules + productions);
    (bits > limit).then(|| {
        format!(
            "{tokens} tokens times {rules} rules and {productions} productions are more than {limit}, the limit 'sets': \
             make one token of words that stand in the same places, or split the grammar"
        )
    })
}
