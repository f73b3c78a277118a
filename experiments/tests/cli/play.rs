//! `warri play`, with a script in the person's place.

use std::io::Read;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::Folder;

const START: &str = "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S";

/// What the program prints when these lines are typed.
pub(crate) fn play(folder: &Folder, arguments: &[&str], lines: &[&str]) -> String {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut command = folder.command();
    let output = command
        .arg("play")
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {error}");
    assert_eq!(error, "");
    String::from_utf8(output.stdout).unwrap()
}

fn replay(folder: &Folder, printed: &str) -> Value {
    let command = printed.lines().last().unwrap().trim();
    let record = command.strip_prefix("warri replay ").expect(command);
    serde_json::from_str(&folder.succeed(&["replay", record, "--json"])).unwrap()
}

pub(crate) fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn a_full_game_ends_as_its_record_replays() {
    let folder = Folder::new();
    // Not every house can be sown at every turn, one of them always can.
    let lines = ["A", "b", "C", "d", "E", "f"].repeat(200);
    for side in ["--side=south", "--side=north"] {
        let printed = play(&folder, &["greedy", side], &lines);
        let replayed = replay(&folder, &printed);
        assert_ne!(replayed["result"], "unfinished", "{printed}");
        let seeds = format!("South {}, North {}: ", replayed["south"], replayed["north"]);
        assert_has(&printed, &[&seeds, "This move is not allowed: house "]);
        assert_eq!(printed, play(&folder, &["greedy", side], &lines));
        assert!(!printed.contains('\x1b'), "no colours in a pipe");
    }
}

#[test]
fn the_winning_move_wins() {
    let folder = Folder::new();
    let position = "1,0,0,0,0,1/1,0,2,1,1,1 23-17 S";
    let printed = play(
        &folder,
        &["greedy", "--position", position, "--variant=bridgetown"],
        &["f"],
    );
    assert_has(
        &printed,
        &[
            "Warri by the rules of bridgetown\n",
            "You are South and own the lower row, A to F; greedy is North.\n",
            "Your move (A to F, or help): f\nYou play F and captures 2 seeds.\n",
            "South has captured more than half of all seeds.\nSouth 28, North 20: South (you) wins\n",
            "replay F --position '1,0,0,0,0,1/1,0,2,1,1,1 23-17 S' --variant bridgetown\n",
        ],
    );
}

#[test]
fn what_cannot_be_played_is_explained_and_asked_again() {
    let folder = Folder::new();
    let position = "1,0,0,0,0,2/0,0,0,0,0,0 22-23 S";
    let lines = ["B", "A", "g", "", "sow F", "quit"];
    let printed = play(&folder, &["greedy", "--position", position], &lines);
    assert_has(
        &printed,
        &[
            "This move is not allowed: house B is empty.\n",
            "This move is not allowed: house A does not feed North, whose row is empty.\n",
            "`g`: expected a house (A to F), hint, undo,",
            "`sow F`: expected a house (A to F), hint, undo,",
            "The game is unfinished after 0 plies.\n",
            "No move was played.\n",
        ],
    );
    assert_eq!(printed.matches("Your move (A to F, or help): ").count(), 6);
}

#[test]
fn hint_moves_and_help_leave_the_game_as_it_is() {
    let folder = Folder::new();
    let lines = ["moves", "hint", "HELP", "B", "moves", "hint"];
    let printed = play(&folder, &["material@3"], &lines);
    assert_has(
        &printed,
        &[
            "No move yet.\n",
            "material@3 would play A here.\n",
            "\n  a to f       sow",
            "take back your last move",
            "You play B.\n\nmaterial@3 plays a.\n",
            "Your move (A to F, or help): moves\nBa\n",
            "The game is unfinished after 2 plies.\n\nRecord: Ba\n\nNext:\n  warri replay Ba\n",
        ],
    );
}

#[test]
fn undo_takes_back_a_move_and_its_reply() {
    let folder = Folder::new();
    let lines = ["undo", "B", "undo", "moves", "C", "D"];
    let printed = play(&folder, &["material@1"], &lines);
    assert_has(
        &printed,
        &[
            "There is no move of yours to take back.\n",
            "Your last move is taken back.\n",
            "moves\nNo move yet.\n",
        ],
    );
    assert_eq!(replay(&folder, &printed)["plies"], 4);
    // The bot's first move stays.
    let printed = play(&folder, &["material@1", "--side=north"], &["b", "undo"]);
    assert_has(&printed, &["Your move (a to f, or help): undo\n"]);
    assert_eq!(replay(&folder, &printed)["plies"], 1);
}

#[test]
fn the_end_of_the_input_ends_the_game_politely() {
    let folder = Folder::new();
    let printed = play(&folder, &["greedy"], &[]);
    assert_has(
        &printed,
        &["unfinished after 0 plies", "No move was played."],
    );
    let printed = play(&folder, &["greedy"], &["B", "A"]);
    assert_eq!(replay(&folder, &printed)["plies"], 4);
    // An input that is no text, and a last line without its end.
    let output = folder
        .command()
        .args(["play", "greedy"])
        .write_stdin(b"\xFF\xFE\nB".as_slice())
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_has(&String::from_utf8(output.stdout).unwrap(), &["You play B."]);
}

