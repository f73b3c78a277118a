//! Matches that stop when they are decided.

use serde_json::Value;

use crate::common::Folder;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

// pitfall 27
#[test]
fn a_sequential_test_stops_early_and_the_same_on_any_number_of_threads() {
    let folder = Folder::new();
    let play = |players: [&str; 2], threads: &str| {
        let settings = [
            "--sprt",
            "-10",
            "10",
            "--games=2000",
            "--json",
            "--threads",
            threads,
        ];
        folder.succeed(&[&["match"], &players[..], &settings].concat())
    };
    let shown = play(["material@2", "greedy"], "1");
    let found = json(&shown);
    assert_eq!(found["sprt"]["verdict"], "H1");
    assert!(found["games"].as_u64().unwrap() < 1000, "{shown}");
    assert!(found["sprt"]["llr"].as_f64() >= found["sprt"]["upper"].as_f64());
    for threads in ["2", "7"] {
        assert_eq!(play(["material@2", "greedy"], threads), shown);
    }
    let lost = json(&play(["greedy", "material@2"], "2"));
    assert_eq!(lost["sprt"]["verdict"], "H0");
    assert_eq!(lost["games"], found["games"]);
    let undecided = [
        "match",
        "greedy",
        "material@1",
        "--sprt",
        "0",
        "5",
        "--games=10",
    ];
    let text = folder.succeed(&undecided);
    assert!(
        text.contains("undecided") && text.contains("--games 100 "),
        "{text}"
    );
    assert!(!text.contains("biased"), "{text}");
    let decided = ["match", "material@2", "greedy", "--sprt", "-10", "10"];
    let text = folder.succeed(&decided);
    assert!(text.contains("once the answer was clear"), "{text}");
    assert!(text.contains("above\nare biased"), "{text}");
    assert!(
        text.ends_with(
            "the size of the difference:\n  warri match material@2 greedy --games 1000 --seed 2 \
             --opening-plies 8 --variant speightstown\n"
        ),
        "{text}"
    );
}

#[test]
fn a_test_at_its_limit_is_not_offered_again() {
    let test = ["match", "random", "random", "--sprt", "0", "0.001"];
    let longest = ["--games=1000000", "--quiet"];
    let text = Folder::new().succeed(&[&test[..], &longest].concat());
    assert!(text.contains("undecided"), "{text}");
    assert!(
        text.contains(
            "A match has no more games than these. Next, answers further apart, which need fewer:\n  \
             warri match random random --sprt 0 0.002 --games 1000000 "
        ),
        "{text}"
    );
}

#[test]
fn equal_names_are_told_apart() {
    let folder = Folder::new();
    let text = folder.succeed(&["match", "greedy", "greedy", "--series"]);
    assert!(
        text.contains(": the first greedy won 6, the second greedy won 4, drawn 1\n"),
        "{text}"
    );
    assert!(text.ends_with("champion: the first greedy\n"), "{text}");
    let text = folder.succeed(&["play", "greedy", "greedy", "--series"]);
    assert!(text.contains("games: the first greedy\n"), "{text}");
    let text = folder.succeed(&["match", "greedy", "random", "--games=2"]);
    assert!(
        text.contains(": 2 games of speightstown from both sides of 1 opening\n"),
        "{text}"
    );
}

#[test]
fn a_series_is_won_with_six_games() {
    let folder = Folder::new();
    let play = |threads| {
        let arguments = [
            "match",
            "random",
            "material@3",
            "--series",
            "--json",
            "--threads",
            threads,
        ];
        folder.succeed(&arguments)
    };
    let shown = play("1");
    assert_eq!(play("7"), shown);
    let series = json(&shown);
    assert_eq!(series["series"]["champion"], "material@3");
    assert_eq!(series["series"]["wins_b"], 6);
    let all = ["wins", "draws", "losses"].map(|key| series[key].as_u64().unwrap());
    assert_eq!(all.iter().sum::<u64>(), series["games"].as_u64().unwrap());
    let text = folder.succeed(&["match", "random", "material@3", "--series"]);
    assert!(text.contains("champion: material@3"), "{text}");
}

#[test]
fn tests_and_series_that_cannot_be_are_refused() {
    let folder = Folder::new();
    let error = folder.refuse(&["match", "greedy", "random", "--sprt", "5", "-5"]);
    assert!(
        error.contains("--sprt: 5 and -5: expected two Elo differences"),
        "{error}"
    );
    let error = folder.refuse(&["match", "greedy", "random", "--series", "--games=4"]);
    assert!(error.contains("cannot be used with"), "{error}");
}
