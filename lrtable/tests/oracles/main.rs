//! Grammars and tables against oracles that are written another way: recognisers, enumerations,
//! published tables.

mod automaton;
mod bison;
mod conflicts;
mod constructions;
mod earley;
mod expansion;
mod figure2;
mod meaning;
mod notation;
mod packing;
mod pager_in_place;
mod plain;
mod precedence;
mod random_grammar;
mod recogniser;
mod sentences;
mod sets;
