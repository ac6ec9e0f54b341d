//! Row of a quality table: the result of one recoverer on one case.

use nimbleparse::{Error, json::Value};

use crate::{
    record::{Outcome, Setting},
    rows::{Kind, Schema},
};

/// The columns of the table.
pub(crate) const SCHEMA: Schema = Schema {
    row: "case",
    columns: &[
        ("file", Kind::Text),
        ("grammar", Kind::Text),
        ("fingerprint", Kind::Text),
        ("recoverer", Kind::Text),
        ("limit", Kind::Text),
        ("version", Kind::Text),
        ("case_outcome", Kind::Text),
        ("hunk", Kind::Number),
        ("cases", Kind::Number),
        ("edits", Kind::Number),
        ("needed", Kind::Number),
        ("place_low", Kind::Number),
        ("place_high", Kind::Number),
        ("error", Kind::Number),
        ("case_locations", Kind::Number),
        ("cost", Kind::Number),
        ("total", Kind::Number),
        ("listed", Kind::Number),
        ("rank", Kind::Number),
        ("needed_rank", Kind::Number),
        ("distance", Kind::Number),
        ("fix", Kind::Text),
        ("needed_fix", Kind::Text),
        ("chosen", Kind::Text),
        ("context", Kind::Text),
        ("note", Kind::Text),
    ],
};

/// Result of one recoverer on one case. A pair without cases, and one that could not be processed,
/// has one row with hunk 0, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) file: String,
    pub(crate) setting: Setting,
    pub(crate) recoverer: String,
    pub(crate) outcome: Outcome,
    pub(crate) hunk: u64,
    /// The number of cases of the pair.
    pub(crate) cases: u64,
    /// The numbers of insertions and deletions of the fix, and of its needed part.
    pub(crate) edits: u64,
    pub(crate) needed: u64,
    /// The first and the last lexeme at which the fix may begin.
    pub(crate) place: (u64, u64),
    /// The index of the lexeme at which the first error was detected.
    pub(crate) error: Option<u64>,
    pub(crate) locations: u64,
    /// The cost of the first error's repairs.
    pub(crate) cost: Option<u32>,
    /// The number of the first error's repairs.
    pub(crate) total: u128,
    /// The number of the first error's repairs that were looked at.
    pub(crate) listed: u64,
    /// The place of the fix among the repairs, from 1.
    pub(crate) rank: Option<u64>,
    /// The place of the fix's needed part among the repairs, from 1.
    pub(crate) needed_rank: Option<u64>,
    /// The distance of the repaired tokens from the fixed ones.
    pub(crate) distance: u64,
    pub(crate) fix: String,
    pub(crate) needed_fix: String,
    pub(crate) chosen: String,
    pub(crate) context: String,
    pub(crate) note: String,
}

impl Row {
    /// Makes a row with an outcome and its reason only.
    pub(crate) fn empty(
        file: &str,
        setting: &Setting,
        recoverer: &str,
        outcome: Outcome,
        note: &str,
    ) -> Row {
        Row {
            file: file.to_string(),
            setting: setting.clone(),
            recoverer: recoverer.to_string(),
            outcome,
            hunk: 0,
            cases: 0,
            edits: 0,
            needed: 0,
            place: (0, 0),
            error: None,
            locations: 0,
            cost: None,
            total: 0,
            listed: 0,
            rank: None,
            needed_rank: None,
            distance: 0,
            fix: String::new(),
            needed_fix: String::new(),
            chosen: String::new(),
            context: String::new(),
            note: note.to_string(),
        }
    }

    /// Returns the file's name without its folders.
    pub(crate) fn name(&self) -> &str {
        self.file.rsplit('/').next().unwrap_or(&self.file)
    }

    /// Returns whether the error is detected at the place of the fix.
    pub(crate) fn at_place(&self) -> bool {
        self.error.is_some_and(|error| (self.place.0..=self.place.1).contains(&error))
    }

    /// Returns how many lexemes after the place of the fix the error is detected.
    pub(crate) fn lag(&self) -> Option<u64> {
        self.error.map(|error| error.saturating_sub(self.place.1))
    }

