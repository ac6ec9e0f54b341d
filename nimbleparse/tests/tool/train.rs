//! `nimbleparse train`: what it counts, what it promises, and who takes the model.

use std::{collections::BTreeMap, fs};

use nimbleparse::{
    lab::{
        evaluation::{
            Options, Sample,
            grammar_change::{Change, Sources},
            proposals::{ORDER, worth},
        },
        training::{self, train},
    },
    language::Recovery,
};

use crate::program::{Folder, run};

const LEXER: &str = "%%\n[0-9]+ \"INT\"\n\\+ \"+\"\n\\* \"*\"\n\\( \"(\"\n\\) \")\"\n[ \\n]+ ;\n";
const GRAMMAR: &str = "%%\nExpr: Expr \"+\" Term | Term;\nTerm: Term \"*\" Factor | Factor;\n\
                       Factor: \"(\" Expr \")\" | \"INT\";\n";
const SAMPLES: [&str; 4] = [
    "1 * 2 + 3 * ( 4 + 5 ) * 6",
    "( 1 + 2 ) * ( 3 + 4 ) + 5 * 6",
    "7 * ( 8 + 9 * 1 ) + 2 * 3 * 4",
    "1 + 2 + 3 * 4 + ( 5 * 6 )",
];

fn folder(name: &str) -> Folder {
    let mut files = vec![("e.l", LEXER), ("e.y", GRAMMAR), ("wrong.e", "1 + * 2 +")];
    files.extend(["a.e", "b.e", "c.e", "d.e"].into_iter().zip(SAMPLES));
    Folder::new(name, &files)
}

/// Runs of token names with how often each was seen.
type Counts = BTreeMap<Vec<String>, u64>;

/// What a model's text says, read without the reader.
fn read(model: &str) -> Counts {
    let mut names = vec![String::new()];
    let mut runs = vec![Vec::new()];
    let mut counts = Counts::new();
    for line in model.lines().skip(1).take_while(|line| *line != "end") {
        if let Some(name) = line.strip_prefix("t ") {
            names.push(name.to_string());
            continue;
        }
        let numbers: Vec<usize> = line.split(' ').map(|number| number.parse().unwrap()).collect();
        for pair in numbers[1..].chunks(2) {
            let run = [&runs[numbers[0]][..], &[names[pair[0]].clone()]].concat();
            if pair[1] > 0 {
                counts.insert(run.clone(), pair[1] as u64);
            }
            runs.push(run);
        }
    }
    counts
}

/// The runs of up to `order` tokens, each counted where it ends; nameless tokens stand before a
/// text.
fn counted(texts: &[&str], order: usize) -> Counts {
    let mut counts = Counts::new();
    for text in texts {
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let name = |word| if is_number(word) { "INT" } else { word };
        let mut names = vec![""; order - 1];
        names.extend(text.split(' ').map(name));
        names.push("$");
        for end in order..=names.len() {
            for length in 1..=order {
                let run = names[end - length..end].iter().map(ToString::to_string);
                *counts.entry(run.collect()).or_default() += 1;
            }
        }
    }
    counts
}

#[test]
fn a_model_counts_what_stands_in_valid_samples() {
    let folder = folder("train-counts");
    let path = |name: &str| format!("{}/{name}", folder.path());
    let (lex, yacc, out) = (path("e.l"), path("e.y"), path("own"));
    let samples = ["a.e", "b.e", "wrong.e", "c.e", "d.e"].map(path);
    for order in [1, 2, 3, 5, 8] {
        let order_text = order.to_string();
        let mut args = vec!["train", "--count", "1", "--order", &order_text, "--out", &out, &lex];
        args.push(&yacc);
        args.extend(samples.iter().map(String::as_str));
        let output = run(&args);
        assert_eq!(output.status, Some(0), "{output:?}");
        let wanted = counted(&SAMPLES, order);
        assert_eq!(read(&fs::read_to_string(&out).unwrap()), wanted, "{order}");
        let said = format!("counts {} runs of up to {order} tokens in 4 samples", wanted.len());
        assert!(output.stdout.contains(&said), "{said}: {output:?}");
        assert!(output.stdout.contains("wrong.e' does not parse"), "{output:?}");
    }
    assert!(!folder.0.join("e.ngram").exists());
    let args = ["train", "--count", "1", "--seen", "3", "--out", &out, &lex, &yacc];
    run(&[&args[..], &[&samples[0], &samples[1]]].concat());
    let mut often = counted(&SAMPLES[..2], 5);
    often.retain(|run, seen| run.len() == 1 || *seen >= 3);
    assert_eq!(read(&fs::read_to_string(&out).unwrap()), often);
}

