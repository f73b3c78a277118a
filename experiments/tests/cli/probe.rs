//! What tables say of a position: `warri probe`, and `warri show`.

use serde_json::{Value, json};

use crate::common::{Folder, refused};
use crate::solve::{WON, json, solve};

/// Two seeds that go in circles.
const CIRCLING: &str = "0,0,0,0,0,1/0,0,0,0,0,1 23-23 S";

fn probe(arguments: &[&str]) -> Value {
    let folder = Folder::new();
    json(&folder.succeed(&[&["probe", "--json"], arguments].concat()))
}

#[test]
fn a_won_position_is_won() {
    let won = probe(&[WON]);
    assert_eq!(won["result"], "south");
    assert_eq!(
        [&won["own"], &won["opponent"], &won["open"]].map(Value::as_u64),
        [Some(25), Some(23), Some(0)]
    );
    assert_eq!(won["best"], "F");
    assert_eq!(
        won["moves"],
        json!([{"house": "F", "result": "south", "own": 25, "opponent": 23, "left": 1,
                "progress": 0, "keeps": true}])
    );
    assert_eq!((&won["line"], &won["plies"]), (&json!("F"), &json!(1)));
    assert_eq!(
        (&won["reason"], &won["south"], &won["north"]),
        (&json!("majority"), &json!(25), &json!(22))
    );
    let shown = Folder::new().succeed(&["probe", WON]);
    assert!(shown.starts_with("        f   e   d"), "{shown}");
    assert!(
        shown.contains("With best play South wins.\nTo the last seed, South is sure of 25 seeds"),
        "{shown}"
    );
    assert!(shown.contains("Moves that keep the result: F\n"), "{shown}");
    assert!(shown.contains("\nA perfect line of 1 ply: F\n"), "{shown}");
    let replay = format!("warri replay F --position '{WON}'");
    assert!(shown.trim_end().ends_with(&replay), "{shown}");
}

#[test]
fn circling_seeds_are_a_draw() {
    for (variant, own, note) in [
        ("speightstown", 23, "neither can force the other 2 seeds.\n"),
        ("bridgetown", 24, "North of 24, stores included.\n"),
        (
            "abapa",
            23,
            "neither can force the other 2 seeds.\nA cycle is taken to give nothing",
        ),
    ] {
        let variant = format!("--variant={variant}");
        let drawn = probe(&[CIRCLING, &variant]);
        assert_eq!(drawn["result"], "draw");
        assert_eq!(
            (&drawn["own"], &drawn["reason"]),
            (&json!(own), &json!("cycle"))
        );
        assert_eq!(drawn["plies"], 12);
        let shown = Folder::new().succeed(&["probe", CIRCLING, &variant]);
        let result = match variant.ends_with("speightstown") {
            true => "With best play it is a draw.",
            // A cycle divides seeds, and the tables do not know how.
            false => "With best play neither side can force a win.",
        };
        assert!(shown.contains(result), "{shown}");
        assert!(shown.contains(note), "{shown}");
    }
}

#[test]
fn a_finished_position_has_its_result_and_no_moves() {
    let over = "0,0,0,0,0,2/0,0,0,0,0,0 22-24 N";
    let probed = probe(&[over]);
    assert_eq!(probed["result"], "north");
    assert_eq!(
        (&probed["opponent"], &probed["own"]),
        (&json!(22), &json!(26))
    );
    assert_eq!(
        (&probed["moves"], &probed["best"]),
        (&json!([]), &Value::Null)
    );
    let shown = Folder::new().succeed(&["probe", over]);
    assert!(
        shown.contains("over (starved): North has no seeds left"),
        "{shown}"
    );
}

#[test]
fn a_position_without_a_table_is_refused() {
    let folder = Folder::new();
    let eleven = "0,2,0,0,2,3/2,0,1,0,0,1 20-17 N";
    refused(
        &folder,
        &["probe", eleven, "--variant=abapa", "--tables=my tables"],
        "my tables/abapa-11.table: there is no such table: \
         `warri solve --variant abapa --seeds 11 --out 'my tables'` makes it",
    );
    refused(
        &folder,
        &["probe", "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S"],
        "48 seeds are on the board: endgame tables have 24 at most",
    );
    refused(
        &folder,
        &["probe", "start"],
        "position `start`: expected board, stores and side",
    );
    // Nothing is said of it where nothing is known.
    let shown = folder.succeed(&["show", eleven]);
    assert!(!shown.contains("With best play"), "{shown}");
    // The command that it names helps.
    solve(
        &folder,
        &["--variant=abapa", "--seeds=11", "--out=my tables"],
    );
    let arguments = [eleven, "--variant=abapa", "--tables=my tables"];
    folder.succeed(&[&["probe"], &arguments[..]].concat());
    let shown = folder.succeed(&[&["show"], &arguments[..]].concat());
    assert!(
        shown.contains("\n\nWith best play South wins.\n"),
        "{shown}"
    );
    assert!(shown.contains("\nThe best move is "), "{shown}");
}

#[test]
fn show_knows_positions_with_few_seeds() {
    let shown = Folder::new().succeed(&["show", WON, "--bot=material@2"]);
    let known = "\n\nWith best play South wins.\nTo the last seed, South is sure of 25 seeds and \
                 North of 23, stores included.\nThe best move is F; `warri probe` has the \
                 others.\n\nmaterial@2 evaluates:\n";
    assert!(shown.contains(known), "{shown}");
}

#[test]
fn show_has_the_result_as_json() {
    let folder = Folder::new();
    let endgame = |position: &str, more: &[&str]| -> Value {
        let show = ["show", position, "--json"];
        json(&folder.succeed(&[&show[..], more].concat()))["endgame"].clone()
    };
    let south = json!({"result": "south", "own": 25, "opponent": 23, "open": 0});
    assert_eq!(endgame(WON, &[]), south);
    assert_eq!(endgame(WON, &["--bot=material@2"]), south);
    let draw = json!({"result": "draw", "own": 23, "opponent": 23, "open": 2});
    assert_eq!(endgame(CIRCLING, &[]), draw);
    let over = json!({"result": "north", "own": 26, "opponent": 22, "open": 0});
    assert_eq!(endgame("0,0,0,0,0,2/0,0,0,0,0,0 22-24 N", &[]), over);
    assert_eq!(endgame("start", &[]), Value::Null);
    let eleven = "0,2,0,0,2,3/2,0,1,0,0,1 20-17 N";
    assert_eq!(endgame(eleven, &[]), Value::Null);
    solve(&folder, &["--seeds=11"]);
    assert_eq!(endgame(eleven, &[])["result"], "south");
}
