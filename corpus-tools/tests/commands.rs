//! The commands as a user meets them. Limits are counted, so that runs can be compared.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use nimbleparse::json::Value;

use corpus_tools::{
    record::{Record, SCHEMA},
    rows,
};

const GRAMMARS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../grammars");

/// A folder of its own for a test, gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("corpus-tools-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_corpus-tools"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn done(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).unwrap()
}

/// The message of a command that must fail, with the exit status of wrong usage.
fn message(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(!message.contains("panicked"), "{message}");
    message
}

fn samples(language: &str) -> String {
    format!("{GRAMMARS}/{language}/bad")
}

/// What of the records in a file must be the same in every run, sorted.
fn counted(file: &str) -> Vec<Record> {
    let mut records = Vec::new();
    rows::read(file, &[&SCHEMA], |_, _, cells| {
        records.push(Record { time_ns: 0, parse_ns: 0, rss_kib: 0, ..Record::from_cells(&cells)? });
        Ok(())
    })
    .unwrap();
    let key = |record: &Record| (record.file.clone(), record.recoverer.clone(), record.run);
    records.sort_by_key(key);
    records
}

fn measure<'a>(out: &'a str, folder: &'a str) -> Vec<&'a str> {
    let options =
        ["measure", "--grammar", "java7", "--limit", "20000", "--runs", "2", "--ending", "java"];
    let more = ["--recoverer", "cpctplus,panic,corchuelo", "--sets", "--out", out, folder];
    [&options[..], &more[..]].concat()
}

#[test]
fn one_worker_or_two_come_to_the_same_counted_figures() {
    let scratch = Scratch::new("workers");
    let (one, two, folder) = (scratch.path("one.tsv"), scratch.path("two.json"), samples("java7"));
    done(&measure(&one, &folder));
    done(&[&measure(&two, &folder)[..], &["--workers", "2"]].concat());
    let found = counted(&one);
    assert!(found.len() > 100 && found.iter().any(|record| record.locations.len() > 1));
    assert_eq!(found, counted(&two));
}

