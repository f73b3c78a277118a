//! The rules once more, as plainly as they can be written: arrays, one seed
//! at a time, nothing shared with the engine but its public types.

use warri_engine::{Position, RawPosition, Reason, Variant};

/// Houses 0–5 are South's, 6–11 North's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) houses: [u8; 12],
    pub(crate) stores: [u8; 2],
    pub(crate) side: usize,
}

impl Plain {
    pub(crate) fn of(position: &Position) -> Plain {
        let raw = RawPosition::from(*position);
        let mut houses = [0; 12];
        houses[..6].copy_from_slice(&raw.houses[0]);
        houses[6..].copy_from_slice(&raw.houses[1]);
        Plain {
            houses,
            stores: raw.stores,
            side: raw.to_move.index(),
        }
    }

    fn row_sum(&self, side: usize) -> u8 {
        self.houses[6 * side..][..6].iter().sum()
    }

    pub(crate) fn majority(&self) -> u8 {
        let total = self.houses.iter().sum::<u8>() + self.stores.iter().sum::<u8>();
        total / 2 + 1
    }

    fn sow(&self, house: usize) -> ([u8; 12], usize) {
        let from = 6 * self.side + house;
        let mut houses = self.houses;
        let mut left = houses[from];
        houses[from] = 0;
        let mut at = from;
        while left > 0 {
            at = (at + 1) % 12;
            if at != from {
                houses[at] += 1;
                left -= 1;
            }
        }
        (houses, at)
    }

    pub(crate) fn legal(&self) -> Vec<usize> {
        if self.stores.iter().any(|&store| store >= self.majority()) {
            return Vec::new();
        }
        let other = 1 - self.side;
        (0..6)
            .filter(|&house| self.houses[6 * self.side + house] > 0)
            .filter(|&house| {
                let fed = self.sow(house).0[6 * other..][..6].iter().any(|&n| n > 0);
                self.row_sum(other) > 0 || fed
            })
            .collect()
    }

    pub(crate) fn play(&self, house: usize, variant: Variant) -> Plain {
        let (mut houses, last) = self.sow(house);
        let other = 1 - self.side;
        let mut captured = 0;
        let before = houses;
        let mut at = last;
        while at / 6 == other && (houses[at] == 2 || houses[at] == 3) {
            captured += houses[at];
            houses[at] = 0;
            if at == 0 {
                break;
            }
            at -= 1;
        }
        let slam = captured > 0 && houses[6 * other..][..6].iter().all(|&n| n == 0);
        if slam && variant == Variant::Abapa {
            houses = before;
            captured = 0;
        }
        let mut stores = self.stores;
        stores[self.side] += captured;
        Plain {
            houses,
            stores,
            side: other,
        }
    }

    pub(crate) fn end(&self) -> Option<Reason> {
        if self.stores.iter().any(|&store| store >= self.majority()) {
            Some(Reason::Majority)
        } else if !self.legal().is_empty() {
            None
        } else if self.row_sum(self.side) == 0 {
            Some(Reason::Starved)
        } else {
            Some(Reason::CannotFeed)
        }
    }

    /// Final seeds by the table in the rules.
    pub(crate) fn divide(&self, variant: Variant, reason: Reason) -> [u8; 2] {
        let rows = [self.row_sum(0), self.row_sum(1)];
        let left = rows[0] + rows[1];
        let mut seeds = self.stores;
        match (variant, reason) {
            (Variant::Abapa, _) => {
                seeds[0] += rows[0];
                seeds[1] += rows[1];
            }
            (Variant::Bridgetown, _) => {
                seeds[0] += left / 2;
                seeds[1] += left / 2;
                if left % 2 == 1 {
                    seeds[usize::from(rows[1] > rows[0])] += 1;
                }
            }
            (Variant::Speightstown, Reason::Starved | Reason::CannotFeed) => {
                let deprived = usize::from(rows[1] == 0);
                seeds[deprived] += left;
            }
            (Variant::Speightstown, _) => {}
        }
        seeds
    }
}
