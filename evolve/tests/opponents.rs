//! Opponents of every kind: fitness is what the games say, whoever plays them.

use std::collections::BTreeMap;

use warri_engine::{SEEDS, Side};
use warri_evolve::*;

const CONFIG: &str = r#"
format = 1
generations = 5
features = ["net_store", "own_mobility", "-own_vulnerable_2"]
depth = 1
genome = { real = { low = -1.0, high = 1.0 } }
[population]
size = 6
[algorithm.genetic]
selection = "proportional"
crossover = { uniform = { rate = 0.8 } }
mutation = { gaussian = { rate = 0.5, sigma = 0.3, bounds = "reflect" } }
elites = 2
[training]
openings = 2
OPPONENTS
[test]
openings = 2
references = ["random"]
"#;

const HALL: &str = "{ hall-of-fame = { every = 2, count = 3 } }";
const PANEL: &str = r#"{ panel = { players = ["greedy", "material@1"] } }"#;

fn config(training: &str) -> Config {
    let text = CONFIG.replace("OPPONENTS", training);
    let config: Config = toml_input::from_toml(&text).unwrap();
    let config = config.resolve();
    config.check().unwrap();
    config
}

fn start(config: Config) -> Evolution {
    let player = |text: &str| Player::parse(text, |_| None).unwrap();
    let fixed = FixedPlayers {
        references: vec![player("random")],
        panel: config
            .training
            .opponents
            .panel()
            .into_iter()
            .map(player)
            .collect(),
        ..FixedPlayers::default()
    };
    Evolution::new(config, fixed, &[]).unwrap()
}

/// A game as `games.csv` has it.
struct Row {
    names: [String; 2],
    end: warri_engine::End,
}

fn play(evolution: &mut Evolution) -> (Vec<Row>, Generation) {
    let mut rows = Vec::new();
    let generation = evolution.step(|game| {
        rows.push(Row {
            names: [game.south, game.north].map(|player| player.name().to_owned()),
            end: game.played.end,
        });
    });
    (rows, generation.unwrap())
}

/// The rows in which an individual scores against others, for schemes whose
/// schedule is each individual's games in turn.
fn games_of(rows: &[Row], one: usize, id: u64, each: usize) -> Vec<(&str, f64, f64)> {
    rows[one * each..][..each]
        .iter()
        .enumerate()
        .map(|(game, row)| {
            // South first. A survivor may meet itself in the hall of fame.
            let side = Side::ALL[game % 2];
            assert_eq!(row.names[side.index()], id.to_string());
            let points = match row.end.outcome.winner() {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == side)),
            };
            let [own, other] = [side, side.opponent()].map(|side| row.end.seeds[side.index()]);
            let lead = f64::from(own) - f64::from(other);
            (row.names[side.opponent().index()].as_str(), points, lead)
        })
        .collect()
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    values.sum::<f64>() / n
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} {expected}");
}

// pitfall 21
#[test]
fn a_hall_of_fame_holds_every_second_champion_and_peers_take_empty_places() {
    let mut evolution = start(config(&format!("opponents = {HALL}")));
    let mut champions: Vec<u64> = Vec::new();
    for number in 0..=5 {
        let (rows, generation) = play(&mut evolution);
        assert_eq!(rows.len() as u64, evolution.games_per_generation());
        let hall: Vec<String> = champions.iter().map(u64::to_string).collect();
        for (index, one) in generation.population.iter().enumerate() {
            let games = games_of(&rows, index, one.id, 12);
            let from_hall = games
                .iter()
                .filter(|(name, ..)| hall.contains(&(*name).to_owned()));
            assert!(from_hall.count() >= 4 * hall.len().min(3));
            assert_near(
                mean(games.iter().map(|game| game.1)),
                generation.fitness[index],
            );
        }
        if number % 2 == 0 {
            champions.push(generation.population[generation.best].id);
        }
        let hall = evolution.state().islands[0].hall.iter().map(|one| one.id);
        assert_eq!(hall.collect::<Vec<u64>>(), champions);
    }
}

#[test]
fn a_panel_plays_with_each_individual_and_only_they_score() {
    let mut evolution = start(config(&format!("opponents = {PANEL}")));
    let (rows, generation) = play(&mut evolution);
    assert_eq!(rows.len(), 6 * 2 * 2 * 2);
    for (index, one) in generation.population.iter().enumerate() {
        let games = games_of(&rows, index, one.id, 8);
        let names: Vec<&str> = games.iter().map(|game| game.0).collect();
        assert_eq!(names[..4], ["greedy"; 4]);
        assert_eq!(names[4..], ["material@1"; 4]);
        assert_eq!(generation.tallies[index].games(), 8);
        assert_near(
            mean(games.iter().map(|game| game.1)),
            generation.fitness[index],
        );
    }
}

