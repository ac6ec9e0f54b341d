//! Leaves out matches whose captures are all among those of another match of the pattern.

use std::collections::HashMap;

use super::{Found, Search};

/// Adds the matches of `group` to what was found that are in no other; of equal ones, the one that
/// begins first.
///
/// A match is compared with the longer ones that have the rarest of its captures.
pub(super) fn maximal(group: &[Found], search: &mut Search<'_>) {
    if let [only] = group {
        search.found.push(*only);
        return;
    }
    let keyed = group.iter().map(|found| (search.captures.keys(found.captures), *found));
    let mut all: Vec<(Vec<(u32, u32)>, Found)> = keyed.collect();
    all.sort_unstable_by(|one, other| (&one.0, one.1.start).cmp(&(&other.0, other.1.start)));
    all.dedup_by(|one, other| one.0 == other.0);
    let longest = all.iter().map(|(keys, _)| keys.len()).max().unwrap_or(0);
    if all.iter().all(|(keys, _)| keys.len() == longest) {
        search.found.extend(all.iter().map(|(_, found)| *found));
        return;
    }
    let mut with: HashMap<(u32, u32), Vec<u32>> = HashMap::new();
    for (at, (keys, _)) in all.iter().enumerate() {
        for key in keys {
            with.entry(*key).or_default().push(at as u32);
        }
    }
    for (keys, found) in &all {
        let rarest = keys.iter().map(|key| &with[key]).min_by_key(|with| with.len());
        let is_part = match rarest {
            None => longest > 0,
            Some(others) => others.iter().any(|other| {
                let (other, whole) = &all[*other as usize];
                search.work += 1;
                other.len() > keys.len()
                    && search.captures.contains(whole.captures, found.captures, &mut search.work)
            }),
        };
        if !is_part {
            search.found.push(*found);
        }
    }
}
