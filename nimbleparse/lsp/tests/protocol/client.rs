//! A client that runs the server as editors do, over pipes, and checks what it says against the
//! protocol's metamodel.

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use gen_lsp_types as metamodel;
use serde_json::{Value, json};

/// How long a message may take before a test fails: far more than any takes.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct Client {
    child: Child,
    input: ChildStdin,
    received: Receiver<Value>,
    /// Notifications and the server's own requests that nobody asked for yet.
    pub(crate) said: VecDeque<Value>,
    next: i32,
}

/// Reads one message.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", bytes)) => length = bytes.parse().ok()?,
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("the server sends JSON"))
}

impl Client {
    /// A server that nothing was said to.
    pub(crate) fn start() -> Client {
        Client::started(Client::reader)
    }

    /// A server to which nobody listens.
    #[cfg(target_os = "linux")]
    pub(crate) fn deaf() -> Client {
        Client::started(|output| {
            let (sender, received) = channel();
            // The pipe stays open until the client is gone.
            thread::spawn(move || {
                let _sender = sender;
                thread::park();
                drop(output);
            });
            received
        })
    }

    fn started(listen: fn(ChildStdout) -> Receiver<Value>) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nimbleparse-lsp"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let output = child.stdout.take().expect("it is piped");
        let input = child.stdin.take().expect("it is piped");
        let received = listen(output);
        Client { child, input, received, said: VecDeque::new(), next: 0 }
    }

    fn reader(output: ChildStdout) -> Receiver<Value> {
        let mut output = BufReader::new(output);
        let (sender, received) = channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        received
    }

    /// A server in a session with a client of these capabilities, with the built-in languages of
    /// the tests.
    pub(crate) fn with(capabilities: Value) -> Client {
        let builtin = json!({ "builtin": ["c11", "java7", "json", "lua53", "php73"] });
        Client::begun(capabilities, builtin).0
    }

    /// A server in a session with a client of these capabilities and options, and what it said that
    /// it can.
    pub(crate) fn begun(capabilities: Value, options: Value) -> (Client, Value) {
        let mut client = Client::start();
        let params = json!({
            "processId": null, "rootUri": null,
            "capabilities": capabilities, "initializationOptions": options,
        });
        let mut result = client.ask::<metamodel::InitializeRequest>(params);
        client.notify("initialized", json!({}));
        (client, result["capabilities"].take())
    }

    /// A server in a session with a client that waits for diagnostics and counts UTF-16.
    pub(crate) fn new() -> Client {
        Client::with(json!({}))
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; its id.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> i32 {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    pub(crate) fn receive(&mut self) -> Value {
        let message = self.received.recv_timeout(PATIENCE).expect("the server answers");
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        message
    }

    /// The answer to the request with this id, whole.
    pub(crate) fn answer(&mut self, id: &Value) -> Value {
        loop {
            let message = self.receive();
            if message.get("method").is_none() && message["id"] == *id {
                return message;
            }
            assert!(message.get("method").is_some(), "nobody asked for {message}");
            self.said.push_back(message);
        }
    }

    /// The code with which a request is refused.
    pub(crate) fn refusal(&mut self, method: &str, params: Value) -> i64 {
        let id = self.request(method, params);
        let answer = self.answer(&json!(id));
        answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("{method}: {answer}"))
    }

    /// The result of a request, which must be what the metamodel says, to the last field.
    pub(crate) fn ask<R: metamodel::Request>(&mut self, params: Value) -> Value {
        // What is asked must be right as well.
        decode::<R::Params>(&params);
        let method = serde_json::to_value(R::METHOD).unwrap();
        let id = self.request(method.as_str().unwrap(), params);
        let mut answer = self.answer(&json!(id));
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        let result = answer["result"].take();
        decode::<R::Result>(&result);
        result
    }

    /// Opens a file.
    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let language = uri.rsplit_once('.').map_or("", |(_, ending)| ending);
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Changes a file.
    pub(crate) fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", params);
    }

    /// The next notification of this method about this file.
    pub(crate) fn said(&mut self, method: &str, uri: &str) -> Value {
        let is_it =
            |message: &Value| message["method"] == method && message["params"]["uri"] == uri;
        if let Some(at) = self.said.iter().position(is_it) {
            return self.said.remove(at).expect("it was found")["params"].take();
        }
        loop {
            let mut message = self.receive();
            if is_it(&message) {
                return message["params"].take();
            }
            self.said.push_back(message);
        }
    }

    /// The diagnostics that the server sends of a version of a file.
    pub(crate) fn published(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let params = self.said("textDocument/publishDiagnostics", uri);
            decode::<metamodel::PublishDiagnosticsParams>(&params);
            if params["version"] == version {
                return params["diagnostics"].as_array().expect("decoded").clone();
            }
        }
    }

    /// What the server said by a notification or a request of this method, up to the first that
    /// `is_it`.
    pub(crate) fn told(&mut self, method: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let is_it = |message: &Value| message["method"] == method && is_it(&message["params"]);
        loop {
            if let Some(at) = self.said.iter().position(is_it) {
                return self.said.remove(at).expect("it was found")["params"].take();
            }
            let message = self.receive();
            self.said.push_back(message);
        }
    }

    /// The most memory that the server has had, in KiB.
    #[cfg(target_os = "linux")]
    pub(crate) fn most_memory(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// Ends the session as the protocol says; whether the server did too.
    pub(crate) fn end(mut self) -> bool {
        self.ask::<metamodel::ShutdownRequest>(Value::Null);
        self.exit()
    }

    /// Says that the session is at its end; whether the server thinks so too.
    pub(crate) fn exit(mut self) -> bool {
        self.notify("exit", Value::Null);
        let (sender, ended) = channel();
        let mut child = self.child;
        let id = child.id();
        thread::spawn(move || sender.send(child.wait().expect("it is ours").success()));
        ended.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("the server {id} does not end"))
    }

    /// The status with which the server ends when the client is gone.
    pub(crate) fn leave(self) -> Option<i32> {
        let Client { mut child, input, .. } = self;
        drop(input);
        child.wait().expect("it ends").code()
    }
}

/// Reads a value as one of the metamodel's types, which must hold all of it.
pub(crate) fn decode<T: serde::de::DeserializeOwned + serde::Serialize>(value: &Value) -> T {
    let decoded: T =
        serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"));
    let again = serde_json::to_value(&decoded).unwrap();
    assert_eq!(without_nulls(again), without_nulls(value.clone()));
    decoded
}

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name, without_nulls(value)))
            .collect(),
        Value::Array(values) => values.into_iter().map(without_nulls).collect(),
        other => other,
    }
}
