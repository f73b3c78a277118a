//! Whole games between searches of depth 3, ours and one in Python on
//! OpenSpiel's states.

use std::collections::{BTreeMap, HashSet};
use std::env;
use std::hint::black_box;
use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use warri_engine::{Game, Side, Variant, WEIGHT_SCALE};
use warri_evolve::{Arena, Bot, Opening, Pairing, Player, Purpose, Stream, draw_openings};

use crate::rounds::{Row, interleave, rate};

const BOT: &str = "daoud2004-depth3";
const GAMES: usize = 64;
const OPENING_PLIES: u32 = 6;

/// OpenSpiel's states notice a cycle anywhere in the search, our search at its
/// root alone. That tells in long endgames, which are left out.
const PLY_CAP: u32 = 150;

/// Positions that both evaluate before the games: so many of each of these
/// lengths.
const CHECKS: usize = 25;
const CHECKED_PLIES: [u32; 4] = [6, 20, 40, 60];

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/open_spiel_games.py");

pub(crate) fn compare() -> Result<String> {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    if !has_open_spiel(&python) {
        return Ok(format!(
            "games: left out, as `{python}` has no OpenSpiel. To have it in an environment of its own:\n\
             python3 -m venv peers && peers/bin/pip install open_spiel==2.0.2, then PYTHON=peers/bin/python"
        ));
    }
    let bot = Bot::built_in(BOT).with_context(|| format!("no bot {BOT}"))?;
    let openings = draw(GAMES, OPENING_PLIES)?;
    let players = [Player::from_bot(BOT, &bot, None)];
    let arena = Arena {
        players: &players,
        openings: &openings,
        seed: 1,
        repeats: false,
    };
    let play = |opening| {
        arena.play_out(Pairing {
            south: 0,
            north: 0,
            opening,
        })
    };
    let games: Vec<Vec<usize>> = (0..GAMES).map(|opening| moves(&play(opening))).collect();
    let task = task(&bot, &openings)?;

    let mut version = String::new();
    let (ours, theirs) = interleave(
        || {
            let all = || (0..GAMES).for_each(|opening| _ = black_box(play(opening)));
            Ok(rate(GAMES as f64, all))
        },
        || {
            let answer = run(&python, &task)?;
            for (index, ours) in games.iter().enumerate() {
                let theirs = &answer["games"][index];
                ensure!(
                    *theirs == json!(ours),
                    "a game is {ours:?} for us, {theirs} for OpenSpiel"
                );
            }
            version = answer["version"].as_str().unwrap_or("?").to_owned();
            answer["games_per_second"].as_f64().context("no number")
        },
    )?;
    let row = Row {
        work: format!("games at depth {}", bot.depth),
        peer: format!("OpenSpiel {version}, search in Python"),
        ours,
        theirs,
    };
    println!("{row}");
    let plies: usize = games.iter().map(Vec::len).sum();
    Ok(format!(
        "games: {GAMES} from openings of {OPENING_PLIES} plies, {BOT} against itself, at most {PLY_CAP} plies; \
         the same move for move, {:.1} plies; {} positions were evaluated alike.",
        plies as f64 / GAMES as f64,
        CHECKS * CHECKED_PLIES.len(),
    ))
}

fn has_open_spiel(python: &str) -> bool {
    Command::new(python)
        .args(["-c", "import pyspiel"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn draw(count: usize, plies: u32) -> Result<Vec<Opening>> {
    let mut stream = Stream::new(1, Purpose::MatchOpenings, &[plies.into()]);
    let openings = draw_openings(
        count,
        plies,
        Variant::Abapa,
        PLY_CAP,
        &HashSet::new(),
        &mut stream,
    )?;
    Ok(openings)
}

/// A game as house indices, which are OpenSpiel's actions as well.
fn moves(game: &Game) -> Vec<usize> {
    game.moves().iter().map(|house| house.index()).collect()
}

/// What the script reads: its player, positions with their scores for South
/// and North, and openings to play.
fn task(bot: &Bot, openings: &[Opening]) -> Result<Value> {
    let scaled = |weight: f64| (weight * f64::from(WEIGHT_SCALE)).round() as i32;
    let weights: BTreeMap<String, i32> = bot
        .named_weights()
        .map(|(term, weight)| (term.name(), term.sign() * scaled(weight)))
        .collect();
    let mut checks = Vec::new();
    for plies in CHECKED_PLIES {
        for opening in draw(CHECKS, plies)? {
            let row = |side| opening.position().row(side);
            let scores =
                Side::ALL.map(|side| bot.evaluation().score(row(side), row(side.opponent())));
            checks.push(json!({"moves": moves(opening.game()), "scores": scores}));
        }
    }
    let openings: Vec<_> = openings.iter().map(|o| moves(o.game())).collect();
    Ok(json!({
        "depth": bot.depth.plies(),
        "ply_cap": PLY_CAP,
        "weights": weights,
        "checks": checks,
        "openings": openings,
    }))
}

fn run(python: &str, task: &Value) -> Result<Value> {
    let mut child = Command::new(python)
        .arg(SCRIPT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().context("the script has no input")?;
    stdin.write_all(task.to_string().as_bytes())?;
    drop(stdin);
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "open_spiel_games.py failed");
    Ok(serde_json::from_slice(&output.stdout)?)
}
