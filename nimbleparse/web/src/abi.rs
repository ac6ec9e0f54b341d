//! How a page calls a module: it asks for a buffer, writes a question there, and reads the answer
//! from another.
//!
//! Nothing here is unsafe but the names, which the linker must not change. A module has one
//! session, and a page calls it from one worker; a second caller would wait.

use std::sync::Mutex;

use crate::Session;

/// A session with the question that is written and the answer that is read.
struct Call {
    session: Session,
    question: Vec<u8>,
    answer: Vec<u8>,
}

static CALL: Mutex<Option<Call>> = Mutex::new(None);

fn with_call<T>(then: impl FnOnce(&mut Call) -> T) -> T {
    let mut call = CALL.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    then(call.get_or_insert_with(|| Call {
        session: Session::default(),
        question: Vec::new(),
        answer: Vec::new(),
    }))
}

/// Makes room for a question of so many bytes, and returns where it is to be written.
#[unsafe(no_mangle)]
extern "C" fn question(bytes: usize) -> *mut u8 {
    with_call(|call| {
        call.question = vec![0; bytes];
        call.question.as_mut_ptr()
    })
}

/// Answers the question, and returns how many bytes the answer has.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    with_call(|call| {
        let question = String::from_utf8_lossy(&call.question).into_owned();
        call.answer = call.session.answer(&question).into_bytes();
        call.answer.len()
    })
}

/// Where the answer stands until the next question.
#[unsafe(no_mangle)]
extern "C" fn answer_at() -> *const u8 {
    with_call(|call| call.answer.as_ptr())
}
