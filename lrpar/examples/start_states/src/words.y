%start Words
%epp QUOTE "an opening quote"
%epp END "a closing quote"
%%
Words -> Vec<String>:
      { Vec::new() }
    | Words Word { $1.push($2); $1 }
    ;

Word -> String:
      'WORD' { text($lexer, $1).to_owned() }
    | 'QUOTE' Parts 'END' { $2 }
    ;

Parts -> String:
      { String::new() }
    | Parts 'TEXT' { $1 + text($lexer, $2) }
    | Parts 'ESCAPE' {
          match text($lexer, $2) {
              "\\n" => $1 + "\n",
              escape => $1 + escape.strip_prefix('\\').unwrap_or(escape),
          }
      }
    ;
%%
use lrlex::{DefaultLexeme, DefaultLexerTypes};
use lrpar::NonStreamingLexer;

/// The text of a lexeme; nothing if recovery inserted it.
fn text<'input>(
    lexer: &dyn NonStreamingLexer<'input, DefaultLexerTypes>,
    lexeme: Result<DefaultLexeme, DefaultLexeme>,
) -> &'input str {
    lexeme.map_or("", |lexeme| lexer.span_str(lexeme.span()))
}