    /// Returns the cells, in the order of [`SCHEMA`].
    pub(crate) fn cells(&self) -> Vec<Value> {
        let optional = |number: Option<u64>| Value::optional(number, Value::int);
        vec![
            Value::string(&self.file),
            Value::string(&self.setting.grammar),
            Value::string(&self.setting.fingerprint),
            Value::string(&self.recoverer),
            Value::string(&self.setting.limit),
            Value::string(&self.setting.version),
            Value::string(self.outcome.name()),
            Value::int(self.hunk),
            Value::int(self.cases),
            Value::int(self.edits),
            Value::int(self.needed),
            Value::int(self.place.0),
            Value::int(self.place.1),
            optional(self.error),
            Value::int(self.locations),
            optional(self.cost.map(u64::from)),
            Value::int(self.total),
            Value::int(self.listed),
            optional(self.rank),
            optional(self.needed_rank),
            Value::int(self.distance),
            Value::string(&self.fix),
            Value::string(&self.needed_fix),
            Value::string(&self.chosen),
            Value::string(&self.context),
            Value::string(&self.note),
        ]
    }

    /// Makes a row from cells.
    ///
    /// # Errors
    ///
    /// The cell that has a wrong value.
    pub(crate) fn from_cells(cells: &[Value]) -> Result<Row, Error> {
        let cell = |name: &str| {
            let place = SCHEMA.columns.iter().position(|(column, _)| *column == name);
            &cells[place.expect("a column of the schema")]
        };
        let text = |name: &str| cell(name).text().unwrap_or_default().to_string();
        let wrong = |name: &str| format!("column '{name}' holds {}", cell(name));
        let count = |name: &str| cell(name).number::<u64>().ok_or_else(|| wrong(name));
        let optional = |name: &str| match cell(name) {
            Value::Null => Ok(None),
            _ => count(name).map(Some),
        };
        let outcome = Outcome::named(&text("case_outcome")).ok_or_else(|| wrong("case_outcome"))?;
        Ok(Row {
            file: text("file"),
            setting: Setting::of(text),
            recoverer: text("recoverer"),
            outcome,
            hunk: count("hunk")?,
            cases: count("cases")?,
            edits: count("edits")?,
            needed: count("needed")?,
            place: (count("place_low")?, count("place_high")?),
            error: optional("error")?,
            locations: count("case_locations")?,
            cost: optional("cost")?
                .map(|cost| u32::try_from(cost).map_err(|_| wrong("cost")))
                .transpose()?,
            total: cell("total").number().ok_or_else(|| wrong("total"))?,
            listed: count("listed")?,
            rank: optional("rank")?,
            needed_rank: optional("needed_rank")?,
            distance: count("distance")?,
            fix: text("fix"),
            needed_fix: text("needed_fix"),
            chosen: text("chosen"),
            context: text("context"),
            note: text("note"),
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::rows::Format;

    pub(crate) fn row(file: &str, edits: u64, rank: Option<u64>) -> Row {
        let record = crate::record::tests::record(file, "cpctplus", 1, 0, &[]);
        Row {
            hunk: 1,
            cases: 1,
            edits,
            needed: edits.min(2),
            rank,
            needed_rank: rank.map(|rank| rank + 1),
            place: (3, 4),
            error: Some(5),
            cost: Some(1),
            total: u128::MAX,
            ..Row::empty(file, &record.setting, "cpctplus", Outcome::Repaired, "")
        }
    }

    #[test]
    fn rows_survive_both_formats() {
        for format in [Format::Tsv, Format::Json] {
            let row = row("a", 2, Some(7));
            let cells = SCHEMA.cells(&SCHEMA.line(&row.cells(), format), format).unwrap();
            assert_eq!(Row::from_cells(&cells), Ok(row));
        }
    }

    #[test]
    fn errors_are_placed_relative_to_the_fix() {
        let row = row("a", 1, None);
        assert_eq!((row.at_place(), row.lag()), (false, Some(1)));
        let row = Row { error: Some(4), ..row };
        assert_eq!((row.at_place(), row.lag()), (true, Some(0)));
    }
}
