//! Lexers against a matcher written another way: random rules on random texts.
//!
//! The oracle matches by backtracking over the regex's tree: it lists all ends of a match in the
//! order of preference, so the first is leftmost-first's. The lexer's loop around it tries every
//! rule at every character.

use lrlex::{DefaultLexerTypes, LRNonStreamingLexerDef, LexerDef};
use lrpar::{LexError, Lexeme, Lexer};
use lrtable::random::Random;

const ALPHABET: [char; 6] = ['a', 'b', 'é', '€', '+', '"'];

/// A regex that cannot loop on the empty text.
enum Regex {
    Char(char),
    Class(Vec<char>, bool),
    Sequence(Vec<Regex>),
    Choice(Vec<Regex>),
    /// At least, at most, lazy.
    Repeat(Box<Regex>, usize, usize, bool),
}

impl Regex {
    fn random(random: &mut Random, depth: usize) -> Regex {
        let some = |random: &mut Random, depth| {
            (0..1 + random.below(3)).map(|_| Regex::random(random, depth)).collect()
        };
        match random.below(if depth == 0 { 3 } else { 8 }) {
            0 | 1 => Regex::Char(*random.choose(&ALPHABET)),
            2 => {
                let chars = (0..1 + random.below(3)).map(|_| *random.choose(&ALPHABET)).collect();
                Regex::Class(chars, random.below(3) == 0)
            }
            3 | 4 => Regex::Sequence(some(random, depth - 1)),
            5 => Regex::Choice(some(random, depth - 1)),
            _ => {
                let body = Regex::random(random, depth - 1);
                if body.matches_empty() {
                    return body;
                }
                let (least, most) = *random.choose(&[(0, 1), (0, 99), (1, 99), (2, 2), (1, 3)]);
                Regex::Repeat(Box::new(body), least, most, random.below(4) == 0)
            }
        }
    }

    fn matches_empty(&self) -> bool {
        match self {
            Regex::Char(_) | Regex::Class(..) => false,
            Regex::Sequence(parts) => parts.iter().all(Regex::matches_empty),
            Regex::Choice(parts) => parts.iter().any(Regex::matches_empty),
            Regex::Repeat(_, least, ..) => *least == 0,
        }
    }

    /// The regex without lazy repetitions.
    fn greedy(self) -> Regex {
        let all = |parts: Vec<Regex>| parts.into_iter().map(Regex::greedy).collect();
        match self {
            Regex::Sequence(parts) => Regex::Sequence(all(parts)),
            Regex::Choice(parts) => Regex::Choice(all(parts)),
            Regex::Repeat(body, least, most, _) => {
                Regex::Repeat(Box::new(body.greedy()), least, most, false)
            }
            other => other,
        }
    }

    /// As a lex file spells it.
    fn text(&self) -> String {
        let join = |parts: &[Regex], with: &str| {
            parts.iter().map(Regex::text).collect::<Vec<_>>().join(with)
        };
        match self {
            Regex::Char('+') => "\\+".to_owned(),
            Regex::Char(c) => c.to_string(),
            Regex::Class(chars, negated) => {
                format!("[{}{}]", if *negated { "^" } else { "" }, String::from_iter(chars))
            }
            Regex::Sequence(parts) => join(parts, ""),
            Regex::Choice(parts) => format!("({})", join(parts, "|")),
            Regex::Repeat(body, least, most, lazy) => {
                let lazy = if *lazy { "?" } else { "" };
                let count = match (least, most) {
                    (0, 1) => "?".to_owned(),
                    (0, _) => "*".to_owned(),
                    (1, 99) => "+".to_owned(),
                    _ => format!("{{{least},{most}}}"),
                };
                format!("(?:{}){count}{lazy}", body.text())
            }
        }
    }

    /// Where matches that start at `at` end, the preferred first.
    fn ends(&self, text: &[char], at: usize) -> Vec<usize> {
        let mut ends = match self {
            Regex::Char(c) => next_if(text, at, |next| next == *c),
            Regex::Class(chars, negated) => {
                next_if(text, at, |next| chars.contains(&next) != *negated)
            }
            Regex::Sequence(parts) => parts.iter().fold(vec![at], |ends, part| {
                ends.into_iter().flat_map(|end| part.ends(text, end)).collect()
            }),
            Regex::Choice(parts) => parts.iter().flat_map(|part| part.ends(text, at)).collect(),
            Regex::Repeat(body, least, most, lazy) => repeat(body, *least, *most, *lazy, text, at),
        };
        let mut seen = Vec::new();
        ends.retain(|end| {
            !seen.contains(end) && {
                seen.push(*end);
                true
            }
        });
        ends
    }
}

fn next_if(text: &[char], at: usize, matches: impl Fn(char) -> bool) -> Vec<usize> {
    text.get(at).filter(|&&c| matches(c)).map(|_| at + 1).into_iter().collect()
}

