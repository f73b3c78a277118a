//! The training games of a generation, and the fitness that they give.

use std::collections::BTreeMap;

use warri_engine::Side;

use crate::{
    Opponents, Pairing, Played, Points, Purpose, Stream, Tally, Training, gauntlet, random_peers,
    round_robin,
};

/// Who plays whom in one generation. Players are numbered: the population
/// first, then its guests.
pub(crate) struct Plan {
    /// Those who play with the population and do not score.
    pub(crate) guests: Vec<Guest>,
    pub(crate) rounds: Vec<Round>,
}

/// A player from outside the population.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guest {
    /// By its place in the hall of fame.
    Champion(usize),
    /// By its place in the panel.
    Panelist(usize),
}

/// What one kind of opponents asks of the population.
pub(crate) struct Round {
    weight: f64,
    pub(crate) kind: Kind,
}

/// The kinds of rounds.
pub(crate) enum Kind {
    /// Games of all against all.
    All,
    /// Games with opponents of one's own, by individual.
    Chosen(Vec<Vec<usize>>),
    /// Decisions in endgames, by their places in the pool.
    Truth(Vec<usize>),
}

impl Plan {
    /// The plan of generation `number` for a population of `size`, with so
    /// many champions in the hall of fame.
    pub(crate) fn new(
        training: &Training,
        seed: u64,
        number: u32,
        size: usize,
        hall: usize,
        pool: usize,
    ) -> Plan {
        let mut plan = Plan {
            guests: Vec::new(),
            rounds: Vec::new(),
        };
        let mut panelists = 0;
        for (place, (weight, part)) in training.opponents.parts().into_iter().enumerate() {
            // A part that is the only one, or the first, draws as it always did.
            let mut coordinates = vec![u64::from(number)];
            coordinates.extend((place > 0).then_some(place as u64));
            let stream = |purpose| Stream::new(seed, purpose, &coordinates);
            let kind = match part {
                Opponents::RoundRobin | Opponents::Mixture(_) => Kind::All,
                Opponents::Truth { decisions } => {
                    Kind::Truth(stream(Purpose::TruthTraining).sample(pool, *decisions as usize))
                }
                Opponents::Peers { count } => Kind::Chosen(random_peers(
                    size,
                    *count as usize,
                    &mut stream(Purpose::Peers),
                )),
                Opponents::HallOfFame { count, .. } => {
                    let met = hall.min(*count as usize);
                    let champions = stream(Purpose::HallOfFame).sample(hall, met);
                    let guests = plan.invite(size, champions.into_iter().map(Guest::Champion));
                    let missing = *count as usize - met;
                    let peers = random_peers(size, missing, &mut stream(Purpose::Peers));
                    let with_guests = |peers: Vec<usize>| [guests.clone(), peers].concat();
                    Kind::Chosen(peers.into_iter().map(with_guests).collect())
                }
                Opponents::Panel { players } => {
                    let seats = panelists..panelists + players.len();
                    panelists = seats.end;
                    let guests = plan.invite(size, seats.map(Guest::Panelist));
                    Kind::Chosen(vec![guests; size])
                }
            };
            plan.rounds.push(Round { weight, kind });
        }
        plan
    }

    /// Whom an individual of `size` meets, in all rounds.
    pub(crate) fn opponents(&self, one: usize, size: usize) -> Vec<usize> {
        let met = |round: &Round| match &round.kind {
            Kind::All => (0..size).filter(|&other| other != one).collect(),
            Kind::Chosen(opponents) => opponents[one].clone(),
            Kind::Truth(_) => Vec::new(),
        };
        self.rounds.iter().flat_map(met).collect()
    }

    /// Adds guests and returns their numbers.
    fn invite(&mut self, size: usize, guests: impl Iterator<Item = Guest>) -> Vec<usize> {
        let first = size + self.guests.len();
        self.guests.extend(guests);
        (first..size + self.guests.len()).collect()
    }
}

impl Round {
    /// All against all.
    pub(crate) const ALL: Round = Round {
        weight: 1.0,
        kind: Kind::All,
    };

    /// Whether the schedule may name a pairing twice.
    pub(crate) fn repeats(&self) -> bool {
        matches!(self.kind, Kind::Chosen(_))
    }

    /// Its games in order, for a population of `size`, each with the one
    /// individual that it scores for, or `None` if it scores for both.
    pub(crate) fn schedule(
        &self,
        size: usize,
        openings: usize,
    ) -> Box<dyn Iterator<Item = (Pairing, Option<usize>)> + '_> {
        match &self.kind {
            Kind::All => Box::new(round_robin(size, openings).map(|pairing| (pairing, None))),
            Kind::Truth(_) => Box::new(std::iter::empty()),
            Kind::Chosen(opponents) => {
                let games = opponents
                    .iter()
                    .enumerate()
                    .flat_map(move |(one, opponents)| {
                        gauntlet(one, opponents.iter().copied(), openings)
                            .map(move |pairing| (pairing, Some(one)))
                    });
                Box::new(games)
            }
        }
    }
}

