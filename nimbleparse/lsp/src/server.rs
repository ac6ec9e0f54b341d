//! The session: its beginning and end, which files are open, and which thread answers what.

use std::{
    collections::HashMap,
    io::{BufRead, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Sender, channel},
    },
    thread,
};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    DiagnosticOptions, DiagnosticServerCapabilities, DidChangeTextDocumentParams,
    DidChangeWatchedFilesParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentDiagnosticReport, FullDocumentDiagnosticReport, InitializeParams, InitializeResult,
    MessageType, OneOf, PublishDiagnosticsParams, Registration, RegistrationParams,
    RelatedFullDocumentDiagnosticReport, RenameOptions, SemanticTokensFullOptions,
    SemanticTokensOptions, ServerCapabilities, ServerInfo, SetTraceParams, TextDocumentItem,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
    VersionedTextDocumentIdentifier, WorkDoneProgressOptions,
    notification::{
        Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument,
        DidOpenTextDocument, DidSaveTextDocument, Exit, Initialized, Notification as _,
        PublishDiagnostics, SetTrace,
    },
    request::{
        CodeActionRequest, Completion, DocumentDiagnosticRequest, DocumentHighlightRequest,
        DocumentSymbolRequest, FoldingRangeRequest, GotoDefinition, HoverRequest, Initialize,
        PrepareRenameRequest, References, RegisterCapability, Rename, Request as _,
        SelectionRangeRequest, SemanticTokensFullRequest, Shutdown, WorkspaceDiagnosticRefresh,
    },
};
use nimbleparse::service::specification::Part;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::{
    answer::{Answer, Call, Failure, Outbox},
    convert,
    grammars::{self, Pair},
    languages::{CONFIGURATION, Files, Languages, Overlay, Slot},
    paths,
    programs::File,
    text::{Encoding, Text},
    wire::{self, Bad},
    worker::{Freshness, Worker},
};

pub(crate) enum Event {
    Message(Message),
    /// The Yacc file with this path, or its lex file, was changed and checked.
    Grammar(PathBuf),
    Bad(Bad),
    /// The input is at its end, or its messages can no longer be told apart.
    End(Option<String>),
}

/// Runs a session until the client ends it; whether it ended as the protocol says, by `shutdown` and `exit`.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> bool {
    let (events, received) = channel();
    let own_events = events.clone();
    let (sender, outgoing) = channel();
    let mut input = input;
    let mut output = output;
    let reader = move || {
        loop {
            let event = match wire::read(&mut input) {
                Ok(Some(Ok(message))) => Event::Message(message),
                Ok(Some(Err(bad))) => Event::Bad(bad),
                Ok(None) => Event::End(None),
                Err(error) => Event::End(Some(error.to_string())),
            };
            let is_end = matches!(event, Event::End(_));
            if events.send(event).is_err() || is_end {
                return;
            }
        }
    };
    let writer = move || outgoing.iter().try_for_each(|message| wire::write(&mut output, &message));
    if thread::Builder::new().spawn(reader).is_err() {
        return false;
    }
    let Ok(writer) = thread::Builder::new().spawn(writer) else { return false };
    let mut server = Server::new(Outbox::new(sender), own_events);
    let mut ended = false;
    for event in received {
        match event {
            Event::Message(Message::Notification(exit)) if exit.method == Exit::METHOD => {
                ended = server.state == State::ShutDown;
                break;
            }
            Event::Message(message) => server.take(message),
            Event::Grammar(grammar) => {
                let pair = server.files_of(&grammar);
                server.language_changed(|path| pair.iter().any(|one| one == path));
            }
            Event::Bad(bad) => server.outbox.send_value(wire::refusal(&bad)),
            Event::End(why) => {
                if let Some(why) = why {
                    server.outbox.log(MessageType::ERROR, format!("the session ends: {why}"));
                }
                break;
            }
        }
    }
    // Without files there are no threads that could answer, so the writer ends when it has written all.
    drop(server);
    let _ = writer.join();
    ended
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    Running,
    ShutDown,
}

