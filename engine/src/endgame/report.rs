//! What the positions of a layer have in common, in numbers.

use rayon::prelude::*;

use super::layer::{Layer, first_of};
use super::rows::all_rows;
use super::{Endgames, Guarantees};
use crate::board::Board;
use crate::{HOUSES, House, Houses, Row};

/// Counts over all positions of a layer. Of the seeds on the board, as stores
/// are not looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LayerReport {
    /// Seeds on the board.
    pub seeds: u8,
    /// Positions, all with the same side to move.
    pub positions: u64,
    /// In so many of them the side to move is sure of more seeds than its
    /// opponent.
    pub mover_more: u64,
    /// Both are sure of equally many.
    pub equal: u64,
    /// The side to move is sure of fewer.
    pub mover_less: u64,
    /// Seeds that the side to move is sure of, over all positions.
    pub sum_mover: u64,
    /// Seeds that its opponent is sure of.
    pub sum_other: u64,
    /// Positions in which there are seeds that neither can force.
    pub open: u64,
    /// The most plies within which something that can be forced makes progress:
    /// until there are fewer seeds on the board, or the game ends. 255 stands
    /// for more as well; `None` if the layer has forgotten its progress.
    pub longest: Option<u8>,
    /// Positions in which a capture of all the opponent's seeds is legal. None
    /// where such a capture is void.
    pub grand_slam: u64,
    /// In so many of these it is among the best moves: no other leaves the side
    /// that moves more seeds ahead, by what both are sure of then.
    pub grand_slam_best: u64,
    /// In so many of them it loses seeds: by another move the side that moves is
    /// sure of more. Where that is sure of no more and only leaves the opponent
    /// fewer, a grand slam is not best and loses none.
    pub grand_slam_loses: u64,
    /// Positions in which the opponent's row is empty, so that it must be fed,
    /// and can be.
    pub feeding_forced: u64,
    /// In so many of these the side to move is sure of fewer seeds than the side
    /// that it feeds.
    pub feeding_behind: u64,
}

impl LayerReport {
    /// Counts over the layer of `seeds` seeds, on the current rayon pool; `None`
    /// if it was not solved.
    pub fn of(endgames: &Endgames, seeds: u8) -> Option<LayerReport> {
        let layer = endgames.layers().get(usize::from(seeds))?;
        let reporter = Reporter { endgames, layer };
        let by_own = (0..=seeds).into_par_iter().map(|own| reporter.strips(own));
        Some(by_own.reduce(LayerReport::default, LayerReport::and))
    }

    /// Seeds that neither side can force, in a position of the layer on average.
    pub fn mean_open(&self) -> f64 {
        let all = u64::from(self.seeds) * self.positions;
        (all - self.sum_mover - self.sum_other) as f64 / self.positions as f64
    }

    /// Counts what the sides of one position are sure of.
    fn count(&mut self, guarantees: Guarantees) {
        let Guarantees { own, other } = guarantees;
        self.mover_more += u64::from(own > other);
        self.equal += u64::from(own == other);
        self.mover_less += u64::from(own < other);
        self.sum_mover += u64::from(own);
        self.sum_other += u64::from(other);
        self.open += u64::from(own + other < self.seeds);
    }

    /// Both counts together.
    fn and(self, more: LayerReport) -> LayerReport {
        LayerReport {
            seeds: self.seeds.max(more.seeds),
            positions: self.positions + more.positions,
            mover_more: self.mover_more + more.mover_more,
            equal: self.equal + more.equal,
            mover_less: self.mover_less + more.mover_less,
            sum_mover: self.sum_mover + more.sum_mover,
            sum_other: self.sum_other + more.sum_other,
            open: self.open + more.open,
            longest: self.longest.max(more.longest),
            grand_slam: self.grand_slam + more.grand_slam,
            grand_slam_best: self.grand_slam_best + more.grand_slam_best,
            grand_slam_loses: self.grand_slam_loses + more.grand_slam_loses,
            feeding_forced: self.feeding_forced + more.feeding_forced,
            feeding_behind: self.feeding_behind + more.feeding_behind,
        }
    }
}

