//! Islands, their migrants, and the play-off.

use std::collections::HashSet;

use warri_evolve::*;

const CONFIG: &str = r#"
format = 1
generations = 4
features = ["net_store", "own_mobility", "-own_vulnerable_2"]
depth = 1
genome = { real = { low = -1.0, high = 1.0 } }
POPULATIONS
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
openings = 3
references = ["random"]
"#;

fn config(populations: &str, opponents: &str) -> Config {
    let text = CONFIG.replace("POPULATIONS", populations);
    let config: Config = toml_input::from_toml(&text.replace("OPPONENTS", opponents)).unwrap();
    config.resolve()
}

fn start(config: Config) -> Evolution {
    config.check().unwrap();
    let player = |text: &str| Player::parse(text, |_| None).unwrap();
    let panel = config.training.opponents.panel();
    let fixed = FixedPlayers {
        references: vec![player("random")],
        panel: panel.into_iter().map(player).collect(),
        ..FixedPlayers::default()
    };
    Evolution::new(config, fixed, &[]).unwrap()
}

fn step(evolution: &mut Evolution) -> Generation {
    evolution.step(|_| ()).unwrap()
}

/// Genome and fitness of the members on an island.
fn members(generation: &Generation, island: usize) -> Vec<(Genome, f64)> {
    let members = generation.population.iter().zip(&generation.fitness);
    members
        .enumerate()
        .filter(|(member, _)| generation.island(*member) == island)
        .map(|(_, (one, fitness))| (one.genome.clone(), *fitness))
        .collect()
}

/// The fittest of an island, by id and genome.
fn fittest(generation: &Generation, island: usize) -> (u64, Genome) {
    let mut best: Option<usize> = None;
    for member in 0..generation.population.len() {
        let fitter = best.is_none_or(|best| generation.fitness[member] > generation.fitness[best]);
        if generation.island(member) == island && fitter {
            best = Some(member);
        }
    }
    let best = &generation.population[best.unwrap()];
    (best.id, best.genome.clone())
}

// pitfall 3
#[test]
fn until_the_first_migration_the_first_island_is_as_if_it_were_alone() {
    let mut alone = start(config("", ""));
    let mut islands = start(config("islands = { count = 3, every = 3 }", ""));
    let mut ids = HashSet::new();
    for number in 0..=4 {
        let (one, three) = (step(&mut alone), step(&mut islands));
        let same = members(&one, 0) == members(&three, 0);
        assert_eq!(same, number < 3, "generation {number}");
        for (island, other) in [(0, 1), (0, 2), (1, 2)] {
            let [island, other] = [island, other].map(|island| members(&three, island));
            let drawn_alike = island
                .iter()
                .any(|one| other.iter().any(|two| one.0 == two.0));
            assert!(!drawn_alike || number >= 3);
        }
        for (member, individual) in three.population.iter().enumerate() {
            assert_eq!(individual.id as usize % 3, three.island(member));
            ids.insert(individual.id);
        }
    }
    assert_eq!(ids.len(), 3 * (6 + 4 * 4), "two elites keep their ids");
}

#[test]
fn the_fittest_go_to_the_next_island() {
    let mut evolution = start(config("islands = { count = 3, every = 2 }", ""));
    let mut before: Option<Generation> = None;
    for number in 0..=4 {
        let generation = step(&mut evolution);
        if let Some(before) = before.filter(|_| number > 0 && number % 2 == 0) {
            for island in 0..3 {
                let (id, genome) = fittest(&before, (island + 2) % 3);
                let last = &generation.population[6 * island + 5];
                assert_eq!((&last.parents, &last.genome), (&vec![id], &genome));
            }
        }
        before = Some(generation);
    }
}

#[test]
fn on_all_ways_migrants_come_from_all_other_islands() {
    let ways = r#"islands = { count = 3, every = 1, migrants = 2, topology = "full", emigrants = "random" }"#;
    let mut evolution = start(config(ways, ""));
    let before = step(&mut evolution);
    let after = step(&mut evolution);
    for island in 0..3 {
        let migrants = &after.population[6 * island + 2..][..4];
        let home = |one: &Individual| {
            let [id] = one.parents[..] else { panic!() };
            let parent = before.population.iter().find(|parent| parent.id == id);
            assert_eq!(parent.unwrap().genome, one.genome);
            id % 3
        };
        let homes: Vec<usize> = migrants.iter().map(|one| home(one) as usize).collect();
        let (near, far) = ((island + 2) % 3, (island + 1) % 3);
        assert_eq!(homes, [near, near, far, far]);
        let different: HashSet<u64> = migrants.iter().map(|one| one.parents[0]).collect();
        assert_eq!(different.len(), 4);
    }
}