fn repeat(
    body: &Regex,
    least: usize,
    most: usize,
    lazy: bool,
    text: &[char],
    at: usize,
) -> Vec<usize> {
    let mut more: Vec<usize> = Vec::new();
    if most > 0 {
        for end in body.ends(text, at) {
            more.extend(repeat(body, least.saturating_sub(1), most - 1, lazy, text, end));
        }
    }
    match (least, lazy) {
        (0, false) => more.push(at),
        (0, true) => more.insert(0, at),
        _ => {}
    }
    more
}

/// A rule: regex, the states it is active in, its name, what it does to the stack of states.
struct Rule {
    /// Parts in a row. If there are three, the middle one is the group `delim`.
    parts: Vec<Regex>,
    states: Vec<usize>,
    name: Option<String>,
    target: Option<(usize, char)>,
}

/// Start states: INITIAL, an inclusive one, an exclusive one.
const STATES: [&str; 3] = ["INITIAL", "IN", "EX"];

impl Rule {
    fn random(random: &mut Random, number: usize) -> Rule {
        let mut states = match random.below(3) {
            0 => vec![random.below(3), random.below(3)],
            _ => Vec::new(),
        };
        states.dedup();
        Rule {
            parts: match random.below(3) {
                0 => (0..3).map(|_| Regex::random(random, 1)).collect(),
                _ => vec![Regex::random(random, 3)],
            },
            states,
            name: (random.below(5) > 0).then(|| format!("T{number}")),
            target: (random.below(4) == 0)
                .then(|| (random.below(3), *random.choose(&['=', '+', '-']))),
        }
    }

    fn line(&self) -> String {
        let states: Vec<_> = self.states.iter().map(|&state| STATES[state]).collect();
        let prefix =
            if states.is_empty() { String::new() } else { format!("<{}>", states.join(",")) };
        let target = match self.target {
            None => String::new(),
            Some((state, '=')) => format!("<{}>", STATES[state]),
            Some((state, sign)) => format!("<{sign}{}>", STATES[state]),
        };
        let name = self.name.as_ref().map_or(";".to_owned(), |name| format!("\"{name}\""));
        let regex = match self.parts.as_slice() {
            [before, delim, following] => {
                let [before, delim, following] = [before, delim, following].map(Regex::text);
                format!("{before}(?P<delim>{delim}){following}")
            }
            parts => parts.iter().map(Regex::text).collect(),
        };
        format!("{prefix}{regex} {target}{name}\n")
    }

    /// The match that starts at `at`: its end, and the text of the group.
    fn first(&self, text: &[char], at: usize) -> Option<(usize, Option<String>)> {
        let [before, delim, following] = self.parts.as_slice() else {
            return Some((*self.parts[0].ends(text, at).first()?, None));
        };
        for start in before.ends(text, at) {
            for end in delim.ends(text, start) {
                if let Some(&all) = following.ends(text, end).first() {
                    return Some((all, Some(String::from_iter(&text[start..end]))));
                }
            }
        }
        None
    }

    fn active(&self, state: usize) -> bool {
        if self.states.is_empty() { state != 2 } else { self.states.contains(&state) }
    }
}

/// Name (none for an error) and byte span of each lexeme, by brute force.
fn expected(rules: &[Rule], text: &str) -> Vec<(Option<String>, usize, usize)> {
    let chars: Vec<char> = text.chars().collect();
    let offset = |at: usize| chars[..at].iter().map(|c| c.len_utf8()).sum::<usize>();
    let mut found: Vec<(Option<String>, usize, usize)> = Vec::new();
    let mut states: Vec<(usize, Option<String>)> = vec![(0, None)];
    let mut at = 0;
    let mut in_error = false;
    while at < chars.len() {
        let (state, stored) = &states[states.len() - 1];
        let mut best: Option<(&Rule, usize, Option<String>)> = None;
        for rule in rules.iter().filter(|rule| rule.active(*state)) {
            let stores = matches!(rule.target, Some((_, '+')));
            if let Some((end, delim)) = rule.first(&chars, at)
                && (delim.is_none() || stores || delim == *stored)
                && end > best.as_ref().map_or(at, |(_, end, _)| *end)
            {
                best = Some((rule, end, delim));
            }
        }
        let Some((rule, end, delim)) = best else {
            if in_error {
                found.last_mut().unwrap().2 = offset(at + 1);
            } else {
                found.push((None, offset(at), offset(at + 1)));
            }
            in_error = true;
            at += 1;
            continue;
        };
        in_error = false;
        if let Some(name) = &rule.name {
            found.push((Some(name.clone()), offset(at), offset(end)));
        }
        match rule.target {
            Some((state, '=')) => states = vec![(state, None)],
            Some((state, '+')) => states.push((state, delim)),
            Some(_) => {
                states.pop();
                if states.is_empty() {
                    states.push((0, None));
                }
            }
            None => {}
        }
        at = end;
    }
    found
}

