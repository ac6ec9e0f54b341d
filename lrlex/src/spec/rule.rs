//! The rules section: rules with their start states and targets.

use lrtable::Span;

use super::{
    Flags, Reader, RuleSpec, StartStateOperation,
    cut::{Piece, is_target, unquoted},
    is_blank, is_newline, name_len,
};
use crate::limits;

/// What a rule does with the text it matches.
#[derive(Clone, Debug, Default)]
pub(super) struct Target {
    /// The token's name; `None` skips the text.
    pub(super) name: Option<Span>,
    /// Where the action says that the character matched is the token.
    pub(super) by_char: Option<Span>,
    pub(super) state: Option<(usize, StartStateOperation)>,
}

/// The part of a rule that stands before what it does.
enum Condition {
    Rule(RuleSpec),
    /// `<<EOF>>`.
    End(Span),
    /// It was reported what is wrong with it.
    Wrong,
}

/// `<A,B>{`, rules, `}`: the rules are active in these start states too.
struct Block {
    states: Vec<usize>,
    brace: Span,
}

impl Reader<'_> {
    /// Does a line here have an action in C?
    pub(super) fn rules_look_like_flex(&self) -> bool {
        self.rest().lines().take_while(|line| !line.starts_with("%%")).any(|line| {
            let line = line.trim_end();
            let plain =
                line.starts_with("//") || line.rsplit(is_blank).next().is_some_and(is_target);
            let has =
                |word: &str| line.match_indices(word).any(|(at, _)| line[..at].ends_with(is_blank));
            !plain && (line.ends_with('}') && has("{") || line.ends_with(';') && has("return"))
        })
    }

    /// Reads the rules and what may follow them.
    pub(super) fn rules(&mut self, flags: &Flags) -> Vec<RuleSpec> {
        let mut rules: Vec<RuleSpec> = Vec::new();
        let inclusive = self.start_states.iter().filter(|state| !state.exclusive()).count();
        let mut waiting = 0;
        let mut blocks: Vec<Block> = Vec::new();
        while !self.has_stopped() {
            let line_start = self.skip_blank_lines();
            let rest = self.rest();
            if rest.is_empty() {
                break;
            } else if line_start && rest.starts_with("%%") {
                self.routines();
                break;
            } else if flags.allow_wholeline_comments && rest.starts_with("//") {
                self.skip_line();
            } else if self.flex && rest.starts_with("/*") {
                self.skip_block("*/");
            } else if self.flex && rest.starts_with("%{") {
                self.skip_block("%}");
            } else if let Some(block) = self.block_start() {
                if blocks.len() == limits::BLOCKS {
                    let message = format!(
                        "blocks '<S>{{' stand {} deep at most: name the states in one of them",
                        limits::BLOCKS
                    );
                    self.stop(message, block.brace);
                }
                blocks.push(block);
            } else if !blocks.is_empty() && self.text(self.line()) == "}" {
                blocks.pop();
                self.skip_line();
            } else if self.flex && !line_start && blocks.is_empty() {
                let code = self.line();
                self.note("indented code has no effect", code);
                self.skip_line();
            } else {
                let (piece, condition) = self.rule(flags);
                let ready = rules.len() - waiting;
                let end = match condition {
                    Condition::Rule(mut rule) => {
                        rule.start_states.extend(blocks.iter().flat_map(|block| &block.states));
                        let active = Some(rule.start_states.len()).filter(|named| *named > 0);
                        self.spend_active(active.unwrap_or(inclusive), rule.pattern.span());
                        rule.start_states.sort_unstable();
                        rule.start_states.dedup();
                        rule.start_states.shrink_to_fit();
                        if rules.len() == limits::RULES {
                            self.too_many_rules(rule.pattern.span());
                        }
                        rules.push(rule);
                        None
                    }
                    Condition::End(span) => Some(span),
                    Condition::Wrong => None,
                };
                if let Some(end) = end {
                    self.end_rule(end, &piece);
                }
                match piece {
                    Piece::Target(_) | Piece::Action(_) if end.is_some() && waiting == 0 => {}
                    Piece::Next => waiting = rules.len() - ready,
                    Piece::Missing => waiting = 0,
                    Piece::Target(span) | Piece::Action(span) => {
                        let target = match piece {
                            Piece::Action(_) => self.action(span),
                            _ => self.target(span),
                        };
                        let long = target.name.filter(|name| name.len() > limits::NAME);
                        if let Some(name) = long {
                            let most = limits::NAME;
                            self.error(format!("a token's name has {most} bytes at most"), name);
                            continue;
                        }
                        for rule in &mut rules[ready..] {
                            rule.name = target.name.map(|name| self.text(name).to_owned());
                            rule.name_span =
                                target.name.unwrap_or(Span::new(span.start(), span.start()));
                            rule.target = target.state;
                        }
                        if let Some(place) = target.by_char {
                            let by_char = rules.split_off(ready);
                            for rule in by_char {
                                let each = self.by_char(rule, flags, place);
                                rules.extend(each);
                                if rules.len() > limits::RULES {
                                    self.too_many_rules(place);
                                    break;
                                }
                            }
                        }
                        waiting = 0;
                    }
                }
            }
        }
        if self.has_stopped() {
            return rules;
        }
        for block in blocks {
            self.error("'{' is never closed by a line '}'", block.brace);
        }
        if waiting > 0 {
            let last = rules[rules.len() - 1].pattern.span();
            self.error("no rule follows whose action '|' could stand for", last);
        }
        rules
    }

    fn too_many_rules(&mut self, span: Span) {
        let message =
            format!("a lexer has {} rules at most: let one rule match many words", limits::RULES);
        self.stop(message, span);
    }

    /// Goes to the next character that is no white space; does it start a line?
    fn skip_blank_lines(&mut self) -> bool {
        self.skip_white();
        self.source[..self.at].ends_with(is_newline)
    }

    /// Reads a line `<A,B>{`, which starts a block.
    fn block_start(&mut self) -> Option<Block> {
        let line = self.line();
        let list = self.text(line).strip_suffix('{')?;
        if !list.starts_with('<') || list.find('>') != Some(list.len() - 1) {
            return None;
        }
        let brace = Span::new(line.end() - 1, line.end());
        let (_, states) = self.rule_states(Span::new(line.start(), brace.start()));
        self.skip_line();
        Some(Block { states, brace })
    }

    /// Reads what stands behind the `%%` that ends the rules.
    fn routines(&mut self) {
        let mark = Span::new(self.at, self.at + 2);
        self.at = mark.end();
        if self.rest().trim().is_empty() {
            return;
        }
        if self.flex {
            self.note("the code behind the second '%%' has no effect", mark);
        } else {
            self.error("nothing can follow the second '%%'", mark);
        }
        self.at = self.source.len();
    }

    /// Reads a rule; what it does is still to be filled in.
    fn rule(&mut self, flags: &Flags) -> (Piece, Condition) {
        let line = self.line();
        let (regex, piece) = if self.flex { self.cut_flex(line) } else { self.cut(line) };
        let known = self.errors();
        let (regex, start_states) = self.rule_states(regex);
        if self.flex && self.text(regex) == "<<EOF>>" {
            return (piece, Condition::End(regex));
        }
        let translated = self.translate(regex, flags);
        if self.errors() > known {
            return (piece, Condition::Wrong);
        }
        if regex.is_empty() {
            self.error("the rule has no regex", line);
            return (piece, Condition::Wrong);
        }
        if let Piece::Missing = piece {
            let text = self.text(line);
            self.error(format!("expected a blank and a token name or ';' behind '{text}'"), line);
        }
        let rule = RuleSpec {
            name: None,
            name_span: Span::new(line.end(), line.end()),
            pattern: translated.pattern,
            line_start: translated.line_start,
            context: translated.context,
            start_states,
            target: None,
        };
        (piece, Condition::Rule(rule))
    }

    /// Cuts `<A,B>` off a regex.
    fn rule_states(&mut self, regex: Span) -> (Span, Vec<usize>) {
        let text = self.text(regex);
        if !text.starts_with('<') {
            return (regex, Vec::new());
        }
        if self.flex && text.starts_with("<<EOF>>") {
            return (regex, Vec::new());
        }
        let Some(close) = text.find('>') else {
            let open = Span::new(regex.start(), regex.start() + 1);
            self.error(
                "'<' starts a list of start states, but no '>' ends it: to match it, write '\\<'",
                open,
            );
            return (Span::new(open.end(), regex.end()), Vec::new());
        };
        let mut states = Vec::new();
        let mut all = false;
        let mut at = regex.start() + 1;
        for piece in text[1..close].split(',') {
            let name = piece.trim();
            let start = at + piece.len() - piece.trim_start().len();
            at += piece.len() + 1;
            if name == "*" {
                if !std::mem::replace(&mut all, true) {
                    states.extend(0..self.start_states.len());
                }
            } else {
                states.extend(self.known_state(Span::new(start, start + name.len())));
            }
        }
        (Span::new(regex.start() + close + 1, regex.end()), states)
    }

    /// The start state with this name.
    pub(super) fn known_state(&mut self, span: Span) -> Option<usize> {
        let name = self.text(span);
        let state = self.state_by_name(name);
        if state.is_none() {
            let hint = if name_len(name) == 0 { " (to match '<', write '\\<')" } else { "" };
            self.error(format!("unknown start state '{name}'{hint}"), span);
        }
        state
    }

    /// Reads `<+S>"NAME"` and its like.
    fn target(&mut self, span: Span) -> Target {
        let text = self.text(span);
        let mut target = Target::default();
        let mut start = 0;
        if text.starts_with('<')
            && let Some(close) = text.find('>')
        {
            let (sign, operation) = match text.as_bytes()[1] {
                b'+' => (1, StartStateOperation::Push),
                b'-' => (1, StartStateOperation::Pop),
                _ => (0, StartStateOperation::ReplaceStack),
            };
            let name = Span::new(span.start() + 1 + sign, span.start() + close);
            target.state = self.known_state(name).map(|state| (state, operation));
            start = close + 1;
        }
        let name = &text[start..];
        match unquoted(name) {
            Some("") => {}
            Some(inner) if inner.trim() == inner => {
                target.name = Some(Span::new(span.start() + start + 1, span.end() - 1));
            }
            Some(_) => self.error("a token's name cannot start or end with a blank", span),
            None if name == ";" => {}
            None => {
                let message = format!("expected a token name in quotes or ';', found '{name}'");
                self.error(message, Span::new(span.start() + start, span.end()));
            }
        }
        target
    }
}
