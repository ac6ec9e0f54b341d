//! Every limit of what a page is told. What is left out is counted in the answer, and the page says
//! so; the cure is the command line, which has all.

/// Lexemes of a text that are told with their places, to be coloured and listed.
pub(crate) const LEXEMES: usize = 50_000;
/// Nodes of a text's tree that are told.
pub(crate) const NODES: usize = 5_000;
/// Captures of a query that are told.
pub(crate) const CAPTURES: usize = 2_000;
/// Errors of a text that are told with their repairs.
pub(crate) const ERRORS: usize = 1_000;
/// Errors that are reported as text: as many as the command line shows by default.
pub(crate) const REPORTS: usize = 10_000;
/// Reports of each recoverer that are told to compare them.
pub(crate) const COMPARED: usize = 100;
/// Configurations of a phase of a search that are told, first those that lead to answers.
pub(crate) const CONFIGURATIONS: usize = 3_000;
/// Repair sequences that are told with their ways through a search.
pub(crate) const SEQUENCES: usize = 100;
/// States whose kernels are told, so that they can be looked for.
pub(crate) const KERNELS: usize = 5_000;
/// Items of a state that are told, edges that lead from it, and edges that lead to it.
pub(crate) const ITEMS: usize = 400;
