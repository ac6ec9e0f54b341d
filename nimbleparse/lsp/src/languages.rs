//! Which language a file is in, by its ending: one of those that a `nimbleparse.json` above it
//! names, or a built-in one that the client has switched on. Built-in ones describe one version of
//! a language, and valid texts of another have errors in them, so that none is on by itself.
//!
//! A language is read when the first of its files asks for it, in that file's thread; the others
//! wait for it. When its grammar or lex file changes it is read anew, and if it has mistakes then,
//! the last good one stays.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use lrpar::visible;
use lrtable::Stop;
use nimbleparse::{
    builtin::{self, Builtin},
    language::{Language, Table, Text, Until, builtin as read_builtin},
    limits::SPECIFICATION_BYTES,
    service::queries::{Queries, QueryFile, WrongQuery},
    system::read::{ReadError, read_text},
};
use serde::Deserialize;

use crate::limits::CONFIGURATION_BYTES;

/// The name of configuration files.
pub(crate) const CONFIGURATION: &str = "nimbleparse.json";

/// The texts of open grammar and lex files, which count more than what is on disk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlay(Arc<Mutex<HashMap<PathBuf, Arc<str>>>>);

impl Overlay {
    fn texts(&self) -> MutexGuard<'_, HashMap<PathBuf, Arc<str>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set(&self, path: &Path, text: &str) {
        self.texts().insert(path.to_owned(), text.into());
    }

    pub(crate) fn remove(&self, path: &Path) {
        self.texts().remove(path);
    }

    /// The text of a file as people see it; one on the disk has at most `limit` bytes.
    pub(crate) fn read(&self, path: &Path, limit: u64) -> Result<Arc<str>, ReadError> {
        let open = self.texts().get(path).cloned();
        open.map_or_else(|| Ok(read_text(path, limit)?.into()), Ok)
    }
}

/// A language, read or to be read.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) name: String,
    source: Source,
    /// How often its files have changed. Not under the lock, which is held while a table is built.
    version: Arc<AtomicU64>,
    loaded: Mutex<Loaded>,
}

#[derive(Debug)]
enum Source {
    Builtin(&'static Builtin),
    Files(Files),
}

/// The files of a configured language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Files {
    pub(crate) grammar: PathBuf,
    pub(crate) lexer: PathBuf,
    /// The folder with queries for editors, which need not exist.
    pub(crate) queries: PathBuf,
    /// A model by which repairs are put in order, which need not exist.
    pub(crate) model: PathBuf,
}

#[derive(Default)]
struct Loaded {
    good: Option<Arc<Language>>,
    /// What is wrong with the files as they are.
    wrong: Option<String>,
    /// The version of the files that was read last.
    read: Option<u64>,
    /// What is wrong with the good language's model, until it is said.
    wrong_model: Option<String>,
    /// The queries for the good language, once they were asked for.
    queries: Option<Arc<Queries>>,
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Loaded {{ read: {:?}, wrong: {:?} }}", self.read, self.wrong)
    }
}

impl Slot {
    fn new(name: &str, source: Source) -> Arc<Slot> {
        let (version, loaded) = (Arc::default(), Mutex::default());
        Arc::new(Slot { name: name.to_owned(), source, version, loaded })
    }

    fn loaded(&self) -> MutexGuard<'_, Loaded> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The files that it is made of, if it is not built in.
    pub(crate) fn files(&self) -> Option<&Files> {
        match &self.source {
            Source::Builtin(_) => None,
            Source::Files(files) => Some(files),
        }
    }

    /// Says that its files have changed. Waits for nobody.
    pub(crate) fn invalidate(&self) {
        self.version.fetch_add(1, Ordering::Relaxed);
    }

    /// The language, the last good one if its files have mistakes now.
    ///
    /// # Errors
    ///
    /// What is wrong with its files, if they were never good.
    pub(crate) fn language(&self, overlay: &Overlay) -> Result<Arc<Language>, String> {
        let mut loaded = self.loaded();
        // When it changes while it is read, that stops, and it is read anew the next time.
        let latest = Arc::clone(&self.version);
        let version = latest.load(Ordering::Relaxed);
        let stop = Stop::new(move || latest.load(Ordering::Relaxed) != version);
        if loaded.read != Some(version) {
            match self.read(overlay, &stop) {
                Ok(mut language) => {
                    loaded.wrong_model = self.take_model(&mut language, overlay).err();
                    (loaded.good, loaded.wrong) = (Some(Arc::new(language)), None);
                    loaded.queries = None;
                }
                Err(message) => loaded.wrong = Some(message),
            }
            loaded.read = Some(version);
        }
        let wrong = || loaded.wrong.clone().unwrap_or_default();
        loaded.good.clone().ok_or_else(wrong)
    }

