//! Groups, with names and flags.

use super::{MAX_DEPTH, Parser, Refusal, Regex};

impl Parser<'_, '_> {
    /// Reads a group, or flags for the rest of the group around them: those are `None`.
    pub(super) fn group(&mut self) -> Result<Option<Regex>, Refusal> {
        self.next()?;
        let outside = self.switches;
        if self.eat("?P<") || self.eat("?<") {
            let name = self.until('>')?;
            let plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if !plain || !self.names.insert(name) {
                return Err(Refusal::Unknown);
            }
        } else if self.eat("?") && self.flags()? == ')' {
            return Ok(None);
        }
        if self.depth == MAX_DEPTH {
            return Err(Refusal::Unknown);
        }
        self.depth += 1;
        let inside = self.choice()?;
        self.depth -= 1;
        self.switches = outside;
        if self.eat(")") { Ok(Some(inside)) } else { Err(Refusal::Unknown) }
    }

    /// Reads flags and applies them; gives the character behind them, `:` or `)`.
    fn flags(&mut self) -> Result<char, Refusal> {
        let mut on = true;
        let mut seen = String::new();
        loop {
            let c = self.next()?;
            let bare = seen.is_empty() || seen.ends_with('-');
            if seen.contains(c) || bare && (c == ')' || c == ':' && !seen.is_empty()) {
                return Err(Refusal::Unknown);
            }
            match c {
                ':' | ')' => return Ok(c),
                '-' => on = false,
                'i' => self.switches.caseless = on,
                // A line's start is looked for at the start only, where it is in any case.
                'm' => {}
                's' => self.switches.dot_all = on,
                'U' => self.switches.swap_greed = on,
                'u' => self.switches.unicode = on,
                'x' => self.switches.extended = on,
                _ => return Err(Refusal::Unknown),
            }
            seen.push(c);
        }
    }
}
