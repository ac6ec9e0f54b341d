//! What a session knows: which files are open, which thread answers for each, what the client can
//! do.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, mpsc::Sender},
};

use lsp_types::{Registration, RegistrationParams, Uri, request::RegisterCapability};
use nimbleparse::language::Part;

use super::announced::Announced;
use crate::{
    answer::Outbox,
    event::Event,
    grammars::Pair,
    languages::{Languages, Overlay, Slot},
    programs::File,
    text::Encoding,
    worker::Worker,
};

/// How far a session has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    New,
    Running,
    ShutDown,
}

/// An open file.
pub(super) enum Open {
    Program(Worker<File>, Arc<Slot>),
    /// A Yacc or a lex file, with the path of the Yacc file of its pair.
    Part(Part, PathBuf),
    /// No language is known for it.
    Unknown,
}

/// A session.
pub(super) struct Server {
    pub(super) outbox: Outbox,
    pub(super) events: Sender<Event>,
    /// Whether the client can be told to ask for diagnostics again.
    pub(super) refreshes: bool,
    /// Whether the client watches files on request.
    pub(super) watches: bool,
    /// What is registered for Yacc and lex files alone.
    pub(super) announced: Announced,
    /// The number of requests to the client.
    pub(super) next_request: u32,
    pub(super) state: State,
    pub(super) encoding: Encoding,
    /// Whether the client asks for diagnostics, so that they are not sent.
    pub(super) pulls: bool,
    pub(super) files: HashMap<Uri, Open>,
    /// The pairs of Yacc and lex files of which one is open, by the path of the Yacc file.
    pub(super) pairs: HashMap<PathBuf, Worker<Pair>>,
    pub(super) languages: Languages,
    pub(super) overlay: Overlay,
}

impl Server {
    pub(super) fn new(outbox: Outbox, events: Sender<Event>) -> Server {
        Server {
            outbox,
            events,
            refreshes: false,
            watches: false,
            announced: Announced::default(),
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

    /// Asks the client to send what it did not know to be answered.
    pub(super) fn register(&self, registrations: Vec<Registration>) {
        if let Some(first) = registrations.first() {
            let id = format!("register-{}", first.id);
            let params = RegistrationParams { registrations };
            self.outbox.request::<RegisterCapability>(&id, params);
        }
    }
}