/// With two samples each model knows the other one. `evaluate` measures models of every other
/// sample too: with the samples in both orders, its figures are those of the two folds.
#[test]
fn folds_are_judged_by_models_of_the_others() {
    let sources = || Sources {
        lex: ("e.l".to_string(), LEXER.to_string()),
        yacc: ("e.y".to_string(), GRAMMAR.to_string()),
    };
    let sample = |at: usize| Sample { name: format!("{at}.e"), text: SAMPLES[at].to_string() };
    let options = Options { seed: 1, count: 400, recovery: Recovery::default() };
    let worth = |samples: [Sample; 2]| {
        worth(&sources(), &samples, &[Change::Model], &options).expect("it can be made")
    };
    let halves = [worth([sample(0), sample(1)]), worth([sample(1), sample(0)])];
    let cases: u64 = halves.iter().map(|half| half.cases).sum();
    let all = |of: fn(&nimbleparse::lab::evaluation::gain::Gain) -> f64| {
        halves.iter().map(|half| of(half) * half.cases as f64).sum::<f64>() / cases as f64
    };
    let language = sources().language(&[]).unwrap();
    let training = training::Options { order: ORDER, seen: 1, evaluation: options.clone() };
    let trained =
        train(language, vec![sample(0), sample(1)], Vec::new(), &training, &mut |_, _, _| {})
            .unwrap();
    let gain = trained.gain.unwrap();
    assert_eq!((gain.cases, trained.folds), (cases, 2));
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{gain:?} {halves:?}");
    close(gain.first.0, all(|half| half.first.0));
    close(gain.first.1, all(|half| half.first.1));
    close(gain.in_set.1, all(|half| half.in_set.1));
    close(gain.gain.value, gain.first.1 - gain.first.0);
    assert_ne!(gain.first.0, gain.first.1);
}

#[test]
fn the_model_beside_a_grammar_is_taken() {
    let folder = folder("train-beside");
    let path = |name: &str| format!("{}/{name}", folder.path());
    let (lex, yacc, broken) = (path("e.l"), path("e.y"), path("broken"));
    fs::write(&broken, "(2 + 3) (4 + 5)").unwrap();
    let help = |more: &[&str]| {
        let output = run(&[&["-q", "--style", "short"], more, &[&lex, &yacc, &broken]].concat());
        output.stderr.split("help: ").nth(1).unwrap_or_default().to_owned()
    };
    let before = help(&[]);
    let samples = ["a.e", "b.e", "c.e", "d.e"].map(path);
    let mut args = vec!["train", "--count", "40", &lex, &yacc];
    args.extend(samples.iter().map(String::as_str));
    let output = run(&args);
    assert_eq!(output.status, Some(0), "{output:?}");
    assert!(output.stdout.contains("e.ngram' counts "), "{output:?}");
    let model = fs::read(folder.0.join("e.ngram")).unwrap();
    assert_eq!((before.as_str(), help(&[]).as_str()), ("insert `+`)\n", "insert `*`)\n"));
    assert_eq!(help(&["--ngram", "none"]), before);
    run(&args);
    assert_eq!(fs::read(folder.0.join("e.ngram")).unwrap(), model);
    // A grammar that calls a token something else.
    fs::write(&yacc, GRAMMAR.replace("INT", "NUM")).unwrap();
    fs::write(&lex, LEXER.replace("INT", "NUM")).unwrap();
    let output = run(&["-q", &lex, &yacc, &broken]);
    assert_eq!(output.status, Some(2), "{output:?}");
    assert!(
        output.stderr.contains("e.ngram', line 6: the grammar has no token 'INT'")
            && output.stderr.contains("'nimbleparse train'"),
        "{output:?}"
    );
    assert!(help(&["--ngram", "none"]).starts_with("insert"));
    assert_eq!(run(&args).status, Some(0));
    assert_eq!(help(&[]), "insert `*`)\n");
}

#[test]
fn too_few_samples_are_told() {
    let folder = folder("train-few");
    let path = |name: &str| format!("{}/{name}", folder.path());
    let (lex, yacc, wrong, one) = (path("e.l"), path("e.y"), path("wrong.e"), path("a.e"));
    let output = run(&["train", &lex, &yacc, &wrong]);
    assert_eq!(output.status, Some(2), "{output:?}");
    assert!(output.stderr.contains("no sample parses, such as '"), "{output:?}");
    assert!(!folder.0.join("e.ngram").exists());
    // A sample that is named twice is one sample.
    let output = run(&["train", &lex, &yacc, &one, &one]);
    assert_eq!(output.status, Some(0), "{output:?}");
    assert!(output.stdout.contains("it takes two samples that differ: name more"), "{output:?}");
    for (args, said) in [
        (&["train", &lex, &yacc][..], "no sample: name valid files"),
        (&["train", "--grammar", "json", &one], "give '--out FILE'"),
        (&["train", "--order", "9", &lex, &yacc, &one], "'--order' is at most 8"),
        (&["train", &yacc, &lex, &one], "expected the lex file first"),
        (&["train", "--sed", "1", &lex, &yacc, &one], "'--sed'; did you mean '--seed'?"),
        (&["coverage", "--grammer", "json", &one], "'--grammer'; did you mean '--grammar'?"),
    ] {
        let output = run(args);
        assert_eq!(output.status, Some(2), "{output:?}");
        assert!(output.stderr.contains(said), "{output:?}");
    }
}

