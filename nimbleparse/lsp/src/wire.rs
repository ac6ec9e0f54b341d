//! Messages as bytes: a header with the length, and JSON.
//!
//! What is no message gets the protocol's error code, with the id of the request if it can be told.
//! After a broken header nobody knows where the next message begins: that ends the session.

use std::io::{self, BufRead, Read as _, Write};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

use crate::limits;

/// Bytes that are no message: the id if there is one, the code, and what is wrong.
#[derive(Debug)]
pub(crate) struct Bad {
    pub(crate) id: Value,
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
}

/// Reads the next message; `None` at the end of the input.
///
/// # Errors
///
/// Errors of reading, and an invalid header.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Result<Message, Bad>>> {
    let Some(body) = read_body(input)? else { return Ok(None) };
    let value: Value = match serde_json::from_slice(&body) {
        Ok(value) => value,
        Err(error) => {
            let message = format!("the message is not JSON: {error}");
            return Ok(Some(Err(Bad { id: Value::Null, code: ErrorCode::ParseError, message })));
        }
    };
    let id = value.get("id").filter(|id| id.is_string() || id.is_i64()).cloned();
    Ok(Some(serde_json::from_value(value).map_err(|_| Bad {
        id: id.unwrap_or_default(),
        code: ErrorCode::InvalidRequest,
        message: "the message is neither a request, nor a response, nor a notification".to_owned(),
    })))
}

fn read_body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(limits::HEADER).read_until(b'\n', &mut line)? == 0 {
            return match length {
                None => Ok(None),
                Some(_) => Err(wrong("the input ends in a header")),
            };
        }
        let line = String::from_utf8(line).map_err(|_| wrong("a header is not UTF-8"))?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or_else(|| wrong("a header has no ':'"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            let bytes: usize = value.trim().parse().map_err(|_| wrong("a length is no number"))?;
            length = Some(bytes).filter(|bytes| *bytes <= limits::MESSAGE);
        }
    }
    let length = length.ok_or_else(|| wrong("a header has no length that can be read"))?;
    let mut body = Vec::new();
    if input.take(length as u64).read_to_end(&mut body)? < length {
        return Err(wrong("the input ends in a message"));
    }
    Ok(Some(body))
}

/// Writes a message.
pub(crate) fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// A message with the version of JSON-RPC.
pub(crate) fn versioned(message: &Message) -> Value {
    let mut value = serde_json::to_value(message).expect("messages are JSON");
    value["jsonrpc"] = json!("2.0");
    value
}

/// The answer to bytes that are no message.
pub(crate) fn refusal(bad: &Bad) -> Value {
    let Bad { id, code, message } = bad;
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": *code as i32, "message": message } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_one(body: &str) -> Result<Message, Bad> {
        let framed = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        read(&mut framed.as_bytes()).unwrap().unwrap()
    }

    #[test]
    fn what_is_no_message_gets_its_code() {
        assert!(matches!(read_one(r#"{"id":1,"method":"a"}"#), Ok(Message::Request(_))));
        let bad = read_one("{").unwrap_err();
        assert_eq!((bad.code as i32, bad.id), (-32700, Value::Null));
        let bad = read_one(r#"{"id":7,"method":8}"#).unwrap_err();
        assert_eq!((bad.code as i32, bad.id), (-32600, json!(7)));
        for broken in [
            "Content-Length: x\r\n\r\n",
            "nothing\r\n\r\n",
            "A: b\r\n\r\n{}",
            "Content-Length: 9\r\n\r\n{}",
        ] {
            assert!(read(&mut broken.as_bytes()).is_err(), "{broken:?}");
        }
        assert!(read(&mut &b""[..]).unwrap().is_none());
    }
}
