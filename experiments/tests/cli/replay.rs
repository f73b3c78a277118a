//! Games played again: a record, a saved file, a logged game.

use std::fs;

use serde_json::Value;

use crate::common::{Folder, assert_same};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn replay_plays_a_record() {
    let folder = Folder::new();
    let replayed = json(&folder.succeed(&["replay", "BaCa", "--json"]));
    assert_eq!(replayed["plies"], 4);
    assert_eq!(replayed["result"], "unfinished");
    assert_eq!(replayed["reason"], Value::Null);
    let keys: Vec<&String> = replayed.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["position", "plies", "south", "north", "result", "reason"]
    );
    let start = ["replay", "F", "--position=1,0,0,0,0,1/1,0,2,1,1,1 23-17 S"];
    assert!(
        folder
            .succeed(&start)
            .contains("majority after 1 ply, South 25, North 17: South wins")
    );
    let error = folder.refuse(&["replay", "BaCaB"]);
    assert_eq!(error, "error: move 5: house B is empty\n");
    let error = folder.refuse(&["replay", "BaCac"]);
    assert!(
        error.contains("move 5 is `c`: expected a house of South's"),
        "{error}"
    );
    let error = folder.refuse(&["replay", "B", "--position=1,2"]);
    assert!(
        error.contains("--position: position `1,2`: expected board"),
        "{error}"
    );
}

#[test]
fn games_with_a_panel_and_a_hall_of_fame_are_logged_and_replayed() {
    let folder = Folder::new();
    folder.evolve("one", &[]);
    let mixture = "--set=training.opponents={ mixture = [\
        { weight = 1, opponents = { panel = { players = [\"one/champion.toml\"] } } }, \
        { weight = 1, opponents = { hall-of-fame = { every = 1, count = 2 } } }] }";
    folder.evolve("run", &[mixture]);
    // Six individuals have two games with the panel and four with the hall.
    let games = folder.read("run/games.csv");
    let rows: Vec<Vec<&str>> = games
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(rows.len(), 1 + 5 * 36);
    assert_eq!(rows[1][3], "bots/champion.toml");
    let last_of_hall = &rows[5 * 36];
    let id: u64 = last_of_hall[2].parse().unwrap();
    let individuals = folder.read("run/individuals.csv");
    assert!(individuals.contains(&format!("\n{id},")));
    for number in ["1", "145", "170", "180"] {
        folder.succeed(&["replay", "run", number, "--json"]);
    }
    let plain = folder.results("run");
    folder.succeed(&[
        "evolve",
        "run/config.toml",
        "--out=again",
        "--quiet",
        "--threads=1",
        "--generations=2",
    ]);
    folder.succeed(&["resume", "again", "--generations=4", "--quiet"]);
    assert_same(&plain, &folder.results("again"), "extended");
}

#[test]
fn replay_plays_logged_games_again() {
    let folder = Folder::new();
    folder.evolve("run", &[]);
    let games = folder.read("run/games.csv");
    for number in ["1", "77", "150"] {
        let replayed = json(&folder.succeed(&["replay", "run", number, "--json"]));
        let row: Vec<&str> = games
            .lines()
            .nth(number.parse().unwrap())
            .unwrap()
            .split(',')
            .collect();
        assert_eq!(replayed["result"], row[6]);
        assert_eq!(replayed["south"].to_string(), row[7]);
        assert_eq!(replayed["plies"].to_string(), row[9]);
        assert_eq!(replayed["reason"], row[10]);
    }
    let error = folder.refuse(&["replay", "run", "151"]);
    assert!(error.contains("games.csv: there is no game 151"), "{error}");
    let error = folder.refuse(&["replay", "run"]);
    assert!(error.contains("needs the number of a game"), "{error}");
    // A row that is not what happened.
    let row = games.lines().nth(1).unwrap();
    let cells: Vec<&str> = row.split(',').collect();
    let forged = row.replace(&format!(",{},", cells[9]), ",9999,");
    folder.write("run/games.csv", games.replacen(row, &forged, 1));
    let error = folder.refuse(&["replay", "run", "1"]);
    assert!(error.contains("game 1 was logged as"), "{error}");
}