    /// The queries for `language`, which is a version of this one, and what is to be said of them
    /// and of the model when they are read; patterns that are wrong are left out.
    pub(crate) fn queries(
        &self,
        overlay: &Overlay,
        language: &Language,
    ) -> (Arc<Queries>, Vec<String>) {
        let mut loaded = self.loaded();
        let is_good = loaded.good.as_deref().is_some_and(|good| std::ptr::eq(good, language));
        if let Some(queries) = loaded.queries.as_ref().filter(|_| is_good) {
            return (Arc::clone(queries), Vec::new());
        }
        let mut complaints = Vec::new();
        let texts: Vec<(QueryFile, Arc<str>)> = QueryFile::ALL
            .iter()
            .filter_map(|file| match self.query(*file, overlay)? {
                Ok(text) => Some((*file, text)),
                Err(error) => {
                    complaints.push(error.to_string());
                    None
                }
            })
            .collect();
        let of = |file: QueryFile| texts.iter().find(|(one, _)| *one == file);
        let borrowed = texts.iter().map(|(file, text)| (*file, &**text));
        let (queries, mistakes) = Queries::read(language, borrowed);
        let queries = Arc::new(queries);
        // A program that was parsed by an earlier version has its own.
        if is_good {
            loaded.queries = Some(Arc::clone(&queries));
        }
        let complaint = |mistake: &WrongQuery| {
            let text = of(mistake.file).map_or("", |(_, text)| text);
            let line = text[..mistake.span.start()].matches('\n').count() + 1;
            let file = mistake.file.file_name();
            let path = self.files().map_or(file.clone().into(), |files| files.queries.join(file));
            format!("{}:{line}: {}", path.display(), mistake.line())
        };
        complaints.extend(mistakes.iter().map(complaint));
        complaints.retain(|_| is_good);
        complaints.extend(if is_good { loaded.wrong_model.take() } else { None });
        (queries, complaints)
    }

    /// The text of a query file; `None` if there is no such file.
    fn query(&self, file: QueryFile, overlay: &Overlay) -> Option<Result<Arc<str>, ReadError>> {
        match &self.source {
            Source::Builtin(builtin) => builtin.query(file.name()).map(|text| Ok(text.into())),
            Source::Files(files) => {
                let read = overlay.read(&files.queries.join(file.file_name()), CONFIGURATION_BYTES);
                Some(read).filter(|read| !read.as_ref().is_err_and(ReadError::is_missing))
            }
        }
    }

    fn read(&self, overlay: &Overlay, stop: &Stop) -> Result<Language, String> {
        let files = match &self.source {
            Source::Builtin(builtin) => {
                let mut language = read_builtin(builtin.name).ok_or("it cannot be read")?;
                if let Some(model) = builtin.ngrams {
                    language.take_ngrams(&format!("{}.ngram", builtin.name), model)?;
                }
                return Ok(language);
            }
            Source::Files(files) => files,
        };
        let read = |path: &Path| {
            overlay.read(path, SPECIFICATION_BYTES).map_err(|error| error.to_string())
        };
        let (yacc, lex) = (read(&files.grammar)?, read(&files.lexer)?);
        let (yacc_name, lex_name) =
            (files.grammar.display().to_string(), files.lexer.display().to_string());
        let said = &mut Until { messages: &mut String::new(), stop: stop.clone() };
        let table = Table::new(Text { name: &yacc_name, text: &yacc }, None, None, None, said)?;
        Ok(Language::new(Text { name: &lex_name, text: &lex }, table, None, said)?)
    }

