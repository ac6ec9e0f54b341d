//! Limits of reading a grammar and of making its table: no file takes more time or memory than they
//! allow.
//!
//! What a construction does is charged to a meter: states, bytes and steps are counted, nothing is
//! timed, so that a grammar meets a limit on every machine or on none. A limit that is met ends in
//! a message that names it and says what to do; [`Limits`] given to
//! [`build_within`](crate::statetable::build_within) or
//! [`from_yacc_within`](crate::from_yacc_within) replace the defaults.

/// Limit of the length of a grammar file, in bytes.
///
/// Cure: move code from its actions into functions in another file.
pub const SOURCE: usize = 64 << 20;

/// Limit of the number of words and signs of a grammar file, an action being one.
///
/// Cure: split the grammar.
pub const WORDS: usize = 2_000_000;

/// Limit of the number of tokens times that of rules and productions together: the bits of their
/// sets of tokens.
///
/// Cure: fewer tokens; words that stand in the same places can be one token.
pub const SETS: usize = 1 << 31;

/// Limit of the length of a name, in bytes.
///
/// Cure: a shorter one, with `%epp` for what messages are to say.
pub const NAME: usize = 1_000;

/// Limit of the depth of groups, arguments and signs of repetition in each other.
///
/// Cure: give what is inside a rule of its own.
pub const NESTING: usize = 64;

/// Limit of the number of rules that groups, repetitions and rules with parameters stand for.
///
/// Cure: rules that do not pass different arguments to two others each.
pub const INSTANCES: usize = 20_000;

/// Limit of the number of calls in each other's definitions that end in a new rule, and of inlined
/// rules in each other.
///
/// Cure: no rule with parameters that passes more and more to itself; fewer inlined rules.
pub const CHAIN: usize = 100;

/// Limit of the number of symbols and actions of the productions of rules with parameters, each
/// counted for each call with other arguments.
///
/// Cure: rules without parameters for what is equal in all calls.
pub const EXPANDED: usize = 2_000_000;

/// Limit of the number of symbols of the productions that `%inline` makes, inlined rules counted
/// too.
///
/// Cure: fewer alternatives of inlined rules, or fewer of them in one production.
pub const INLINED: usize = 1_000_000;

/// Limit of the number of symbols of a production that are shown, around the dot; `…` stands for
/// the others.
pub const SHOWN_SYMBOLS: usize = 100;

/// Limit of the length of a dump, a report or a list of conflicts, in bytes; a longer one is cut,
/// and says so.
///
/// Cure: look at smaller parts of the grammar, by `%start`.
pub const DUMP: usize = 128 << 20;

/// Limit of the number of symbols replaced for a cheapest or a random sentence, or for all cheapest
/// ones.
///
/// In some grammars each rule doubles what the one before derives. Cure: ask for a sentence of a
/// rule that such a rule uses.
pub const SENTENCE: usize = 1_000_000;

/// Limit of the number of items, and of states on stacks, examined for all examples of conflicts
/// together; later causes have none.
pub const EXAMPLES_WORK: usize = 10_000_000;

/// Limit of the number of errors shown of one file, and of warnings; one more of each says how many
/// there were.
///
/// Cure: fix those.
pub const MESSAGES: usize = 50;

/// Limit of the number of further fixes that a report counts without showing them; more are
/// "others".
pub const COUNTED_REPAIRS: u128 = 10;

/// Limit of the number of states of a graph.
///
/// Cure: LALR(1) (`%define lr.type lalr`), or rules that share what they have in common.
pub const STATES: usize = 1_000_000;

/// Limit of the memory of states, edges and sets of lookaheads, in bytes.
///
/// Cure: see [`STATES`], or fewer tokens.
pub const MEMORY: usize = 600 << 20;

/// Limit of the steps of a construction, of which there are some hundred millions in a second.
///
/// A word of a set that is looked at is one step, an item or an edge eight. Cure: see
/// [`STATES`].
pub const WORK: u64 = 3_000_000_000;

/// Limit of the number of conflicts of a grammar, those that precedence decides among them.
///
/// Cure: precedences, or fewer alternatives that begin or end alike.
pub const CONFLICTS: usize = 200_000;

/// Limit of the size of a packed table, in bytes, in which each state stores a set of rules.
///
/// Cure: fewer rules or tokens.
pub const TABLE: usize = 360 << 20;

/// Words of sets after which Pager's construction finds out whether it will come to the states of
/// LALR(1): then it takes those.
pub(crate) const PATIENCE: u64 = 1 << 28;

/// What an item or an edge is charged as, in words of sets.
pub(crate) const ITEM_WORK: usize = 8;

/// Limits of the construction of a state graph and its table.
///
/// ```
/// use lrtable::{StateTableErrorKind, construct::Construction};
/// use lrtable::{grammar::Grammar, limits::Limits, statetable};
///
/// let grammar = Grammar::parse("%% List: | List 'x';", None).unwrap();
/// let limits = Limits { states: 2, ..Limits::default() };
/// let error = statetable::build_within(&grammar, Construction::Pager, limits).unwrap_err();
/// assert_eq!(error.kind, StateTableErrorKind::States);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of states of the graph; [`STATES`] by default.
    pub states: usize,
    /// The bytes of states, edges and sets of lookaheads; [`MEMORY`] by default.
    pub memory: usize,
    /// The steps of the construction; [`WORK`] by default.
    pub work: u64,
    /// The number of conflicts of the grammar; [`CONFLICTS`] by default.
    pub conflicts: usize,
    /// The bytes of the packed table; [`TABLE`] by default.
    pub table: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { states: STATES, memory: MEMORY, work: WORK, conflicts: CONFLICTS, table: TABLE }
    }
}

impl Limits {
    /// Limits that are never met: for grammars that are known to be harmless.
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

/// Says that items are nested more deeply than [`NESTING`].
pub(crate) fn nesting_message() -> String {
    format!(
        "more than {NESTING} items in each other, the limit 'nesting': expected a rule for what is inside"
    )
}

/// Says that more than [`INSTANCES`] rules are made of what a file calls.
pub(crate) fn instances_message(chain: &str) -> String {
    format!(
        "groups, repetitions and rules with parameters stand for more than {INSTANCES} rules, the limit 'instances': \
         each of these calls makes others: {chain}"
    )
}

/// Says that the rules made of calls have more symbols than [`EXPANDED`].
pub(crate) fn expanded_message(name: &str) -> String {
    format!(
        "rules made of calls like '{name}' have more than {EXPANDED} symbols and actions, the limit 'expanded': write \
         rules without parameters for what is equal in all calls"
    )
}

/// Says that calls lead to new ones for longer than [`CHAIN`] allows.
pub(crate) fn chain_message(chain: &str) -> String {
    format!("the expansion does not end: {chain}")
}

/// Says that inlined rules name each other for longer than [`CHAIN`] allows.
pub(crate) fn inlined_chain_message(rule: &str) -> String {
    format!(
        "'{rule}' is one of more than {CHAIN} inlined rules in each other, the limit 'chain': inline fewer of them"
    )
}

/// Says that inlined rules make more symbols than [`INLINED`].
pub(crate) fn inlined_message(rule: &str) -> String {
    format!(
        "productions with rules like '{rule}' inlined have more than {INLINED} symbols, the limit 'inlined': inline fewer \
         of them"
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
