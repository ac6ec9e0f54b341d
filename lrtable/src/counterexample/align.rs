//! A sentence and its derivations, set under each other so that the same symbol stands in the same
//! column.
//!
//! A derivation is the sentence with brackets: what ends in `[` opens, `]` closes. If that is not
//! so, because of the names of tokens, the lines stay as they are.

/// The lines, the first of which has no brackets, with blanks before symbols.
pub(super) fn aligned(lines: [&str; 3]) -> [String; 3] {
    let rows = lines.map(cells);
    let is_plain = rows[0].iter().all(|cell| cell.before.is_empty());
    let is_it = |row: &Vec<Cell<'_>>| {
        row.iter().map(|cell| cell.symbol).eq(rows[0].iter().map(|cell| cell.symbol))
    };
    if !is_plain || !rows.iter().all(is_it) {
        return lines.map(str::to_owned);
    }
    let mut out: [String; 3] = Default::default();
    for nth in 0..rows[0].len() {
        for (line, row) in out.iter_mut().zip(&rows) {
            for bracket in &row[nth].before {
                line.push_str(bracket);
                line.push(' ');
            }
        }
        let column = out.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        for (line, row) in out.iter_mut().zip(&rows) {
            line.push_str(&" ".repeat(column - line.chars().count()));
            line.push_str(row[nth].symbol);
            line.push(' ');
        }
    }
    out.map(|line| line.trim_end().to_owned())
}

/// A symbol, and the brackets between it and the one before.
#[derive(Default)]
struct Cell<'a> {
    before: Vec<&'a str>,
    symbol: &'a str,
}

/// The symbols of a line; the last one is empty, with the brackets at the end.
fn cells(line: &str) -> Vec<Cell<'_>> {
    let mut cells = vec![Cell::default()];
    for word in line.split(' ') {
        let cell = cells.last_mut().expect("there is always one");
        if word == "]" || word.ends_with('[') || word.ends_with("[]") {
            cell.before.push(word);
        } else {
            cell.symbol = word;
            cells.push(Cell::default());
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_stand_under_each_other() {
        let lines =
            ["\"-\" e • \"+\" e", "e[ e[ \"-\" e • ] \"+\" e ]", "e[ \"-\" e[ e • \"+\" e ] ]"];
        let expected = [
            "      \"-\"    e •   \"+\" e",
            "e[ e[ \"-\"    e • ] \"+\" e ]",
            "e[    \"-\" e[ e •   \"+\" e ] ]",
        ];
        assert_eq!(aligned(lines), expected);
    }

    #[test]
    fn names_that_look_like_brackets_change_nothing() {
        let lines = ["a ] b", "S[ a ] b ]", "S[ a ] b ]"];
        assert_eq!(aligned(lines), lines);
    }
}