#[cfg(unix)]
#[test]
fn a_reader_who_leaves_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_warri"))
        .args(["play", "greedy", "random", "--pause=5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 8];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
}

#[test]
fn resigning_loses() {
    let folder = Folder::new();
    let printed = play(&folder, &["greedy", "--side=north"], &["resign"]);
    assert_has(&printed, &["North (you) resigns.\nSouth (greedy) wins\n"]);
    assert_eq!(replay(&folder, &printed)["plies"], 1);
}

#[test]
fn a_repeated_position_is_explained() {
    let folder = Folder::new();
    let position = "0,0,0,0,0,1/0,0,0,0,0,1 23-23 S";
    let lines = ["F", "A", "B", "C", "D", "E"];
    let printed = play(&folder, &["greedy", "--position", position], &lines);
    assert_has(
        &printed,
        &[
            "The same position came up again with nothing captured in between: the seeds are \
             going in circles, so the game ends here; those on the board count for nobody.\n\
             South 23, North 23: a draw\n",
            "warri replay FfAaBbCcDdEe --position '0,0,0,0,0,1/0,0,0,0,0,1 23-23 S'\n",
        ],
    );
}

#[test]
fn a_series_goes_to_six_wins_and_sides_alternate() {
    let folder = Folder::new();
    let arguments = ["greedy", "--series", "--save=series.txt"];
    let printed = play(&folder, &arguments, &["resign"; 9]);
    assert_has(
        &printed,
        &[
            "\nGame 1\n",
            "Series: you 0, greedy 1, drawn 0\n",
            "\nGame 6\n",
            "Series: you 0, greedy 6, drawn 0. Champion after 6 games: greedy\n",
        ],
    );
    assert!(!printed.contains("Game 7"));
    let saved = folder.read("series.txt");
    let sides: Vec<bool> = saved
        .lines()
        .filter(|line| line.starts_with("# South: "))
        .map(|line| line.starts_with("# South: you"))
        .collect();
    assert_eq!(sides, [true, false, true, false, true, false]);
    // Stopping breaks the game off, which counts for nobody.
    let printed = play(&folder, &["greedy", "--series"], &["resign", "a", "quit"]);
    assert!(
        printed.ends_with("\nSeries: you 0, greedy 1, drawn 0\n"),
        "{printed}"
    );
}

#[test]
fn two_bots_are_shown_move_by_move() {
    let folder = Folder::new();
    let arguments = ["material@2", "greedy", "--save=game.txt"];
    let printed = play(&folder, &arguments, &[]);
    assert_has(
        &printed,
        &[
            "material@2 (South) against greedy (North) by the rules of speightstown\n",
            "   1  South  A            0  0,5,5,5,5,4/4,4,4,4,4,4 0-0 N\n",
        ],
    );
    let replayed = replay(&folder, &printed);
    let plies = replayed["plies"].as_u64().unwrap() as usize;
    let rows = printed
        .lines()
        .filter(|line| line.contains("0,") && line.contains('/'));
    assert_eq!(rows.count(), plies);
    assert!(printed.contains(&format!("{}\n", replayed["position"].as_str().unwrap())));
    assert_eq!(folder.read("game.txt").lines().count(), 4);
    assert_ne!(START, replayed["position"]);
}

#[test]
fn a_series_of_two_bots_starts_each_game_from_another_opening() {
    let folder = Folder::new();
    let series = |seed| {
        let arguments = ["material@2", "greedy", "--series", "--seed", seed];
        play(&folder, &arguments, &[])
    };
    let printed = series("1");
    assert_has(&printed, &["Game 1, opening ", "Champion after "]);
    let openings: Vec<&str> = printed
        .lines()
        .filter_map(|line| line.split_once(", opening "))
        .map(|(_, opening)| opening)
        .collect();
    let mut different = openings.clone();
    different.sort_unstable();
    different.dedup();
    assert!(different.len() == openings.len() && openings.len() >= 6);
    assert_eq!(printed, series("1"));
    assert_ne!(printed, series("2"));
}

#[test]
fn play_refuses_what_does_not_go_together() {
    let folder = Folder::new();
    for (arguments, expected) in [
        (&["play", "material"][..], "needs a search depth"),
        (
            &["play", "nobody"],
            "player `nobody` is unknown: expected random",
        ),
        (
            &["play", "greedy", "--side=east"],
            "possible values: south, north",
        ),
        (
            &["play", "greedy", "random", "--side=north"],
            "cannot be used with",
        ),
        (&["play", "greedy", "--pause=100"], "<BOT2>"),
        (
            &["play", "greedy", "--series", "--position", START],
            "cannot be used with",
        ),
        (
            &["play", "greedy", "--save=no/where.txt"],
            "cannot write no/where.txt: No such file",
        ),
        (
            &["play", "greedy", "--position=1,2"],
            "--position: position `1,2`: expected board",
        ),
    ] {
        let error = folder.refuse(arguments);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