#[test]
fn random_lexers_find_what_brute_force_finds() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut lexemes = 0;
    for _ in 0..1500 {
        let rules: Vec<Rule> =
            (0..1 + random.below(6)).map(|number| Rule::random(&mut random, number)).collect();
        let lines: String = rules.iter().map(Rule::line).collect();
        let source = format!("%s IN\n%x EX\n%%\n{lines}");
        let lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(&source)
            .unwrap_or_else(|errors| panic!("{errors:?} in\n{source}"));
        for _ in 0..20 {
            let text: String = (0..random.below(14)).map(|_| *random.choose(&ALPHABET)).collect();
            let lexer = lexerdef.lexer(&text);
            let found: Vec<_> = lexer
                .iter()
                .map(|lexeme| match lexeme {
                    Ok(lexeme) => {
                        let name = lexerdef.get_rule_by_id(lexeme.tok_id()).name();
                        (name.map(str::to_owned), lexeme.span())
                    }
                    Err(error) => (None, error.span()),
                })
                .map(|(name, span)| (name, span.start(), span.end()))
                .collect();
            assert_eq!(found, expected(&rules, &text), "{text:?} with\n{source}");
            lexemes += found.len();
        }
    }
    assert!(lexemes > 50_000, "only {lexemes} lexemes: the random rules match too little");
}

/// A rule of flex's dialect: what it matches, whether only where a line starts, and what must
/// follow.
struct FlexRule {
    regex: Regex,
    line_start: bool,
    context: Option<Regex>,
}

impl FlexRule {
    fn random(random: &mut Random) -> FlexRule {
        let context = match random.below(5) {
            0 => Some(Regex::Char('\n')),
            1 => Some(Regex::random(random, 2).greedy()),
            _ => None,
        };
        let line_start = random.below(4) == 0;
        FlexRule { regex: Regex::random(random, 3).greedy(), line_start, context }
    }

    fn line(&self, number: usize) -> String {
        let text = |regex: &Regex| regex.text().replace('"', "\\\"");
        let context = match &self.context {
            Some(Regex::Char('\n')) if number.is_multiple_of(2) => "$".to_owned(),
            Some(Regex::Char('\n')) => "/\\n".to_owned(),
            Some(context) => format!("/({})", text(context)),
            None => String::new(),
        };
        let start = if self.line_start { "^" } else { "" };
        format!("{start}({}){context} return T{number};\n", text(&self.regex))
    }

    /// The longest match that starts at `at`: its end, and the last place in it where the context
    /// may begin.
    fn longest(&self, text: &[char], at: usize) -> Option<(usize, usize)> {
        if self.line_start && at > 0 && text[at - 1] != '\n' {
            return None;
        }
        let heads = self.regex.ends(text, at).into_iter().filter(|end| *end > at);
        let all = heads.flat_map(|head| match &self.context {
            None => vec![(head, head)],
            Some(context) => context.ends(text, head).into_iter().map(|end| (end, head)).collect(),
        });
        all.max()
    }
}

#[test]
fn random_lexers_of_flex_find_the_longest_matches() {
    let mut random = Random::new(0x3c6e_f372_fe94_f82b);
    let mut lexemes = 0;
    for _ in 0..1_500 {
        let rules: Vec<FlexRule> =
            (0..1 + random.below(5)).map(|_| FlexRule::random(&mut random)).collect();
        let lines: String = rules.iter().enumerate().map(|(k, rule)| rule.line(k)).collect();
        let source = format!("%option noyywrap\n%%\n{lines}");
        let lexerdef = LRNonStreamingLexerDef::<DefaultLexerTypes>::from_str(&source)
            .unwrap_or_else(|errors| panic!("{errors:?} in\n{source}"));
        for _ in 0..20 {
            let letter = |random: &mut Random| match random.below(4) {
                0 => '\n',
                _ => *random.choose(&ALPHABET),
            };
            let text: Vec<char> = (0..random.below(14)).map(|_| letter(&mut random)).collect();
            let mut expected: Vec<(Option<usize>, usize, usize)> = Vec::new();
            let mut at = 0;
            while at < text.len() {
                let found = rules.iter().enumerate().filter_map(|(number, rule)| {
                    let (total, head) = rule.longest(&text, at)?;
                    Some((total, rules.len() - number, head))
                });
                match found.max() {
                    Some((_, rule, head)) => {
                        expected.push((Some(rules.len() - rule), at, head));
                        at = head;
                    }
                    None => {
                        match expected.last_mut() {
                            Some((None, _, end)) => *end = at + 1,
                            _ => expected.push((None, at, at + 1)),
                        }
                        at += 1;
                    }
                }
            }
            let text = String::from_iter(text);
            let chars = |byte: usize| text[..byte].chars().count();
            let lexer = lexerdef.lexer(&text);
            let found = lexer.iter().map(|lexeme| match lexeme {
                Ok(lexeme) => (Some(lexeme.tok_id() as usize), lexeme.span()),
                Err(error) => (None, error.span()),
            });
            let found: Vec<_> =
                found.map(|(id, span)| (id, chars(span.start()), chars(span.end()))).collect();
            assert_eq!(found, expected, "{text:?} with\n{source}");
            lexemes += found.len();
        }
    }
    assert!(lexemes > 50_000, "only {lexemes} lexemes: the random rules match too little");
}
