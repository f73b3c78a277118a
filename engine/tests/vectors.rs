//! Every row of the test vectors, which independent plain implementations
//! made (see `docs/rules.md`).

use std::path::Path;

use serde::de::DeserializeOwned;
use warri_engine::*;

fn rows<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(file);
    let rows: Result<Vec<T>, csv::Error> = csv::Reader::from_path(path)
        .unwrap()
        .deserialize()
        .collect();
    let rows = rows.unwrap();
    assert!(!rows.is_empty(), "{file} has no rows");
    rows
}

const BARBADOS: [Variant; 2] = [Variant::Speightstown, Variant::Bridgetown];

fn assert_perft(position: &Position, variant: Variant, depth: u32, nodes: u64) {
    assert_eq!(
        perft(position, variant, depth),
        nodes,
        "{variant} {position} {depth}"
    );
    let divided: u64 = perft_divide(position, variant, depth)
        .iter()
        .map(|(_, n)| n)
        .sum();
    assert_eq!(divided, nodes, "{variant} {position} {depth}, divided");
    if nodes < 5_000_000 {
        assert_eq!(
            perft_to_leaf(position, variant, depth),
            nodes,
            "to the leaf"
        );
    }
}

#[test]
fn perft_from_the_start() {
    for (variant, depth, nodes) in rows::<(String, u32, u64)>("perft_start.csv") {
        let variant: Variant = variant.parse().unwrap();
        assert_perft(&Position::START, variant, depth, nodes);
        if variant == Variant::Speightstown {
            assert_perft(&Position::START, Variant::Bridgetown, depth, nodes);
        }
    }
}

#[test]
fn perft_from_positions_with_rare_rules() {
    for (position, depth, nodes, _tags) in rows::<(String, u32, u64, String)>("perft_positions.csv")
    {
        for variant in BARBADOS {
            assert_perft(&position.parse().unwrap(), variant, depth, nodes);
        }
    }
}

#[test]
fn single_moves() {
    for (text, letter, next, captured, _tags) in
        rows::<(String, char, String, Option<u8>, String)>("moves.csv")
    {
        let position: Position = text.parse().unwrap();
        assert_eq!(position.to_string(), text, "round trip");
        let (house, side) = House::from_letter(letter).unwrap();
        assert_eq!(side, position.to_move());
        for variant in BARBADOS {
            match position.play(house, variant) {
                Err(_) => assert_eq!(next, "illegal", "{text} {letter}"),
                Ok(after) => {
                    assert_eq!(after.to_string(), next, "{text} {letter}");
                    let gain = after.row(side).store() - position.row(side).store();
                    assert_eq!(Some(gain), captured, "{text} {letter}");
                }
            }
        }
    }
}

fn play(moves: &str, variant: Variant) -> End {
    let mut game = Game::new(variant);
    for house in parse_moves(moves, Side::South).unwrap() {
        assert_eq!(game.end(), None, "{moves} goes on after its end");
        game.play(house).unwrap();
    }
    game.end().unwrap_or_else(|| panic!("{moves} has no end"))
}

#[test]
fn whole_games_of_abapa() {
    for (moves, south, north, south_result) in rows::<(String, u8, u8, i8)>("abapa_games.csv") {
        let end = play(&moves, Variant::Abapa);
        assert_eq!(end.seeds, [south, north], "{moves}");
        let result = match end.outcome {
            Outcome::South => 1,
            Outcome::Draw => 0,
            Outcome::North => -1,
        };
        assert_eq!(result, south_result, "{moves}");
    }
}

#[test]
fn whole_games_of_barbados_warri() {
    type Ending = (u8, u8, Outcome);
    #[derive(serde::Deserialize)]
    struct Row {
        moves: String,
        reason: Reason,
        speightstown_south: u8,
        speightstown_north: u8,
        speightstown_result: Outcome,
        bridgetown_south: u8,
        bridgetown_north: u8,
        bridgetown_result: Outcome,
    }
    for row in rows::<Row>("barbados_games.csv") {
        let ending = |variant| -> Ending {
            let end = play(&row.moves, variant);
            assert_eq!(end.reason, row.reason, "{}", row.moves);
            (end.seeds[0], end.seeds[1], end.outcome)
        };
        assert_eq!(
            ending(Variant::Speightstown),
            (
                row.speightstown_south,
                row.speightstown_north,
                row.speightstown_result
            ),
            "{}",
            row.moves
        );
        assert_eq!(
            ending(Variant::Bridgetown),
            (
                row.bridgetown_south,
                row.bridgetown_north,
                row.bridgetown_result
            ),
            "{}",
            row.moves
        );
    }
}

// pitfall 38
#[test]
fn a_grand_slam_is_recognised_when_the_movers_own_row_is_empty_too() {
    let position: Position = "0,0,0,0,0,1/1,0,0,0,0,0 20-20 S".parse().unwrap();
    let after = |variant| position.play(House::ALL[5], variant).unwrap().to_string();
    assert_eq!(
        after(Variant::Speightstown),
        "0,0,0,0,0,0/0,0,0,0,0,0 22-20 N"
    );
    assert_eq!(after(Variant::Abapa), "0,0,0,0,0,0/2,0,0,0,0,0 20-20 N");
}
