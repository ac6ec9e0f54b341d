//! Lex files with actions of every kind, and what may be wrong with the tokens that ours gives:
//! `compare-flex --actions N`.
//!
//! In a file each rule has words of its own, which end in its number, and each `return` a token of
//! its own, `T<rule>_<number>`. A text is some of these words in any order, none twice, so a
//! difference is one of the rule of its word. A warning must name a line of that rule, or of a
//! macro or function in it; all else is silent.

use std::{collections::BTreeSet, fmt::Write};

use lrtable::{
    NewlineCache, Spanned,
    diagnostic::{Diagnostic, Severity},
    random::Random,
};

use crate::lexer::{Ours, Token};

/// Rules of a file.
const RULES: usize = 8;

/// Regexes, each with words that it matches; `@` stands for the number of the rule.
const REGEXES: [(&str, &[&str]); 5] = [
    ("a@", &["a@"]),
    ("[ab]@", &["a@", "b@"]),
    ("(if|of)@", &["if@", "of@"]),
    ("[a-z]+@", &["ab@", "abc@", "q@"]),
    (".@", &["a@", "b@", "+@"]),
];

/// What stands before the rules; a line defines a macro or a function, of which the name comes
/// first but for its type.
const BEFORE: &str = "%option noyywrap nounput noinput\n%{
static int flag, calls, sum;
static void touch(int *value) { *value += calls++ % 2; }
static int is_odd(int value) { return value % 2; }
static int again(void) { return calls++ % 3; }
static int pick(int value, int a, int b) { if (value > 1) return a; return b; }
static int choose(int value, int a, int b) { switch (value) { case 0: return a; case 1: return b; } return a; }
#define RET(token) return (token)
#define GIVE(token) do { sum++; return token; } while (0)
#define GIVE_IF(condition, token) if (condition) return token
#define MAYBE(token) if (flag) return token
#define UNLESS(condition) if (!(condition))
#define FOREVER for (;;)
#define TIMES(index, count) for (index = 0; index < (count); index++)
#define BOTH(a, b) (flag ? (a) : (b))
%}
%%
";

const AFTER: &str = "[ \\n]+ ;\n. return '?';\n";

