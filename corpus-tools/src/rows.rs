//! Tables in files, one row a line: tab-separated with a header, or JSON lines. A [`Schema`]
//! defines a kind of table.
//!
//! A cell is a [`Value`]: a number, a text, or a list of numbers with gaps. In TSV a tab, newline,
//! carriage return or backslash in a text is escaped by a backslash, a list is joined by commas,
//! and `-` is a gap. A last line without a newline was cut off when its writer was killed, and is
//! not a row.

use std::{
    fs::File,
    io::{BufRead as _, BufReader},
};

use nimbleparse::lab::tsv::{escape, unescape};

use nimbleparse::{Error, ErrorKind, json::Value};

/// The kind of values in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Numbers; empty, or `null`, for a missing one.
    Number,
    /// Texts.
    Text,
    /// Lists of numbers with gaps.
    List,
}

/// A kind of table: the name of its rows, and its columns.
///
/// ```
/// use corpus_tools::rows::{Format, Kind, Schema};
/// use nimbleparse::json::Value;
/// const COLUMNS: &[(&str, Kind)] = &[("name", Kind::Text), ("bytes", Kind::Number)];
/// const FILES: Schema = Schema { row: "file", columns: COLUMNS };
/// let cells = [Value::string("a.java"), Value::int(120)];
/// assert_eq!(FILES.header(Format::Tsv).as_deref(), Some("name\tbytes"));
/// let line = FILES.line(&cells, Format::Tsv);
/// assert_eq!(line, "a.java\t120");
/// assert!(FILES.cells(&line, Format::Tsv).is_ok());
/// ```
#[derive(Debug)]
pub struct Schema {
    /// The name of a row in messages.
    pub row: &'static str,
    /// The names and kinds of the columns.
    pub columns: &'static [(&'static str, Kind)],
}

/// The format of a file of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Tab-separated values, with the names of the columns in the first line.
    Tsv,
    /// One JSON object a line.
    Json,
}

impl Format {
    /// Returns the format called `tsv` or `json`.
    ///
    /// # Errors
    ///
    /// If `name` is another name.
    pub fn named(name: &str) -> Result<Format, Error> {
        match name {
            "tsv" => Ok(Format::Tsv),
            "json" => Ok(Format::Json),
            _ => Err(Error::new(
                ErrorKind::Setting,
                format!("unknown format '{name}': there are tsv, json"),
            )),
        }
    }
}

fn wrong(message: String) -> Error {
    Error::new(ErrorKind::Format, message)
}

impl Schema {
    /// Returns the first line of a table, if the format has one.
    pub fn header(&self, format: Format) -> Option<String> {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        (format == Format::Tsv).then(|| names.join("\t"))
    }

    /// Formats a row as a line, without its newline. `cells` are in the order of the columns.
    pub fn line(&self, cells: &[Value], format: Format) -> String {
        match format {
            Format::Tsv => {
                let cells: Vec<String> = cells.iter().map(write_cell).collect();
                cells.join("\t")
            }
            Format::Json => {
                let names = self.columns.iter().map(|(name, _)| *name);
                Value::object(names.zip(cells.iter().cloned())).to_string()
            }
        }
    }

    /// Reads the cells of a line, in this schema's own order.
    ///
    /// # Errors
    ///
    /// What is wrong with the line.
    pub fn cells(&self, line: &str, format: Format) -> Result<Vec<Value>, Error> {
        match format {
            Format::Tsv => self.tsv_cells(
                line,
                &(0..self.columns.len()).collect::<Vec<_>>(),
                self.columns.len(),
            ),
            Format::Json => self.json_cells(line),
        }
    }

    fn tsv_cells(&self, line: &str, places: &[usize], width: usize) -> Result<Vec<Value>, Error> {
        let cells: Vec<&str> = line.split('\t').collect();
        if cells.len() != width {
            return Err(wrong(format!("expected {width} columns, found {}", cells.len())));
        }
        let read = self.columns.iter().zip(places).map(|((name, kind), &place)| {
            read_cell(cells[place], *kind).ok_or_else(|| {
                wrong(format!(
                    "column '{name}' holds '{}', which is no {}",
                    cells[place],
                    kind.name()
                ))
            })
        });
        read.collect()
    }

