//! Record: the result of one run of one recoverer over one file.

use nimbleparse::{Error, ErrorKind, json::Value};

use crate::rows::{Kind, Schema};

/// The columns of a record.
pub const SCHEMA: Schema = Schema {
    row: "record",
    columns: &[
        ("file", Kind::Text),
        ("grammar", Kind::Text),
        ("fingerprint", Kind::Text),
        ("recoverer", Kind::Text),
        ("limit", Kind::Text),
        ("run", Kind::Number),
        ("version", Kind::Text),
        ("outcome", Kind::Text),
        ("lexemes", Kind::Number),
        ("lex_errors", Kind::Number),
        ("error_locations", Kind::Number),
        ("deleted", Kind::Number),
        ("time_ns", Kind::Number),
        ("parse_ns", Kind::Number),
        ("work", Kind::Number),
        ("configurations", Kind::Number),
        ("bytes", Kind::Number),
        ("rss_kib", Kind::Number),
        ("positions", Kind::List),
        ("costs", Kind::List),
        ("sequences", Kind::List),
        ("sets", Kind::Text),
        ("note", Kind::Text),
    ],
};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// Every error location was repaired; perhaps there was none.
    Repaired,
    /// Recovery failed at the last location: the limit was spent, or nothing was found.
    Failed,
    /// The process that worked on the file died, or did not answer.
    Crashed,
    /// The file could not be read.
    Unreadable,
}

impl Outcome {
    const ALL: [Outcome; 4] =
        [Outcome::Repaired, Outcome::Failed, Outcome::Crashed, Outcome::Unreadable];

    /// Returns the outcome's name in records.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Repaired => "repaired",
            Outcome::Failed => "failed",
            Outcome::Crashed => "crashed",
            Outcome::Unreadable => "unreadable",
        }
    }

    /// Returns the outcome with this name; `None` if there is none.
    pub fn named(name: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.name() == name)
    }
}

/// The setting of an experiment: all that must be equal for records to be its runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setting {
    /// The name of the grammar.
    pub grammar: String,
    /// The [fingerprint](crate::language::Source::fingerprint) of the grammar.
    pub fingerprint: String,
    /// The limit as given: `500ms`, or a number of units of work.
    pub limit: String,
    /// The program and its version.
    pub version: String,
}

impl Setting {
    /// Makes the setting from the columns; `text` returns the text of a column by name.
    pub(crate) fn of(text: impl Fn(&str) -> String) -> Setting {
        Setting {
            grammar: text("grammar"),
            fingerprint: text("fingerprint"),
            limit: text("limit"),
            version: text("version"),
        }
    }
}

/// An error location: a place where recovery was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The index of the lexeme at which the error was detected.
    pub position: u64,
    /// The cost of the repair; `None` if there is no repair sequence.
    pub cost: Option<u32>,
    /// The number of repair sequences, saturating.
    pub sequences: u128,
}

/// A record: what one run of one recoverer over one file measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of the file, as given.
    pub file: String,
    /// The setting of the experiment.
    pub setting: Setting,
    /// The name of the recoverer.
    pub recoverer: String,
    /// The number of the run, from 1.
    pub run: u32,
    /// How the run ended.
    pub outcome: Outcome,
    /// The number of lexemes of the file, lexing errors included.
    pub lexemes: u64,
    /// The number of lexing errors.
    pub lex_errors: u64,
    /// The number of lexemes that applied repairs delete, or that panic mode skips.
    pub deleted: u64,
    /// Time in recovery, in nanoseconds.
    pub time_ns: u64,
    /// Time of the whole parse, in nanoseconds; recovery included, lexing not.
    pub parse_ns: u64,
    /// Units of work of recovery.
    pub work: u64,
    /// The number of configurations that recovery expanded.
    pub configurations: u64,
    /// The most bytes in the arenas of one location.
    pub bytes: u64,
    /// The process's peak memory during the run, in KiB; 0 if the system does not report it.
    pub rss_kib: u64,
    /// The error locations in order. The last one of a failed run is where it failed.
    pub locations: Vec<Location>,
    /// The repair sequences of all locations as text, if asked for; see [`crate::sets`].
    pub sets: String,
    /// The reason of an outcome without figures; empty otherwise.
    pub note: String,
}

impl Record {
    /// Makes a record with an outcome and its reason only.
    pub fn empty(
        file: &str,
        setting: &Setting,
        recoverer: &str,
        run: u32,
        outcome: Outcome,
        note: &str,
    ) -> Record {
        Record {
            file: file.to_string(),
            setting: setting.clone(),
            recoverer: recoverer.to_string(),
            run,
            outcome,
            lexemes: 0,
            lex_errors: 0,
            deleted: 0,
            time_ns: 0,
            parse_ns: 0,
            work: 0,
            configurations: 0,
            bytes: 0,
            rss_kib: 0,
            locations: Vec::new(),
            sets: String::new(),
            note: note.to_string(),
        }
    }

