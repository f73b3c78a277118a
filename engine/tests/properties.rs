//! Laws of the rules, on arbitrary positions.

mod plain;

use plain::Plain;
use proptest::prelude::*;
use warri_engine::*;

/// Any valid position: up to 48 seeds dropped anywhere, biased to few seeds,
/// where the rare rules live.
fn position() -> impl Strategy<Value = Position> {
    let seeds = prop_oneof![0..=12_usize, 0..=48_usize];
    let places = seeds.prop_flat_map(|seeds| prop::collection::vec(0..14_usize, seeds));
    // Houses that get several seeds at once make laps.
    let heaps = prop::collection::vec((0..12_usize, 1..=24_u8), 0..3);
    (places, heaps, any::<bool>()).prop_map(|(places, heaps, south)| {
        let mut cells = [0_u8; 14];
        let mut left = SEEDS;
        for (cell, count) in heaps
            .into_iter()
            .chain(places.into_iter().map(|cell| (cell, 1)))
        {
            let count = count.min(left);
            cells[cell] += count;
            left -= count;
        }
        let row = |side: usize| -> [u8; HOUSES] { cells[6 * side..][..6].try_into().unwrap() };
        Position::try_from(RawPosition {
            houses: [row(0), row(1)],
            stores: [cells[12], cells[13]],
            to_move: if south { Side::South } else { Side::North },
        })
        .unwrap()
    })
}

fn variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL.to_vec())
}

