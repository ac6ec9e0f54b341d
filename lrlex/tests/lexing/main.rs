//! Lexers, made and run: beside other matchers, on random rules and texts, at their limits.

mod by_layout;
mod by_regex;
mod context;
mod dfa;
mod edits;
mod feedback;
mod layout;
mod layout_oracle;
mod limits;
#[cfg(feature = "regex")]
mod never;
mod oracle;
mod random_layout;
mod reports;
mod robustness;
