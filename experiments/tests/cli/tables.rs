//! Players with endgame tables, in all commands that take players.

use std::fs;

use serde_json::Value;

use crate::common::{Folder, refused};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_match_with_tables_is_won() {
    let folder = Folder::new();
    let arguments = |threads: &'static str| {
        [
            "match",
            "material@2+tables6",
            "material@2",
            "--games=400",
            "--json",
            "--quiet",
            threads,
        ]
    };
    let text = folder.succeed(&arguments("--threads=1"));
    assert_eq!(text, folder.succeed(&arguments("--threads=2")));
    let result = json(&text);
    assert_eq!(result["a"], "material@2+tables6");
    assert!(result["score_low"].as_f64() > Some(0.5), "{text}");
    let series = folder.succeed(&["match", "quickstart@1+tables4", "random", "--series"]);
    assert!(
        series.contains("champion: quickstart@1+tables4"),
        "{series}"
    );
}

#[test]
fn tables_hold_for_the_rules_that_are_played() {
    let folder = Folder::new();
    for variant in ["abapa", "bridgetown", "speightstown"] {
        folder.succeed(&[
            "match",
            "daoud2004-depth3@1+tables4",
            "greedy",
            "--games=2",
            "--variant",
            variant,
        ]);
        folder.succeed(&["play", "material@1+tables4", "random", "--variant", variant]);
    }
    // The bot's own rules, if none are asked for.
    let bot = folder.succeed(&[
        "match",
        "material@2+tables4",
        "daoud2004-depth3@1",
        "--games=2",
    ]);
    assert!(bot.contains("games of abapa"), "{bot}");
}

#[test]
fn tables_that_cannot_be_had_are_refused() {
    let folder = Folder::new();
    let of =
        |player: &str, expected: &str| refused(&folder, &["match", player, "random"], expected);
    for seeds in ["0", "99", "X"] {
        of(
            &format!("material@3+tables{seeds}"),
            &format!("tables `{seeds}`: expected a number of seeds from 1 to 24 at the end"),
        );
    }
    of(
        "random+tables5",
        "player `random` searches nothing and takes no tables",
    );
    of("material+tables5", "player `material` needs a search depth");
    of("nobody+tables5", "player `nobody+tables5` is unknown");
    of(
        "material@1+tables11",
        "player `material@1+tables11`: tables/speightstown-11.table: there is no such table",
    );
    fs::create_dir(folder.path("tables")).unwrap();
    folder.write("tables/speightstown-2.table", "no table");
    of(
        "material@1+tables3",
        "player `material@1+tables3`: tables/speightstown-2.table: no endgame table",
    );
}

#[test]
fn a_tournament_keeps_players_with_tables_and_their_bots() {
    let folder = Folder::new();
    folder.evolve("run", &["--set=generations=0"]);
    fs::copy(folder.path("run/champion.toml"), folder.path("bot.toml")).unwrap();
    let players = ["bot.toml@1+tables4", "bot.toml@1", "random"];
    let begin = [
        "tournament",
        players[0],
        players[1],
        players[2],
        "--out=t",
        "--games=10",
        "--quiet",
    ];
    let table = folder.succeed(&begin);
    assert!(table.contains("bot.toml@1+tables4"), "{table}");
    // It goes on without the file, from its copy.
    fs::remove_file(folder.path("bot.toml")).unwrap();
    let games = folder.read("t/games.csv");
    let half: Vec<&str> = games.lines().take(15).collect();
    folder.write("t/games.csv", format!("{}\n", half.join("\n")));
    folder.succeed(&["tournament", "t", "--quiet"]);
    assert_eq!(folder.read("t/games.csv"), games);
}

