//! Files as they are opened, changed and closed, and what is checked then.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, MessageType, PublishDiagnosticsParams, TextDocumentItem, Uri,
    VersionedTextDocumentIdentifier, notification::PublishDiagnostics,
    request::WorkspaceDiagnosticRefresh,
};
use nimbleparse::{language::Part, service::queries::QueryFile};

use super::state::{Open, Server};
use crate::{
    event::Event,
    grammars::{self, Pair},
    languages::{self, CONFIGURATION, Files},
    paths,
    programs::File,
    text::Text,
    worker::Worker,
};

impl Server {
    pub(super) fn open(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let uri = document.uri.clone();
        let path = paths::path(&uri);
        let open = match self.pair(&path, &document.language_id) {
            Some((part, grammar, lexer)) => self.open_part(document, path, (part, grammar, lexer)),
            None => self.open_program(document, &path),
        };
        self.complain();
        self.files.insert(uri.clone(), open);
        self.changed(&uri);
    }

    /// Shows people what is to be said of the configuration.
    pub(super) fn complain(&mut self) {
        for complaint in self.languages.complaints.drain(..) {
            self.outbox.show(MessageType::ERROR, complaint);
        }
    }

    /// The pair of Yacc and lex file that a file belongs to: those of a configured language, or of
    /// one name.
    pub(super) fn pair(
        &mut self,
        path: &Path,
        language_id: &str,
    ) -> Option<(Part, PathBuf, PathBuf)> {
        if let Some(Files { grammar, lexer, .. }) = self.languages.of_specification(path) {
            let part = if grammar == path { Part::Grammar } else { Part::Lexer };
            return Some((part, grammar, lexer));
        }
        grammars::pair_of(path, language_id)
    }

    fn open_program(&mut self, document: TextDocumentItem, path: &Path) -> Open {
        let slot = self.languages.of_file(path, &document.language_id);
        let Some(slot) = slot else {
            if let Some(hint) = languages::hint(path, &document.language_id) {
                self.outbox.log(MessageType::INFO, hint);
            }
            return Open::Unknown;
        };
        let worker = Worker::start(File {
            uri: document.uri,
            version: document.version,
            text: Text::new(document.text, self.encoding),
            slot: Arc::clone(&slot),
            overlay: self.overlay.clone(),
            outbox: self.outbox.clone(),
            events: self.events.clone(),
            parsed: None,
        });
        worker.map_or(Open::Unknown, |worker| Open::Program(worker, slot))
    }

    fn open_part(
        &mut self,
        document: TextDocumentItem,
        path: PathBuf,
        (part, grammar, lexer): (Part, PathBuf, PathBuf),
    ) -> Open {
        let registrations = self.announced.registrations_of(&path);
        self.register(registrations);
        if !self.pairs.contains_key(&grammar) {
            let pair = Pair::new(grammar.clone(), lexer, self.overlay.clone(), self.encoding);
            match Worker::start(pair) {
                Some(worker) => self.pairs.insert(grammar.clone(), worker),
                None => return Open::Unknown,
            };
        }
        let file = grammars::File {
            uri: document.uri,
            path,
            text: Text::new(document.text, self.encoding),
            version: Some(document.version),
        };
        self.pairs[&grammar].change(move |pair| pair.open(part, file));
        Open::Part(part, grammar)
    }

    pub(super) fn change(&mut self, params: DidChangeTextDocumentParams) {
        let VersionedTextDocumentIdentifier { uri, version } = params.text_document;
        let changes = params.content_changes;
        match self.files.get(&uri) {
            Some(Open::Program(worker, _)) => worker.change(move |file| {
                file.parsed = None;
                file.version = version;
                for change in &changes {
                    file.text.change(change);
                }
            }),
            Some(Open::Part(part, pair)) => {
                let part = *part;
                if let Some(worker) = self.pairs.get(pair) {
                    worker.change(move |pair| pair.change(part, version, &changes));
                }
            }
            Some(Open::Unknown) => {}
            None => {
                let message = format!("'{}' is changed, but it is not open", uri.as_str());
                self.outbox.log(MessageType::ERROR, message);
            }
        }
        self.changed(&uri);
    }

