//! The rules section: rules with their start states and targets.

use crate::LexErrorKind;
use lrtable::{Span, diagnostic::Diagnostic, near};

use super::{
    Effect, EndRule, Given, LexFile, Pattern, ReadRule, StartStateOperation,
    cut::{Piece, is_target, unquoted},
    definition_name_len, is_blank, is_newline, name_len,
};
use crate::{actions::Actions, extent::Extent, limits, regex::DELIM, rule::Properties};

/// `<A,B>{`, rules, `}`: the rules are active in these start states too.
struct Block {
    states: Vec<usize>,
    brace: Span,
}

/// What was read of the rules section, of which the actions are yet to be understood.
enum Step {
    /// Rules that have an action or a target.
    Rules(Vec<ReadRule>, Piece),
    /// A rule for the end of the text, and its action.
    End(EndRule, Span),
    /// Code that is to run before each match.
    Code(Span),
}

/// The steps so far, and how many rules there are.
#[derive(Default)]
struct Steps {
    all: Vec<Step>,
    rules: usize,
    /// Rules that do what the next one does.
    waiting: Vec<ReadRule>,
}

impl ReadRule {
    /// A rule that is made for what an action does: it skips what it matches in a state.
    pub(super) fn made(regex: &str, state: usize) -> ReadRule {
        let properties = Properties { start_states: vec![state].into(), ..Properties::default() };
        ReadRule { properties, pattern: Pattern::made(regex), ..ReadRule::default() }
    }
}

impl<'a> LexFile<'a> {
    /// Whether a line here has an action in C.
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
    pub(super) fn rules(&mut self, actions: &mut dyn Actions<'a>) -> Vec<ReadRule> {
        let code = if self.flex { self.code_outside_rules() } else { Vec::new() };
        let mark = Span::new(self.at.saturating_sub(2), self.at);
        if self.flex {
            self.skip_line();
        }
        let (steps, end) = self.steps();
        if self.has_stopped() {
            return Vec::new();
        }
        if self.flex {
            let with_action = |step| match step {
                &Step::Rules(ref rules, Piece::Action(span)) => Some((span, &rules[..])),
                _ => None,
            };
            let all: Vec<_> = steps.all.iter().filter_map(with_action).collect();
            let before = |step: &Step| if let Step::Code(code) = step { Some(*code) } else { None };
            let before: Vec<Span> = steps.all.iter().filter_map(before).collect();
            actions.begin(self, &code, &before, &all);
        }
        let mut rules: Vec<ReadRule> = Vec::with_capacity(steps.rules);
        for step in steps.all {
            match step {
                Step::Rules(ready, Piece::Action(span)) => {
                    rules.extend(actions.action(self, span, ready));
                    if rules.len() > limits::RULES {
                        self.too_many_rules(span);
                    }
                }
                Step::Rules(ready, Piece::Target(span)) => {
                    let effect = self.target(span);
                    rules.extend(
                        ready.into_iter().filter_map(|rule| self.give(rule, &effect, span)),
                    );
                }
                Step::Rules(ready, _) => rules.extend(ready),
                Step::End(end, action) => actions.end_of_text(self, &end, action),
                Step::Code(code) => actions.before_match(self, code),
            }
        }
        let last = steps.waiting.last().map(|rule| rule.pattern.span);
        rules.extend(steps.waiting);
        if self.has_stopped() {
            return rules;
        }
        rules.append(&mut self.made);
        rules.extend(self.end_state.map(|state| ReadRule::made("(?s:.)+", state)));
        self.unfinished_rules(&mut rules);
        self.check_given_back(&rules);
        self.name_guesses(&mut rules);
        if self.flex {
            actions.finish(self, &rules, mark, end);
        }
        if let Some(last) = last {
            self.error("no rule follows whose action '|' could stand for", last);
        }
        rules
    }

    /// Reads the rules section up to its end, and where that is.
    fn steps(&mut self) -> (Steps, usize) {
        let mut steps = Steps::default();
        let mut end = self.source.len();
        let mut blocks: Vec<Block> = Vec::new();
        while !self.has_stopped() {
            let line_start = self.skip_blank_lines();
            let rest = self.rest();
            if rest.is_empty() {
                break;
            } else if line_start && rest.starts_with("%%") {
                end = self.at;
                self.routines();
                break;
            } else if self.flags.allow_wholeline_comments && rest.starts_with("//") {
                self.skip_line();
            } else if self.flex && rest.starts_with("/*") {
                self.skip_block("*/");
            } else if self.flex && rest.starts_with("%{") {
                steps.all.push(Step::Code(self.code_block()));
            } else if let (start, Some(block)) = (self.at, self.block_start()) {
                if blocks.len() == limits::BLOCKS {
                    let message = format!(
                        "blocks '<S>{{' stand {} deep at most: name the states in one of them",
                        limits::BLOCKS
                    );
                    self.stop(message, block.brace);
                }
                self.blocks.push(Span::new(start, self.at));
                blocks.push(block);
            } else if !blocks.is_empty() && self.ends_block() {
                blocks.pop();
                let start = self.at;
                self.skip_line();
                self.blocks.push(Span::new(start, self.at));
            } else if self.flex && !line_start && blocks.is_empty() {
                steps.all.push(Step::Code(self.line()));
                self.skip_line();
            } else {
                self.rule_line(&blocks, &mut steps);
            }
        }
        if !self.has_stopped() {
            for block in blocks {
                self.error("'{' is never closed by a line '}'", block.brace);
            }
        }
        (steps, end)
    }

