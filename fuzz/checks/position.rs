//! Positions from text and from numbers.

use warri_engine::{Position, RawPosition, Side, Variant};

pub(crate) fn check(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        let raw = text.parse::<RawPosition>();
        let position = text.parse::<Position>();
        match (raw, position) {
            (Ok(raw), position) => assert_eq!(Position::try_from(raw).ok(), position.ok()),
            (Err(raw), position) => assert_eq!(position, Err(raw)),
        }
        if let Ok(position) = text.parse() {
            use_it(position);
        }
    }
    if let Some(numbers) = data.first_chunk::<15>() {
        let houses = [0, 6].map(|from| std::array::from_fn(|house| numbers[from + house]));
        let raw = RawPosition {
            houses,
            stores: [numbers[12], numbers[13]],
            to_move: Side::ALL[usize::from(numbers[14] % 2)],
        };
        if let Ok(position) = Position::try_from(raw) {
            assert_eq!(RawPosition::from(position), raw);
            use_it(position);
        }
    }
}

fn use_it(position: Position) {
    assert_eq!(position.to_string().parse(), Ok(position));
    assert_eq!(position.draw().lines().count(), 4);
    assert_eq!(position.legal().is_empty(), position.end_reason().is_some());
    for variant in Variant::ALL {
        for house in position.legal() {
            let next = position.play(house, variant).expect("a legal move");
            assert_eq!(next.to_string().parse(), Ok(next));
            assert_eq!(next.total(), position.total());
        }
    }
}
