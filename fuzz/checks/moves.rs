//! Game records, read and played.

use warri_engine::{Game, Side, Variant, format_moves, parse_moves};

pub(crate) fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    for first in Side::ALL {
        let Ok(moves) = parse_moves(text, first) else {
            continue;
        };
        assert_eq!(format_moves(&moves, first), text);
        for variant in Variant::ALL {
            let mut game = Game::new(variant);
            for &house in &moves {
                let legal = game.legal().contains(house);
                assert_eq!(game.play(house).is_ok(), legal);
                assert_eq!(game.position().total(), 48);
                assert_eq!(game.end().is_some(), game.legal().is_empty());
                assert!(
                    game.repeating()
                        .iter()
                        .all(|one| game.legal().contains(one))
                );
            }
        }
    }
}
