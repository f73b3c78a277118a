//! Tournaments: the same table after any interruption.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::common::Folder;

const FIELD: [&str; 4] = ["random", "greedy", "material@1", "material@2"];

fn tournament<'a>(players: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [&["tournament"], players, more].concat()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// What a tournament's records and table are.
fn files(folder: &Folder, name: &str) -> [String; 3] {
    ["tournament.toml", "games.csv", "table.csv"].map(|file| folder.read(&format!("{name}/{file}")))
}

// pitfalls 14 and 28
#[test]
fn a_tournament_killed_at_any_moments_comes_to_the_same_table() {
    let folder = Folder::new();
    let settings = ["--games=4000", "--threads=1", "--quiet"];
    let shown = folder.succeed(&tournament(
        &FIELD,
        &[&settings[..], &["--out=through"]].concat(),
    ));
    let arguments = tournament(&FIELD, &[&settings[..], &["--out=killed"]].concat());
    let mut kills = 0;
    let mut torn = 0;
    loop {
        let wait = 4 + kills * 37 % 30 + kills * 2;
        let mut child = Command::new(env!("CARGO_BIN_EXE_warri"))
            .args(&arguments)
            .current_dir(folder.path(""))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success(), "{:?}", child.wait_with_output());
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        assert!(kills < 300, "the tournament makes no progress");
        let games = fs::read_to_string(folder.path("killed/games.csv")).unwrap_or_default();
        torn += u32::from(!games.is_empty() && !games.ends_with('\n'));
    }
    assert!(
        kills >= 3,
        "too short to be killed: {kills} ({torn} lines torn)"
    );
    assert_eq!(files(&folder, "killed"), files(&folder, "through"));
    let again = folder.succeed(&["tournament", "killed"]);
    assert_eq!(again.replace("killed", "through"), shown);
    assert_eq!(files(&folder, "killed"), files(&folder, "through"));
}

// pitfall 14: cut at every byte of some rows.
#[test]
fn a_torn_last_line_is_dropped() {
    let folder = Folder::new();
    let arguments = tournament(&FIELD[..3], &["--games=4", "--out=t", "--json"]);
    let shown = folder.succeed(&arguments);
    let expected = files(&folder, "t");
    let games = &expected[1];
    let header = games.find('\n').unwrap() + 1;
    for length in [header, header + 1, games.len() / 2, games.len() - 1]
        .into_iter()
        .chain(games.len() - 60..games.len() - 50)
    {
        folder.write("t/games.csv", &games[..length]);
        fs::remove_file(folder.path("t/table.csv")).unwrap();
        assert_eq!(folder.succeed(&arguments), shown, "cut at {length}");
        assert_eq!(files(&folder, "t"), expected, "cut at {length}");
    }
}

// pitfall 14
#[test]
fn a_row_that_is_not_the_schedules_is_refused() {
    let folder = Folder::new();
    folder.succeed(&tournament(&FIELD[..3], &["--games=4", "--out=t"]));
    let games = folder.read("t/games.csv");
    let rows: Vec<&str> = games.lines().collect();
    let row = rows[5];
    let refuse = |forged: String, expected: &str| {
        folder.write("t/games.csv", &forged);
        let error = folder.refuse(&["tournament", "t"]);
        assert!(error.contains(expected), "{error}");
        assert_eq!(folder.read("t/games.csv"), forged, "left as it was");
    };
    let line = "t/games.csv, line 6: ";
    refuse(
        games.replacen(row, &row.replacen("random", "someone", 1), 1),
        line,
    );
    refuse(games.replacen(row, &row.replacen("5,", "6,", 1), 1), line);
    refuse(games.replacen(row, "", 1).replace("\n\n", "\n"), line);
    let mut other_result: Vec<&str> = row.split(',').collect();
    other_result[5] = "east";
    for (forged, expected) in [
        ("nonsense".to_owned(), "found 1 values: expected 10"),
        (
            other_result.join(","),
            "found `east`, expected one of `south`, `north`, `draw`",
        ),
        (
            format!("-{row}"),
            "value 1: expected a whole number, not negative",
        ),
    ] {
        refuse(
            games.replacen(row, &forged, 1),
            &format!("{line}{expected}"),
        );
    }
    refuse(
        format!("{games}{}\n", rows[12]),
        "the schedule has 12 games only",
    );
    refuse(
        games.replacen("game,", "gme,", 1),
        "line 1: expected the header game,south",
    );
}

