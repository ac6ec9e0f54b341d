//! Writes rows to standard output, or to a file that is continued.

use nimbleparse::{Error, json::Value};

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::Path,
};

use crate::rows::{self, Format, Schema};

/// A table that is being written.
pub(crate) struct Sink {
    out: Box<dyn Write>,
    schema: &'static Schema,
    format: Format,
    name: String,
}

impl Sink {
    /// Makes a sink that writes to standard output.
    ///
    /// # Errors
    ///
    /// If standard output cannot be written.
    pub(crate) fn stdout(schema: &'static Schema, format: Format) -> Result<Sink, Error> {
        let mut sink = Sink {
            out: Box::new(io::stdout()),
            schema,
            format,
            name: "standard output".to_string(),
        };
        sink.header()?;
        Ok(sink)
    }

    /// Opens the file `name`, or makes it. `take` is called with the rows that it holds; a
    /// half-written last row is cut off. Without `format`, the name's ending decides.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, or holds anything but rows of this schema in this
    /// format.
    pub(crate) fn file(
        name: &str,
        schema: &'static Schema,
        format: Option<Format>,
        mut take: impl FnMut(Vec<Value>) -> Result<(), Error>,
    ) -> Result<Sink, Error> {
        let mut about = None;
        if Path::new(name).exists() {
            about = rows::read(name, &[schema], |_, _, cells| take(cells))?;
        }
        let by_name = if name.ends_with(".json") || name.ends_with(".jsonl") {
            Format::Json
        } else {
            Format::Tsv
        };
        let found = about.map(|about| about.format);
        if let (Some(found), Some(format)) = (found, format)
            && found != format
        {
            return Err(format!("'{name}' is written in another format: name another file").into());
        }
        if let (Some(Format::Tsv), Ok(file)) = (found, File::open(name))
            && first_line(file) != schema.header(Format::Tsv).unwrap_or_default()
        {
            return Err(format!(
                "'{name}' has other columns than this version writes: name another file"
            )
            .into());
        }
        let format = found.or(format).unwrap_or(by_name);
        let failed = |error: io::Error| format!("cannot write '{name}': {error}");
        let mut file = OpenOptions::new().create(true).append(true).open(name).map_err(failed)?;
        file.set_len(about.map_or(0, |about| about.whole)).map_err(failed)?;
        if about.is_some_and(|about| about.half) {
            eprintln!("corpus-tools: the half-written last line of '{name}' is dropped");
        }
        file.flush().map_err(failed)?;
        let mut sink = Sink { out: Box::new(file), schema, format, name: name.to_string() };
        if about.is_none() {
            sink.header()?;
        }
        Ok(sink)
    }

    /// Writes a row at once.
    ///
    /// # Errors
    ///
    /// If the row cannot be written.
    pub(crate) fn write(&mut self, cells: &[Value]) -> Result<(), Error> {
        self.put(&self.schema.line(cells, self.format))
    }

    /// Writes rows in one piece.
    ///
    /// # Errors
    ///
    /// If the rows cannot be written.
    pub(crate) fn write_all(&mut self, rows: &[Vec<Value>]) -> Result<(), Error> {
        if rows.is_empty() {
            return Ok(());
        }
        let lines: Vec<String> =
            rows.iter().map(|cells| self.schema.line(cells, self.format)).collect();
        self.put(&lines.join("\n"))
    }

    fn header(&mut self) -> Result<(), Error> {
        match self.schema.header(self.format) {
            Some(header) => self.put(&header),
            None => Ok(()),
        }
    }

    fn put(&mut self, line: &str) -> Result<(), Error> {
        // In one piece, so that another writer's lines do not come between.
        let done =
            self.out.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.out.flush());
        done.map_err(|error| crate::cannot_write(&self.name, &error))
    }
}

fn first_line(file: File) -> String {
    let mut line = String::new();
    // An unreadable line is not a header.
    let _ = io::BufRead::read_line(&mut io::BufReader::new(file), &mut line);
    line.trim_end().to_string()
}