/// In how many positions with `seeds` seeds no best move by the one rules is
/// also one by the others, on the current rayon pool; `None` if either has not
/// solved them. The best moves leave the side that moves most seeds ahead, by
/// what both are sure of then.
pub fn positions_played_differently(one: &Endgames, other: &Endgames, seeds: u8) -> Option<u64> {
    let layers = [one, other].map(|endgames| endgames.layers().get(usize::from(seeds)));
    let [Some(one_layer), Some(other_layer)] = layers else {
        return None;
    };
    let one = Reporter {
        endgames: one,
        layer: one_layer,
    };
    let other = Reporter {
        endgames: other,
        layer: other_layer,
    };
    let differs = |board: Board| {
        let others = other.best(board);
        let best = one.best(board);
        !best.is_empty() && !best.iter().any(|house| others.contains(house))
    };
    let by_own = (0..=seeds).into_par_iter().map(|own| {
        let others = all_rows(seeds - own);
        let count = |own: Row| {
            let boards = others.iter().map(|&other| Board { own, other });
            boards.filter(|&board| differs(board)).count() as u64
        };
        all_rows(own).into_par_iter().map(count).sum::<u64>()
    });
    Some(by_own.sum())
}

/// What counts in a layer.
struct Reporter<'a> {
    endgames: &'a Endgames,
    layer: &'a Layer,
}

impl Reporter<'_> {
    /// Counts over all strips with `own` seeds in the own row.
    fn strips(&self, own: u8) -> LayerReport {
        let others = all_rows(self.layer.seeds() - own);
        let strips = all_rows(own).into_par_iter().enumerate();
        let reports = strips.map(|(number, row)| self.strip(number, row, &others));
        reports.reduce(LayerReport::default, LayerReport::and)
    }

    /// Counts over the positions with one own row, the `number`-th with as many
    /// seeds.
    fn strip(&self, number: usize, own: Row, others: &[Row]) -> LayerReport {
        let layer = self.layer;
        let begin = first_of(layer.seeds(), own.seeds()) + number * others.len();
        let mut report = LayerReport {
            seeds: layer.seeds(),
            positions: others.len() as u64,
            ..LayerReport::default()
        };
        for (place, &other) in (begin..).zip(others) {
            let guarantees = layer.at(place);
            report.count(guarantees);
            if let Some([own, other]) = layer.progress.get(place) {
                report.longest = report.longest.max(Some(*own.max(other)));
            }
            let board = Board { own, other };
            if other.is_empty() && !board.legal().is_empty() {
                report.feeding_forced += 1;
                report.feeding_behind += u64::from(guarantees.own < guarantees.other);
            }
            if let Some(slam) = self.grand_slam(board) {
                report.grand_slam += 1;
                report.grand_slam_best += u64::from(slam.is_best);
                report.grand_slam_loses += u64::from(slam.loses);
            }
        }
        report
    }

    /// The board after each legal move, by house.
    fn after(&self, board: Board) -> [Option<Board>; HOUSES] {
        let mut after = [None; HOUSES];
        for house in board.legal() {
            after[house.index()] = Some(board.play(house, self.layer.variant()));
        }
        after
    }

    /// The moves that leave the side that moves most seeds ahead.
    fn best(&self, board: Board) -> Houses {
        let leads = self.after(board).map(|after| Some(self.lead(after?)));
        let most = leads.iter().flatten().max();
        let best = House::ALL.into_iter().zip(&leads);
        best.filter(|(_, lead)| lead.is_some() && lead.as_ref() == most)
            .map(|(house, _)| house)
            .collect()
    }

    /// What a grand slam does, the best if there are several; `None` if none is
    /// legal.
    fn grand_slam(&self, board: Board) -> Option<GrandSlam> {
        let after = self.after(board);
        let is_slam = |after: &Board| after.own.is_empty() && after.other.store() > 0;
        // The most after a grand slam, and after any move.
        let most = |count: &dyn Fn(Board) -> i16| {
            let all = after.iter().flatten().map(|&after| count(after)).max();
            let slams = after.iter().flatten().filter(|after| is_slam(after));
            Some((slams.map(|&after| count(after)).max()?, all?))
        };
        let (lead, most_lead) = most(&|after| self.lead(after))?;
        let (sure, most_sure) = most(&|after| self.sure(after).own.into())?;
        Some(GrandSlam {
            is_best: lead == most_lead,
            loses: sure < most_sure,
        })
    }

    /// By how many seeds the side that moved is ahead after its move, by what
    /// both are sure of.
    fn lead(&self, after: Board) -> i16 {
        let Guarantees { own, other } = self.sure(after);
        i16::from(own) - i16::from(other)
    }

    /// What the side that moved, and its opponent, are sure of after its move.
    fn sure(&self, after: Board) -> Guarantees {
        let left = after.own.seeds() + after.other.seeds();
        let layer = &self.endgames.layers()[usize::from(left)];
        // The side that moved is the other one now.
        let Guarantees { own, other } = layer.guarantees(after);
        Guarantees {
            own: after.other.store() + other,
            other: own,
        }
    }
}

