%start Program
%start Item
%parse-param separator: &'input str
%%
Program -> String:
      { String::new() }
    | Program Item ";" { $1 + &$2 + separator }
    ;
Item -> String:
      "NAME" { text($lexer, $1) }
    | "async" { $lexer.span_str($span).to_string() }
    | "gen" {} "try" { let () = $2; "gen".to_string() }
    ;
%%
fn text(
    lexer: ::lrpar::generated::LexerRef<'_, '_, ::lrlex::DefaultLexerTypes>,
    lexeme: Result<::lrlex::DefaultLexeme, ::lrlex::DefaultLexeme>,
) -> String {
    lexeme.map(|l| lexer.span_str(l.span()).to_string()).unwrap_or_default()
}
