//! Compares repairs with what people did: files of pairs in, a row for each of their cases and each
//! recoverer out. [`nimbleparse::lab::quality`] defines cases, and judges repairs.

use nimbleparse::Error;

pub(crate) mod judge;
pub(crate) mod row;

use std::path::Path;

use crate::files;

/// A broken text and its fix.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    pub(crate) broken: String,
    pub(crate) fixed: String,
}

/// Returns the pairs of folders that hold `broken/` and `fixed/` with files of equal names. Files
/// without a partner are left out.
///
/// # Errors
///
/// If a folder has another layout, or holds no pair.
pub(crate) fn pairs(folders: &[String]) -> Result<Vec<Pair>, Error> {
    if folders.is_empty() {
        return Err("no folder of pairs".into());
    }
    let mut pairs = Vec::new();
    for folder in folders {
        let part = |part: &str| format!("{}/{part}", folder.trim_end_matches('/'));
        for name in ["broken", "fixed"] {
            if !Path::new(&part(name)).is_dir() {
                return Err(format!(
                    "'{folder}' is no folder of pairs: it holds no folder '{name}'"
                )
                .into());
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
            return Err(
                format!("'{folder}' holds no file that is in 'broken' and in 'fixed'").into()
            );
        }
    }
    Ok(pairs)
}
