//! The order in which a search tries moves.

use crate::board::Board;
use crate::row::sum_into_store;
use crate::sowing::end;
use crate::{HOUSES, House, Houses};

/// The legal moves, most promising first: the one that a table suggests, then
/// captures, then houses with few seeds, then sowing order.
///
/// Counted, not played: chains and captures after a lap are not seen, which
/// costs a search less than playing moves that a cutoff makes needless.
pub(crate) struct Order {
    /// For each house a number that is larger the earlier it comes, with
    /// [`CODE`] less its byte in the lowest bits; 0 once it was tried.
    keys: [u32; HOUSES],
}

const CODE: u32 = 7;

impl Order {
    /// `likely` is the byte of the house to try first, or 0.
    #[inline]
    pub(crate) fn new(board: Board, legal: Houses, likely: u8) -> Order {
        // In the byte of each house what a last seed would capture there.
        let made = |seeds: u8| board.other.exactly(seeds - 1).word() >> 7;
        let captures = 2 * made(2) + 3 * made(3);
        let mut keys = [0; HOUSES];
        for (key, house) in keys.iter_mut().zip(House::ALL) {
            let seeds = board.own.house(house);
            // At most one byte is left, and its sum is the byte itself.
            let captured = sum_into_store(captures & (3 * end(house, seeds))) >> 56;
            let worth = (captured as u32) << 6 | (63 - u32::from(seeds));
            let likely = u32::from(house.byte() as u8 == likely);
            let one = likely << 16 | worth << 3 | (CODE - house.byte() as u32);
            *key = one * u32::from(legal.contains(house));
        }
        Order { keys }
    }
}

impl Iterator for Order {
    type Item = House;

    #[inline]
    fn next(&mut self) -> Option<House> {
        let [a, b, c, d, e, f] = self.keys;
        let most = a.max(b).max(c.max(d)).max(e.max(f));
        if most == 0 {
            return None;
        }
        for key in &mut self.keys {
            *key *= u32::from(*key != most);
        }
        House::new((CODE - (most & CODE)) as usize - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    fn order(position: &str, likely: usize) -> Vec<usize> {
        let position: Position = position.parse().unwrap();
        Order::new(position.board, position.legal(), likely as u8)
            .map(House::index)
            .collect()
    }

    #[test]
    fn the_suggested_move_then_captures_then_few_seeds() {
        // E ends in b and makes 2, F in a and makes 3.
        let position = "2,1,0,9,3,1/2,1,0,13,0,1 9-6 S";
        assert_eq!(order(position, 0), [5, 4, 1, 0, 3]);
        assert_eq!(order(position, House::ALL[3].byte()), [3, 5, 4, 1, 0]);
    }

    #[test]
    fn only_legal_moves() {
        assert_eq!(order("1,0,0,0,0,2/0,0,0,0,0,0 22-23 S", 0), [5]);
        let start = Position::START.to_string();
        assert_eq!(order(&start, 0), [0, 1, 2, 3, 4, 5]);
    }
}