    /// Takes the model that lies beside the grammar, if there is one; a wrong one is left out.
    fn take_model(&self, language: &mut Language, overlay: &Overlay) -> Result<(), String> {
        let Some(Files { model, .. }) = self.files() else { return Ok(()) };
        let name = model.display().to_string();
        match overlay.read(model, SPECIFICATION_BYTES) {
            Ok(text) => language
                .take_ngrams(&name, &text)
                .map_err(|error| format!("{name}, {error}; train it anew by 'nimbleparse train'")),
            Err(error) if error.is_missing() => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// A configuration file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Configuration {
    /// The languages that it names.
    languages: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// How the language is called.
    name: String,
    /// The endings of its files, without a dot.
    endings: Vec<String>,
    /// Its Yacc file, from the folder of the configuration file.
    grammar: PathBuf,
    /// Its lex file.
    lexer: PathBuf,
    /// The folder with its queries for editors; if none is named, `queries` beside the grammar.
    queries: Option<PathBuf>,
}

/// A language of a configuration file, with the endings of its files.
type Configured = (Vec<String>, Arc<Slot>);

/// All languages that were asked for.
#[derive(Debug, Default)]
pub(crate) struct Languages {
    /// The built-in languages that are switched on.
    on: Vec<&'static Builtin>,
    builtin: HashMap<&'static str, Arc<Slot>>,
    /// What each folder's own configuration file names; nothing if it has none.
    configured: HashMap<PathBuf, Vec<Configured>>,
    /// What is to be said of configuration files.
    pub(crate) complaints: Vec<String>,
}

impl Languages {
    /// Switches built-in languages on, by their names.
    pub(crate) fn switch_on(&mut self, names: &[String]) {
        for name in names {
            match builtin::named(name) {
                Some(builtin) => self.on.push(builtin),
                None => {
                    let all: Vec<String> = builtin::ALL.iter().map(titled).collect();
                    self.complaints.push(format!(
                        "no language '{}' is built in: there are {}",
                        visible(name),
                        all.join(", ")
                    ));
                }
            }
        }
    }

    /// The language of a file, which the client says to be in `language_id`.
    pub(crate) fn of_file(&mut self, path: &Path, language_id: &str) -> Option<Arc<Slot>> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_str()?;
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        for (endings, slot) in self.above(path) {
            if endings.iter().any(|one| one == ending) {
                return Some(slot);
            }
        }
        let found = builtin_for(name, language_id)?;
        if !self.on.iter().any(|on| on.name == found.name) {
            return None;
        }
        let new = || Slot::new(found.title, Source::Builtin(found));
        Some(Arc::clone(self.builtin.entry(found.name).or_insert_with(new)))
    }

    /// The files of the configured language of which a file is the grammar or the lex file.
    pub(crate) fn of_specification(&mut self, path: &Path) -> Option<Files> {
        let slots = self.above(path).into_iter().map(|(_, slot)| slot);
        let mut files = slots.filter_map(|slot| slot.files().cloned());
        files.find(|files| files.grammar == path || files.lexer == path)
    }

    /// Forgets what configuration files said.
    pub(crate) fn forget_configuration(&mut self) {
        self.configured.clear();
    }

    /// What the configuration files in the folders of a file name, the nearest first.
    fn above(&mut self, path: &Path) -> Vec<Configured> {
        let folders = path.ancestors().skip(1).filter(|folder| folder.is_absolute());
        folders.flat_map(|folder| self.in_folder(folder).to_vec()).collect()
    }

    fn in_folder(&mut self, folder: &Path) -> &[Configured] {
        if !self.configured.contains_key(folder) {
            let found = read_configuration(folder).unwrap_or_else(|complaint| {
                self.complaints.push(complaint);
                Vec::new()
            });
            self.configured.insert(folder.to_owned(), found);
        }
        &self.configured[folder]
    }
}

/// The built-in language of a file with this name, which the client says to be in `language_id`, be
/// it on or not.
fn builtin_for(name: &str, language_id: &str) -> Option<&'static Builtin> {
    let by_id = || builtin::for_file(&format!("x.{language_id}"));
    builtin::for_file(name).or_else(by_id).or_else(|| builtin::named(language_id))
}

/// What is said of a file in a built-in language that is not on.
pub(crate) fn hint(path: &Path, language_id: &str) -> Option<String> {
    let found = builtin_for(path.file_name()?.to_str()?, language_id)?;
    let message = "is not checked: list it in the initialization option 'builtin'";
    Some(format!("{} {message} if its files are in that version", titled(found)))
}

/// The name of a built-in language with its title.
fn titled(builtin: &Builtin) -> String {
    format!("'{}' ({})", builtin.name, builtin.title)
}

/// The languages that a folder's configuration file names; none if there is no such file.
fn read_configuration(folder: &Path) -> Result<Vec<Configured>, String> {
    let file = folder.join(CONFIGURATION);
    // A link that leads nowhere is a mistake.
    if file.symlink_metadata().is_err() {
        return Ok(Vec::new());
    }
    let text = read_text(&file, CONFIGURATION_BYTES).map_err(|error| error.to_string())?;
    let wrong = |error| format!("'{}' is not read: {error}", file.display());
    let configuration: Configuration = serde_json::from_str(&text).map_err(wrong)?;
    let languages = configuration.languages.into_iter();
    let slot = |entry: Entry| {
        let grammar = folder.join(entry.grammar);
        let queries = entry.queries.map(|queries| folder.join(queries));
        let queries = queries.unwrap_or_else(|| grammar.with_file_name("queries"));
        let model = grammar.with_extension("ngram");
        let files = Files { grammar, lexer: folder.join(entry.lexer), queries, model };
        (entry.endings, Slot::new(&entry.name, Source::Files(files)))
    };
    Ok(languages.map(slot).collect())
}