/// What a grand slam does.
struct GrandSlam {
    /// No other move leaves the side that moves more seeds ahead.
    is_best: bool,
    /// By another move it is sure of more seeds.
    loses: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{House, Position, Variant};

    /// The same by the public moves of positions.
    fn counted_plainly(endgames: &Endgames, seeds: u8) -> [u64; 5] {
        let mut counts = [0; 5];
        for (position, guarantees) in endgames.layers()[usize::from(seeds)].positions() {
            let moves = endgames.moves(&position).unwrap();
            let mover = position.to_move();
            let sure = |house: House| {
                let found = moves.iter().find(|one| one.house == house).unwrap();
                (i16::from(found.own), i16::from(found.other))
            };
            let own = |house: House| sure(house).0;
            let lead = |house: House| sure(house).0 - sure(house).1;
            let is_slam = |&house: &House| {
                let after: Position = position.play(house, endgames.variant()).unwrap();
                after.row(mover.opponent()).is_empty() && after.row(mover).store() > 0
            };
            let slams = position.legal().into_iter().filter(is_slam);
            let others = position.legal().into_iter().filter(|one| !is_slam(one));
            let slam = slams.clone().map(lead).max();
            let best = position.legal().into_iter().map(lead).max();
            counts[0] += u64::from(slam.is_some());
            counts[1] += u64::from(slam.is_some() && slam == best);
            let [slam, other] = [slams.map(own).max(), others.map(own).max()];
            counts[4] += u64::from(slam.is_some() && other > slam);
            let must_feed = position.row(mover.opponent()).is_empty() && !moves.is_empty();
            counts[2] += u64::from(must_feed);
            counts[3] += u64::from(must_feed && guarantees.own < guarantees.other);
        }
        counts
    }

    #[test]
    fn a_plain_count_comes_to_the_same() {
        for variant in Variant::ALL {
            let endgames = Endgames::solved(variant, 6);
            for seeds in 0..=6 {
                let report = LayerReport::of(&endgames, seeds).unwrap();
                let slams = [report.grand_slam, report.grand_slam_best];
                let feeding = [report.feeding_forced, report.feeding_behind];
                assert_eq!(
                    [&slams[..], &feeding, &[report.grand_slam_loses]].concat(),
                    counted_plainly(&endgames, seeds)
                );
                assert!(report.grand_slam_loses <= report.grand_slam);
                assert_eq!(
                    report.grand_slam > 0,
                    seeds > 1 && !variant.voids_grand_slam()
                );
                assert_eq!(
                    report.positions,
                    report.mover_more + report.equal + report.mover_less
                );
            }
        }
    }

    #[test]
    fn moves_differ_where_no_best_one_is_shared() {
        let solved = |variant| Endgames::solved(variant, 5);
        let [one, other] = [Variant::Speightstown, Variant::Bridgetown].map(solved);
        assert_eq!(positions_played_differently(&one, &one, 5), Some(0));
        assert_eq!(positions_played_differently(&one, &other, 6), None);
        let lead = |endgames: &Endgames, position: &Position| -> Vec<(House, i16)> {
            let moves = endgames.moves(position).unwrap().into_iter();
            moves
                .map(|one| (one.house, i16::from(one.own) - i16::from(one.other)))
                .collect()
        };
        let best = |endgames: &Endgames, position: &Position| -> Vec<House> {
            let leads = lead(endgames, position);
            let most = leads.iter().map(|(_, lead)| *lead).max();
            let best = leads.iter().filter(|(_, lead)| Some(*lead) == most);
            best.map(|(house, _)| *house).collect()
        };
        let differs = |position: &Position| {
            let [one, other] = [&one, &other].map(|endgames| best(endgames, position));
            !one.is_empty() && one.iter().all(|house| !other.contains(house))
        };
        let positions = one.layers()[5].positions();
        let plainly = positions.filter(|(position, _)| differs(position)).count();
        assert!(plainly > 0);
        let found = positions_played_differently(&one, &other, 5);
        assert_eq!(found, Some(plainly as u64));
    }

    #[test]
    fn what_was_forgotten_is_not_reported() {
        let mut endgames = Endgames::solved(Variant::Speightstown, 4);
        let before = LayerReport::of(&endgames, 4).unwrap();
        assert!(before.longest > Some(1));
        endgames.forget_progress();
        let after = LayerReport::of(&endgames, 4).unwrap();
        let longest = before.longest;
        assert_eq!(LayerReport { longest, ..after }, before);
        assert_eq!(after.longest, None);
        assert_eq!(LayerReport::of(&endgames, 5), None);
    }
}
