//! Tables in Markdown.

/// A table, row by row, of which the first holds the heads of the columns.
#[derive(Clone, Debug, Default)]
pub struct Table(pub Vec<Vec<String>>);

impl Table {
    /// An empty table with these columns.
    pub fn new(columns: &[&str]) -> Table {
        Table(vec![columns.iter().map(|column| (*column).to_string()).collect()])
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.0.push(cells);
    }

    /// The table as text, with all columns as wide as what they hold.
    pub fn text(&self) -> String {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|at| {
                let cells = self.0.iter().filter_map(|row| row.get(at));
                cells.map(|cell| cell.chars().count()).max().unwrap_or(0).max(3)
            })
            .collect();
        let mut out = String::new();
        for (at, row) in self.0.iter().enumerate() {
            for (width, cell) in widths.iter().zip(row) {
                out += &format!("| {cell:width$} ");
            }
            out += "|\n";
            if at == 0 {
                out += &widths
                    .iter()
                    .map(|width| format!("|{}", "-".repeat(width + 2)))
                    .collect::<String>();
                out += "|\n";
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        let mut table = Table::new(&["a", "what"]);
        table.row(vec!["longer".into(), "–".into()]);
        assert_eq!(table.text(), "| a      | what |\n|--------|------|\n| longer | –    |\n");
    }
}