#[test]
fn a_run_that_was_cut_off_anywhere_goes_on_to_the_same_end() {
    let scratch = Scratch::new("resume");
    let (whole, cut, folder) =
        (scratch.path("whole.tsv"), scratch.path("cut.tsv"), samples("java7"));
    done(&measure(&whole, &folder));
    let text = fs::read(&whole).unwrap();
    for part in [0, 10, text.len() / 3, text.len() / 2, text.len() - 1, text.len()] {
        fs::write(&cut, &text[..part]).unwrap();
        done(&measure(&cut, &folder));
        assert_eq!(counted(&whole), counted(&cut), "cut off at byte {part}");
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_loses_at_most_the_file_in_work() {
    let scratch = Scratch::new("kill");
    let (whole, killed, folder) =
        (scratch.path("whole.tsv"), scratch.path("killed.tsv"), samples("java7"));
    done(&measure(&whole, &folder));
    let mut child = command(&measure(&killed, &folder)).spawn().unwrap();
    while fs::metadata(&killed).map_or(0, |about| about.len()) < 5000 {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = fs::read_to_string(&killed).unwrap();
    let kept = before.rsplit_once('\n').unwrap().0;
    assert!(kept.lines().count() > 1);
    done(&measure(&killed, &folder));
    assert!(fs::read_to_string(&killed).unwrap().starts_with(kept));
    assert_eq!(counted(&whole), counted(&killed));
}

#[test]
fn files_may_be_given_as_a_list() {
    let scratch = Scratch::new("list");
    let file = format!("{}/empty.json", samples("json"));
    let list = scratch.write("list", &format!("{file}\n"));
    let options = ["measure", "--grammar", "json", "--limit", "1000", "--format", "json"];
    let expected = done(&[&options[..], &[&file]].concat());
    assert_eq!(expected.lines().count(), 1);
    let name = |text: &str| Value::parse(text).unwrap().get("file").cloned();
    assert_eq!(name(&done(&[&options[..], &[&list]].concat())), name(&expected));
    let missing = scratch.write("missing", &format!("{file}\nno such file\n"));
    let found = message(&[&options[..], &[&missing]].concat());
    assert!(found.contains("line 2: 'no such file' is not a file"), "{found}");
}

#[test]
fn bad_input_is_named() {
    let scratch = Scratch::new("bad");
    let empty = scratch.path("empty");
    fs::create_dir(&empty).unwrap();
    let sample = format!("{}/empty.json", samples("json"));
    let measure = |more: &[&str]| message(&[&["measure", "--grammar", "json"], more].concat());
    assert!(measure(&[&empty]).contains("holds no file"));
    assert!(measure(&["/no/such/file"]).contains("cannot read '/no/such/file'"));
    assert!(measure(&[]).contains("no file to work on"));
    assert!(measure(&["--recoverer", "magic", &sample]).contains("unknown recoverer 'magic'"));
    assert!(measure(&["--limit", "soon", &sample]).contains("limit 'soon'"));
    assert!(message(&["measure", &sample]).contains("'--grammar' is missing"));
    assert!(
        message(&["measure", "--grammar", "klingon", &sample])
            .contains("unknown grammar 'klingon'")
    );
    assert!(message(&["frobnicate"]).contains("unknown command 'frobnicate'"));
    assert!(message(&["stress", "none"]).contains("no family of inputs is called 'none'"));
    assert!(message(&["quality", "--grammar", "json", &empty]).contains("no folder of pairs"));
    assert!(message(&["report", &scratch.path("none")]).contains("cannot read"));
    let wrong = scratch.write("wrong.tsv", "a\tb\n1\t2\n");
    assert!(message(&["report", &wrong]).contains("line 1: not records: the column 'file'"));
    assert!(message(&["report", &scratch.write("nothing", "")]).contains("there is no record"));
    let grammar = scratch.write("broken.y", "%%\nS: ( ;");
    let lex = scratch.write("ok.l", "%%\na 'a'\n");
    let found = message(&["measure", "--grammar", &format!("{lex},{grammar}"), &sample]);
    assert!(found.contains("broken.y"), "{found}");
}

#[test]
fn a_file_is_gone_on_with_only_by_the_same_experiment() {
    let scratch = Scratch::new("setting");
    let out = scratch.path("out.tsv");
    let sample = format!("{}/empty.json", samples("json"));
    let measure = |limit: &'static str| ["measure", "--grammar", "json", "--limit", limit, "--out"];
    done(&[&measure("1000")[..], &[&out, &sample]].concat());
    let found = message(&[&measure("2000")[..], &[&out, &sample]].concat());
    assert!(found.contains("line 2: the record is of limit '1000', not '2000'"), "{found}");
    let cases = ["quality", "--grammar", "json", "--out", &out];
    let pairs = scratch.path("pairs");
    scratch.write("pairs/broken/a.json", "[1 2]");
    scratch.write("pairs/fixed/a.json", "[1, 2]");
    let found = message(&[&cases[..], &[&pairs]].concat());
    assert!(found.contains("not cases: the column"), "{found}");
}

#[test]
fn half_written_records_are_left_out_of_reports() {
    let scratch = Scratch::new("half");
    let out = scratch.path("out.tsv");
    done(&measure(&out, &samples("java7")));
    let text = fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let half =
        scratch.write("half.tsv", &format!("{}\n{}", lines[..7].join("\n"), &lines[7][..40]));
    let output = run(&["report", "--format", "json", "--resamples", "10", &half]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("half-written"));
    let damaged =
        scratch.write("damaged.tsv", &format!("{}\n{}\n", lines[..7].join("\n"), &lines[7][..40]));
    let found = message(&["report", &damaged]);
    assert!(found.contains("line 8: expected 23 columns"), "{found}");
}

#[test]
fn reports_hold_what_they_promise() {
    let scratch = Scratch::new("report");
    let (out, page) = (scratch.path("out.tsv"), scratch.path("page.html"));
    done(&measure(&out, &samples("java7")));
    let report = ["report", "--resamples", "50"];
    let text = done(&[&report[..], &["--format", "json", &out]].concat());
    let report_json = Value::parse(&text).unwrap();
    let algorithms = report_json.get("algorithms").unwrap();
    for name in ["cpctplus", "panic", "corchuelo"] {
        let figures = algorithms.get(name).unwrap();
        for figure in [
            "files",
            "failed_percent",
            "mean_ms",
            "median_ms",
            "tokens_skipped_percent",
            "error_locations",
        ] {
            let bound = |suffix: &str| {
                figures.get(&format!("{figure}{suffix}")).unwrap().number::<f64>().unwrap()
            };
            assert!(bound("_low") <= bound("") && bound("") <= bound("_high"), "{name} {figure}");
        }
        let costs = figures.get("cost_mean").unwrap();
        assert_eq!(*costs == Value::Null, name != "cpctplus", "{name}");
    }
    let files: usize = algorithms.get("panic").unwrap().get("files").unwrap().number().unwrap();
    assert_eq!(
        files,
        counted(&out).iter().filter(|r| r.recoverer == "panic" && r.run == 1).count()
    );
    done(&[&report[..], &["--html", &page, &out]].concat());
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.matches("<svg").count() >= 4);
    assert!(page.contains("prefers-color-scheme: dark"));
    for outside in ["http:", "https:", "src=", "href=", "@import", "NaN", "inf"] {
        assert!(!page.contains(outside), "the page holds {outside}");
    }
    let again = done(&[&report[..], &["--format", "json", &out]].concat());
    assert_eq!(text, again);
}

/// Where the error is detected where the one token was changed, the change back is a repair of
/// minimum cost, after which parsing reaches the end: it must be in the complete set. In a merged
/// table it may be lost even so: the erroneous token makes the parser reduce before it is refused,
/// and CPCT+ starts after that (`x = y ] [ ]`, where `[` was left out before `]`; `2 * 3 ) * 4`).
/// That is rare.
#[test]
fn the_truth_of_a_single_edit_is_in_the_set_if_the_error_is_found_at_its_place() {
    let scratch = Scratch::new("truth");
    for (grammar, ending) in [("json", "json"), ("calc", "calc"), ("java7", "java")] {
        let (out, cases) = (scratch.path(grammar), scratch.path("cases.json"));
        let valid = format!("{GRAMMARS}/{grammar}/ok");
        let mutate =
            ["mutate", "--grammar", grammar, "--edits", "1", "--count", "150", "--ending", ending];
        done(&[&mutate[..], &[&valid, &out]].concat());
        let _ = fs::remove_file(&cases);
        done(&["quality", "--grammar", grammar, "--limit", "4000000", "--out", &cases, &out]);
        let (mut checked, mut all, mut lost) = (0, 0, 0);
        for line in fs::read_to_string(&cases).unwrap().lines() {
            let case = Value::parse(line).unwrap();
            let number = |name: &str| case.get(name).unwrap().number::<u64>();
            let Some(error) = number("error") else { continue };
            let at_place =
                number("place_low") <= Some(error) && Some(error) <= number("place_high");
            all += 1;
            if number("edits") == Some(1) && at_place && number("total") == number("listed") {
                if number("rank").is_none() {
                    lost += 1;
                }
                checked += 1;
            }
        }
        assert!(checked * 4 > all && checked > 20, "{grammar}: {checked} of {all}");
        assert!(lost * 10 <= checked, "{grammar}: {lost} of {checked}");
    }
}

/// Two pairs of one repository and one of another; the table is made by hand.
#[test]
fn fixes_are_reported_by_edits_with_intervals_over_repositories() {
    let scratch = Scratch::new("fixes");
    for (name, broken, fixed) in [
        ("a.json", "{\"a\" 1}", "{\"a\": 1}"),
        ("b.json", "[1, 2, 3", "[1, 2, 3, 4, 5, 6]"),
        ("c.json", "{\"a\" [1, 2]}", "{\"a\": [1, 2]}"),
        ("d.json", "[1]", "[2]"),
    ] {
        scratch.write(&format!("pairs/broken/{name}"), broken);
        scratch.write(&format!("pairs/fixed/{name}"), fixed);
    }
    let index = scratch.write("index.tsv", "file\trepo\na.json\tx\nb.json\tx\nc.json\ty\n");
    let (cases, pairs) = (scratch.path("cases.tsv"), scratch.path("pairs"));
    let quality = ["quality", "--grammar", "json", "--limit", "100000", "--recoverer"];
    done(&[&quality[..], &["restart@3,cpctplus", "--out", &cases, &pairs]].concat());
    let by = ["report", "--index", &index, "--by", "repo", "--resamples", "100", &cases];
    let text = done(&by);
    assert!(text.contains("95 % intervals over 2 groups by repo"), "{text}");
    assert!(text.contains("1 pair has no case: the broken text parses."), "{text}");
    let line = |name: &str| {
        let lines = text.lines().filter(|line| line.trim_start().starts_with(name));
        lines.map(|line| line.split_whitespace().skip(1).collect::<Vec<_>>()).next().unwrap()
    };
    assert_eq!(line("edits"), ["1", "more", "at", "most", "6", "all"]);
    assert_eq!(line("cases"), ["2", "1", "2", "3"]);
    let percentages: Vec<&str> = line("restart@3").into_iter().step_by(2).collect();
    assert_eq!(percentages, ["100.0", "0.0", "100.0", "66.7"]);
    // In the order in which they were asked for.
    assert!(text.find("restart@3") < text.find("cpctplus"));
    let json = done(&[&by[..], &["--format", "json"]].concat());
    let groups = Value::parse(&json).unwrap();
    let Some(Value::Array(groups)) = groups.get("quality").cloned() else { panic!("{json}") };
    let of = |fix: &str, edits: &str| {
        let is_it = |group: &&Value| {
            group.get("fix").unwrap().text() == Some(fix)
                && group.get("edits").unwrap().text() == Some(edits)
        };
        groups.iter().find(is_it).map(|group| group.get("cases").unwrap().number::<u64>())
    };
    // Seven edits, of which `]` is enough.
    assert_eq!((of("whole", "1"), of("needed", "1")), (Some(Some(2)), Some(Some(3))));
    let page = done(&[&by[..], &["--format", "html"]].concat());
    assert!(page.contains("among the first five, %"), "{page}");
    assert!(message(&["report", "--by", "repo", &cases]).contains("'--by' needs '--index'"));
    let column = ["report", "--index", &index, "--by", "owner", &cases];
    assert!(message(&column).contains("there is no column 'owner'"));
    let nobody = ["report", "--misses-of", "panic", &cases];
    assert!(message(&nobody).contains("there is no case of 'panic'"));
}

#[test]
fn the_same_seed_makes_the_same_files() {
    let scratch = Scratch::new("seed");
    let made = |name: &str, seed: &str| {
        let out = scratch.path(name);
        let valid = format!("{GRAMMARS}/json/ok");
        done(&[
            "mutate",
            "--grammar",
            "json",
            "--seed",
            seed,
            "--count",
            "40",
            "--ending",
            "json",
            &valid,
            &out,
        ]);
        let mut files: Vec<(String, String)> = fs::read_dir(Path::new(&out).join("broken"))
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| {
                (
                    entry.file_name().into_string().unwrap(),
                    fs::read_to_string(entry.path()).unwrap(),
                )
            })
            .collect();
        files.sort_unstable();
        files
    };
    assert_eq!(made("a", "1").len(), 40);
    assert_eq!(made("b", "1"), made("c", "1"));
    assert_ne!(made("d", "2"), made("e", "1"));
    let full = scratch.path("b");
    assert!(
        message(&["mutate", "--grammar", "json", &samples("json"), &full])
            .contains("no file is valid")
    );
    let valid = format!("{GRAMMARS}/json/ok");
    assert!(
        message(&["mutate", "--grammar", "json", "--ending", "json", &valid, &full])
            .contains("is not empty")
    );
}

#[test]
fn commands_that_moved_are_told() {
    for (old, new) in [("train-ngram", "train"), ("generate", "generate"), ("coverage", "coverage")]
    {
        let output = run(&[old, "--grammar", "json"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2));
        assert!(said.contains(&format!("It is 'nimbleparse {new} ")), "{said}");
    }
}

#[test]
fn an_experiment_is_one_command() {
    let scratch = Scratch::new("experiment");
    let out = scratch.path("out");
    let options =
        ["experiment", "--grammar", "json", "--runs", "2", "--limit", "5000", "--resamples", "50"];
    let folder = samples("json");
    let experiment = [&options[..], &["--ending", "json", "--out", &out, &folder]].concat();
    assert!(done(&experiment).contains("cpctplus-nomerge"));
    assert!(Path::new(&out).join("report.html").is_file());
    let records = Path::new(&out).join("records.tsv");
    let before = fs::read(&records).unwrap();
    done(&experiment);
    assert_eq!(before, fs::read(&records).unwrap());
}

#[test]
fn a_program_may_be_compared_with_itself() {
    let scratch = Scratch::new("compare");
    let out = scratch.path("out.tsv");
    done(&[
        "measure",
        "--grammar",
        "json",
        "--limit",
        "100000",
        "--sets",
        "--ending",
        "json",
        "--out",
        &out,
        &samples("json"),
    ]);
    let compared = done(&["compare", "--grammar", "json", &out, &out]);
    assert!(compared.contains(" 0 with different ones"), "{compared}");
    assert!(!compared.contains("other places"), "{compared}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = command(&[
        "measure",
        "--grammar",
        "java7",
        "--limit",
        "1000",
        "--ending",
        "java",
        &samples("java7"),
    ])
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(line.starts_with("file\t"));
}

