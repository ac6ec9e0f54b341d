#![deny(warnings)]

lrlex::lrlex_mod!("sum.l");
lrpar::lrpar_mod!("sum.y");

fn sum(text: &str) -> (Option<Vec<String>>, usize) {
    let lexerdef = sum_l::lexerdef();
    let lexer = lexerdef.lexer(text);
    let (sum, errors) = sum_y::parse(&lexer);
    (sum, errors.len())
}

fn main() {
    println!("{:?}", sum("1 + é1"));
}

#[test]
fn it_sums() {
    assert_eq!(sum("1 + é1 + 23").0.unwrap(), ["1", "É1", "23"]);
    assert_eq!(sum("1 +").1, 1);
}
