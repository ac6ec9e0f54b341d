//! Grammars in the notation of repetitions, groups and rules with parameters: they say what they
//! seem to say, and cost no more than plain ones.

#[allow(dead_code, reason = "shared with other tests")]
#[path = "oracles/automaton.rs"]
mod automaton;
#[path = "notation/language.rs"]
mod language;
#[path = "notation/network.rs"]
mod network;
#[path = "notation/pairs.rs"]
mod pairs;
#[path = "notation/python.rs"]
mod python;
#[path = "notation/spots.rs"]
mod spots;
