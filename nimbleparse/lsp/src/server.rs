//! The session: its beginning and end, which files are open, and which thread answers what.

use std::{
    collections::HashMap,
    io::{BufRead, Write},
    path::PathBuf,
    sync::mpsc::channel,
    thread,
};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    DiagnosticOptions, DiagnosticServerCapabilities, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentDiagnosticReport,
    FullDocumentDiagnosticReport, InitializeParams, InitializeResult, MessageType, OneOf,
    RelatedFullDocumentDiagnosticReport, SemanticTokensFullOptions, SemanticTokensOptions,
    ServerCapabilities, ServerInfo, SetTraceParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
    notification::{
        Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument,
        DidOpenTextDocument, DidSaveTextDocument, Exit, Initialized, Notification as _,
        PublishDiagnostics, SetTrace,
    },
    request::{
        CodeActionRequest, Completion, DocumentDiagnosticRequest, DocumentHighlightRequest,
        DocumentSymbolRequest, FoldingRangeRequest, HoverRequest, Initialize, Request as _,
        SelectionRangeRequest, SemanticTokensFullRequest, Shutdown,
    },
};
use serde::de::DeserializeOwned;

use crate::{
    answer::{Answer, Call, Failure, Outbox},
    convert,
    languages::{Languages, Overlay},
    paths,
    programs::File,
    text::{Encoding, Text},
    wire::{self, Bad},
    worker::{Freshness, Worker},
};

enum Event {
    Message(Message),
    Bad(Bad),
    /// The input is at its end, or its messages can no longer be told apart.
    End(Option<String>),
}

/// Runs a session until the client ends it; whether it ended as the protocol says, by `shutdown` and `exit`.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> bool {
    let (events, received) = channel();
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
    let mut server = Server::new(Outbox::new(sender));
    let mut ended = false;
    for event in received {
        match event {
            Event::Message(Message::Notification(exit)) if exit.method == Exit::METHOD => {
                ended = server.state == State::ShutDown;
                break;
            }
            Event::Message(message) => server.take(message),
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
    Program(Worker<File>),
    /// No language is known for it.
    Unknown,
}

struct Server {
    outbox: Outbox,
    state: State,
    encoding: Encoding,
    /// Whether the client asks for diagnostics, so that they are not sent.
    pulls: bool,
    files: HashMap<Uri, Open>,
    languages: Languages,
    overlay: Overlay,
}

impl Server {
    fn new(outbox: Outbox) -> Server {
        Server {
            outbox,
            state: State::New,
            encoding: Encoding::default(),
            pulls: false,
            files: HashMap::new(),
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
                call,
                request,
                |params| &params.text_document.uri,
                |file, fresh, _| Ok(report(file.diagnostics(fresh)).into()),
            ),
            CodeActionRequest::METHOD => self.ask::<CodeActionRequest>(
                call,
                request,
                |params| &params.text_document.uri,
                |file, fresh, params| file.code_actions(fresh, &params),
            ),
            Completion::METHOD => self.ask::<Completion>(
                call,
                request,
                |params| &params.text_document_position.text_document.uri,
                |file, fresh, params| file.completion(fresh, &params),
            ),
            HoverRequest::METHOD => self.ask::<HoverRequest>(
                call,
                request,
                |params| &params.text_document_position_params.text_document.uri,
                |file, fresh, params| file.hover(fresh, &params),
            ),
            DocumentHighlightRequest::METHOD => self.ask::<DocumentHighlightRequest>(
                call,
                request,
                |params| &params.text_document_position_params.text_document.uri,
                |file, fresh, params| file.highlights(fresh, &params),
            ),
            DocumentSymbolRequest::METHOD => self.ask::<DocumentSymbolRequest>(
                call,
                request,
                |params| &params.text_document.uri,
                |file, fresh, _| file.symbols(fresh),
            ),
            FoldingRangeRequest::METHOD => self.ask::<FoldingRangeRequest>(
                call,
                request,
                |params| &params.text_document.uri,
                |file, fresh, _| file.folds(fresh),
            ),
            SelectionRangeRequest::METHOD => self.ask::<SelectionRangeRequest>(
                call,
                request,
                |params| &params.text_document.uri,
                |file, fresh, params| file.selections(fresh, &params),
            ),
            SemanticTokensFullRequest::METHOD => self.ask::<SemanticTokensFullRequest>(
                call,
                request,
                |params| &params.text_document.uri,
                |file, fresh, _| file.colours(fresh),
            ),
            unknown => {
                let message = format!("no method '{}' is known", unknown.escape_debug());
                call.answer::<()>(Err(Failure::new(ErrorCode::MethodNotFound, message)));
            }
        }
    }

    /// Lets the thread of a file answer.
    fn ask<R: lsp_types::request::Request>(
        &self,
        call: Call,
        request: Request,
        uri: fn(&R::Params) -> &Uri,
        of_program: fn(&mut File, &Freshness, R::Params) -> Answer<R::Result>,
    ) where
        R::Params: Send + 'static,
    {
        let Some((call, params)) = decoded::<R::Params>(call, request) else { return };
        match self.files.get(uri(&params)) {
            Some(Open::Program(worker)) => {
                worker.ask(call, move |file, fresh| of_program(file, fresh, params));
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
            Initialized::METHOD | DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => {}
            // Others that begin with `$/` may be ignored without a word.
            _ if method.starts_with("$/") => {}
            _ => {
                let message = format!("no notification '{}' is known", method.escape_debug());
                self.outbox.log(MessageType::WARNING, message);
            }
        }
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
        let path: PathBuf = paths::path(&document.uri);
        let slot = self.languages.of_file(&path, &document.language_id);
        for complaint in self.languages.complaints.drain(..) {
            self.outbox.show(MessageType::ERROR, complaint);
        }
        let worker = slot.and_then(|slot| {
            Worker::start(File {
                uri: document.uri.clone(),
                version: document.version,
                text: Text::new(document.text, self.encoding),
                slot,
                overlay: self.overlay.clone(),
                parsed: None,
            })
        });
        let open = worker.map_or(Open::Unknown, Open::Program);
        self.files.insert(document.uri.clone(), open);
        self.check(&document.uri);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let uri = params.text_document.uri;
        match self.files.get(&uri) {
            Some(Open::Program(worker)) => worker.change(move |file| {
                file.parsed = None;
                file.version = params.text_document.version;
                for change in &params.content_changes {
                    file.text.change(change);
                }
            }),
            Some(Open::Unknown) => {}
            None => {
                let message = format!("'{}' is changed, but it is not open", uri.as_str());
                self.outbox.log(MessageType::ERROR, message);
            }
        }
        self.check(&uri);
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        if let Some(Open::Program(worker)) = self.files.remove(&uri) {
            // What is being done for it may end.
            worker.change(|_| {});
            if !self.pulls {
                let none = lsp_types::PublishDiagnosticsParams {
                    uri,
                    diagnostics: Vec::new(),
                    version: None,
                };
                self.outbox.notify::<PublishDiagnostics>(none);
            }
        }
    }

    /// Has a file checked, for a client that does not ask for that.
    fn check(&self, uri: &Uri) {
        if let Some(Open::Program(worker)) = self.files.get(uri)
            && !self.pulls
        {
            let outbox = self.outbox.clone();
            worker.update(move |file, fresh| file.publish(fresh, &outbox));
        }
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
        completion_provider: Some(CompletionOptions::default()),
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