/// An open file.
enum Open {
    Program(Worker<File>, Arc<Slot>),
    /// A Yacc or a lex file, with the path of the Yacc file of its pair.
    Part(Part, PathBuf),
    /// No language is known for it.
    Unknown,
}

struct Server {
    outbox: Outbox,
    events: Sender<Event>,
    /// Whether the client can be told to ask for diagnostics again.
    refreshes: bool,
    /// Whether the client watches files on request.
    watches: bool,
    /// The number of requests to the client.
    next_request: u32,
    state: State,
    encoding: Encoding,
    /// Whether the client asks for diagnostics, so that they are not sent.
    pulls: bool,
    files: HashMap<Uri, Open>,
    /// The pairs of Yacc and lex files of which one is open, by the path of the Yacc file.
    pairs: HashMap<PathBuf, Worker<Pair>>,
    languages: Languages,
    overlay: Overlay,
}

impl Server {
    fn new(outbox: Outbox, events: Sender<Event>) -> Server {
        Server {
            outbox,
            events,
            refreshes: false,
            watches: false,
            next_request: 0,
            state: State::New,
            encoding: Encoding::default(),
            pulls: false,
            files: HashMap::new(),
            pairs: HashMap::new(),
            languages: Languages::default(),
            overlay: Overlay::default(),
        }
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Request(request) => {
                let Request { id, method, params } = &request;
                self.outbox.trace(&format!("request {id}: {method}"), || params.to_string());
                let call = self.outbox.call(id.clone());
                self.request(call, request);
            }
            Message::Notification(notification) => {
                let Notification { method, params } = &notification;
                self.outbox.trace(&format!("notification: {method}"), || params.to_string());
                if self.state == State::Running || method == Cancel::METHOD {
                    self.notification(notification);
                }
            }
            // What was asked of the client needs no answer.
            Message::Response(_) => {}
        }
    }

    fn request(&mut self, call: Call, request: Request) {
        let refuse = |call: Call, code, message: &str| {
            call.answer::<()>(Err(Failure::new(code, message)));
        };
        match (self.state, request.method.as_str()) {
            (State::New, Initialize::METHOD) => {
                if let Some((call, params)) = decoded(call, request) {
                    call.answer(Ok(self.initialize(&params)));
                    self.state = State::Running;
                }
            }
            (State::New, _) => {
                refuse(call, ErrorCode::ServerNotInitialized, "the first request is 'initialize'");
            }
            (State::Running, Initialize::METHOD) => {
                refuse(call, ErrorCode::InvalidRequest, "the session is initialized already");
            }
            (State::Running, Shutdown::METHOD) => {
                self.state = State::ShutDown;
                self.files.clear();
                self.pairs.clear();
                call.answer(Ok(()));
            }
            (State::Running, _) => self.route(call, request),
            (State::ShutDown, _) => {
                refuse(call, ErrorCode::InvalidRequest, "after 'shutdown' there is only 'exit'");
            }
        }
    }

    fn initialize(&mut self, params: &InitializeParams) -> InitializeResult {
        let general = params.capabilities.general.as_ref();
        let offered = general.and_then(|general| general.position_encodings.as_deref());
        self.encoding = Encoding::chosen(offered.unwrap_or_default());
        let of_texts = params.capabilities.text_document.as_ref();
        self.pulls = of_texts.is_some_and(|texts| texts.diagnostic.is_some());
        let of_workspace = params.capabilities.workspace.as_ref();
        let diagnostic = of_workspace.and_then(|workspace| workspace.diagnostic.as_ref());
        self.refreshes = diagnostic.is_some_and(|one| one.refresh_support == Some(true));
        let watched = of_workspace.and_then(|of| of.did_change_watched_files);
        self.watches = watched.is_some_and(|of| of.dynamic_registration == Some(true));
        self.outbox.set_trace(params.trace.unwrap_or_default());
        InitializeResult {
            capabilities: capabilities(self.encoding),
            server_info: Some(ServerInfo {
                name: "nimbleparse-lsp".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        }
    }

    fn route(&mut self, call: Call, request: Request) {
        match request.method.as_str() {
            DocumentDiagnosticRequest::METHOD => self.ask::<DocumentDiagnosticRequest>(
                (call, request),
                |params| &params.text_document.uri,
                Some(|file, fresh, _| Ok(report(file.diagnostics(fresh)).into())),
                Some(|pair, part, _| Ok(report(pair.diagnostics(part)).into())),
            ),
            CodeActionRequest::METHOD => self.ask::<CodeActionRequest>(
                (call, request),
                |params| &params.text_document.uri,
                Some(|file, fresh, params| file.code_actions(fresh, &params)),
                Some(|pair, part, params| pair.code_actions(part, &params)),
            ),
            Completion::METHOD => self.ask::<Completion>(
                (call, request),
                |params| &params.text_document_position.text_document.uri,
                Some(|file, fresh, params| file.completion(fresh, &params)),
                Some(|pair, part, params| pair.completion(part, &params)),
            ),
            HoverRequest::METHOD => self.ask::<HoverRequest>(
                (call, request),
                |params| &params.text_document_position_params.text_document.uri,
                Some(|file, fresh, params| file.hover(fresh, &params)),
                Some(|pair, part, params| pair.hover(part, &params)),
            ),
            DocumentHighlightRequest::METHOD => self.ask::<DocumentHighlightRequest>(
                (call, request),
                |params| &params.text_document_position_params.text_document.uri,
                Some(|file, fresh, params| file.highlights(fresh, &params)),
                Some(|pair, part, params| pair.highlights(part, &params)),
            ),
            DocumentSymbolRequest::METHOD => self.ask::<DocumentSymbolRequest>(
                (call, request),
                |params| &params.text_document.uri,
                Some(|file, fresh, _| file.symbols(fresh)),
                Some(|pair, part, _| pair.symbols(part)),
            ),
            FoldingRangeRequest::METHOD => self.ask::<FoldingRangeRequest>(
                (call, request),
                |params| &params.text_document.uri,
                Some(|file, fresh, _| file.folds(fresh)),
                Some(|pair, part, _| pair.folds(part)),
            ),
            SelectionRangeRequest::METHOD => self.ask::<SelectionRangeRequest>(
                (call, request),
                |params| &params.text_document.uri,
                Some(|file, fresh, params| file.selections(fresh, &params)),
                None,
            ),
            SemanticTokensFullRequest::METHOD => self.ask::<SemanticTokensFullRequest>(
                (call, request),
                |params| &params.text_document.uri,
                Some(|file, fresh, _| file.colours(fresh)),
                None,
            ),
            GotoDefinition::METHOD => self.ask::<GotoDefinition>(
                (call, request),
                |params| &params.text_document_position_params.text_document.uri,
                None,
                Some(|pair, part, params| pair.definition(part, &params)),
            ),
            References::METHOD => self.ask::<References>(
                (call, request),
                |params| &params.text_document_position.text_document.uri,
                None,
                Some(|pair, part, params| pair.references(part, &params)),
            ),
            PrepareRenameRequest::METHOD => self.ask::<PrepareRenameRequest>(
                (call, request),
                |params| &params.text_document.uri,
                None,
                Some(|pair, part, params| pair.prepare_rename(part, &params)),
            ),
            Rename::METHOD => self.ask::<Rename>(
                (call, request),
                |params| &params.text_document_position.text_document.uri,
                None,
                Some(|pair, part, params| pair.rename(part, &params)),
            ),
            unknown => {
                let message = format!("no method '{}' is known", unknown.escape_debug());
                call.answer::<()>(Err(Failure::new(ErrorCode::MethodNotFound, message)));
            }
        }
    }

    /// Lets the thread of a file answer. For files of a kind that does not know the question the answer is nothing.
    fn ask<R: lsp_types::request::Request>(
        &self,
        (call, request): (Call, Request),
        uri: fn(&R::Params) -> &Uri,
        of_program: Option<fn(&mut File, &Freshness, R::Params) -> Answer<R::Result>>,
        of_pair: Option<fn(&mut Pair, Part, R::Params) -> Answer<R::Result>>,
    ) where
        R::Params: Send + 'static,
    {
        let Some((call, params)) = decoded::<R::Params>(call, request) else { return };
        match self.files.get(uri(&params)) {
            Some(Open::Program(worker, _)) => match of_program {
                Some(answer) => worker.ask(call, move |file, fresh| answer(file, fresh, params)),
                None => call.answer(Ok(())),
            },
            Some(Open::Part(part, pair)) => {
                let part = *part;
                match (of_pair, self.pairs.get(pair)) {
                    (Some(answer), Some(worker)) => {
                        worker.ask(call, move |pair, _| answer(pair, part, params));
                    }
                    _ => call.answer(Ok(())),
                }
            }
            Some(Open::Unknown) => {
                let message = format!("no language is known for '{}'", uri(&params).as_str());
                call.answer::<()>(Err(Failure::new(ErrorCode::RequestFailed, message)));
            }
            None => {
                let message = format!("'{}' is not open", uri(&params).as_str());
                call.answer::<()>(Err(Failure::new(ErrorCode::InvalidParams, message)));
            }
        }
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => self.with(&method, params, Server::open),
            DidChangeTextDocument::METHOD => self.with(&method, params, Server::change),
            DidCloseTextDocument::METHOD => self.with(&method, params, Server::close),
            Cancel::METHOD => {
                self.with(&method, params, |server, params: lsp_types::CancelParams| {
                    server.outbox.cancel(match params.id {
                        lsp_types::NumberOrString::Number(id) => RequestId::from(id),
                        lsp_types::NumberOrString::String(id) => RequestId::from(id),
                    });
                })
            }
            SetTrace::METHOD => self.with(&method, params, |server, params: SetTraceParams| {
                server.outbox.set_trace(params.value);
            }),
            DidChangeWatchedFiles::METHOD => self.with(&method, params, Server::watched),
            Initialized::METHOD => self.watch(),
            DidSaveTextDocument::METHOD => {}
            // Others that begin with `$/` may be ignored without a word.
            _ if method.starts_with("$/") => {}
            _ => {
                let message = format!("no notification '{}' is known", method.escape_debug());
                self.outbox.log(MessageType::WARNING, message);
            }
        }
    }

    /// Asks the client to watch the files of which languages are made.
    fn watch(&self) {
        if !self.watches {
            return;
        }
        let patterns = [&format!("**/{CONFIGURATION}"), "**/*.{y,yy,yacc,l,ll,lex,outline}"];
        let watchers: Vec<_> =
            patterns.iter().map(|pattern| json!({ "globPattern": pattern })).collect();
        let registration = Registration {
            id: "files".to_owned(),
            method: DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: Some(json!({ "watchers": watchers })),
        };
        let params = RegistrationParams { registrations: vec![registration] };
        self.outbox.request::<RegisterCapability>("watch", params);
    }

    /// The paths of a pair's files.
    fn files_of(&mut self, grammar: &Path) -> Vec<PathBuf> {
        let pair = self.pair(grammar, "yacc");
        pair.map_or_else(Vec::new, |(_, grammar, lexer)| vec![grammar, lexer])
    }

    /// Takes a notification, whose parameters may be none.
    fn with<P: DeserializeOwned>(
        &mut self,
        method: &str,
        params: serde_json::Value,
        take: fn(&mut Server, P),
    ) {
        match serde_json::from_value(params) {
            Ok(params) => take(self, params),
            Err(error) => {
                let message = format!("the parameters of '{method}' are wrong: {error}");
                self.outbox.log(MessageType::ERROR, message);
            }
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let uri = document.uri.clone();
        let path = paths::path(&uri);
        let open = match self.pair(&path, &document.language_id) {
            Some((part, grammar, lexer)) => self.open_part(document, path, (part, grammar, lexer)),
            None => self.open_program(document, &path),
        };
        for complaint in self.languages.complaints.drain(..) {
            self.outbox.show(MessageType::ERROR, complaint);
        }
        self.files.insert(uri.clone(), open);
        self.changed(&uri);
    }

    /// The pair of Yacc and lex file that a file belongs to: those of a configured language, or of one name.
    fn pair(&mut self, path: &Path, language_id: &str) -> Option<(Part, PathBuf, PathBuf)> {
        if let Some(Files { grammar, lexer, .. }) = self.languages.of_specification(path) {
            let part = if grammar == path { Part::Grammar } else { Part::Lexer };
            return Some((part, grammar, lexer));
        }
        grammars::pair_of(path, language_id)
    }

    fn open_program(&mut self, document: TextDocumentItem, path: &Path) -> Open {
        let slot = self.languages.of_file(path, &document.language_id);
        let Some(slot) = slot else { return Open::Unknown };
        let worker = Worker::start(File {
            uri: document.uri,
            version: document.version,
            text: Text::new(document.text, self.encoding),
            slot: Arc::clone(&slot),
            overlay: self.overlay.clone(),
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

    fn change(&mut self, params: DidChangeTextDocumentParams) {
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

    fn close(&mut self, params: DidCloseTextDocumentParams) {
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
            let outbox = self.outbox.clone();
            worker.update(move |file, fresh| file.publish(fresh, &outbox));
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

    /// Has the open programs checked whose language has changed, by its files' paths; all if files outside of the session did.
    fn language_changed(&mut self, changed: impl Fn(&Path) -> bool) {
        let mut is_any = false;
        for open in self.files.values() {
            let Open::Program(worker, slot) = open else { continue };
            let Some(files) = slot.files() else { continue };
            if [Some(&files.grammar), Some(&files.lexer), files.outline.as_ref()]
                .into_iter()
                .flatten()
                .any(|path| changed(path))
            {
                slot.invalidate();
                worker.change(|file| file.parsed = None);
                self.check(worker);
                is_any = true;
            }
        }
        if is_any && self.pulls && self.refreshes {
            self.next_request += 1;
            let id = format!("refresh-{}", self.next_request);
            self.outbox.request::<WorkspaceDiagnosticRefresh>(&id, ());
        }
    }

    /// Files changed that may not be open: grammars, lexers, configuration.
    fn watched(&mut self, params: DidChangeWatchedFilesParams) {
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

/// The parameters of a request; if they are none it is answered so.
fn decoded<P: DeserializeOwned>(call: Call, request: Request) -> Option<(Call, P)> {
    match serde_json::from_value(request.params) {
        Ok(params) => Some((call, params)),
        Err(error) => {
            let message = format!("the parameters of '{}' are wrong: {error}", request.method);
            call.answer::<()>(Err(Failure::new(ErrorCode::InvalidParams, message)));
            None
        }
    }
}

fn report(items: Vec<lsp_types::Diagnostic>) -> DocumentDiagnosticReport {
    let full_document_diagnostic_report = FullDocumentDiagnosticReport { result_id: None, items };
    RelatedFullDocumentDiagnosticReport { related_documents: None, full_document_diagnostic_report }
        .into()
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            ..TextDocumentSyncOptions::default()
        })),
        diagnostic_provider: Some(DiagnosticServerCapabilities::Options(DiagnosticOptions {
            identifier: Some("nimbleparse".to_owned()),
            inter_file_dependencies: true,
            workspace_diagnostics: false,
            ..DiagnosticOptions::default()
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec!["%".to_owned()]),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        hover_provider: Some(true.into()),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: convert::legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}
