//! Repair sequences as text in records: `+NAME` inserts, `-` deletes, `=` shifts.
//!
//! Repairs are separated by spaces, sequences by `|`, locations by `/`. In names these characters,
//! `%`, and control characters are written `%XX`. A location without any sequence is empty.

/// A repair, with tokens by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edit {
    /// Inserts this token.
    Insert(String),
    /// Deletes the next lexeme.
    Delete,
    /// Shifts the next lexeme: leaves it as it is.
    Shift,
}

/// A repair sequence: its repairs in order.
pub type Sequence = Vec<Edit>;

/// Formats the sequences of each location.
///
/// ```
/// use corpus_tools::sets::{Edit, read, write};
/// let sequence = vec![Edit::Insert(";".to_string()), Edit::Shift];
/// let locations = vec![vec![sequence, vec![Edit::Delete]]];
/// assert_eq!(write(&locations), "+; =|-");
/// assert_eq!(read("+; =|-"), Some(locations));
/// ```
pub fn write(locations: &[Vec<Sequence>]) -> String {
    let sequence = |edits: &Sequence| edits.iter().map(write_edit).collect::<Vec<_>>().join(" ");
    let location = |list: &Vec<Sequence>| list.iter().map(sequence).collect::<Vec<_>>().join("|");
    locations.iter().map(location).collect::<Vec<_>>().join("/")
}

fn write_edit(edit: &Edit) -> String {
    match edit {
        Edit::Delete => "-".to_string(),
        Edit::Shift => "=".to_string(),
        Edit::Insert(name) => {
            let mut out = "+".to_string();
            for c in name.chars() {
                if matches!(c, ' ' | '|' | '/' | '%') || c.is_ascii_control() {
                    out.push_str(&format!("%{:02X}", u32::from(c)));
                } else {
                    out.push(c);
                }
            }
            out
        }
    }
}

/// Reads a text that [`write()`] made; an empty text is one location without sequences. `None` if
/// the text is malformed.
pub fn read(text: &str) -> Option<Vec<Vec<Sequence>>> {
    let sequence = |text: &str| text.split(' ').map(read_edit).collect::<Option<Sequence>>();
    let location = |text: &str| match text {
        "" => Some(Vec::new()),
        text => text.split('|').map(sequence).collect(),
    };
    text.split('/').map(location).collect()
}

fn read_edit(text: &str) -> Option<Edit> {
    match text {
        "-" => Some(Edit::Delete),
        "=" => Some(Edit::Shift),
        text => {
            let mut parts = text.strip_prefix('+')?.split('%');
            let mut name = parts.next()?.to_string();
            for part in parts {
                let code = u32::from_str_radix(part.get(..2)?, 16).ok()?;
                name.push(char::from_u32(code)?);
                name.push_str(&part[2..]);
            }
            Some(Edit::Insert(name))
        }
    }
}

/// Formats a sequence for people: `Insert ;, Shift, Delete`.
pub fn show(sequence: &[Edit]) -> String {
    let show = |edit: &Edit| match edit {
        Edit::Insert(name) => format!("Insert {name}"),
        Edit::Delete => "Delete".to_string(),
        Edit::Shift => "Shift".to_string(),
    };
    sequence.iter().map(show).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_hold_any_character() {
        let insert = |name: &str| Edit::Insert(name.into());
        let locations = vec![
            vec![
                vec![insert("||"), Edit::Shift],
                vec![insert("/%\n é"), Edit::Delete, insert("-")],
            ],
            vec![],
            vec![vec![insert("=")]],
        ];
        assert_eq!(read(&write(&locations)), Some(locations));
        assert_eq!(read(""), Some(vec![vec![]]));
        for wrong in ["x", "+%zz", "+a |", "+%2"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