/// Actions by hand; `@` stands for the beginning of a token's name. The first part is for C++ only.
const BY_HAND: [&[&str]; 2] = [
    &[
        "try { sum = yyleng; return @0; } catch (...) { return @1; }",
        "if (yyleng > 9) throw 1; return @0;",
        "if (again()) throw 1; return @0;",
        "try { if (again()) throw 1; return @0; } catch (int value) { return @1; }",
        "try { throw 1; } catch (int) { return @0; } catch (...) { return @1; }",
        "try { throw 'c'; } catch (int) { return @0; } catch (...) { return @1; }",
        "try { try { throw 1; } catch (char) { return @0; } } catch (...) { return @1; }",
        "try { if (again()) return @0; } catch (...) { throw; } return @1;",
        "return again() ? throw 1 : @0;",
        "auto give = [&]() { return @0; }; return give();",
        "auto give = [&]() { if (flag) return @0; return @1; }; sum = give(); return sum;",
        "bool odd = false; auto set = [](bool &to) { to = again(); }; set(odd); if (odd) return @0; return @1;",
        "if (bool odd = again()) return @0; return @1;",
        "int all[] = {1, 2}; for (int each : all) if (each == 2) return @0; return @1;",
        "throw @0;",
        "if (std::string(yytext) == \"a1\") return @0; return @1;",
        "const std::string text(yytext); if (text == \"ab\" || std::string(yytext) != \"b\") return @0; return @1;",
        "int value = 0; try { touch(&value); if (value) throw value; } catch (int) { RET(@0); } RET(@1);",
    ],
    &[
        "return @0;",
        "if (again()) return @0; else return @1;",
        "if (again()) { if (flag) return @0; } else return @1; return @2;",
        "UNLESS(again()) return @0; return @1;",
        "FOREVER { if (again()) return @0; flag = !flag; if (flag) return @1; }",
        "int i; TIMES(i, 3) if (again()) return @0; return @1;",
        "int i; TIMES(i, 2) { sum += i; } if (sum > 3) RET(@0); GIVE(@1);",
        "switch (again()) { case 0: return @0; case 1: break; default: return @1; } return @2;",
        "switch (again()) { case 0: flag = 1; case 1: return @0; } return @1;",
        "switch (again()) { { case 1: return @0; } } return @1;",
        "switch (yytext[0]) { case 'a': return @0; case 'b': return @1; default: return @2; }",
        "switch (yyleng) { case 2: return @0; case 3: return @1; } return @2;",
        "if (strcmp(yytext, \"a1\") == 0) return @0; return @1;",
        "if (!strcmp(yytext, \"ab\")) return @0; else if (strcmp(\"b1\", yytext) == 0) return @1; return @2;",
        "if (strcmp(yytext, \"a\") && strcmp(yytext, \"bb\") && yyleng > 0) return @0; return @1;",
        "switch (strcmp(yytext, \"aa\")) { case 0: return @0; } return @1;",
        "goto @out; return @0; @out: return @1;",
        "if (again()) goto @out; return @0; @out: return @1;",
        "{ goto @inside; { @inside: return @0; } } return @1;",
        "@back: if (again()) return @0; flag = !flag; if (flag) goto @back; return @1;",
        "int token = @0; if (again()) token = @1; return token;",
        "int token = @0; touch(&flag); return flag ? token : @1;",
        "int token; switch (again()) { case 0: token = @0; break; default: token = @1; } return token;",
        "return pick(again(), @0, @1);",
        "return choose(again(), @0, @1);",
        "int token = pick(yyleng, @0, @1); return token;",
        "return BOTH(@0, @1);",
        "return again() ? @0 : again() ? @1 : @2;",
        "return (flag = !flag, @0);",
        "MAYBE(@0); return @1;",
        "GIVE_IF(again(), @0); GIVE_IF(!flag, @1); return @2;",
        "while (again()) { if (flag) return @0; flag = 1; } return @1;",
        "do { if (again()) return @0; } while (again()); return @1;",
        "do { return @0; } while (again());",
        "int i = 0; while (i < 3) { i++; if (i == 2) return @0; } return @1;",
        "int i; for (i = 0; i < 3; i++) { if (i < 1) continue; return @0; } return @1;",
        "int n = 0; if (again() && (n = 1)) sum++; if (n) return @0; return @1;",
        "int n = 0; n += again(); if (n > 1) return @0; return @1;",
        "int n = 1; if (n) return @0; return @1;",
        "static int first = 1; if (first) { first = 0; return @0; } return @1;",
        "if (0) return @0; if (1) return @1; return @2;",
        "if (flag) ; else return @0; flag = 0;",
        "if (!again()) break; return @0;",
        "sum++;",
        "if (again()) yyless(yyleng); return @0;",
        "return is_odd(yyleng) ? @0 : @1;",
        "return\n    @0;",
        "sum++;\n#if 0\n    return @0;\n#else\n    return @1;\n#endif\n",
        "sum++;\n#ifdef EOF\n    return @0;\n#elif 1\n    return @1;\n#else\n    return @2;\n#endif\n",
        "sum++;\n#ifndef EOF\n    return @0;\n#elif !defined(EOF)\n    return @1;\n#elif 1\n    return @2;\n#else\n    return @3;\n#endif\n",
    ],
];

/// A lex file, and what its texts are made of.
pub(crate) struct Lexer {
    pub(crate) source: String,
    /// The names of all tokens.
    pub(crate) names: BTreeSet<String>,
    /// Each word, and the number of its rule.
    words: Vec<(String, usize)>,
    /// The place of each rule in the file, and its text.
    rules: Vec<(std::ops::Range<usize>, String)>,
}

impl Lexer {
    fn new(random: &mut Random, actions: Vec<String>) -> Lexer {
        let mut lexer = Lexer {
            source: BEFORE.to_owned(),
            names: BTreeSet::new(),
            words: Vec::new(),
            rules: Vec::new(),
        };
        for (number, action) in actions.into_iter().enumerate() {
            let (regex, words) = *random.choose(&REGEXES);
            let own = |text: &str| text.replace('@', &number.to_string());
            let action = action.replace('@', &format!("T{number}_"));
            let start = lexer.source.len();
            let _ = writeln!(lexer.source, "{} {{ {action} }}", own(regex));
            lexer.rules.push((start..lexer.source.len(), action));
            lexer.words.extend(words.iter().map(|word| (own(word), number)));
        }
        lexer.source.push_str(AFTER);
        let words = lexer.source.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let is_token = |word: &&str| word.starts_with('T') && word.contains('_');
        lexer.names = words.filter(is_token).map(str::to_owned).collect();
        lexer
    }

