//! What README and guide show is what the program prints. The picture of a terminal is made here:
//! `docs/pictures/report.svg` is made of the output for `docs/pictures/Shop.java`, and
//! `UPDATE_PICTURES=1 cargo test -p nimbleparse --test tool shown` writes it again.

use std::{env, fmt::Write, fs, path::Path};

use crate::program::{command, run_with_input};

/// A character cell and its margin, in the units of the picture.
const CELL: (f64, f64) = (8.4, 18.0);
const MARGIN: f64 = 16.0;

/// What a select graphic rendition sequence (ECMA-48, section 8.3.117) sets, of what the program
/// uses.
#[derive(Clone, Copy, Default)]
struct Style {
    bold: bool,
    colour: Option<&'static str>,
}

impl Style {
    fn set(self, codes: &str) -> Style {
        codes.split(';').fold(self, |style, code| match code {
            "0" => Style::default(),
            "1" => Style { bold: true, ..style },
            "31" => Style { colour: Some("#ff7b72"), ..style },
            "32" => Style { colour: Some("#7ee787"), ..style },
            "34" => Style { colour: Some("#79c0ff"), ..style },
            other => panic!("a colour that the picture does not know: {other}"),
        })
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace(' ', "\u{a0}")
}

/// A picture in scalable vector graphics of what a terminal shows for `text`.
fn picture(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let mut body = String::new();
    let mut columns = 0;
    let mut style = Style::default();
    for (row, line) in lines.iter().enumerate() {
        let y = MARGIN + CELL.1 * (row as f64 + 0.75);
        let mut column = 0;
        for (at, piece) in line.split("\u{1b}[").enumerate() {
            let piece = match piece.split_once('m').filter(|_| at > 0) {
                Some((codes, rest)) => {
                    style = style.set(codes);
                    rest
                }
                None => piece,
            };
            if !piece.trim().is_empty() {
                // Blanks at the start are left out by some programs that show pictures.
                let blanks = piece.chars().take_while(|c| *c == ' ').count() as u32;
                let x = MARGIN + CELL.0 * f64::from(column + blanks);
                let bold = if style.bold { " font-weight=\"bold\"" } else { "" };
                let colour = style.colour.map_or(String::new(), |it| format!(" fill=\"{it}\""));
                let text = escaped(piece.trim_start());
                writeln!(body, "<text x=\"{x:.1}\" y=\"{y:.1}\"{bold}{colour}>{text}</text>")
                    .unwrap();
            }
            column += piece.chars().count() as u32;
        }
        columns = columns.max(column);
    }
    let width = 2.0 * MARGIN + CELL.0 * f64::from(columns);
    let height = 2.0 * MARGIN + CELL.1 * lines.len() as f64;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\" fill=\"#e6edf3\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#0d1117\"/>\n{body}</svg>\n"
    )
}

#[test]
fn the_picture_in_the_readme_is_what_the_program_prints() {
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
    let output = command()
        .args(["--color", "always", "Shop.java"])
        .current_dir(&pictures)
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8(output.stderr).expect("reports are UTF-8");
    let picture = picture(&format!("\u{1b}[1m$ nimbleparse Shop.java\u{1b}[0m\n{printed}"));
    let file = pictures.join("report.svg");
    if env::var_os("UPDATE_PICTURES").is_some() {
        fs::write(&file, &picture).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == picture, "docs/pictures/report.svg is not what the program prints now");
}

#[test]
fn the_readme_shows_what_its_first_command_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let mut commands = readme.lines().filter_map(|line| line.strip_prefix("cargo run "));
    let (_, args) = commands.next().expect("a command").split_once(" -- ").expect("arguments");
    let output = command().args(args.split(' ')).current_dir(&root).output().unwrap();
    let printed = String::from_utf8(output.stderr).expect("reports are UTF-8");
    let shown = printed.trim_end();
    assert!(readme.contains(&format!("```\n{shown}\n```")), "it prints\n{shown}");
}

#[test]
fn the_guide_shows_what_its_commands_print() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let mut commands = 0;
    for page in fs::read_dir(guide).unwrap() {
        let page = page.unwrap().path();
        if page.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(&page).unwrap();
        // Pages that begin with a new package are followed word for word by other tests.
        if text.contains("```console\n$ cargo new ") {
            continue;
        }
        for block in text.split("```console\n$ echo '").skip(1) {
            let Some((input, rest)) = block.split_once("' | nimbleparse ") else { continue };
            let (args, rest) = rest.split_once('\n').unwrap();
            let (shown, _) = rest.split_once("```").unwrap();
            // Single quotes are those of a shell.
            let quoted = |(at, part): (usize, &str)| match at % 2 {
                0 => part.replace(' ', "\n"),
                _ => part.to_owned(),
            };
            let args: String = args.split('\'').enumerate().map(quoted).collect();
            let args: Vec<&str> = args.lines().collect();
            let output = run_with_input(&args, format!("{input}\n").as_bytes());
            assert_eq!(output.stdout + &output.stderr, shown, "{} {args:?}", page.display());
            commands += 1;
        }
    }
    assert!(commands > 0);
}