    fn json_cells(&self, line: &str) -> Result<Vec<Value>, Error> {
        let object = Value::parse(line)?;
        let cells = self.columns.iter().map(|(name, kind)| {
            let value =
                object.get(name).ok_or_else(|| wrong(format!("there is no member '{name}'")))?;
            if kind.admits(value) {
                Ok(value.clone())
            } else {
                Err(wrong(format!("member '{name}' holds {value}, which is no {}", kind.name())))
            }
        });
        cells.collect()
    }

    /// Returns the place of each column in a TSV header.
    fn places(&self, header: &str) -> Result<Vec<usize>, Error> {
        let found: Vec<&str> = header.split('\t').collect();
        let missing: Vec<&str> = self
            .columns
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| !found.contains(name))
            .collect();
        match missing[..] {
            [] => {}
            [only] => {
                return Err(wrong(format!("not {}s: the column '{only}' is missing", self.row)));
            }
            [first, ref others @ ..] => {
                let (row, others) = (self.row, others.len());
                return Err(format!(
                    "not {row}s: the column '{first}' and {others} more are missing"
                )
                .into());
            }
        }
        let place = |(name, _): &(&str, Kind)| found.iter().position(|column| column == name);
        Ok(self.columns.iter().filter_map(place).collect())
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Number => "number",
            Kind::Text => "text",
            Kind::List => "list of numbers",
        }
    }

    fn admits(self, value: &Value) -> bool {
        match (self, value) {
            (Kind::Number, Value::Number(_) | Value::Null) | (Kind::Text, Value::String(_)) => true,
            (Kind::List, Value::Array(elements)) => {
                elements.iter().all(|element| matches!(element, Value::Number(_) | Value::Null))
            }
            _ => false,
        }
    }
}

fn write_cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => escape(text),
        Value::Array(elements) => {
            let elements: Vec<String> =
                elements
                    .iter()
                    .map(|element| {
                        if *element == Value::Null { "-".to_string() } else { element.to_string() }
                    })
                    .collect();
            elements.join(",")
        }
        other => other.to_string(),
    }
}

fn read_cell(cell: &str, kind: Kind) -> Option<Value> {
    let number = |text: &str| text.parse::<f64>().ok().map(|_| Value::Number(text.to_string()));
    match kind {
        Kind::Number if cell.is_empty() => Some(Value::Null),
        Kind::Number => number(cell),
        Kind::Text => unescape(cell).map(Value::String),
        Kind::List if cell.is_empty() => Some(Value::Array(Vec::new())),
        Kind::List => {
            let element = |text: &str| if text == "-" { Some(Value::Null) } else { number(text) };
            cell.split(',').map(element).collect::<Option<_>>().map(Value::Array)
        }
    }
}

/// Properties of a file of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The index of the schema of the rows, among those that were asked for.
    pub schema: usize,
    /// The format of the file.
    pub format: Format,
    /// The number of bytes in whole lines; a line after them was cut off when its writer was
    /// killed.
    pub whole: u64,
    /// Whether there are bytes after the last whole line.
    pub half: bool,
}

/// Calls `take` with the index of the schema, the line number and the cells of each row of `file`.
/// The schema is the one of `schemas` whose columns fit. `None` if there is no whole line.
///
/// # Errors
///
/// One line that names the file, and the line if one is wrong.
pub fn read(
    file: &str,
    schemas: &[&Schema],
    mut take: impl FnMut(usize, usize, Vec<Value>) -> Result<(), Error>,
) -> Result<Option<About>, Error> {
    let failed = |error: std::io::Error| {
        Error::new(ErrorKind::File, format!("cannot read '{file}': {error}"))
    };
    let mut reader = BufReader::new(File::open(file).map_err(failed)?);
    let mut line = String::new();
    let mut about: Option<About> = None;
    let mut places = (Vec::new(), 0);
    let mut whole = 0;
    for number in 1.. {
        line.clear();
        let len = reader.read_line(&mut line).map_err(failed)?;
        let at = |error: Error| error.with(|message| format!("'{file}', line {number}: {message}"));
        let Some(text) = line.strip_suffix('\n') else {
            if let Some(about) = &mut about {
                about.half = len > 0;
            }
            return Ok(about);
        };
        let text = text.strip_suffix('\r').unwrap_or(text);
        whole += len as u64;
        if let Some(about) = &mut about {
            let schema = schemas[about.schema];
            let cells = match about.format {
                Format::Tsv => schema.tsv_cells(text, &places.0, places.1),
                Format::Json => schema.json_cells(text),
            };
            take(about.schema, number, cells.map_err(at)?).map_err(at)?;
            about.whole = whole;
            continue;
        }
        let mut new = About { schema: 0, format: Format::Tsv, whole, half: false };
        if text.starts_with('{') {
            new.format = Format::Json;
            let (schema, cells) =
                first_fit(schemas, |schema| schema.json_cells(text)).map_err(at)?;
            new.schema = schema;
            take(schema, number, cells).map_err(at)?;
        } else {
            let (schema, found) = first_fit(schemas, |schema| schema.places(text)).map_err(at)?;
            new.schema = schema;
            places = (found, text.split('\t').count());
        }
        about = Some(new);
    }
    unreachable!("the loop ends with the file")
}