    /// Some of the words in any order.
    pub(crate) fn text(&self, random: &mut Random) -> String {
        let mut words: Vec<&str> = self.words.iter().map(|(word, _)| word.as_str()).collect();
        let count = 1 + random.below(words.len());
        for at in 0..count {
            let other = at + random.below(words.len() - at);
            words.swap(at, other);
        }
        words[..count].join(" ")
    }

    /// The rules of the words of a text of which both find different tokens.
    pub(crate) fn differing(
        &self,
        text: &str,
        ours: &[Token],
        theirs: &[Token],
    ) -> BTreeSet<usize> {
        let words: Vec<&str> = text.split(' ').collect();
        let [ours, theirs] = [ours, theirs].map(|tokens| {
            let mut found: Vec<Vec<&Token>> = vec![Vec::new(); words.len()];
            let mut word = 0;
            for token in tokens {
                let is_it = |other: &&str| other.as_bytes() == token.1;
                word += words[word..].iter().position(is_it).unwrap_or(0);
                found[word].push(token);
            }
            found
        });
        let differs = (0..words.len()).filter(|word| ours[*word] != theirs[*word]);
        let rule = |word: usize| self.words.iter().find(|(other, _)| other == words[word]);
        differs.filter_map(|word| Some(rule(word)?.1)).collect()
    }

    /// The rules of which a line is named by a warning, or a line of a macro or function in them.
    pub(crate) fn told(&self, ours: &Ours) -> BTreeSet<usize> {
        let newlines = NewlineCache::of(&self.source);
        // That a program may end by an error is a note.
        let tells = |said: &&Diagnostic| {
            said.severity() == Severity::Warning || said.message().contains("ends by an error")
        };
        let mut told = BTreeSet::new();
        for at in ours.said.iter().filter(tells).map(|said| said.spans()[0].start()) {
            let line = newlines.byte_to_line_num(at).and_then(|n| self.source.lines().nth(n - 1));
            let names =
                line.unwrap_or_default().split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
            let names: Vec<String> =
                names.filter(|name| name.len() > 2).map(|name| format!("{name}(")).collect();
            let is_helper = at < BEFORE.len();
            let rules = self.rules.iter().enumerate().filter(|(_, (place, action))| {
                place.contains(&at) || is_helper && names.iter().any(|name| action.contains(name))
            });
            told.extend(rules.map(|(rule, _)| rule));
        }
        told
    }

    /// The action of a rule.
    pub(crate) fn action(&self, rule: usize) -> &str {
        &self.rules[rule].1
    }

    /// How many rules there are.
    pub(crate) fn len(&self) -> usize {
        self.rules.len()
    }
}

/// The files by hand, then as many as are asked for.
pub(crate) fn lexers(random: &mut Random, count: usize) -> Vec<Lexer> {
    let by_hand: Vec<Vec<String>> = (BY_HAND.iter())
        .flat_map(|actions| actions.chunks(RULES))
        .map(|actions| actions.iter().map(|action| (*action).to_owned()).collect())
        .collect();
    let made: Vec<Vec<String>> = (0..count)
        .map(|number| {
            let cpp = number % 3 == 0;
            (0..RULES).map(|_| Action { random, cpp, tokens: 0, out: false }.whole()).collect()
        })
        .collect();
    by_hand.into_iter().chain(made).map(|actions| Lexer::new(random, actions)).collect()
}

/// An action that is being made.
struct Action<'r> {
    random: &'r mut Random,
    cpp: bool,
    /// How many tokens it returns.
    tokens: usize,
    /// Whether it goes to the label 'out'.
    out: bool,
}

