//! Texts of newer versions than a built-in grammar: the first report says so.

use std::fs;

use crate::{
    json::Json,
    program::{TemporaryFile, grammars, run},
};

const JAVA: &str = "\
class Shop {
    record Item(String name, int price) implements Comparable {}
    int total(List<Item> items) {
        return items.stream().filter(i -> i.price() > 0).mapToInt(Item::price).sum();
    }
    double area(Object o) {
        if (o instanceof Circle c) { return c.r(); }
        return switch (kind) { case 0 -> 1.0; default -> 2.0; };
    }
}
";

const PHP: &str = "\
<?php
enum Suit: string {
    case Hearts = 'H';
    case Spades = 'S';
}
final class Point {
    public function __construct(public readonly int $x = 0, protected int|float $y = 0) {}
    public function name(?User $user): ?string {
        $n = $user?->profile?->name;
        return match (true) { $n === null => 'none', default => $n };
    }
}
$p = new Point(x: 1, y: 2);
";

const C: &str = "\
MODULE_LICENSE(\"GPL\");
static DEFINE_MUTEX(lock);
EXPORT_SYMBOL(start)
EXPORT_SYMBOL(stop)
__attribute__((noreturn)) void stop(void);
int max = ({ int a = 1; a; });
";

#[test]
fn the_first_report_of_a_newer_text_says_so_in_each_format() {
    for (name, text, said) in [
        ("newer.java", JAVA, "grammar 'java7' lacks: records (Java 16), lambdas"),
        ("newer.php", PHP, "grammar 'php73' lacks: enumerations (PHP 8.1)"),
        ("newer.c", C, "grammar 'c11' lacks: macros, which it does not expand"),
    ] {
        let file = TemporaryFile::new(name, text);
        let whole = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let rich = run(&["-q", file.path()]).stderr;
        let reports: Vec<String> = rich.split("\nerror: ").map(whole).collect();
        assert!(reports[0].contains(" = note: ") && reports[0].contains(said), "{rich}");
        assert!(reports[1..].iter().all(|report| !report.contains("lacks")), "{rich}");
        let json = Json::parse(run(&["--format", "json", file.path()]).stdout.trim_end());
        let errors = json.get("errors").items();
        assert!(errors[0].get("notes").items()[0].text().contains(said));
        assert!(errors[1..].iter().all(|error| error.get("notes").items().is_empty()));
        let sarif = Json::parse(run(&["--format", "sarif", file.path()]).stdout.trim_end());
        let results = sarif.get("runs").items()[0].get("results").items();
        assert!(results[0].get("message").get("text").text().contains(said));
    }
}

#[test]
fn texts_of_the_grammars_version_with_mistakes_are_not_called_newer() {
    for folder in ["c11/bad", "java7/bad", "lua53/bad", "php73/bad"] {
        for file in fs::read_dir(grammars().join(folder)).unwrap() {
            let path = file.unwrap().path();
            let said = run(&["-q", path.to_str().unwrap()]).stderr;
            assert!(!said.contains("lacks"), "{}: {said}", path.display());
        }
    }
    // Two such errors may be mistakes, and a grammar of one's own is not known to lack anything.
    let two = TemporaryFile::new("two.java", "class A { int a = b -> c; int d = e -> f; }");
    assert!(!run(&["-q", two.path()]).stderr.contains("lacks"));
    let [lex, yacc] = ["java7/java7.l", "java7/java7.y"].map(|file| grammars().join(file));
    let file = TemporaryFile::new("own.java", JAVA);
    let said = run(&["-q", lex.to_str().unwrap(), yacc.to_str().unwrap(), file.path()]).stderr;
    assert!(said.contains("error: ") && !said.contains("lacks"), "{said}");
}