    pub(super) fn close(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        match self.files.remove(&uri) {
            None | Some(Open::Unknown) => return,
            Some(Open::Program(..)) => {}
            Some(Open::Part(part, pair)) => {
                let is_other = |open: &Open| matches!(open, Open::Part(_, other) if *other == pair);
                if let Some(worker) = self.pairs.get(&pair) {
                    worker.change(move |pair| pair.close(part));
                }
                self.check_pair(&pair);
                if !self.files.values().any(is_other) {
                    self.pairs.remove(&pair);
                }
            }
        }
        if !self.pulls {
            let (diagnostics, version) = (Vec::new(), None);
            let none = PublishDiagnosticsParams { uri, diagnostics, version };
            self.outbox.notify::<PublishDiagnostics>(none);
        }
    }

    /// Has a file checked that was opened or changed, and what depends on it.
    fn changed(&self, uri: &Uri) {
        match self.files.get(uri) {
            Some(Open::Program(worker, _)) => self.check(worker),
            Some(Open::Part(_, pair)) => self.check_pair(pair),
            Some(Open::Unknown) | None => {}
        }
    }

    fn check(&self, worker: &Worker<File>) {
        if !self.pulls {
            worker.update(|file, fresh| file.publish(fresh));
        }
    }

    /// Has a Yacc and a lex file checked, and then tells the programs in their language.
    fn check_pair(&self, pair: &Path) {
        let Some(worker) = self.pairs.get(pair) else { return };
        let (outbox, pulls, events) = (self.outbox.clone(), self.pulls, self.events.clone());
        let grammar = pair.to_owned();
        worker.update(move |pair, fresh| {
            if !pulls {
                pair.publish(fresh, &outbox);
            }
            let _ = events.send(Event::Grammar(grammar));
        });
    }

    /// Has the open programs checked whose language has changed, by its files' paths; all if files
    /// outside of the session did.
    pub(super) fn language_changed(&mut self, changed: impl Fn(&Path) -> bool) {
        let mut is_any = false;
        for open in self.files.values() {
            let Open::Program(worker, slot) = open else { continue };
            let Some(files) = slot.files() else { continue };
            let queries = QueryFile::ALL.iter().map(|file| files.queries.join(file.file_name()));
            let parts = [&files.grammar, &files.lexer, &files.model].map(PathBuf::clone);
            if queries.chain(parts).any(|path| changed(&path)) {
                slot.invalidate();
                worker.change(|file| file.parsed = None);
                self.check(worker);
                is_any = true;
            }
        }
        if is_any && self.pulls {
            self.refresh();
        }
    }

    /// Has the client fetch diagnostics again, if it can be told to.
    pub(super) fn refresh(&mut self) {
        if self.refreshes {
            self.next_request += 1;
            let id = format!("refresh-{}", self.next_request);
            self.outbox.request::<WorkspaceDiagnosticRefresh>(&id, ());
        }
    }

    /// Has all found in a program whose search was cut short, after what was asked of it meanwhile,
    /// and told to the client.
    pub(super) fn finish(&self, uri: &Uri) {
        let Some(Open::Program(worker, _)) = self.files.get(uri) else { return };
        let pulls = self.pulls;
        worker.idle(move |file, fresh| file.finish(fresh, pulls));
    }

    /// Files changed that may not be open: grammars, lexers, configuration.
    pub(super) fn watched(&mut self, params: DidChangeWatchedFilesParams) {
        let paths: Vec<PathBuf> =
            params.changes.iter().map(|change| paths::path(&change.uri)).collect();
        let is_configuration =
            |path: &PathBuf| path.file_name().is_some_and(|name| name == CONFIGURATION);
        if paths.iter().any(is_configuration) {
            self.languages.forget_configuration();
        }
        for (grammar, worker) in &self.pairs {
            worker.change(|pair| pair.forget());
            self.check_pair(grammar);
        }
        self.language_changed(|path| paths.iter().any(|changed| changed == path));
    }
}
