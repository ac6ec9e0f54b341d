//! What goes to the client: answers, each request's exactly once, and notifications.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU8, Ordering},
        mpsc::Sender,
    },
};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    LogMessageParams, LogTraceParams, MessageType, TraceValue,
    notification::{LogMessage, LogTrace, ShowMessage},
};
use serde::Serialize;
use serde_json::Value;

use crate::wire;

/// Why a request has no result.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into() }
    }
}

/// The result of a request, or why there is none.
pub(crate) type Answer<T> = Result<T, Failure>;

/// The way to the client, for every thread.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    /// `None` is the end of the session.
    sender: Sender<Option<Value>>,
    /// The requests that are not answered yet.
    open: Arc<Mutex<HashSet<RequestId>>>,
    /// What of the server's doings the client wants to be told: 0 nothing, 1 messages, 2 with
    /// details.
    trace: Arc<AtomicU8>,
}

impl Outbox {
    pub(crate) fn new(sender: Sender<Option<Value>>) -> Outbox {
        Outbox { sender, open: Arc::default(), trace: Arc::default() }
    }

    /// Sends a message. A client that has gone away is found by the reader.
    pub(crate) fn send(&self, message: &Message) {
        self.send_value(wire::versioned(message));
    }

    /// Sends what is no [`Message`]: an answer without an id.
    pub(crate) fn send_value(&self, value: Value) {
        let _ = self.sender.send(Some(value));
    }

    /// Sends nothing any more, whichever thread still has something to say.
    pub(crate) fn end(&self) {
        let _ = self.sender.send(None);
    }

    pub(crate) fn notify<N: lsp_types::notification::Notification>(&self, params: N::Params) {
        let params = serde_json::to_value(params).expect("the protocol's types are JSON");
        self.send(&Notification { method: N::METHOD.to_owned(), params }.into());
    }

    /// Asks the client for something. Nobody waits for its answer.
    pub(crate) fn request<R: lsp_types::request::Request>(&self, id: &str, params: R::Params) {
        self.send(&Request::new(id.to_owned().into(), R::METHOD.to_owned(), params).into());
    }

    pub(crate) fn log(&self, typ: MessageType, message: impl Into<String>) {
        self.notify::<LogMessage>(LogMessageParams { typ, message: message.into() });
    }

    /// Shows people something that they can fix.
    pub(crate) fn show(&self, typ: MessageType, message: impl Into<String>) {
        let message = message.into();
        self.notify::<ShowMessage>(lsp_types::ShowMessageParams { typ, message });
    }

    pub(crate) fn set_trace(&self, value: TraceValue) {
        let level = match value {
            TraceValue::Off => 0,
            TraceValue::Messages => 1,
            TraceValue::Verbose => 2,
        };
        self.trace.store(level, Ordering::Relaxed);
    }

    /// Tells a client that traces what is done.
    pub(crate) fn trace(&self, message: &str, details: impl FnOnce() -> String) {
        let verbose = match self.trace.load(Ordering::Relaxed) {
            0 => return,
            1 => None,
            _ => Some(details()),
        };
        let params = LogTraceParams { message: message.to_owned(), verbose };
        self.notify::<LogTrace>(params);
    }

    /// The duty to answer the request with this id.
    pub(crate) fn call(&self, id: RequestId) -> Call {
        self.open_requests().insert(id.clone());
        Call { id, outbox: self.clone() }
    }

    /// Answers a request as cancelled, unless it is answered already.
    pub(crate) fn cancel(&self, id: RequestId) {
        let failure = Failure::new(ErrorCode::RequestCanceled, "the client cancelled the request");
        Call { id, outbox: self.clone() }.answer::<()>(Err(failure));
    }

    fn open_requests(&self) -> std::sync::MutexGuard<'_, HashSet<RequestId>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The duty to answer a request. Dropped without an answer, as a panic does, it answers that there
/// was an internal error.
#[derive(Debug)]
pub(crate) struct Call {
    id: RequestId,
    outbox: Outbox,
}

impl Call {
    /// Whether it was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        !self.outbox.open_requests().contains(&self.id)
    }

    pub(crate) fn answer<T: Serialize>(self, answer: Answer<T>) {
        let value = answer
            .map(|result| serde_json::to_value(result).expect("the protocol's types are JSON"));
        self.send(value);
    }

    fn send(&self, answer: Answer<Value>) {
        if self.outbox.open_requests().remove(&self.id) {
            let id = self.id.clone();
            let response = match answer {
                Ok(value) => Response { id, response_result: Ok(value) },
                Err(Failure { code, message }) => Response::new_err(id, code as i32, message),
            };
            self.outbox.send(&response.into());
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let message = "the server failed; the failure is in its log";
        self.send(Err(Failure::new(ErrorCode::InternalError, message)));
    }
}