#[test]
fn show_says_what_tables_know() {
    let folder = Folder::new();
    let show = |position: &str, more: &[&str]| {
        let bot = ["show", position, "--bot=material@1+tables4"];
        folder.succeed(&[&bot[..], more].concat())
    };
    let ahead = "0,0,0,0,2,1/1,0,0,0,0,2 22-20 S";
    let text = show(ahead, &[]);
    assert!(
        text.contains("1 ply deep it plays F: wins, as is known in 1 ply\nexpected line: F"),
        "{text}"
    );
    let solved = "0,0,0,0,2,0/0,0,0,0,0,2 24-20 N";
    let text = show(solved, &["--depth=3"]);
    assert!(
        text.contains("by its tables it plays f: loses, with at least"),
        "{text}"
    );
    let ahead = json(&show(ahead, &["--json"]));
    assert_eq!(
        (&ahead["best"], &ahead["score"]),
        (&"F".into(), &"win known in 1 ply".into())
    );
    let solved = json(&show(solved, &["--json"]));
    assert_eq!(
        (&solved["best"], &solved["score"]),
        (&"f".into(), &"loss".into())
    );
    assert_eq!(solved["line"], "f");
}

/// A run whose players have tables.
fn run(folder: &Folder) {
    folder.evolve(
        "run",
        &[
            "--set=generations=2",
            "--set=training.opponents={ panel = { players = [\"material@1+tables4\", \"random\"] } }",
            "--set=test.references=[\"greedy\", \"material@1+tables5\"]",
        ],
    );
}

#[test]
fn a_manifest_has_the_checksums_of_the_tables() {
    let folder = Folder::new();
    run(&folder);
    let manifest = json(&folder.read("run/manifest.json"));
    let tables = manifest["tables"].as_object().unwrap();
    let names: Vec<&str> = tables.keys().map(String::as_str).collect();
    let expected = [0, 1, 2, 3, 4, 5].map(|seeds| format!("speightstown-{seeds}.table"));
    assert_eq!(names, expected);
    assert!(
        tables
            .values()
            .all(|hash| hash.as_str().unwrap().len() == 64)
    );
    folder.succeed(&["verify", "run", "--quiet"]);
    // A game against a panelist with tables can be played again.
    let games = folder.read("run/games.csv");
    let game = games
        .lines()
        .skip(1)
        .find(|row| row.contains("material@1+tables4"));
    let game = game.unwrap().split(',').next().unwrap();
    folder.succeed(&["replay", "run", game]);
    // A run without tables has no such key.
    folder.evolve("plain", &["--set=generations=0"]);
    assert!(!folder.read("plain/manifest.json").contains("\"tables\""));
}

#[test]
fn a_run_whose_tables_changed_is_refused() {
    let folder = Folder::new();
    run(&folder);
    let manifest = folder.read("run/manifest.json");
    let recorded = json(&manifest)["tables"]["speightstown-4.table"].clone();
    let recorded = recorded.as_str().unwrap();
    let other = "0".repeat(64);
    folder.write("run/manifest.json", manifest.replace(recorded, &other));
    let expected = format!(
        "run: the endgame table speightstown-4.table is another than the run began with: \
         its SHA-256 is {recorded}, expected {other}"
    );
    refused(&folder, &["verify", "run"], &expected);
    refused(&folder, &["resume", "run"], &expected);
    let line = format!("\n    \"speightstown-4.table\": \"{recorded}\",");
    assert!(manifest.contains(&line), "{manifest}");
    folder.write("run/manifest.json", manifest.replace(&line, ""));
    let expected = format!("its SHA-256 is {recorded}, expected none");
    refused(&folder, &["resume", "run", "--generations=3"], &expected);
    folder.write("run/manifest.json", manifest);
    folder.succeed(&["resume", "run", "--generations=3", "--quiet"]);
}

#[test]
fn a_copied_bot_keeps_its_tables() {
    let folder = Folder::new();
    folder.evolve("first", &["--set=generations=0"]);
    fs::copy(folder.path("first/champion.toml"), folder.path("bot.toml")).unwrap();
    let config = folder.read("first/config.toml");
    let config = config.replace("\"greedy\"", "\"bot.toml@1+tables4\"");
    folder.write("second.toml", config);
    folder.succeed(&["evolve", "second.toml", "--out=second", "--quiet"]);
    let config = folder.read("second/config.toml");
    assert!(config.contains("\"bots/bot.toml@1+tables4\""), "{config}");
    folder.succeed(&["verify", "second", "--quiet"]);
}
