#![deny(warnings)]

use lrlex::lrlex_mod;
use lrpar::lrpar_mod;

lrlex_mod!("calc.l");
lrpar_mod!("calc.y");

fn run(line: &str) -> (Option<Result<u64, ()>>, Vec<String>) {
    let lexerdef = calc_l::lexerdef();
    let lexer = lexerdef.lexer(line);
    let (res, errs) = calc_y::parse(&lexer);
    let errs = errs.iter().map(|e| e.pp(&lexer, &calc_y::token_epp)).collect();
    (res, errs)
}

fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (res, errs) = run(&line);
        for e in errs {
            println!("{}", e);
        }
        match res {
            Some(Ok(r)) => println!("Result: {:?}", r),
            _ => eprintln!("Unable to evaluate expression."),
        }
    }
}

#[test]
fn it_calculates() {
    assert_eq!(run("2 + 3 * 4"), (Some(Ok(14)), vec![]));
    let (res, errs) = run("(2 + 3");
    assert_eq!(res, Some(Ok(5)));
    assert_eq!(
        errs,
        ["Parsing error at line 1 column 7. Repair sequences found:\n   1: Insert )"]
    );
    assert_eq!(calc_y::R_EXPR, 1);
    assert_eq!(calc_l::N_INT, 4);
}