/// A repository with two commits of a file, and the index of both versions.
#[test]
fn a_corpus_is_fetched_from_repositories_and_checked() {
    let scratch = Scratch::new("fetch");
    let repository = PathBuf::from(scratch.path("host/owner/project"));
    fs::create_dir_all(&repository).unwrap();
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(&repository).args(args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    git(&["init", "--quiet"]);
    // Hashes by sha256sum.
    let versions = [
        ("[1 2]\n", "34e4f70e07bcffe72b85d404279da9a201e6d5f9af09bc71d86b750a37e23628"),
        ("[1, 2]\n", "1fb3ffcf3df89e31f56932d4a64a23eede8a2f6707898bf14d1fc42a78286868"),
    ];
    let commits = versions.map(|(text, _)| {
        fs::write(repository.join("a.json"), text).unwrap();
        git(&["add", "."]);
        let name = ["-c", "user.name=a", "-c", "user.email=a@b"];
        git(&[&name[..], &["commit", "--quiet", "--message", "a"]].concat());
        git(&["rev-parse", "HEAD"])
    });
    let row = |kind: &str, commit: &str, hash: &str| {
        format!("{kind}/a.json\towner/project\t{commit}\ta.json\tMIT\t{hash}\n")
    };
    let columns = "file\trepository\tcommit\tpath\tlicence\tsha256\n";
    let rows =
        [row("broken", &commits[0], versions[0].1), row("fixed", &commits[1], versions[1].1)];
    let index = scratch.write("small.tsv", &format!("{columns}{}", rows.concat()));
    let out = PathBuf::from(scratch.path("out"));
    let from = format!("--from=file://{}", scratch.path("host"));
    let fetch = || {
        let out = format!("--out={}", out.display());
        run(&["fetch", &from, &out, &index])
    };
    assert_eq!(fetch().status.code(), Some(0));
    let read = |kind: &str| fs::read_to_string(out.join(kind).join("a.json"));
    assert_eq!(
        (read("broken").unwrap(), read("fixed").unwrap()),
        ("[1 2]\n".into(), "[1, 2]\n".into())
    );
    assert!(!out.join(".repository").exists());
    // What is there is not fetched again: the repository may be gone.
    fs::rename(scratch.path("host"), scratch.path("gone")).unwrap();
    assert_eq!(fetch().status.code(), Some(0));
    fs::remove_file(out.join("fixed/a.json")).unwrap();
    let without = fetch();
    let said = String::from_utf8_lossy(&without.stderr).into_owned();
    assert_eq!(without.status.code(), Some(1));
    assert!(said.contains("fixed/a.json: the repository cannot be fetched"), "{said}");
    fs::rename(scratch.path("gone"), scratch.path("host")).unwrap();
    // Another version than the index says is not kept.
    let wrong = row("fixed", &commits[0], versions[1].1);
    scratch.write("small.tsv", &format!("{columns}{}{wrong}", rows[0]));
    let said = String::from_utf8_lossy(&fetch().stderr).into_owned();
    assert!(said.contains("the file differs from the one that was measured"), "{said}");
    assert!(read("fixed").is_err());
}
