%grmtools{yacckind: Grmtools}
%%
option(X) -> Option<X>: %empty { None } | X { Some($1) };
%inline ioption(X) -> Option<X>: %empty { None } | X { Some($1) };
list(X) -> Vec<X>: %empty { ::std::vec::Vec::new() } | list(X) X { let mut list = $1; list.push($2); list };
nonempty_list(X) -> Vec<X>: X { ::std::vec![$1] } | nonempty_list(X) X { let mut list = $1; list.push($2); list };
separated_list(S, X) -> Vec<X>: %empty { ::std::vec::Vec::new() } | separated_nonempty_list(S, X);
separated_nonempty_list(S, X) -> Vec<X>: X { ::std::vec![$1] } | separated_nonempty_list(S, X) S X { let mut list = $1; list.push($3); list };
delimited(L, X, R) -> X: L X R { $2 };
preceded(L, X) -> X: L X { $2 };
terminated(X, R) -> X: X R { $1 };
pair(X, Y) -> (X, Y): X Y { ($1, $2) };
separated_pair(X, S, Y) -> (X, Y): X S Y { ($1, $3) };
%inline endrule(X) -> X: X { $1 };