    /// Reads a rule inside `blocks` and adds it to `steps`.
    fn rule_line(&mut self, blocks: &[Block], steps: &mut Steps) {
        let (piece, rule, end) = self.rule();
        if let Some(mut rule) = rule {
            let states = rule.properties.start_states.to_mut();
            states.extend(blocks.iter().flat_map(|block| &block.states));
            self.spend_states(states, rule.pattern.span);
            states.sort_unstable();
            states.dedup();
            states.shrink_to_fit();
            if steps.rules == limits::RULES {
                self.too_many_rules(rule.pattern.span);
            }
            steps.rules += 1;
            steps.waiting.push(rule);
        } else if let Some(end) = &end {
            let mut end = end.clone();
            end.states.extend(blocks.iter().flat_map(|block| &block.states));
            match piece {
                Piece::Action(span) => steps.all.push(Step::End(end, span)),
                Piece::Target(span) => {
                    let effect = self.target(span);
                    self.add_end_rule(&end, &effect);
                }
                Piece::Next | Piece::Missing => {}
            }
        }
        match piece {
            Piece::Next => {}
            Piece::Missing if end.is_some() => {}
            Piece::Target(_) | Piece::Action(_) if end.is_some() && steps.waiting.is_empty() => {}
            piece => steps.all.push(Step::Rules(std::mem::take(&mut steps.waiting), piece)),
        }
    }

    /// Counts the states in which the rule at `span` is active, which names these.
    fn spend_states(&mut self, named: &[usize], span: Span) {
        let states = if named.is_empty() { self.inclusive.len() } else { named.len() };
        self.spend_active(states, span);
    }

    /// Adds the rules of `%unfinished`.
    fn unfinished_rules(&mut self, rules: &mut Vec<ReadRule>) {
        for (name, regex) in std::mem::take(&mut self.unfinished) {
            let known = self.errors();
            let (regex, start_states) = self.rule_states(regex);
            if regex.is_empty() && self.errors() == known {
                self.unfinished_states(name, &start_states, rules);
                continue;
            }
            let mut rule = self.translate(regex);
            self.spend_states(&start_states, rule.pattern.span);
            rule.properties = Properties {
                name_span: name.start()..name.start(),
                start_states: start_states.into(),
                error: true,
                unfinished: Some(self.text(name).to_owned().into()),
                ..Properties::default()
            };
            if self.errors() == known {
                rules.push(rule);
            }
        }
    }

    /// Warns of rules that give text back if others ask where a line starts, of which flex then has
    /// another view.
    fn check_given_back(&mut self, rules: &[ReadRule]) {
        let gives_back = |rule: &&ReadRule| {
            matches!(rule.properties.extent, Extent::First(_) | Extent::ButLast(_))
        };
        let written = |rule: &&ReadRule| !rule.pattern.span.is_empty();
        let Some(rule) = rules.iter().filter(written).find(gives_back) else { return };
        if let Some(start) = rules.iter().find(|rule| rule.line_start) {
            let message = "'^' is tried after text that is given back as well, where flex looks at the text before it was given back";
            let warning = Diagnostic::warning(LexErrorKind::Action, message, start.pattern.span);
            self.say(warning.also(rule.pattern.span, "given back here"));
        }
    }

    fn too_many_rules(&mut self, span: Span) {
        let message =
            format!("a lexer has {} rules at most: let one rule match many words", limits::RULES);
        self.stop(message, span);
    }

    /// Goes to the next character that is no white space; whether it starts a line.
    pub(super) fn skip_blank_lines(&mut self) -> bool {
        self.skip_white();
        self.source[..self.at].ends_with(is_newline)
    }

    /// Reads a line `<A,B>{`, which starts a block; in flex's dialect the brace may stand on the
    /// next line.
    fn block_start(&mut self) -> Option<Block> {
        let start = self.at;
        let rest = self.rest();
        if !rest.starts_with('<') || rest.starts_with("<<") {
            return None;
        }
        let line = &rest[..rest.find(is_newline).unwrap_or(rest.len())];
        let close = line.find('>')?;
        let following = &rest[close + 1..];
        let white = if self.flex { following.len() - following.trim_start().len() } else { 0 };
        let after = following[white..].strip_prefix('{')?;
        let line = after[..after.find(is_newline).unwrap_or(after.len())].trim();
        if !self.is_rest_of_line(line) {
            return None;
        }
        let brace = start + close + 1 + white;
        let (_, states) = self.rule_states(Span::new(start, start + close + 1));
        self.at = brace + 1;
        if line.starts_with("//") {
            self.skip_line();
        }
        Some(Block { states, brace: Span::new(brace, brace + 1) })
    }

