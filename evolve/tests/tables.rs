//! Players with endgame tables.

use std::collections::HashSet;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use warri_engine::endgame::Endgames;
use warri_engine::{Game, Outcome, Position, RawPosition, Reason, SEEDS, Side, Variant};
use warri_evolve::*;

const SEEDS_SOLVED: u8 = 8;

static SOLVED: LazyLock<[Arc<Endgames>; 3]> =
    LazyLock::new(|| Variant::ALL.map(|variant| Arc::new(Endgames::solved(variant, SEEDS_SOLVED))));

fn endgames(variant: Variant) -> Arc<Endgames> {
    let found = SOLVED.iter().find(|one| one.variant() == variant);
    Arc::clone(found.unwrap())
}

fn player(text: &str, variant: Variant) -> Player {
    let mut player = Player::parse(text, |_| None).unwrap();
    let load = |variant, _| Ok::<_, Infallible>(endgames(variant));
    player.equip(variant, load).unwrap();
    player
}

/// A position that is won for the side to move.
fn won(stream: &mut Stream, variant: Variant) -> Position {
    loop {
        let seeds = 2 + stream.below(usize::from(SEEDS_SOLVED) - 1) as u8;
        let mut houses = [[0; 6]; 2];
        for _ in 0..seeds {
            houses[stream.below(2)][stream.below(6)] += 1;
        }
        let south = SEEDS / 2 - 4 + stream.below(5) as u8;
        let raw = RawPosition {
            houses,
            stores: [south, SEEDS - seeds - south],
            to_move: Side::ALL[stream.below(2)],
        };
        let position = Position::try_from(raw).unwrap();
        let outcome = endgames(variant).outcome(&position);
        let is_won = outcome.and_then(Outcome::winner) == Some(raw.to_move);
        if is_won && !position.legal().is_empty() {
            return position;
        }
    }
}

#[test]
fn a_won_endgame_is_won() {
    let mut stream = Stream::new(1, Purpose::RandomPlayer, &[]);
    for variant in Variant::ALL {
        let winner = player("material@1+tables8", variant);
        for opponent in ["random", "greedy", "material@3", "quickstart@2+tables8"] {
            let opponent = player(opponent, variant);
            for _ in 0..300 {
                let position = won(&mut stream, variant);
                let side = position.to_move();
                let mut game = Game::from_position(position, variant);
                while game.end().is_none() {
                    let mover = match game.position().to_move() == side {
                        true => &winner,
                        false => &opponent,
                    };
                    let house = mover.strategy().choose(&game, &mut stream).unwrap();
                    game.play(house).unwrap();
                }
                let end = game.end().unwrap();
                assert_ne!(end.reason, Reason::PlyCap);
                let won_by = end.outcome.winner();
                assert_eq!(
                    won_by,
                    Some(side),
                    "{variant} {position} against {opponent}"
                );
            }
        }
    }
}

fn games(threads: usize, players: &[Player], variant: Variant) -> Vec<(Pairing, Played)> {
    let mut stream = Stream::new(5, Purpose::TestOpenings, &[]);
    let openings = draw_openings(20, 8, variant, 1000, &HashSet::new(), &mut stream).unwrap();
    let arena = Arena {
        players,
        openings: &openings,
        seed: 9,
        repeats: false,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let mut games = Vec::new();
    pool.build().unwrap().install(|| {
        arena.play(
            round_robin(players.len(), openings.len()),
            |pairing, played| {
                games.push((pairing, played));
                ControlFlow::Continue(())
            },
        );
    });
    games
}

/// Also with one thread, where one searcher plays for all: deep searches with
/// tables and without share its memory.
#[test]
fn any_number_of_threads_plays_the_same_games() {
    let texts = [
        "material@5",
        "material@5+tables8",
        "quickstart@3+tables8",
        "quickstart@3",
        "random",
    ];
    let players = texts.map(|text| player(text, Variant::Speightstown));
    let one = games(1, &players, Variant::Speightstown);
    assert_eq!(one, games(3, &players, Variant::Speightstown));
    // With tables one is another player than without.
    let against_quickstart = |player: usize| -> Vec<u32> {
        let games = one.iter();
        let games = games.filter(|(one, _)| [one.south, one.north] == [player, 3]);
        games.map(|(_, played)| played.plies).collect()
    };
    assert_ne!(against_quickstart(0), against_quickstart(1));
}

#[test]
fn equal_tables_make_equal_players() {
    let tables = player("material@2+tables8", Variant::Abapa);
    assert_eq!(tables, player("material@2+tables8", Variant::Abapa));
    assert_ne!(tables, player("material@2+tables8", Variant::Bridgetown));
    let strategy = format!("{:?}", tables.strategy());
    assert!(
        strategy.ends_with("tables: Some(Tables(abapa, 8)) }"),
        "{strategy}"
    );
}

#[test]
fn a_run_refuses_players_without_their_tables() {
    let config = "
        format = 1
        generations = 1
        features = \"material\"
        depth = 1
        genome = { real = { low = -1, high = 1 } }
        population = { size = 4 }
        algorithm = { random-search = {} }
        training = { openings = 2 }
        test = {}
    ";
    let config: Config = toml_input::from_toml(config).unwrap();
    let text = "material@1+tables8";
    for (panelist, fits) in [
        (Player::parse(text, |_| None).unwrap(), false),
        (player(text, Variant::Abapa), false),
        (player(text, Variant::Speightstown), true),
    ] {
        let fixed = FixedPlayers {
            references: Vec::new(),
            panel: vec![panelist],
            ..FixedPlayers::default()
        };
        let refusal = Evolution::new(config.clone().resolve(), fixed, &[]).err();
        let expected = "player `material@1+tables8` has no endgame tables for speightstown";
        let expected = (!fits).then_some(expected.to_owned());
        assert_eq!(refusal.map(|error| error.to_string()), expected);
    }
}
