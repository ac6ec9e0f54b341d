//! Imports inside a crate go one way: the modules of a folder, with all that lies in their own
//! folders, can be put in an order in which each uses only modules that stand before it.
//!
//! A name counts as used where it is defined: a path is followed through what modules import and
//! offer. What a folder's own module defines for those in the folder is not compared with them.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
};

use crate::{files, root};

/// A module by the names on the way to it from its crate.
type Module = Vec<String>;

/// The source without comments and without its unit tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let lines = text.lines().map(|line| line.split("//").next().unwrap());
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths that begin with `root` (`crate`, `super`) in `code`, without it: `a::{b, c::d}` gives
/// `a::b` and `a::c::d`.
fn paths(code: &str, root: &str) -> Vec<String> {
    let prefix = format!("{root}::");
    let starts = code.match_indices(&prefix).filter(|(at, _)| {
        let before = code[..*at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
    });
    let mut found = Vec::new();
    for (at, _) in starts {
        // Each open brace waits with the path before it.
        let mut open: Vec<String> = Vec::new();
        let mut path = String::new();
        for c in code[at + prefix.len()..].chars() {
            match c {
                c if c.is_alphanumeric() || c == '_' || c == ':' => path.push(c),
                '{' if path.is_empty() || path.ends_with("::") => open.push(path.clone()),
                ',' if !open.is_empty() => {
                    found.push(std::mem::replace(&mut path, open.last().unwrap().clone()));
                }
                '}' if !open.is_empty() => {
                    found.push(std::mem::take(&mut path));
                    open.pop();
                    if open.is_empty() {
                        break;
                    }
                }
                c if c.is_whitespace() && !open.is_empty() => {}
                _ => break,
            }
        }
        found.push(path);
    }
    found.retain(|path| !path.is_empty());
    found
}

#[test]
fn paths_are_found_in_groups_and_expressions() {
    let code = "use crate::{a::{B, c::D}, e};\nlet x = crate::f::g(super::h::I); my_crate::j();";
    let mut found = paths(code, "crate");
    found.sort();
    assert_eq!(found, ["a::B", "a::c::D", "e", "f::g"]);
    assert_eq!(paths(code, "super"), ["h::I"]);
}

/// The names in a path; that of a glob import ends in none.
fn parts(path: &str) -> Vec<String> {
    path.split("::").filter(|part| !part.is_empty()).map(String::from).collect()
}

/// A crate's modules.
struct Crate {
    /// The code of each.
    code: BTreeMap<Module, String>,
    /// What each imports or offers: for each name the path that it stands for.
    names: HashMap<Module, HashMap<String, Vec<String>>>,
}

impl Crate {
    fn read(folder: &str) -> Crate {
        let source = root().join(folder).join("src");
        let mut code_of = BTreeMap::new();
        for file in files(&source, "rs") {
            let path = file.strip_prefix(&source).unwrap().with_extension("");
            let mut module: Module =
                path.iter().map(|part| part.to_str().unwrap().into()).collect();
            module.retain(|part| part != "lib");
            code_of.insert(module, code(&fs::read_to_string(&file).unwrap()));
        }
        let mut this = Crate { code: code_of, names: HashMap::new() };
        for (module, code) in &this.code {
            let mut names = HashMap::new();
            for statement in code.split(';').filter_map(|part| part.split_once("use ")) {
                // A folder's own module names those in it without a prefix.
                for path in paths(&format!("crate::{}", statement.1.trim()), "crate") {
                    let path = parts(&path);
                    let path = this.below_root(module, &path).unwrap_or_default();
                    if let Some(name) = path.last() {
                        names.insert(name.clone(), path);
                    }
                }
            }
            this.names.insert(module.clone(), names);
        }
        this
    }

    /// A path that stands in `module`, from the root of the crate; `None` if it leads out of it.
    fn below_root(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => self.below_root(module, rest),
            "super" => {
                let (_, parent) = module.split_last()?;
                match rest.first().is_some_and(|next| next == "super") {
                    true => self.below_root(parent, rest),
                    false => Some([parent, rest].concat()),
                }
            }
            _ => {
                let inner = [module, path].concat();
                self.code.contains_key(&inner[..=module.len()]).then_some(inner)
            }
        }
    }

    /// The module in which the path ends, imports followed.
    fn home(&self, path: &[String]) -> Module {
        let mut path = path.to_vec();
        // Names that import each other in a circle are no code that compiles.
        for _ in 0..20 {
            let mut len = 0;
            while len < path.len() && self.code.contains_key(&path[..=len]) {
                len += 1;
            }
            let next = path.get(len).and_then(|name| self.names.get(&path[..len])?.get(name));
            match next {
                Some(next) if next[..] != path[..=len] => path = [next, &path[len + 1..]].concat(),
                _ => return path[..len].to_vec(),
            }
        }
        panic!("{path:?} leads nowhere");
    }

    /// For each folder which of its modules use which, with a module in which that happens.
    fn uses(&self) -> BTreeMap<Module, BTreeMap<String, BTreeMap<String, String>>> {
        let mut uses: BTreeMap<Module, BTreeMap<String, BTreeMap<String, String>>> =
            BTreeMap::new();
        for (module, code) in &self.code {
            // To offer a name under another path is not to use it.
            let offers = |part: &&str| !part.trim().starts_with("pub use ");
            let code: String = code.split_inclusive(';').filter(offers).collect();
            for start in ["crate", "super"] {
                for path in paths(&code, start) {
                    let path = parts(&format!("{start}::{path}"));
                    let Some(path) = self.below_root(module, &path) else { continue };
                    let home = self.home(&path);
                    let same = module.iter().zip(&home).take_while(|(a, b)| a == b).count();
                    if let (Some(user), Some(used)) = (module.get(same), home.get(same)) {
                        let folder = uses.entry(home[..same].to_vec()).or_default();
                        let used_by = folder.entry(user.clone()).or_default();
                        used_by.insert(used.clone(), module.join("::"));
                    }
                }
            }
        }
        uses
    }
}

