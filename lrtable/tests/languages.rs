//! Grammars in the notation of repetitions, groups and rules with parameters: they say what they
//! seem to say, and cost no more than plain ones.

#[allow(dead_code, reason = "shared with other tests")]
#[path = "oracles/automaton.rs"]
mod automaton;
#[path = "languages/language.rs"]
mod language;
#[path = "languages/network.rs"]
mod network;
#[path = "languages/pairs.rs"]
mod pairs;
#[path = "languages/python.rs"]
mod python;
#[path = "languages/spots.rs"]
mod spots;
