//! Repairs held against what people did: files of pairs, and a row for each case of one and each recoverer. What cases are, and how repairs are judged,
//! is [`nimbleparse::quality`]'s.

pub(crate) mod judge;
pub(crate) mod row;

use std::path::Path;

use crate::files;

/// A broken text and what a person, or truth, made of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    pub(crate) broken: String,
    pub(crate) fixed: String,
}

/// The pairs of folders that hold `broken/` and `fixed/` with files of the same names. What has no partner is left out.
///
/// # Errors
///
/// If a folder is not of this shape, or holds no pair.
pub(crate) fn pairs(folders: &[String]) -> Result<Vec<Pair>, String> {
    if folders.is_empty() {
        return Err("no folder of pairs".to_string());
    }
    let mut pairs = Vec::new();
    for folder in folders {
        let part = |part: &str| format!("{}/{part}", folder.trim_end_matches('/'));
        for name in ["broken", "fixed"] {
            if !Path::new(&part(name)).is_dir() {
                return Err(format!(
                    "'{folder}' is no folder of pairs: it holds no folder '{name}'"
                ));
            }
        }
        let (broken, fixed) = (part("broken"), part("fixed"));
        let before = pairs.len();
        for file in files::expand(std::slice::from_ref(&fixed), None)? {
            let partner = format!("{broken}{}", &file[fixed.len()..]);
            if Path::new(&partner).is_file() {
                pairs.push(Pair { broken: partner, fixed: file });
            }
        }
        if pairs.len() == before {
            return Err(format!("'{folder}' holds no file that is in 'broken' and in 'fixed'"));
        }
    }
    Ok(pairs)
}