// pitfall 14
#[test]
fn another_tournament_in_the_same_folder_is_refused() {
    let folder = Folder::new();
    let small = ["--games=4", "--out=t"];
    folder.succeed(&tournament(&FIELD[..3], &small));
    for (arguments, expected) in [
        (
            tournament(&FIELD[..3], &["--games=6", "--out=t"]),
            "games: it has 4, asked for is 6",
        ),
        (
            tournament(&FIELD[..3], &["--games=4", "--out=t", "--seed=2"]),
            "seed: it has 1, asked for is 2",
        ),
        (
            tournament(&FIELD, &small),
            "players: it has random, greedy, material@1, asked for is random, greedy, material@1, material@2",
        ),
        (
            tournament(&FIELD[..3], &["--games=4", "--out=t", "--anchor=greedy=7"]),
            "anchor: it has none, asked for is greedy=7",
        ),
        (
            vec!["tournament", "t", "--gauntlet"],
            "gauntlet: it has false, asked for is true",
        ),
        (
            vec!["tournament", "t", "--variant=abapa"],
            "variant: it has speightstown, asked for is abapa",
        ),
        (
            tournament(&FIELD, &["--out=."]),
            ".: no tournament, it holds no tournament.toml",
        ),
        (vec!["tournament", "."], "no tournament"),
    ] {
        let error = folder.refuse(&arguments);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
    folder.succeed(&["tournament", "t", "--games=4"]);
    // Two at once.
    let lock = fs::File::create(folder.path("t/lock")).unwrap();
    lock.lock().unwrap();
    let error = folder.refuse(&["tournament", "t"]);
    assert!(error.contains("t: another warri is running it"), "{error}");
}

// pitfalls 1, 2, 22 and 23
#[test]
fn any_number_of_threads_comes_to_the_same() {
    let folder = Folder::new();
    let play = |threads: &str| {
        let out = format!("threads-{threads}");
        let settings = ["--games=20", "--threads", threads, "--out", &out, "--json"];
        let shown = folder.succeed(&tournament(&FIELD, &settings));
        (shown, files(&folder, &out))
    };
    let (shown, written) = play("1");
    for threads in ["2", "7"] {
        assert_eq!(play(threads), (shown.clone(), written.clone()));
    }
    // Every two play the same openings from both sides.
    let mut rows: Vec<(String, String, String)> = written[1]
        .lines()
        .skip(1)
        .map(|row| {
            let cells: Vec<&str> = row.split(',').collect();
            (
                cells[3].to_owned(),
                cells[1].to_owned(),
                cells[2].to_owned(),
            )
        })
        .collect();
    assert_eq!(rows.len(), 6 * 20);
    rows.sort();
    rows.dedup();
    assert_eq!(rows.len(), 6 * 20);
    let openings: std::collections::BTreeSet<&String> = rows.iter().map(|row| &row.0).collect();
    assert_eq!(openings.len(), 10);
}

// pitfalls 22, 25 and 33
#[test]
fn a_table_is_what_its_games_are() {
    let folder = Folder::new();
    let odd = tournament(&FIELD[..3], &["--games=20", "--out=t", "--json"]);
    let table = json(&folder.succeed(&odd));
    let players = table["players"].as_array().unwrap();
    let mut ratings = 0.0;
    for player in players {
        let (mut wins, mut games) = (0, 0);
        for row in folder.read("t/games.csv").lines().skip(1) {
            let cells: Vec<&str> = row.split(',').collect();
            let south = cells[1] == player["player"];
            games += u32::from(south || cells[2] == player["player"]);
            let won = if south { "south" } else { "north" };
            wins += u32::from((south || cells[2] == player["player"]) && cells[5] == won);
        }
        assert_eq!(
            (&player["wins"], &player["games"]),
            (&wins.into(), &games.into())
        );
        assert_eq!(games, 40);
        ratings += player["rating"].as_f64().unwrap();
        let [low, rating, high] =
            ["low", "rating", "high"].map(|key| player[key].as_f64().unwrap());
        assert!(low <= rating && rating <= high);
    }
    assert!(ratings.abs() < 0.01);
    assert_eq!(table["cross_table"][1][1], Value::Null);
    assert!((0.0..=1.0).contains(&table["intransitivity"].as_f64().unwrap()));
    let gauntlet = tournament(
        &FIELD,
        &["--games=10", "--gauntlet", "--json", "--anchor=random=100"],
    );
    let table = json(&folder.succeed(&gauntlet));
    assert_eq!(table["games"], 30);
    let random = table["players"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["player"] == "random");
    assert_eq!(random.unwrap()["rating"], 100.0);
    assert_eq!(random.unwrap()["games"], 30);
    let two = folder.succeed(&tournament(&FIELD[..2], &["--games=2"]));
    assert!(two.contains("2 players, 2 games"), "{two}");
    assert!(
        two.contains("Only 1 opening: ratings are drawn together"),
        "{two}"
    );
    let enough = folder.succeed(&tournament(&FIELD[..2], &["--games=10"]));
    assert!(!enough.contains("drawn together"), "{enough}");
}

#[test]
fn two_players_differ_by_the_elo_of_their_match() {
    let folder = Folder::new();
    let table = json(&folder.succeed(&tournament(&FIELD[1..3], &["--games=100", "--json"])));
    let [best, other] = [0, 1].map(|rank| &table["players"][rank]);
    let of = |player: &Value, key: &str| player[key].as_f64().unwrap();
    assert!(of(best, "draws") > 0.0, "or nothing is said of draws");
    // The model adds half a game, a quarter of a point to each.
    let points = |player| of(player, "wins") + of(player, "draws") / 2.0 + 0.25;
    let difference = of(best, "rating") - of(other, "rating");
    let expected = 400.0 * (points(best) / points(other)).log10();
    assert!((difference - expected).abs() < 0.01);
    let names = [best, other].map(|player| player["player"].as_str().unwrap());
    let played = folder.succeed(&["match", names[0], names[1], "--games=100", "--json"]);
    assert_eq!(json(&played)["wins"], best["wins"], "the same games");
    let elo = of(&json(&played), "elo");
    assert!((difference - elo).abs() < 1.0, "{difference} {elo}");
}

#[test]
fn names_with_commas_and_spaces_survive() {
    let folder = Folder::new();
    let bot = "format = 1\nvariant = \"speightstown\"\nfeatures = \"material\"\ndepth = 1\n\
               [weights]\nnet_store = 1\n";
    fs::create_dir(folder.path("one")).unwrap();
    fs::create_dir(folder.path("two, \"other\"")).unwrap();
    folder.write("one/my bot.toml", bot);
    folder.write(
        "two, \"other\"/my bot.toml",
        bot.replace("depth = 1", "depth = 2"),
    );
    let field = ["one/my bot.toml", "two, \"other\"/my bot.toml", "greedy"];
    let arguments = tournament(&field, &["--games=4", "--out=t", "--json"]);
    let shown = folder.succeed(&arguments);
    assert!(shown.contains(r#""two, \"other\"/my bot.toml""#), "{shown}");
    // The copies are played, whatever becomes of the files.
    let games = folder.read("t/games.csv");
    folder.write("t/games.csv", &games[..games.len() / 2]);
    fs::remove_dir_all(folder.path("one")).unwrap();
    assert_eq!(folder.succeed(&["tournament", "t", "--json"]), shown);
    assert_eq!(folder.read("t/games.csv"), games);
    fs::create_dir(folder.path("one")).unwrap();
    folder.write("one/my bot.toml", bot.replace("depth = 1", "depth = 3"));
    let error = folder.refuse(&arguments);
    assert!(
        error.contains("`one/my bot.toml` was changed since"),
        "{error}"
    );
}

#[test]
fn mistakes_are_refused_with_a_remedy() {
    let folder = Folder::new();
    for (arguments, expected) in [
        (vec!["tournament"], "required arguments were not provided"),
        (vec!["tournament", "greedy"], "1 player(s): expected from 2"),
        (
            vec!["tournament", "greedy", "random", "greedy"],
            "players `greedy` and `greedy` are the same",
        ),
        (
            vec!["tournament", "greedy", "random", "--games=3"],
            "--games 3: expected an even number",
        ),
        (
            vec!["tournament", "greedy", "random", "--anchor=nobody=3"],
            "`nobody` is not one of the players",
        ),
        (
            vec!["tournament", "greedy", "random", "--anchor=greedy"],
            "expected PLAYER=ELO",
        ),
        (
            vec![
                "tournament",
                "greedy",
                "random",
                "--opening-plies=3",
                "--out=t",
            ],
            "--opening-plies 3: expected a whole number from 6 to 60",
        ),
        (
            vec!["tournament", "greedy", "material"],
            "needs a search depth",
        ),
    ] {
        let error = folder.refuse(&arguments);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 0);
}