#[test]
fn imports_of_modules_go_one_way() {
    let mut complaints = Vec::new();
    let mut compared = 0;
    for folder in [
        "lrtable",
        "lrpar",
        "lrlex",
        "nimbleparse",
        "corpus-tools",
        "nimbleparse/lsp",
        "nimbleparse/web",
    ] {
        for (inner, mut uses) in Crate::read(folder).uses() {
            compared += uses.len();
            // Modules that use none that is left are taken away; those of a circle stay.
            loop {
                let left: BTreeSet<String> = uses.keys().cloned().collect();
                for used in uses.values_mut() {
                    used.retain(|name, _| left.contains(name));
                }
                uses.retain(|_, used| !used.is_empty());
                if uses.len() == left.len() {
                    break;
                }
            }
            for (user, used) in uses {
                for (name, place) in used {
                    complaints.push(format!(
                        "{folder} {}: {user} uses {name} ({place})",
                        inner.join("::")
                    ));
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
    assert!(complaints.is_empty(), "in circles, or before one:\n{}", complaints.join("\n"));
}

/// The folders of nimbleparse's library, each with those that it may use. Its program is `cli`,
/// which a library cannot name.
const ROOMS: [(&str, &[&str]); 7] = [
    ("import", &[]),
    ("language", &["import"]),
    ("output", &["language"]),
    ("service", &["language", "output"]),
    ("system", &[]),
    ("cases", &["language", "output", "system"]),
    ("lab", &["language", "output"]),
];

/// Files of its library that all folders may use, and that use none.
const EVERYWHERE: [&str; 3] = ["error", "json", "limits"];

/// Folders and files of nimbleparse that touch the system: the program, what reads and writes
/// files, what runs folders of cases.
const SYSTEM: [&str; 4] = ["main", "cli", "system", "cases/runner"];

#[test]
fn rooms_of_nimbleparse_use_those_below_them() {
    let folders = fs::read_dir(root().join("nimbleparse/src")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let mut folders: Vec<String> =
        folders.map(|path| path.file_name().unwrap().to_str().unwrap().into()).collect();
    folders.sort();
    let mut rooms: Vec<&str> = ROOMS.iter().map(|(room, _)| *room).chain(["cli"]).collect();
    rooms.sort();
    assert_eq!(folders, rooms);
    let uses = Crate::read("nimbleparse").uses();
    let mut complaints = Vec::new();
    for (room, allowed) in ROOMS.into_iter().chain(EVERYWHERE.map(|file| (file, &[][..]))) {
        for (used, place) in uses[&Module::new()].get(room).into_iter().flatten() {
            if !EVERYWHERE.contains(&used.as_str()) && !allowed.contains(&used.as_str()) {
                complaints.push(format!("{room} uses {used} ({place})"));
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn the_language_service_opens_no_file_asks_no_clock_and_starts_no_thread() {
    let source = root().join("nimbleparse/src");
    let mut seen = 0;
    for file in files(&source, "rs") {
        let module = file.strip_prefix(&source).unwrap().with_extension("");
        if SYSTEM.iter().any(|part| module.starts_with(part)) {
            continue;
        }
        seen += 1;
        let code = code(&fs::read_to_string(&file).unwrap());
        let name = module.display();
        for word in ["fs", "thread", "env", "process", "net", "Instant", "SystemTime", "stdin()"] {
            let is_used = code.split(|c: char| !(c.is_alphanumeric() || "_()".contains(c)));
            assert!(!is_used.into_iter().any(|used| used == word), "{name} uses {word}");
        }
        for printed in ["print!", "println!"] {
            assert!(!code.contains(printed), "{name} prints");
        }
    }
    assert!(seen > 50, "only {seen} files are looked at");
}