#[test]
fn a_mixture_is_the_mean_of_its_parts_by_weight() {
    let mixture = format!(
        "opponents = {{ mixture = [{{ weight = 3, opponents = {PANEL} }}, {{ weight = 1, opponents = {HALL} }}] }}"
    );
    let mut evolution = start(config(&mixture));
    for _ in 0..3 {
        let (rows, generation) = play(&mut evolution);
        let (panel, hall) = rows.split_at(48);
        for (index, one) in generation.population.iter().enumerate() {
            let by_panel = mean(games_of(panel, index, one.id, 8).iter().map(|game| game.1));
            let by_hall = mean(games_of(hall, index, one.id, 12).iter().map(|game| game.1));
            assert_near(0.75 * by_panel + 0.25 * by_hall, generation.fitness[index]);
        }
    }
}

#[test]
fn leads_count_where_points_say_so() {
    let points = "points = { win = 0, draw = 0, loss = 0, margin = 2 }";
    let mut evolution = start(config(&format!("opponents = {PANEL}\n{points}")));
    let (rows, generation) = play(&mut evolution);
    for (index, one) in generation.population.iter().enumerate() {
        let leads = games_of(&rows, index, one.id, 8);
        let lead = mean(leads.iter().map(|game| game.2));
        assert_near(2.0 * lead / f64::from(SEEDS), generation.fitness[index]);
    }
}

#[test]
fn shared_fitness_favours_those_who_beat_whom_few_beat() {
    let mut evolution = start(config(&format!("opponents = {PANEL}\nsharing = true")));
    let (rows, generation) = play(&mut evolution);
    let mut won: BTreeMap<(usize, &str), f64> = BTreeMap::new();
    for (index, one) in generation.population.iter().enumerate() {
        for (name, points, _) in games_of(&rows, index, one.id, 8) {
            *won.entry((index, name)).or_default() += points;
        }
    }
    let all = |name: &str| -> f64 { (0..6).map(|index| won[&(index, name)]).sum() };
    for (index, fitness) in generation.fitness.iter().enumerate() {
        let shares = ["greedy", "material@1"].map(|name| won[&(index, name)] / all(name).max(1e-9));
        assert_near(shares.iter().sum(), *fitness);
    }
    // What there is to share of each opponent is 1.
    assert_near(generation.fitness.iter().sum(), 2.0);
}

// pitfalls 1 and 7
#[test]
fn any_opponents_come_to_the_same_on_any_threads_and_after_an_interruption() {
    let mixture = format!(
        "sharing = true\nopponents = {{ mixture = [{{ weight = 1, opponents = \"round-robin\" }}, \
         {{ weight = 2, opponents = {HALL} }}, {{ weight = 1, opponents = {PANEL} }}] }}"
    );
    let run = |threads: usize, interrupted: bool| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let mut evolution = start(config(&mixture));
            let mut seen = Vec::new();
            while !evolution.is_finished() {
                let (rows, generation) = play(&mut evolution);
                let rows: Vec<String> = rows
                    .iter()
                    .map(|row| format!("{:?} {:?}", row.names, row.end))
                    .collect();
                seen.push(format!("{rows:?} {generation:?}"));
                if interrupted {
                    let state = serde_json::to_string(evolution.state()).unwrap();
                    let state: State = serde_json::from_str(&state).unwrap();
                    let fixed = FixedPlayers {
                        references: vec![Player::parse("random", |_| None).unwrap()],
                        panel: ["greedy", "material@1"]
                            .map(|text| Player::parse(text, |_| None).unwrap())
                            .into(),
                        ..FixedPlayers::default()
                    };
                    evolution = Evolution::resume(config(&mixture), fixed, state).unwrap();
                }
            }
            seen
        })
    };
    let once = run(1, false);
    assert_eq!(once.len(), 6);
    assert_eq!(run(3, true), once);
}

#[test]
fn opponents_out_of_range_are_refused() {
    for (training, expected) in [
        (
            "opponents = { hall-of-fame = { every = 0, count = 1 } }",
            "training.opponents.hall-of-fame.every = 0",
        ),
        (
            "opponents = { hall-of-fame = { every = 1, count = 6 } }",
            "from 1 to 5, the others",
        ),
        (
            "opponents = { panel = { players = [] } }",
            "training.opponents.panel.players = 0 players",
        ),
        (
            "opponents = { mixture = [] }",
            "training.opponents.mixture = 0 parts",
        ),
        (
            "opponents = { mixture = [{ weight = 0, opponents = \"round-robin\" }] }",
            "training.opponents.mixture.weight = 0",
        ),
        (
            "opponents = { mixture = [{ weight = 1, opponents = { peers = { count = 9 } } }] }",
            "training.opponents.mixture.opponents.peers.count = 9",
        ),
    ] {
        let text = CONFIG.replace("OPPONENTS", training);
        let config: Config = toml_input::from_toml(&text).unwrap();
        let error = config.resolve().check().unwrap_err().to_string();
        assert!(error.contains(expected), "{training}: {error}");
    }
}
