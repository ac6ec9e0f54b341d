//! Suggestions for misspelt names ("did you mean"): an edit distance, and the nearest of some
//! names.
//!
//! The distance is that of Damerau and Levenshtein between characters (optimal string alignment):
//! insertions, deletions, replacements, and exchanges of neighbours cost 1; case does not count,
//! but names that differ in nothing else have the distance 1. A name of up to five characters may
//! differ by 1, a longer one by 2. Long names are not compared, so one comparison takes bounded
//! time.

/// Characters of a name up to which it is compared.
const LONGEST: usize = 64;

/// Returns the edit distance between two different names, or `None` if it is too large for one to
/// be a misspelt form of the other.
///
/// ```
/// use lrtable::near::distance;
///
/// assert_eq!(distance("retrun", "return"), Some(1));
/// assert_eq!(distance("Whlie", "while"), Some(1));
/// assert_eq!(distance("a", "b"), None);
/// ```
pub fn distance(a: &str, b: &str) -> Option<usize> {
    if a.len().abs_diff(b.len()) > 8 || a.len().max(b.len()) > 4 * LONGEST || a == b {
        return None;
    }
    let [x, y] = [a, b].map(|name| name.to_lowercase().chars().collect::<Vec<char>>());
    let (shorter, longer) = (x.len().min(y.len()), x.len().max(y.len()));
    if longer > LONGEST || shorter == 0 {
        return None;
    }
    if x == y {
        return Some(1);
    }
    let most = match shorter {
        0..=1 => return None,
        // Of two letters only their order may be wrong, or one is missing in three.
        2 if longer == 2 && x[0] != y[1] => return None,
        2..=5 => 1,
        _ => 2,
    };
    Some(alignment(&x, &y)).filter(|distance| *distance <= most)
}

/// Returns the candidate that `name` is most probably a misspelt form of; of several equally near
/// ones the first in their order as texts.
///
/// ```
/// assert_eq!(lrtable::near::nearest("retrun", ["break", "return"]), Some("return"));
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = candidates.into_iter().filter_map(|one| Some((distance(name, one)?, one)));
    near.min().map(|(_, one)| one)
}

/// The number of insertions, deletions, replacements and exchanges of neighbours between two
/// sequences.
pub(crate) fn alignment<T: PartialEq>(x: &[T], y: &[T]) -> usize {
    let mut before = vec![0; y.len() + 1];
    let mut last: Vec<usize> = (0..=y.len()).collect();
    for (i, a) in x.iter().enumerate() {
        let mut row = vec![i + 1; y.len() + 1];
        for (j, b) in y.iter().enumerate() {
            let replaced = last[j] + usize::from(a != b);
            row[j + 1] = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x[i - 1] == *b && y[j - 1] == *a {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[y.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_one_slip_away_is_near() {
        for (wrong, right) in [
            ("retrun", "return"),
            ("whlie", "while"),
            ("fi", "if"),
            ("String", "string"),
            ("pubic", "public"),
            ("viod", "void"),
            ("cont", "const"),
            ("elsif", "elseif"),
        ] {
            assert_eq!(distance(wrong, right), Some(1), "{wrong}");
            assert_eq!(distance(right, wrong), Some(1), "{wrong}");
        }
        assert_eq!(distance("statci", "status"), Some(2));
    }

    #[test]
    fn short_names_and_the_same_name_are_not_near() {
        for (a, b) in [
            ("x", "y"),
            ("if", "of"),
            ("for", "while"),
            ("int", "int"),
            ("abcd", "abxy"),
            ("start", "short"),
        ] {
            assert_eq!(distance(a, b), None, "{a} {b}");
        }
        assert_eq!(distance(&"x".repeat(100_000), &"x".repeat(100_001)), None);
    }

    #[test]
    fn the_nearest_is_found() {
        assert_eq!(nearest("Exprs", ["Expr", "Stmt", "ExprList"]), Some("Expr"));
        assert_eq!(nearest("Nothing", ["Expr", "Stmt"]), None);
    }
}