    /// Whether this is a line `}`, with a comment at most.
    fn ends_block(&self) -> bool {
        let following = self.text(self.line()).strip_prefix('}');
        following.is_some_and(|following| self.is_rest_of_line(following.trim_start()))
    }

    /// Whether nothing stands here, or in flex's dialect a comment.
    fn is_rest_of_line(&self, text: &str) -> bool {
        text.is_empty() || self.flex && (text.starts_with("/*") || text.starts_with("//"))
    }

    /// The places of the code before the rules, and of that after them.
    pub(super) fn code_outside_rules(&mut self) -> Vec<Span> {
        let mut code = std::mem::take(&mut self.code);
        if let Some(end) = self.rest().find("\n%%") {
            code.push(Span::new(self.at + end + 3, self.source.len()));
        }
        code
    }

    /// The state in which the rest of the text is skipped.
    pub(super) fn end_state(&mut self) -> usize {
        if let Some(state) = self.end_state {
            return state;
        }
        let state = self.new_state("(end)");
        *self.end_state.insert(state)
    }

    /// Reads what stands after the `%%` that ends the rules.
    fn routines(&mut self) {
        let mark = Span::new(self.at, self.at + 2);
        self.at = mark.end();
        if self.rest().trim().is_empty() {
            return;
        }
        if self.flex {
            self.note("the code after the second '%%' has no effect", mark);
        } else {
            self.error("nothing can follow the second '%%'", mark);
        }
        self.at = self.source.len();
    }

    /// Reads a rule, of which what it does is still to be filled in, or `<<EOF>>`, of which it
    /// gives the place. It gives neither where it was reported what is wrong.
    fn rule(&mut self) -> (Piece, Option<ReadRule>, Option<EndRule>) {
        let line = self.line();
        let (regex, piece) = if self.flex { self.cut_flex(line) } else { self.cut(line) };
        let known = self.errors();
        let (regex, start_states) = self.rule_states(regex);
        if self.flex && self.text(regex) == "<<EOF>>" {
            return (piece, None, Some(EndRule { place: regex, states: start_states }));
        }
        let mut rule = self.translate(regex);
        if self.errors() > known {
            return (piece, None, None);
        }
        if regex.is_empty() {
            self.error("the rule has no regex", line);
            return (piece, None, None);
        }
        if let Piece::Missing = piece
            && !self.flex
        {
            let text = self.text(line);
            self.error(format!("expected a blank and a token name or ';' after '{text}'"), line);
        }
        rule.properties = Properties {
            name_span: line.end()..line.end(),
            start_states: start_states.into(),
            skips: self.name_of_skipped(regex).map(|name| name.to_owned().into()),
            ..Properties::default()
        };
        (piece, Some(rule), None)
    }

    /// What the text is called that a rule with this regex matches, if it is skipped: the name of
    /// the group that the regex begins with, or of the definition that it is. Readers for which
    /// these are plain regexes read the file as before.
    fn name_of_skipped(&self, regex: Span) -> Option<&str> {
        let text = self.text(regex);
        let group = text.strip_prefix("(?P<").or(text.strip_prefix("(?<"));
        let name = match group.filter(|_| !self.flex) {
            Some(group) => group.split('>').next()?,
            None => text.strip_prefix('{')?.strip_suffix('}')?,
        };
        let is_name = definition_name_len(name) == name.len() && name != DELIM;
        (is_name && !name.is_empty() && name.len() <= limits::NAME).then_some(name)
    }

    /// Cuts `<A,B>` off a regex.
    pub(super) fn rule_states(&mut self, regex: Span) -> (Span, Vec<usize>) {
        let text = self.text(regex);
        if !text.starts_with('<') || self.flex && text.starts_with("<<EOF>>") {
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
                    states.extend(0..self.declared_states);
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
        let state = self.state_numbers.get(name).copied();
        if state.is_none() {
            let hint = match name_len(name) {
                0 => " (to match '<', write '\\<')".to_owned(),
                _ => near::did_you_mean(name, self.state_numbers.keys().copied()),
            };
            let message = format!("unknown start state '{name}'{hint}");
            self.error_of(LexErrorKind::UnknownName, message, span);
        }
        state
    }

    /// Reads `<+S>"NAME"` and its like.
    fn target(&mut self, span: Span) -> Effect {
        let text = self.text(span);
        let mut effect = Effect::default();
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
            effect.change = self.known_state(name).map(|state| (state, operation));
            start = close + 1;
        }
        let name = &text[start..];
        match unquoted(name) {
            Some("") => {}
            Some(inner) if inner.trim() == inner => {
                let place = Span::new(span.start() + start + 1, span.end() - 1);
                effect.given = Given::Token(inner.to_owned(), place);
            }
            Some(_) => self.error("a token's name cannot start or end with a blank", span),
            None if name == ";" => {}
            None => {
                let message = format!("expected a token name in quotes or ';', found '{name}'");
                self.error(message, Span::new(span.start() + start, span.end()));
            }
        }
        effect
    }
}
