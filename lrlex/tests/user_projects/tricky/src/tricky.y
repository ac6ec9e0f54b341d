%start Value
%parse-generics 'a, T: Clone + super::Named
%parse-param state: &'a std::cell::RefCell<Vec<T>>
%avoid_insert "NAME"
%%
Value -> Vec<(Option, &'input str)>:
      Items {
        macro_rules! twice { ($$x:tt) => { $$x + $$x } }
        assert_eq!(twice!(1), 2);
        let raw = r#"$1 } " $$ "#; // $9 } ' "
        /* $$= $7 /* { */ */
        assert!(raw.contains('$'));
        let c = '$';
        assert!(raw.contains(c) && "} $1".len() == 4 && b'}' == 125);
        let mut items: Vec<(Option, &'input str)> = $1;
        items.retain(|(_, text): &(Option, &'input str)| !text.is_empty());
        items
      }
    ;

Items -> Vec<(Option, &'input str)>:
      %empty { vec![] }
    | Items <usize>{ $1.len() }[before] Item { note(&mut Value(1)); $3.0 = Option::Some; } ";" {
          assert!($before == $1.len());
          let () = $4;
          $1.push($Item);
          $1
      }
    ;

Item -> (Option, &'input str):
      "NAME"[name] { state.borrow_mut().push(T::named($name.as_ref().map(|l| $lexer.span_str(l.span())).unwrap_or("?"))); *$name = Err($name.unwrap_or_else(|l| l)); } "fn" {
          let () = $2;
          assert!($name.is_err());
          (Option::Some, $lexer.span_str($span))
      }
    | "str" {
        let text = $lexer
            .span_str(
                $1.unwrap_or_else(|l| l).span(),
            );
        (super::NONE, &text[1..text.len() - 1])
      }
    | "$"[a] "$"[b] { (Result(0).into(), $lexer.span_str(lrpar::Span::new(
              $a.unwrap_or_else(|l| l).span().start(),
              $[b].unwrap_or_else(|l| l).span().end()))) }
    ;
%%
#![allow(clippy::ptr_arg)]
//! A module with inner attributes, and names that generated code might use too.

/// Not the usual one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Option {
    Some,
    None,
}

pub struct Value(pub u8);
#[derive(Debug)]
pub struct Result(pub u8);
pub struct Vec_;
pub struct Parser;
pub struct Actions;

impl From<Result> for Option {
    fn from(result: Result) -> Option {
        if result.0 > 0 { return Option::Some }
        Option::None
    }
}

fn note(value: &mut Value) {
    value.0 += 1;
    let _ = (Parser, Actions, Vec_);
}
