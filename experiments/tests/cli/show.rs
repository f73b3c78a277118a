//! `warri show` on positions counted by hand.

use serde_json::{Value, json};

use crate::common::Folder;

const SLAM: &str = "0,0,4,2,12,11/1,0,0,0,0,0 13-5 S";

fn show(arguments: &[&str]) -> String {
    Folder::new().succeed(&[&["show"], arguments].concat())
}

fn show_json(arguments: &[&str]) -> Value {
    serde_json::from_str(&show(&[arguments, &["--json"]].concat())).unwrap()
}

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn a_position_is_shown_with_its_moves_and_features() {
    let start = show(&["start"]);
    assert!(
        start.starts_with("        f   e   d   c   b   a\n"),
        "{start}"
    );
    assert!(
        start.contains("\n4,4,4,4,4,4/4,4,4,4,4,4 0-0 S\n"),
        "{start}"
    );
    assert!(start.contains("moves: A, B, C, D, E, F\n"), "{start}");
    let slam = show(&[SLAM]);
    assert!(slam.contains("moves: C (captures 2), D, E, F"), "{slam}");
    assert!(
        slam.contains("store               13         5\n"),
        "{slam}"
    );
    // In Abapa a grand slam captures nothing.
    let abapa = show(&[SLAM, "--variant=abapa"]);
    assert!(abapa.contains("moves: C, D, E, F"), "{abapa}");
}

#[test]
fn a_finished_position_says_how_it_ended() {
    let starved = "0,0,0,3,13,12/0,0,0,0,0,0 15-5 N";
    let shown = show(&[starved, "--bot=material@3"]);
    assert!(
        shown.contains(
            "over (starved): North has no seeds left to move, so the seeds on the board (28) go to \
             North.\nSouth 15, North 33: North wins\n"
        ),
        "{shown}"
    );
    assert!(!shown.contains("it plays"), "{shown}");
    let shown = show_json(&[starved, "--bot=material@3"]);
    assert_eq!(shown["legal"], json!({}));
    assert_eq!(
        [&shown["best"], &shown["score"], &shown["line"]],
        [&Value::Null; 3]
    );
}

#[test]
fn json_has_its_keys_in_order() {
    let shown = show_json(&[SLAM]);
    assert_eq!(
        keys(&shown),
        [
            "position", "legal", "features", "best", "score", "line", "endgame"
        ]
    );
    assert_eq!(shown["position"], SLAM);
    assert_eq!(shown["legal"], json!({"C": 2, "D": 0, "E": 0, "F": 0}));
    assert_eq!(
        shown["features"]["store"],
        json!({"own": 13, "opponent": 5})
    );
    assert_eq!(keys(&shown["features"]).len(), 14);
    assert_eq!(shown["best"], Value::Null);
    let shown = show_json(&[SLAM, "--bot=daoud2004-depth3"]);
    assert_eq!(
        keys(&shown),
        [
            "position", "legal", "features", "terms", "best", "score", "line", "endgame"
        ]
    );
    assert_eq!(
        shown["terms"]["-opponent_store"],
        json!({"count": 5, "weight": 0.13, "product": -0.65})
    );
}

#[test]
fn a_bot_s_terms_move_score_and_line() {
    let folder = Folder::new();
    folder.write(
        "bot.toml",
        "format = 1\nvariant = \"bridgetown\"\nfeatures = [\"net_store\", \"-own_empty\"]\n\
         depth = 1\n[weights]\nnet_store = 1\nown_empty = 0.25\n",
    );
    let shown = folder.succeed(&["show", SLAM, "--bot", "bot.toml"]);
    let terms = "net_store                    8     1.000     8.000\n\
                 -own_empty                   2     0.250    -0.500\n\
                 sum                                          7.500\n";
    assert!(shown.contains(terms), "{shown}");
    // Bridgetown splits the board after the slam, which wins.
    assert!(
        shown.contains("1 ply deep it plays C: wins in 1 ply\nexpected line: C\n"),
        "{shown}"
    );
    let start = show_json(&["start", "--bot=material@3", "--depth=5"]);
    assert_eq!(start["line"].as_str().unwrap().len(), 5);
    assert!(start["score"].is_f64());
    // A is the only move, and f captures the 25th seed.
    let lost = show_json(&["1,0,0,0,0,0/0,0,0,0,0,2 22-23 S", "--bot=material@2"]);
    assert_eq!(
        (&lost["score"], &lost["line"]),
        (&json!("loss in 2 plies"), &json!("Af"))
    );
    let won = show_json(&["1,0,0,0,0,1/1,0,2,1,1,1 23-17 S", "--bot=material@3"]);
    assert_eq!(
        (&won["best"], &won["score"], &won["line"]),
        (&json!("F"), &json!("win in 1 ply"), &json!("F"))
    );
}

#[test]
fn show_refuses_what_it_cannot_show() {
    let folder = Folder::new();
    for (arguments, expected) in [
        (
            &["show", "begin"][..],
            "position `begin`: expected board, stores and side",
        ),
        (
            &["show", "start", "--bot=greedy"],
            "player `greedy` has no evaluation: expected material@DEPTH",
        ),
        (
            &["show", "start", "--bot=random"],
            "player `random` has no evaluation",
        ),
        (
            &["show", "start", "--bot=none.toml"],
            "player `none.toml` is unknown: expected random",
        ),
        (&["show", "start", "--depth=3"], "--bot <BOT>"),
        (
            &["show", "start", "--bot=material@3", "--depth=0"],
            "expected a whole number from 1 to 20",
        ),
    ] {
        let error = folder.refuse(arguments);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
