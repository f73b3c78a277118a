//! Games that `warri play` saves, whatever happens to it or to the file.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::common::{Folder, SmallDisk, assert_nothing_half_written, gave_up, interrupt};
use crate::play::{assert_has, play};

/// `warri play` with these arguments.
fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warri"));
    command
        .arg("play")
        .args(arguments)
        .current_dir(folder.path(""))
        .env_remove("CARGO");
    command
}

/// Starts it, with its output to be read.
fn start(folder: &Folder, arguments: &[&str]) -> Child {
    let mut command = command(folder, arguments);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    piped.stderr(Stdio::piped()).spawn().unwrap()
}

/// Types lines, if there is somebody to read them.
fn type_in(child: &Child, lines: &str) {
    child
        .stdin
        .as_ref()
        .unwrap()
        .write_all(lines.as_bytes())
        .ok();
}

#[test]
fn games_are_saved_and_nothing_is_overwritten() {
    let folder = Folder::new();
    folder.write("old.txt", "mine");
    let lines = [
        "B",
        "save",
        "save",
        "save old.txt",
        "save my game.txt",
        "resign",
    ];
    let printed = play(&folder, &["material@1", "--save=game.txt"], &lines);
    assert_has(
        &printed,
        &[
            "Saved to warri-1.txt.\n",
            "Saved to warri-2.txt.\n",
            "Not saved: old.txt: there is a file of this name already, it is not overwritten",
            "Saved to my game.txt.\n",
        ],
    );
    let so_far = "# South: you, North: material@1; rules: speightstown\n\
                  # The game is unfinished after 2 plies.\nBa\n";
    assert_eq!(folder.read("warri-1.txt"), so_far);
    assert_eq!(folder.read("my game.txt"), so_far);
    assert_eq!(folder.read("old.txt"), "mine");
    assert_eq!(
        folder.read("game.txt"),
        "# South: you, North: material@1; rules: speightstown\n\
         # South (you) resigns.\n# North (material@1) wins\nBa\n"
    );
    let error = folder.refuse(&["play", "greedy", "--save=game.txt"]);
    assert!(error.contains("game.txt: there is a file of this name already"));
}

/// Waits until the last game in the file `name` has so many moves, and ends the
/// program as Ctrl-C does; returns what it says then.
#[cfg(unix)]
fn interrupt_when_saved(folder: &Folder, mut child: Child, name: &str, moves: usize) -> String {
    let saved = || {
        let text = fs::read_to_string(folder.path(name)).unwrap_or_default();
        text.lines().last().map(str::len)
    };
    while saved() < Some(moves) {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(child)
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_is_saved_as_far_as_it_was_played() {
    let folder = Folder::new();
    let plies = |arguments: &[&str]| {
        let shown = folder.succeed(&[&["replay", "--json"], arguments].concat());
        let replayed: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(replayed["result"], "unfinished");
        replayed["plies"].as_u64().unwrap()
    };
    // The second game of a series, in which a move was taken back.
    let child = start(&folder, &["material@1", "--series", "--save=series.txt"]);
    type_in(&child, "resign\nb\nundo\nc\nd\n");
    let said = interrupt_when_saved(&folder, child, "series.txt", 5);
    assert_eq!(plies(&["series.txt", "2"]), 5);
    let next = "what was saved is in series.txt. Show it with:\n  warri replay series.txt 1\n";
    assert_eq!(said, format!("\ninterrupted; {next}"));
    // Before any move.
    let child = start(&folder, &["material@1", "--save=none.txt"]);
    interrupt_when_saved(&folder, child, "none.txt", 0);
    assert_eq!(plies(&["none.txt"]), 0);
    let child = start(
        &folder,
        &["greedy", "material@1", "--pause=50", "--save=bots.txt"],
    );
    interrupt_when_saved(&folder, child, "bots.txt", 3);
    assert!(plies(&["bots.txt"]) >= 3);
    assert_nothing_half_written(&folder.path(""));
}

/// Reads what the program prints until a line begins with `beginning`.
fn wait_for(output: &mut impl BufRead, beginning: &str) -> String {
    let mut all = String::new();
    loop {
        let from = all.len();
        assert!(
            output.read_line(&mut all).unwrap() > 0,
            "{beginning}: {all}"
        );
        if all[from..].starts_with(beginning) {
            return all;
        }
    }
}

#[test]
fn a_game_goes_on_where_it_cannot_be_saved() {
    let folder = Folder::new();
    let Some(disk) = SmallDisk::mount(&folder) else {
        println!("skipped: no small file system can be mounted here");
        return;
    };
    fs::write(folder.path("disk/filler"), vec![0; 400_000]).unwrap_err();
    let ended = |arguments: &[&str]| {
        let child = start(&folder, arguments);
        type_in(&child, "B\nsave disk/by-hand.txt\nresign\n");
        let output = child.wait_with_output().unwrap();
        let error = gave_up(&output);
        assert!(
            error.contains("cannot write disk/game.txt: No space"),
            "{error}"
        );
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            printed
                .matches("Not saved: cannot write disk/game.txt: No space")
                .count(),
            1
        );
        assert_has(&printed, &["\nRecord: ", "\n  warri replay "]);
        assert!(!folder.path("disk/game.txt").exists(), "an empty file");
        printed
    };
    let printed = ended(&["material@1", "--save=disk/game.txt"]);
    assert_has(
        &printed,
        &["Not saved: cannot write disk/by-hand.txt: No space"],
    );
    assert!(!folder.path("disk/by-hand.txt").exists(), "an empty file");
    ended(&["material@1", "greedy", "--save=disk/game.txt"]);
    // Once there is space, all of it is saved.
    let mut child = start(&folder, &["material@1", "--series", "--save=disk/game.txt"]);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    type_in(&child, "B\nresign\n");
    wait_for(&mut output, "Game 2");
    disk.grow();
    type_in(&child, "resign\nquit\n");
    assert!(child.wait().unwrap().success());
    let first = folder.succeed(&["replay", "disk/game.txt", "1"]);
    assert_has(&first, &["South resigned after 2 plies"]);
    folder.succeed(&["replay", "disk/game.txt", "3"]);
    assert_nothing_half_written(&folder.path(""));
}

#[test]
fn a_file_that_something_else_has_written_is_left_alone() {
    let folder = Folder::new();
    let mut child = start(&folder, &["material@1", "--save=game.txt"]);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    type_in(&child, "B\n");
    let mut printed = wait_for(&mut output, "material@1 plays a.");
    type_in(&child, "moves\n");
    printed += &wait_for(&mut output, "Ba");
    folder.write("game.txt", "mine");
    type_in(&child, "C\nresign\n");
    output.read_to_string(&mut printed).unwrap();
    let error = gave_up(&child.wait_with_output().unwrap());
    let expected = "game.txt: something else has written to it, it is not overwritten\n";
    assert_eq!(error, format!("error: {expected}"));
    assert_eq!(
        printed.matches(&format!("Not saved: {expected}")).count(),
        1
    );
    assert_has(&printed, &["\nRecord: BaC"]);
    assert_eq!(folder.read("game.txt"), "mine");
}

#[test]
fn a_reader_who_leaves_at_once_leaves_no_empty_file() {
    let folder = Folder::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = command(&folder, &["greedy", "--save=game.txt"]);
    assert!(command.stdout(writer).status().unwrap().success());
    assert!(!folder.path("game.txt").exists());
}