fn swap_sides(position: &Position) -> Position {
    let raw = RawPosition::from(*position);
    Position::try_from(RawPosition {
        houses: [raw.houses[1], raw.houses[0]],
        stores: [raw.stores[1], raw.stores[0]],
        to_move: raw.to_move.opponent(),
    })
    .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    // pitfall 36
    #[test]
    fn moves_and_ends_agree_with_the_plain_rules(position in position(), variant in variant()) {
        let plain = Plain::of(&position);
        let legal: Vec<usize> = position.legal().iter().map(House::index).collect();
        prop_assert_eq!(&legal, &plain.legal());
        prop_assert_eq!(position.end_reason(), plain.end());
        for house in House::ALL {
            match position.play(house, variant) {
                Ok(after) => {
                    prop_assert!(legal.contains(&house.index()));
                    prop_assert_eq!(Plain::of(&after), plain.play(house.index(), variant));
                }
                Err(_) => prop_assert!(!legal.contains(&house.index())),
            }
        }
        for reason in [Reason::Majority, Reason::Starved, Reason::CannotFeed, Reason::Cycle, Reason::PlyCap] {
            // Starved and cannot-feed presuppose an empty row.
            let stuck = matches!(reason, Reason::Starved | Reason::CannotFeed);
            if !stuck || plain.end() == Some(reason) {
                let end = End::new(&position, variant, reason);
                prop_assert_eq!(end.seeds, plain.divide(variant, reason));
            }
        }
    }

    #[test]
    fn seeds_are_conserved(position in position(), variant in variant()) {
        for house in position.legal() {
            let after = position.play(house, variant).unwrap();
            let seeds = |p: &Position| Side::ALL.map(|s| p.row(s).seeds() + p.row(s).store()).iter().sum::<u8>();
            prop_assert_eq!(seeds(&after), seeds(&position));
            prop_assert_eq!(after.total(), position.total());
        }
    }

    // pitfall 39
    #[test]
    fn legal_moves_are_exactly_those_that_do_not_break_feeding(position in position()) {
        prop_assume!(position.end_reason() != Some(Reason::Majority));
        let own = position.row(position.to_move());
        let other = position.row(position.to_move().opponent());
        let feeds = |house: House| own.house(house) as usize >= HOUSES - house.index();
        let expected: Houses = House::ALL
            .into_iter()
            .filter(|&house| own.house(house) > 0 && (!other.is_empty() || feeds(house)))
            .collect();
        prop_assert_eq!(position.legal(), expected);
    }

    #[test]
    fn notation_round_trips(position in position()) {
        prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
        prop_assert_eq!(Position::try_from(RawPosition::from(position)), Ok(position));
    }

    #[test]
    fn swapping_sides_swaps_everything(position in position(), variant in variant(), choices in prop::collection::vec(any::<prop::sample::Index>(), 60)) {
        let mut game = Game::from_position(position, variant);
        let mut swapped = Game::from_position(swap_sides(&position), variant);
        for choice in choices {
            prop_assert_eq!(game.legal(), swapped.legal());
            if game.end().is_some() {
                break;
            }
            let legal: Vec<House> = game.legal().iter().collect();
            let house = legal[choice.index(legal.len())];
            game.play(house).unwrap();
            swapped.play(house).unwrap();
            prop_assert_eq!(swap_sides(game.position()), *swapped.position());
        }
        match (game.end(), swapped.end()) {
            (Some(end), Some(other)) => {
                prop_assert_eq!(end.reason, other.reason);
                prop_assert_eq!(end.seeds, [other.seeds[1], other.seeds[0]]);
                prop_assert_eq!(end.outcome.winner(), other.outcome.winner().map(Side::opponent));
            }
            (end, other) => prop_assert_eq!(end, other),
        }
    }

    // pitfall 35
    #[test]
    fn a_cycle_is_a_position_that_was_there_since_the_last_capture(
        seeds in prop::collection::vec(0..12_usize, 1..=4),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 200),
        variant in variant(),
    ) {
        let mut houses = [[0; HOUSES]; 2];
        for seed in &seeds {
            houses[seed / HOUSES][seed % HOUSES] += 1;
        }
        let left = SEEDS - seeds.len() as u8;
        let raw = RawPosition { houses, stores: [left / 2, left - left / 2], to_move: Side::South };
        let mut game = Game::from_position(Position::try_from(raw).unwrap(), variant);
        let mut earlier = vec![*game.position()];
        for choice in &choices {
            let legal: Vec<House> = game.legal().iter().collect();
            if legal.is_empty() {
                break;
            }
            let after = |house| game.position().play(house, variant).unwrap();
            let closing: Houses =
                legal.iter().copied().filter(|&house| earlier.contains(&after(house))).collect();
            prop_assert_eq!(game.repeating(), closing);
            let house = legal[choice.index(legal.len())];
            game.play(house).unwrap();
            let ended_so = game.end().is_some_and(|end| end.reason == Reason::Cycle);
            prop_assert_eq!(ended_so, closing.contains(house));
            earlier.push(*game.position());
        }
    }

    #[test]
    fn features_stay_within_their_range(position in position()) {
        for feature in FEATURES {
            for side in Side::ALL {
                let count = feature.count(position.row(side), position.row(side.opponent()));
                prop_assert!(count <= feature.max, "{} = {}", feature.name, count);
            }
        }
    }

    #[test]
    fn an_evaluation_is_the_weighted_sum_of_the_plain_counts(
        position in position(),
        weights in prop::collection::vec(-100..=100_i32, 2 * FEATURES.len()),
    ) {
        let of = |whose| move |feature: &Feature| format!("{whose}_{}", feature.name);
        let names: Vec<String> = FEATURES
            .iter()
            .map(of("own"))
            .chain(FEATURES.iter().map(of("opponent")))
            .collect();
        let set = FeatureSet::from_terms(&names).unwrap();
        let halves: Vec<f64> = weights.iter().map(|&weight| f64::from(weight) / 200.0).collect();
        let evaluation = Evaluation::new(&set, &halves).unwrap();
        for side in Side::ALL {
            let (own, opponent) = (position.row(side), position.row(side.opponent()));
            let products = set.terms().iter().zip(&weights);
            let sum: i32 = products.map(|(term, weight)| weight * term.count(own, opponent)).sum();
            prop_assert_eq!(evaluation.score(own, opponent), sum * WEIGHT_SCALE / 200);
        }
    }

    #[test]
    fn no_text_makes_the_parsers_panic(text in "\\PC*", near in "[0-9,/ SN-]{0,40}", moves in "[A-Ga-g]{0,20}") {
        for text in [&text, &near, &moves] {
            let _ = text.parse::<Position>();
            let _ = text.parse::<RawPosition>();
            let _ = text.parse::<Term>();
            let _ = text.parse::<Variant>();
            let _ = text.parse::<Depth>();
            let _ = parse_moves(text, Side::South);
        }
    }

    #[test]
    fn no_raw_position_makes_it_panic(houses in any::<[[u8; 6]; 2]>(), stores in any::<[u8; 2]>()) {
        let _ = Position::try_from(RawPosition { houses, stores, to_move: Side::North });
    }
}