/// What individuals scored against each of their opponents in one round.
pub(crate) struct Results {
    weight: f64,
    /// For each individual, by opponent.
    meetings: Vec<BTreeMap<usize, Meeting>>,
    /// The mean worth of each individual's decisions, if the round was of
    /// those.
    worth: Option<Vec<f64>>,
}

/// The games of an individual with one opponent.
#[derive(Clone, Copy, Default)]
struct Meeting {
    tally: Tally,
    /// Seeds won less seeds lost.
    margin: i64,
}

impl Meeting {
    fn add(&mut self, other: &Meeting) {
        self.tally.add(other.tally);
        self.margin += other.margin;
    }
}

impl Results {
    pub(crate) fn new(round: &Round, size: usize) -> Results {
        Results {
            weight: round.weight,
            meetings: vec![BTreeMap::new(); size],
            worth: None,
        }
    }

    /// Those of a round of decisions.
    pub(crate) fn of_decisions(round: &Round, worth: Vec<f64>) -> Results {
        Results {
            worth: Some(worth),
            ..Results::new(round, 0)
        }
    }

    /// Counts a game for the individual that it scores for, or for both.
    pub(crate) fn count(&mut self, pairing: Pairing, scores: Option<usize>, played: Played) {
        let seats = [(pairing.south, Side::South), (pairing.north, Side::North)];
        for (player, side) in seats {
            if scores.is_none_or(|scores| scores == player) {
                let opponent = pairing.south + pairing.north - player;
                let meeting = self.meetings[player].entry(opponent).or_default();
                meeting.tally.count(played.end.outcome, side);
                let [own, other] =
                    [side, side.opponent()].map(|side| played.end.seeds[side.index()]);
                meeting.margin += i64::from(own) - i64::from(other);
            }
        }
    }

    /// All games of an individual.
    fn total(&self, one: usize) -> Meeting {
        let mut total = Meeting::default();
        let meetings = self.meetings.get(one).into_iter().flatten();
        meetings.for_each(|(_, meeting)| total.add(meeting));
        total
    }

    /// The fitness of each individual in this round.
    fn fitness(&self, training: &Training) -> Vec<f64> {
        if let Some(worth) = &self.worth {
            worth.clone()
        } else if training.sharing {
            self.shared()
        } else {
            self.points(&training.points)
        }
    }

    /// The mean points of each individual.
    pub(crate) fn points(&self, points: &Points) -> Vec<f64> {
        let of = |one| {
            let Meeting { tally, margin } = self.total(one);
            points.mean(&tally, margin)
        };
        (0..self.meetings.len()).map(of).collect()
    }

    /// What each individual gets where fitness is shared.
    fn shared(&self) -> Vec<f64> {
        // What beating each opponent is worth is shared by those who do.
        let mut shared: BTreeMap<usize, f64> = BTreeMap::new();
        for (opponent, meeting) in self.meetings.iter().flatten() {
            *shared.entry(*opponent).or_default() += meeting.tally.score();
        }
        let share = |(opponent, meeting): (&usize, &Meeting)| match shared[opponent] {
            0.0 => 0.0,
            all => meeting.tally.score() / all,
        };
        let of = |meetings: &BTreeMap<usize, Meeting>| meetings.iter().map(share).sum();
        self.meetings.iter().map(of).collect()
    }
}

/// The games of each individual in all rounds.
pub(crate) fn tallies(rounds: &[Results], size: usize) -> Vec<Tally> {
    let of = |one| {
        let mut tally = Tally::default();
        rounds
            .iter()
            .for_each(|round| tally.add(round.total(one).tally));
        tally
    };
    (0..size).map(of).collect()
}

/// The fitness of each individual: the mean of its rounds by weight.
pub(crate) fn fitness(rounds: &[Results], training: &Training) -> Vec<f64> {
    let [first, others @ ..] = rounds else {
        return Vec::new();
    };
    let mut fitness = first.fitness(training);
    if others.is_empty() {
        return fitness;
    }
    let sum: f64 = rounds.iter().map(|round| round.weight).sum();
    for one in &mut fitness {
        *one *= first.weight / sum;
    }
    for round in others {
        for (one, more) in fitness.iter_mut().zip(round.fitness(training)) {
            *one += more * (round.weight / sum);
        }
    }
    fitness
}