#[test]
fn what_cannot_be_replayed_is_refused_with_a_remedy() {
    let folder = Folder::new();
    folder.evolve("rep", &["--seeds=3-4", "--generations=0"]);
    folder.evolve("run", &["--generations=0"]);
    fs::remove_file(folder.path("run/games.csv")).unwrap();
    for (arguments, expected) in [
        (
            &["nosuch.txt"][..],
            "nosuch.txt: no such file, and not a record of moves either: move 1 is `n`: expected",
        ),
        (
            &["nosuch.txt", "2"],
            "nosuch.txt: no such file or folder: expected a file that `warri play --save` wrote",
        ),
        (
            &["Fe", "1"],
            "a record of moves takes no number: expected `warri replay Fe`",
        ),
        (&["rep", "1"], "did you mean `rep/3`?"),
        (&["rep/3", "31"], "rep/3/games.csv: there is no game 31"),
        (
            &["run", "1"],
            "run/games.csv: there is no such file, this run keeps no games: \
             `warri evolve run/config.toml --out OTHER` makes the whole run anew",
        ),
    ] {
        let error = folder.refuse(&[&["replay"], arguments].concat());
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
    folder.succeed(&["evolve", "run/config.toml", "--out=other", "--quiet"]);
    folder.succeed(&["replay", "other", "1"]);
}

#[test]
fn a_logged_game_is_replayed_without_the_bots_of_the_test_and_the_beginning() {
    let folder = Folder::new();
    folder.evolve("first", &["--generations=0"]);
    let bots = [
        "--set=test.references=[\"first/champion.toml\"]",
        "--set=population.initial={ around = { bots = [\"first/champion.toml\"] } }",
    ];
    folder.evolve("run", &bots);
    let shown = folder.succeed(&["replay", "run", "150"]);
    fs::remove_dir_all(folder.path("run/bots")).unwrap();
    assert_eq!(folder.succeed(&["replay", "run", "150"]), shown);
}

/// What `warri play` with these arguments saves when these lines are typed.
fn save(folder: &Folder, file: &str, arguments: &[&str], lines: &str) {
    let save = format!("--save={file}");
    let mut command = folder.command();
    command.arg("play").arg(save).args(arguments);
    assert!(
        command
            .write_stdin(lines)
            .output()
            .unwrap()
            .status
            .success()
    );
}

#[test]
fn a_saved_game_is_replayed_as_its_record_is() {
    let folder = Folder::new();
    save(&folder, "bots.txt", &["material@2", "greedy"], "");
    let saved = folder.read("bots.txt");
    let record = saved.lines().last().unwrap();
    let shown = folder.succeed(&["replay", "bots.txt"]);
    let heading =
        "game 1: material@2 (South) against greedy (North) by the rules of speightstown\n\n";
    assert_eq!(
        shown.strip_prefix(heading),
        Some(&*folder.succeed(&["replay", record]))
    );
    assert!(
        shown.contains("\n   1  South  A            0  0,5,5,5,5,4/4,4,4,4,4,4 0-0 N\n"),
        "{shown}"
    );
    // Position and rules are those of the file.
    let start = "1,0,0,0,0,1/1,0,2,1,1,1 23-17 S";
    let arguments = ["greedy", "--variant=bridgetown", "--position", start];
    save(&folder, "won.txt", &arguments, "F\n");
    let won = json(&folder.succeed(&["replay", "won.txt", "--json"]));
    assert_eq!(
        (&won["result"], &won["south"]),
        (&"south".into(), &28.into())
    );
}

#[test]
fn a_game_of_a_saved_series_is_chosen_by_its_number() {
    let folder = Folder::new();
    save(
        &folder,
        "series.txt",
        &["greedy", "--series"],
        &"resign\n".repeat(6),
    );
    let second = folder.succeed(&["replay", "series.txt", "2"]);
    assert!(
        second.starts_with("game 2: greedy (South) against you (North)"),
        "{second}"
    );
    assert!(
        second.contains("\nNorth resigned after 1 ply: South wins\n"),
        "{second}"
    );
    let second = json(&folder.succeed(&["replay", "series.txt", "2", "--json"]));
    assert_eq!(
        (&second["result"], &second["reason"]),
        (&"south".into(), &"resigned".into())
    );
    for (arguments, expected) in [
        (
            &["replay", "series.txt"][..],
            "it holds 6 games: expected the number of one",
        ),
        (
            &["replay", "series.txt", "7"],
            "there is no game 7, it holds 6 games",
        ),
        (&["replay", "series.txt", "0"], "there is no game 0"),
        (
            &["replay", "series.txt", "--variant=abapa"],
            "leave --position and --variant out",
        ),
    ] {
        let error = folder.refuse(arguments);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn files_that_hold_no_games_are_refused_with_the_line() {
    let folder = Folder::new();
    let heading = "# South: you, North: greedy; rules: abapa\n";
    for (content, expected) in [
        (
            "",
            "game.txt: it ends before the moves of a game: expected a file that",
        ),
        (heading, "game.txt: it ends before the moves of a game"),
        (
            "Ba\n",
            "game.txt, line 1: expected `# South: NAME, North: NAME; rules: VARIANT`",
        ),
        (
            "# South: you, North: greedy; rules: awari\nBa\n",
            "game.txt, line 1: variant `awari` is unknown",
        ),
        (
            &format!("{heading}# from 1,2\nBa\n"),
            "game.txt, line 2: position `1,2`: expected board",
        ),
        (
            &format!("{heading}BaCaB\n"),
            "game.txt, line 2: move 5: house B is empty",
        ),
    ] {
        folder.write("game.txt", content);
        let error = folder.refuse(&["replay", "game.txt"]);
        assert!(error.contains(expected), "{content}: {error}");
    }
    for (ending, moves) in [
        ("The game is unfinished after 3 plies.", "Ba"),
        ("South 0, North 0: a draw", "Ba"),
        ("South 28, North 20: South (you) wins", "A"),
    ] {
        let from = "# from 1,0,0,0,0,1/1,0,2,1,1,1 23-17 S\n";
        let from = if moves == "A" { from } else { "" };
        folder.write("game.txt", format!("{heading}{from}# {ending}\n{moves}\n"));
        let error = folder.refuse(&["replay", "game.txt"]);
        let expected = format!("recorded as `{ending}`, but played again it is `The game is unf");
        assert!(error.contains(&expected), "{error}");
    }
    // Comments of one's own are no record.
    folder.write("game.txt", format!("{heading}# South played well.\nBa\n"));
    folder.succeed(&["replay", "game.txt"]);
    folder.write("game.txt", [0xFF, 0xFE]);
    let error = folder.refuse(&["replay", "game.txt"]);
    assert!(error.contains("game.txt: not a text file"), "{error}");
}
