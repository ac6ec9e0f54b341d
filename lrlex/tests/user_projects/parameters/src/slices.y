%start Places
%parse-param env: &(&[String], &[String])
%%
Places -> Result<Vec<(bool, usize)>, String>:
      Place { Ok(vec![$1?]) }
    | Places Place { let mut all = $1?; all.push($2?); Ok(all) }
    ;
Place -> Result<(bool, usize), String>:
    "NAME" {
        let name = $lexer.span_str($1.map_err(|_| "no name".to_owned())?.span());
        let (inputs, outputs) = env;
        let at = |names: &[String]| names.iter().position(|one| one == name);
        match (at(inputs), at(outputs)) {
            (Some(at), _) => Ok((false, at)),
            (_, Some(at)) => Ok((true, at)),
            _ => Err(format!("unknown '{name}'")),
        }
    }
    | "=" "NAME" {
        let name = $lexer.span_str($2.map_err(|_| "no name".to_owned())?.span());
        let at = env.1.iter().position(|one| one == name);
        at.map(|at| (true, at)).ok_or_else(|| format!("unknown output '{name}'"))
    }
    ;
%%