impl Action<'_> {
    fn whole(&mut self) -> String {
        let (count, depth) = (self.random.below(4), self.random.below(4));
        let body: String = (0..count).map(|_| self.statement(depth)).collect();
        let last = if self.random.below(3) > 0 { self.gives() } else { String::new() };
        let label = if self.out { format!("@out: {}", self.gives()) } else { String::new() };
        format!("int i0 = 0, i1 = 0, i2 = 0, n = 0, k = 1; {body}{last}{label}")
    }

    fn token(&mut self) -> String {
        self.tokens += 1;
        format!("@{}", self.tokens - 1)
    }

    /// A statement that returns a token.
    fn gives(&mut self) -> String {
        let token = self.token();
        match self.random.below(9) {
            0 => format!("RET({token}); "),
            1 => format!("GIVE({token}); "),
            2 => {
                let (condition, other) = (self.condition(1), self.token());
                format!("return {condition} ? {token} : {other}; ")
            }
            3 => {
                let other = self.token();
                format!("return pick(n, {token}, {other}); ")
            }
            4 => format!("{{ int token = {token}; return token; }} "),
            _ => format!("return {token}; "),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let kinds = if depth == 0 { 14 } else { 18 };
        let text = match self.random.below(kinds) {
            0 => "flag",
            1 => "again()",
            2 => "n > 1",
            3 => "yyleng > 2",
            4 => "yytext[0] == 'a'",
            5 => "is_odd(yyleng)",
            6 => "k",
            7 => "0",
            8 => "n == i0",
            9 => "calls % 2",
            10 => "(n = again())",
            11 => "strcmp(yytext, \"ab1\") == 0",
            12 => "BOTH(k, n)",
            13 => "(flag = !flag)",
            kind => {
                let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
                return match kind {
                    14 => format!("!({a})"),
                    15 => format!("({a} || {b})"),
                    _ => format!("({a} && {b})"),
                };
            }
        };
        text.to_owned()
    }

    fn block(&mut self, depth: usize) -> String {
        let inner: String = (0..1 + self.random.below(3)).map(|_| self.statement(depth)).collect();
        format!("{{ {inner}}} ")
    }

    fn statement(&mut self, depth: usize) -> String {
        let Some(depth) = depth.checked_sub(1) else { return self.simple() };
        match self.random.below(if self.cpp { 19 } else { 15 }) {
            0..3 => {
                let (condition, then) = (self.condition(1), self.statement(depth));
                format!("if ({condition}) {then}")
            }
            3 | 4 => {
                let (condition, then) = (self.condition(1), self.block(depth));
                format!("if ({condition}) {then}else {}", self.block(depth))
            }
            5 | 6 => {
                let value = *self.random.choose(&["again()", "n", "yyleng", "yytext[0]", "k"]);
                let mut body = String::new();
                for case in ["case 0: ", "case 1: ", "case 'a': ", "default: "] {
                    if self.random.below(3) > 0 {
                        let ends = if self.random.below(2) == 0 { "break; " } else { "" };
                        let _ = write!(body, "{case}{}{ends}", self.statement(depth));
                    }
                }
                format!("switch ({value}) {{ {body}}} ")
            }
            7 => {
                let head = *self.random.choose(&[
                    "while (#++ < 2) ",
                    "for (# = 0; # < 2; #++) ",
                    "TIMES(#, 2) ",
                    "FOREVER if (#++ > 1) break; else ",
                    "while (#++ < 3 && again()) ",
                ]);
                format!("{}{}", head.replace('#', &format!("i{depth}")), self.block(depth))
            }
            8 => {
                let (body, condition) = (self.block(depth), self.condition(0));
                format!("do {body}while (i{depth}++ < 2 && {condition}); ")
            }
            9 => {
                let (condition, token) = (self.condition(0), self.token());
                format!("GIVE_IF({condition}, {token}); ")
            }
            10 => {
                let condition = self.condition(0);
                format!("UNLESS({condition}) {}", self.statement(depth))
            }
            11 => self.block(depth),
            12 => {
                let token = self.token();
                format!("MAYBE({token}); ")
            }
            13 => {
                let (line, then) = (
                    *self.random.choose(&["if 0", "if 1", "ifdef EOF", "ifndef EOF"]),
                    self.block(depth),
                );
                format!("\n#{line}\n {then}\n#else\n {}\n#endif\n ", self.block(depth))
            }
            14 => self.simple(),
            15..18 => {
                let (body, caught) = (self.block(depth), self.block(depth));
                let what = if self.random.below(2) == 0 { "int" } else { "..." };
                format!("try {body}catch ({what}) {caught}")
            }
            _ => {
                let condition = self.condition(0);
                format!("if ({condition}) throw 1; ")
            }
        }
    }

    fn simple(&mut self) -> String {
        match self.random.below(12) {
            0 => "n = again(); ".to_owned(),
            1 => "flag = !flag; ".to_owned(),
            2 => "touch(&n); ".to_owned(),
            3 => "n++; ".to_owned(),
            4 => "sum += yyleng; ".to_owned(),
            5 if self.cpp => "throw 1; ".to_owned(),
            6 => {
                self.out = true;
                "goto @out; ".to_owned()
            }
            _ => self.gives(),
        }
    }
}