#[test]
fn more_migrants_than_are_born_are_refused() {
    let error = |populations| config(populations, "").check().unwrap_err().to_string();
    assert_eq!(
        error("islands = { count = 2, every = 1, migrants = 5 }"),
        "islands.migrants = 5: expected from 1 to 4, as 4 are born on each island"
    );
    assert_eq!(
        error(r#"islands = { count = 9, every = 1, topology = "full" }"#),
        "islands.topology = full: expected \"ring\", as only 4 are born on each island for 8 to send to"
    );
    assert!(error("islands = { count = 1, every = 1 }").contains("from 2 to 1000"));
    assert!(error("play_off = { candidates = 1, openings = 1 }").contains("from 2 to"));
}

// pitfall 21
#[test]
fn the_best_is_who_wins_the_play_off_on_openings_of_its_own() {
    let play_off =
        "islands = { count = 2, every = 9 }\nplay_off = { candidates = 3, openings = 5 }";
    let mut evolution = start(config(play_off, ""));
    let mut without = start(config("islands = { count = 2, every = 9 }", ""));
    let mut another = 0;
    for number in 0..=4 {
        let mut games = Vec::new();
        let generation = evolution.step(|game| {
            let names = [game.south, game.north].map(|player| player.name().to_owned());
            games.push((names, game.opening.record(), game.played.end.outcome));
        });
        let generation = generation.unwrap();
        assert_eq!(games.len() as u64, evolution.games_per_generation());
        assert_eq!(generation.games, (number + 1) * games.len() as u64);
        let (training, play_off) = games.split_at(2 * 6 * 5 * 2);
        assert_eq!(play_off.len(), 6 * 5 * 5);
        let openings = |games: &[([String; 2], String, warri_engine::Outcome)]| -> HashSet<String> {
            games.iter().map(|game| game.1.clone()).collect()
        };
        let test = evolution.test_openings().iter().map(Opening::record);
        assert!(openings(play_off).is_disjoint(&openings(training)));
        assert!(openings(play_off).is_disjoint(&test.collect()));
        let points = |id: u64| -> f64 {
            let name = id.to_string();
            let of = |(names, _, outcome): &([String; 2], String, warri_engine::Outcome)| match (
                names.iter().position(|one| *one == name),
                outcome.winner(),
            ) {
                (None, _) => 0.0,
                (Some(_), None) => 0.5,
                (Some(side), Some(winner)) => f64::from(u8::from(winner.index() == side)),
            };
            play_off.iter().map(of).sum()
        };
        let best = points(generation.population[generation.best].id);
        let most = generation.population.iter().map(|one| points(one.id));
        assert_eq!(best, most.fold(0.0, f64::max));
        let fittest = step(&mut without);
        assert_eq!(generation.fitness, fittest.fitness, "it changes no fitness");
        another += u32::from(generation.best != fittest.best);
    }
    assert!(another > 0, "it always chose the fittest");
}

// pitfall 30
#[test]
fn the_unseen_score_is_that_against_the_opponents_of_training_on_test_openings() {
    let panel = r#"opponents = { panel = { players = ["greedy", "material@2"] } }"#;
    let mut evolution = start(config("", panel));
    let generation = step(&mut evolution);
    let best = evolution.players(&generation.population[generation.best..][..1]);
    let mut players = best.unwrap();
    for text in ["greedy", "material@2"] {
        players.push(Player::parse(text, |_| None).unwrap());
    }
    let arena = Arena {
        players: &players,
        openings: &evolution.test_openings()[..2],
        seed: 1,
        repeats: false,
    };
    let scores = arena.play_gauntlet();
    let mean = scores
        .iter()
        .map(|score| score.score().unwrap().value)
        .sum::<f64>()
        / 2.0;
    assert_eq!(generation.unseen_score, mean);
    let champion = evolution.state().champion.as_ref().unwrap();
    assert_eq!(champion.unseen_score, mean);
    assert_ne!(champion.training_score, mean);
}

#[test]
fn shared_fitness_decides_no_play_off_and_needs_opponents_in_common() {
    let play_off = "play_off = { candidates = 2, openings = 20 }";
    let mut evolution = start(config(play_off, "sharing = true"));
    for _ in 0..=4 {
        let mut games = Vec::new();
        let generation = evolution.step(|game| {
            let names = [game.south, game.north].map(|player| player.name().to_owned());
            games.push((names, game.played.end.outcome));
        });
        let generation = generation.unwrap();
        let best = generation.population[generation.best].id.to_string();
        let points: f64 = games[games.len() - 40..]
            .iter()
            .map(|(names, outcome)| match outcome.winner() {
                None => 0.5,
                Some(winner) => f64::from(u8::from(names[winner.index()] == best)),
            })
            .sum();
        assert!(points >= 20.0, "{best} has {points} of 40");
    }
    let error = |opponents| config("", opponents).check().unwrap_err().to_string();
    assert_eq!(
        error("sharing = true\nopponents = { peers = { count = 1 } }"),
        "training.sharing = true: expected false, as random peers are met by few"
    );
    assert!(error("sharing = true\npoints = { margin = 1 }").starts_with("training.points = "));
}