/// Sums say nothing of products: a model of the one puts mistakes in the other right less often.
#[test]
fn a_model_that_does_harm_is_not_written_beside_the_grammar() {
    let folder = folder("train-harm");
    let path = |name: &str| format!("{}/{name}", folder.path());
    let (lex, yacc) = (path("e.l"), path("e.y"));
    let (sums, products, model) = (path("sums"), path("products"), path("e.ngram"));
    fs::write(&sums, "1 + 2 + 3 + ( 4 + 5 ) + 6").unwrap();
    fs::write(&products, "1 * 2 * 3 * ( 4 * 5 ) * 6").unwrap();
    let samples = ["--count", "2000", &lex, &yacc, &sums, &products];
    for old in [None, Some("an old one")] {
        old.inspect(|old| fs::write(&model, old).unwrap());
        let output = run(&[&["train"][..], &samples].concat());
        assert_eq!((output.status, output.stdout.as_str()), (Some(2), ""), "{output:?}");
        for said in ["e.ngram' is not written: ", "(-", "'--out FILE'"] {
            assert!(output.stderr.contains(said), "{said}: {output:?}");
        }
        assert_eq!(fs::read_to_string(&model).ok().as_deref(), old);
    }
    let output = run(&[&["train", "--out", &model][..], &samples].concat());
    assert_eq!(output.status, Some(0), "{output:?}");
    assert!(output.stdout.contains("(-"), "{output:?}");
    assert_eq!(read(&fs::read_to_string(&model).unwrap()).len(), 91);
}

/// An output that cannot be written is known before the samples are broken and repaired.
#[test]
fn an_output_that_cannot_be_written_is_told_before_training() {
    let folder = folder("train-output");
    let path = |name: &str| format!("{}/{name}", folder.path());
    let files = ["e.l", "e.y", "a.e", "b.e"].map(path);
    for out in [path("no/e.ngram"), folder.path().to_owned()] {
        let mut args = vec!["train", "--out", &out];
        args.extend(files.iter().map(String::as_str));
        let output = run(&args);
        assert_eq!(output.status, Some(2), "{output:?}");
        assert!(output.stderr.contains(&format!("cannot write '{out}'")), "{output:?}");
        assert!(!output.stderr.contains("mutants"), "{output:?}");
    }
}

/// Samples have `+` more often; but where an operator was missing, people put `*`.
#[test]
fn edits_of_pairs_are_counted_and_put_repairs_in_order() {
    let folder = folder("train-pairs");
    let path = |name: &str| format!("{}/{name}", folder.path());
    let (lex, yacc, broken) = (path("e.l"), path("e.y"), path("text"));
    fs::write(&broken, "(2 + 3) (4 + 5)").unwrap();
    let (before, after) =
        (["(1 + 2) (3 + 4)", "(5) (6)", "1 +"], ["(1 + 2) * (3 + 4)", "(5) * (6)", "1"]);
    for (part, texts) in [("broken", before), ("fixed", after)] {
        fs::create_dir_all(path(&format!("pairs/{part}"))).unwrap();
        for (name, text) in texts.iter().enumerate() {
            fs::write(path(&format!("pairs/{part}/{name}.e")), text).unwrap();
        }
    }
    fs::write(path("pairs/fixed/alone.e"), "1 + 2").unwrap();
    fs::write(path("plus"), ["(1 + 2) + (3 + 4)"; 3].join(" + ")).unwrap();
    let train = |out: &str, more: &[String]| {
        let args = ["train", "--count", "20", "--out", out, &lex, &yacc].map(str::to_string);
        let args = [&args[..], more].concat();
        let output = run(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(output.status, Some(0), "{output:?}");
        output.stdout
    };
    let (texts, edits) = (path("texts"), path("edits"));
    let fixed = ["0.e", "1.e", "2.e"].map(|name| path(&format!("pairs/fixed/{name}")));
    train(&texts, &[&[path("plus")][..], &fixed].concat());
    let said = train(&edits, &["--pairs".to_string(), path("pairs"), path("plus")]);
    assert!(said.contains(" in 4 samples of 58 tokens, and 3 fixes: "), "{said}");
    assert!(said.contains("The person's fix is the first repair"), "{said}");
    let [texts_model, edits_model] = [&texts, &edits].map(|file| fs::read_to_string(file).unwrap());
    let more = edits_model.strip_prefix(&texts_model).expect("the texts are the same");
    assert!(more.starts_with("edits 1 order 3\n"), "{more}");
    let help = |model: &str| {
        let output = run(&["-q", "--style", "short", "--ngram", model, &lex, &yacc, &broken]);
        output.stderr.split("help: ").nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!((help(&texts).as_str(), help(&edits).as_str()), ("insert `+`)\n", "insert `*`)\n"));
    // Pairs alone are enough.
    let said = train(&edits, &["--pairs".to_string(), path("pairs")]);
    assert!(said.contains(" in 3 samples of ") && said.contains(", and 3 fixes: "), "{said}");
    for (folder, message) in
        [(path("no"), "there is no folder"), (path("pairs/broken"), "there is no folder")]
    {
        let output = run(&["train", "--pairs", &folder, "--out", &edits, &lex, &yacc]);
        assert_eq!(output.status, Some(2), "{output:?}");
        assert!(output.stderr.contains(message), "{output:?}");
    }
}
