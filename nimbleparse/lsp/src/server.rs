//! The session: its beginning and end, and what is done with each message.

mod announced;
mod files;
mod route;
mod state;

use std::{
    io::{BufRead, Write},
    path::{Path, PathBuf},
    sync::mpsc::channel,
    thread,
};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::{
    InitializeParams, InitializeResult, MessageType, Registration, ServerInfo, SetTraceParams,
    notification::{
        Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument,
        DidOpenTextDocument, DidSaveTextDocument, Exit, Initialized, Notification as _, SetTrace,
    },
    request::{Initialize, Request as _, Shutdown},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::json;

use announced::Announced;
use route::{capabilities, decoded};
use state::{Server, State};

use crate::{
    answer::{Call, Failure, Outbox},
    event::Event,
    languages::CONFIGURATION,
    limits,
    text::Encoding,
    wire,
};

/// Runs a session until the client ends it; whether it ended as the protocol says, by `shutdown`
/// and `exit`.
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
    let (done, written) = channel();
    let writer = move || {
        let mut messages = outgoing.iter().map_while(|message| message);
        let result = messages.try_for_each(|message| wire::write(&mut output, &message));
        let _ = done.send(result.is_ok());
    };
    if thread::Builder::new().spawn(reader).is_err() {
        return false;
    }
    if thread::Builder::new().spawn(writer).is_err() {
        return false;
    }
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
            Event::CutShort(uri) => server.finish(&uri),
            Event::Found => server.refresh(),
            Event::Bad(bad) => server.outbox.send_value(wire::refusal(&bad)),
            Event::End(why) => {
                if let Some(why) = why {
                    server.outbox.log(MessageType::ERROR, format!("the session ends: {why}"));
                }
                break;
            }
        }
    }
    // What was said is written, unless the client reads no more. No thread of a file is waited for.
    server.outbox.end();
    let _ = written.recv_timeout(limits::GOODBYE);
    ended
}

/// What a client may set when a session begins.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Settings {
    /// The names of the built-in languages that are switched on.
    builtin: Vec<String>,
}

impl Server {
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
                // lsp-types has another name for it than the protocol.
                let refreshes = "/capabilities/workspace/diagnostics/refreshSupport";
                self.refreshes = request.params.pointer(refreshes) == Some(&json!(true));
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
        let watched = of_workspace.and_then(|of| of.did_change_watched_files);
        self.watches = watched.is_some_and(|of| of.dynamic_registration == Some(true));
        self.outbox.set_trace(params.trace.unwrap_or_default());
        self.announced = Announced::of(&params.capabilities);
        let settings = params.initialization_options.clone().unwrap_or_default();
        match serde_json::from_value::<Option<Settings>>(settings) {
            Ok(settings) => self.languages.switch_on(&settings.unwrap_or_default().builtin),
            Err(error) => {
                self.languages.complaints.push(format!("wrong initialization options: {error}"));
            }
        }
        InitializeResult {
            capabilities: self.announced.announced(capabilities(self.encoding)),
            server_info: Some(ServerInfo {
                name: "lrepair".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
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
            Initialized::METHOD => {
                self.watch();
                self.complain();
                self.register(self.announced.registrations());
            }
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
        let patterns = [&format!("**/{CONFIGURATION}"), "**/*.{y,yy,yacc,l,ll,lex,scm,ngram}"];
        let watchers: Vec<_> =
            patterns.iter().map(|pattern| json!({ "globPattern": pattern })).collect();
        let registration = Registration {
            id: "files".to_owned(),
            method: DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: Some(json!({ "watchers": watchers })),
        };
        self.register(vec![registration]);
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
}
