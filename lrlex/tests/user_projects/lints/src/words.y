%start All
%avoid_insert "WORD"
%parse-generics 'a, T: Clone + From<usize>
%parse-param seen: &'a (T, &str)
%%
All -> Vec<(T, usize)>:
      { Vec::new() }
    | All Word { let mut all = $1; all.push($2); all }
    ;
Word -> (T, usize):
      "WORD" { (seen.0.clone(), $span.len()) }
    | "TEXT" <()>{ if seen.1.is_empty() { return; } } Rest {
        let text = $1.map(|lexeme| $lexer.span_str(lexeme.span()));
        (T::from(text.map_or(0, str::len)), 0)
    }
    ;
Rest -> (): ;
%%