    /// Returns the cells, in the order of [`SCHEMA`].
    pub fn cells(&self) -> Vec<Value> {
        let list =
            |of: &dyn Fn(&Location) -> Value| Value::Array(self.locations.iter().map(of).collect());
        vec![
            Value::string(&self.file),
            Value::string(&self.setting.grammar),
            Value::string(&self.setting.fingerprint),
            Value::string(&self.recoverer),
            Value::string(&self.setting.limit),
            Value::int(self.run),
            Value::string(&self.setting.version),
            Value::string(self.outcome.name()),
            Value::int(self.lexemes),
            Value::int(self.lex_errors),
            Value::int(self.locations.len()),
            Value::int(self.deleted),
            Value::int(self.time_ns),
            Value::int(self.parse_ns),
            Value::int(self.work),
            Value::int(self.configurations),
            Value::int(self.bytes),
            Value::int(self.rss_kib),
            list(&|location| Value::int(location.position)),
            list(&|location| Value::optional(location.cost, Value::int)),
            list(&|location| Value::int(location.sequences)),
            Value::string(&self.sets),
            Value::string(&self.note),
        ]
    }

    /// Makes a record from cells.
    ///
    /// # Errors
    ///
    /// The cell that has a wrong value.
    pub fn from_cells(cells: &[Value]) -> Result<Record, Error> {
        let cell = |name: &str| {
            let place = SCHEMA.columns.iter().position(|(column, _)| *column == name);
            &cells[place.expect("a column of the schema")]
        };
        let text = |name: &str| cell(name).text().unwrap_or_default().to_string();
        let wrong = |name: &str| {
            let message = format!("column '{name}' holds {}", cell(name));
            Error::new(ErrorKind::Format, message)
        };
        let count = |name: &str| cell(name).number::<u64>().ok_or_else(|| wrong(name));
        let list = |name: &str| cell(name).elements().unwrap_or_default();
        let outcome = Outcome::named(&text("outcome"));
        let (positions, costs, sequences) = (list("positions"), list("costs"), list("sequences"));
        let lengths = [positions.len() as u64, costs.len() as u64, sequences.len() as u64];
        if lengths != [count("error_locations")?; 3] {
            let message = format!("the lists of locations have the lengths {lengths:?}");
            return Err(Error::new(ErrorKind::Format, message));
        }
        let locations =
            positions.iter().zip(costs).zip(sequences).map(|((position, cost), sequences)| {
                Some(Location {
                    position: position.number()?,
                    cost: if *cost == Value::Null { None } else { Some(cost.number()?) },
                    sequences: sequences.number()?,
                })
            });
        Ok(Record {
            file: text("file"),
            setting: Setting::of(text),
            recoverer: text("recoverer"),
            run: cell("run").number().ok_or_else(|| wrong("run"))?,
            outcome: outcome.ok_or_else(|| wrong("outcome"))?,
            lexemes: count("lexemes")?,
            lex_errors: count("lex_errors")?,
            deleted: count("deleted")?,
            time_ns: count("time_ns")?,
            parse_ns: count("parse_ns")?,
            work: count("work")?,
            configurations: count("configurations")?,
            bytes: count("bytes")?,
            rss_kib: count("rss_kib")?,
            locations: locations.collect::<Option<_>>().ok_or_else(|| wrong("positions"))?,
            sets: text("sets"),
            note: text("note"),
        })
    }

    /// Returns the sum of the costs of the repaired locations, and their number.
    pub fn costs(&self) -> (u64, u64) {
        let costs = self.locations.iter().filter_map(|location| location.cost);
        costs.fold((0, 0), |(sum, count), cost| (sum + u64::from(cost), count + 1))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::rows::Format;

    /// A record of `file` with these locations' costs.
    pub(crate) fn record(
        file: &str,
        recoverer: &str,
        run: u32,
        time_ns: u64,
        costs: &[Option<u32>],
    ) -> Record {
        let setting = Setting {
            grammar: "json".into(),
            fingerprint: "0".into(),
            limit: "500ms".into(),
            version: "corpus-tools 0".into(),
        };
        let location = |(at, cost): (usize, &Option<u32>)| Location {
            position: at as u64,
            cost: *cost,
            sequences: u128::from(cost.is_some()),
        };
        Record {
            lexemes: 100,
            deleted: 1,
            time_ns,
            locations: costs.iter().enumerate().map(location).collect(),
            ..Record::empty(file, &setting, recoverer, run, Outcome::Repaired, "")
        }
    }

    #[test]
    fn records_survive_both_formats() {
        let record = Record {
            sets: "+; =|-".into(),
            outcome: Outcome::Failed,
            rss_kib: u64::MAX,
            ..record("a\tb", "cpctplus", 3, 17, &[Some(2), None])
        };
        for format in [Format::Tsv, Format::Json] {
            let line = SCHEMA.line(&record.cells(), format);
            let cells = SCHEMA.cells(&line, format).unwrap();
            assert_eq!(Record::from_cells(&cells), Ok(record.clone()));
        }
    }

    #[test]
    fn lists_of_different_lengths_are_refused() {
        let mut cells = record("a", "panic", 1, 0, &[None]).cells();
        cells[18] = Value::Array(vec![]);
        assert_eq!(
            Record::from_cells(&cells).unwrap_err().message(),
            "the lists of locations have the lengths [0, 1, 1]"
        );
    }
}