/// Returns the result of `f` for the first schema for which it succeeds, or the first one's
/// failure.
fn first_fit<T>(
    schemas: &[&Schema],
    f: impl Fn(&Schema) -> Result<T, Error>,
) -> Result<(usize, T), Error> {
    let mut first = None;
    for (at, schema) in schemas.iter().enumerate() {
        match f(schema) {
            Ok(found) => return Ok((at, found)),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| wrong("no kind of rows is wanted".to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: Schema = Schema {
        row: "thing",
        columns: &[("name", Kind::Text), ("size", Kind::Number), ("parts", Kind::List)],
    };

    fn row() -> Vec<Value> {
        vec![
            Value::string("a\tb\\\n\"é"),
            Value::int(7),
            Value::Array(vec![Value::int(1), Value::Null, Value::int(u128::MAX)]),
        ]
    }

    fn read_text(name: &str, text: &str) -> Result<(Option<About>, Vec<Vec<Value>>), String> {
        let path =
            std::env::temp_dir().join(format!("corpus-tools-rows-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let mut rows = Vec::new();
        let about = read(path.to_str().unwrap(), &[&SCHEMA], |_, _, cells| {
            rows.push(cells);
            Ok(())
        });
        std::fs::remove_file(&path).unwrap();
        let message = |error: Error| error.message().replace(path.to_str().unwrap(), "FILE");
        about.map(|about| (about, rows)).map_err(message)
    }

    #[test]
    fn rows_survive_both_formats() {
        for format in [Format::Tsv, Format::Json] {
            let line = SCHEMA.line(&row(), format);
            assert_eq!(line.lines().count(), 1);
            assert_eq!(SCHEMA.cells(&line, format), Ok(row()));
        }
    }

    #[test]
    fn columns_may_come_in_any_order_with_others_between() {
        let (_, rows) = read_text("order", "parts\tx\tname\tsize\n1,2\t?\tn\t\n").unwrap();
        let parts = Value::Array(vec![Value::int(1), Value::int(2)]);
        assert_eq!(rows, [[Value::string("n"), Value::Null, parts]]);
    }

    #[test]
    fn a_half_written_line_is_no_row() {
        let header = SCHEMA.header(Format::Tsv).unwrap();
        let line = SCHEMA.line(&row(), Format::Tsv);
        let (about, rows) = read_text("half", &format!("{header}\n{line}\n{line}")).unwrap();
        assert_eq!(rows, [row()]);
        let whole = (header.len() + line.len() + 2) as u64;
        assert_eq!(about, Some(About { schema: 0, format: Format::Tsv, whole, half: true }));
        assert_eq!(read_text("empty", "").unwrap(), (None, vec![]));
    }

    #[test]
    fn wrong_columns_and_cells_are_named() {
        for (name, text, message) in [
            ("a", "name\tsize\n", "'FILE', line 1: not things: the column 'parts' is missing"),
            ("b", "name\tsize\tparts\na\tb\n", "'FILE', line 2: expected 3 columns, found 2"),
            (
                "c",
                "name\tsize\tparts\na\tb\t\n",
                "'FILE', line 2: column 'size' holds 'b', which is no number",
            ),
            ("d", "{\"name\": \"a\", \"size\": 1}\n", "'FILE', line 1: there is no member 'parts'"),
            (
                "e",
                "{\"name\": 1, \"size\": 1, \"parts\": []}\n",
                "'FILE', line 1: member 'name' holds 1, which is no text",
            ),
        ] {
            assert_eq!(read_text(name, text).unwrap_err(), message);
        }
    }
}
