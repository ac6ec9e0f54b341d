//! Settings by name: the values that the command line and cases share.

use std::time::Duration;

use lrpar::recovery::{Budget, RecoveryKind, experiment::Variant};
use lrtable::{construct::Construction, yacc::YaccKind};

use super::Recovery;
use crate::{Error, ErrorKind};

fn wrong(message: String) -> Error {
    Error::new(ErrorKind::Setting, message)
}

/// Returns the dialect of Yacc files with this name.
///
/// # Errors
///
/// One line on what is wrong, here and below.
pub fn yacc_kind(name: &str) -> Result<YaccKind, Error> {
    YaccKind::from_name(name).ok_or_else(|| {
        wrong(format!("unknown Yacc kind '{name}': there are grmtools, original, eco"))
    })
}

/// Returns the table construction with this name.
pub fn construction(name: &str) -> Result<Construction, Error> {
    Construction::from_name(name).ok_or_else(|| {
        let names = Construction::ALL.map(Construction::name).join(", ");
        wrong(format!("unknown construction '{name}': there are {names}"))
    })
}

/// Sets a recoverer, or a variant of one for experiments, by name in any letter case.
pub fn set_recoverer(recovery: &mut Recovery, name: &str) -> Result<(), Error> {
    let lower = name.to_ascii_lowercase();
    recovery.experiment.variant = Variant::from_name(&lower);
    match RecoveryKind::from_name(&lower) {
        Some(kind) => recovery.kind = kind,
        None if recovery.experiment.variant.is_some() => recovery.kind = RecoveryKind::CPCTPlus,
        None => {
            let kinds = RecoveryKind::ALL.iter().map(|kind| kind.name());
            let variants = Variant::ALL.iter().map(|variant| variant.name());
            let names: Vec<&str> = kinds.chain(variants).collect();
            let names = names.join(", ");
            return Err(wrong(format!("unknown recoverer '{name}': there are {names}")));
        }
    }
    Ok(())
}

/// Reads the maximum cost of a repair sequence; `all` is no limit.
pub fn max_cost(text: &str) -> Result<u32, Error> {
    let most = count_or_all(text, "--max-cost")?;
    Ok(u32::try_from(most).unwrap_or(u32::MAX))
}

/// Sets one limit of recovery. A time limit switches the counted limit off.
pub fn set_budget(budget: &mut Budget, text: &str) -> Result<(), Error> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let wrong =
        || wrong(format!("budget '{text}' is not a number, a number of MiB, or a time in ms or s"));
    let number: u64 = number.parse().map_err(|_| wrong())?;
    match unit {
        "" => budget.work = Some(number),
        "MiB" => {
            let bytes = usize::try_from(number).ok().and_then(|mib| mib.checked_mul(1 << 20));
            budget.memory = bytes.ok_or_else(wrong)?;
        }
        "ms" | "s" => {
            budget.time = Some(if unit == "s" {
                Duration::from_secs(number)
            } else {
                Duration::from_millis(number)
            });
            budget.work = None;
        }
        _ => return Err(wrong()),
    }
    Ok(())
}

/// Reads the number of lexemes before an error at which a repair may begin.
pub fn reach(text: &str) -> Result<usize, Error> {
    text.parse().map_err(|_| wrong(format!("'--reach' needs a number, not '{text}'")))
}

/// Reads a number of at least 1, or `all`.
pub fn count_or_all(text: &str, option: &str) -> Result<usize, Error> {
    if text == "all" { Ok(usize::MAX) } else { count(text, option) }
}

/// Reads a number from 1 to `most`.
pub fn count_up_to(text: &str, option: &str, most: usize) -> Result<usize, Error> {
    match count(text, option)? {
        count if count > most => {
            Err(wrong(format!("'{option}' is at most {most}, not '{text}': use several seeds")))
        }
        count => Ok(count),
    }
}

/// Reads a number of at least 1.
pub fn count(text: &str, option: &str) -> Result<usize, Error> {
    match text.parse() {
        Ok(0) | Err(_) => {
            Err(wrong(format!("'{option}' needs a number of at least 1, not '{text}'")))
        }
        Ok(count) => Ok(count),
    }
}

/// Reads a seed of random choices.
pub fn seed(text: &str) -> Result<u64, Error> {
    text.parse().map_err(|_| wrong(format!("'--seed' needs a number, not '{text}'")))
}
