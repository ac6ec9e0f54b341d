//! `--dump grammar`, `states`, `table` and `stats`: a grammar and its table as text, and their
//! figures.

use std::{
    io::{self, Write},
    time::Duration,
};

use nimbleparse::{
    language::{Table, timing::median},
    output::{json, write_lines},
};

use super::{
    exit::fail_rendered,
    load::load_tables,
    parse_arguments::{Args, Dump},
};

/// Writes what the arguments ask for.
pub(super) fn run(
    args: &Args,
    dump: Dump,
    out: &mut impl Write,
    status: &mut u8,
) -> io::Result<()> {
    let tables = match load_tables(args) {
        Ok((_, tables)) => tables,
        Err(message) => {
            fail_rendered(&message, status);
            return Ok(());
        }
    };
    let table = &tables[0];
    let grammar = &table.grammar;
    match dump {
        Dump::Grammar => write_lines(out, &lrtable::dump::grammar(grammar)),
        Dump::States => write_lines(out, &lrtable::dump::states(grammar, &table.graph)),
        Dump::Table => write_lines(out, &lrtable::dump::table(grammar, &table.table)),
        Dump::Stats => {
            let median = |of: fn(&Table) -> Duration| median(tables.iter().map(of).collect());
            let times = [("read", median(|t| t.grammar_time)), ("build", median(|t| t.table_time))];
            json::write_stats(out, table, times)
        }
    }
}
