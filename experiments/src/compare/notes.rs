//! What a reader has to know before believing a comparison.

use warri_evolve::over_seeds::FEWEST_FOR_INTERVAL;

use super::{Arm, ArmMeasures, Field};
use crate::report::thousands;

/// With so many seeds the intervals are nearly what they say.
const ENOUGH: usize = 10;

/// The most arms that a note names.
const MOST_NAMED: usize = 6;

/// Whether the arms had as many games of training a run, within 5 %: a run ends
/// with a whole generation, so a few more or fewer mean nothing.
pub(crate) fn equal_budgets(arms: &[ArmMeasures]) -> bool {
    let games = || arms.iter().map(|arm| arm.mean_games);
    let least = games().fold(f64::INFINITY, f64::min);
    let most = games().fold(0.0, f64::max);
    most <= 1.05 * least
}

/// All notes that apply.
pub(crate) fn of(field: &Field, arms: &[ArmMeasures]) -> Vec<String> {
    let notes = [
        seeds(arms),
        budgets(arms),
        unfinished(field, arms),
        no_width(arms),
        other_opponents(field),
        variants(field),
    ];
    notes.into_iter().flatten().collect()
}

/// The arms by name with a number of each. More than a few are counted: the table
/// has the numbers.
fn listed(arms: &[&ArmMeasures], number: impl Fn(&ArmMeasures) -> String) -> String {
    if arms.len() > MOST_NAMED {
        return format!("{} arms", arms.len());
    }
    let names = arms
        .iter()
        .map(|arm| format!("{} ({})", arm.arm, number(arm)));
    names.collect::<Vec<String>>().join(", ")
}

fn seeds(arms: &[ArmMeasures]) -> Option<String> {
    let with = |few: &dyn Fn(usize) -> bool| arms.iter().filter(|arm| few(arm.runs)).collect();
    let too_few: Vec<&ArmMeasures> = with(&|runs| runs < FEWEST_FOR_INTERVAL);
    if !too_few.is_empty() {
        return Some(format!(
            "Fewer than {FEWEST_FOR_INTERVAL} seeds have no interval, and say little: {}.",
            listed(&too_few, |arm| arm.runs.to_string())
        ));
    }
    let few: Vec<&ArmMeasures> = with(&|runs| runs < ENOUGH);
    (!few.is_empty()).then(|| {
        format!(
            "Of fewer than {ENOUGH} seeds the intervals are too short: with five, those of scores \
             hold the truth in 84 to 90 % of cases, not in 95 %, and those of probabilities near \
             0 or 100 % far less often: {}.",
            listed(&few, |arm| arm.runs.to_string())
        )
    })
}

fn budgets(arms: &[ArmMeasures]) -> Option<String> {
    let games = |arm: &&ArmMeasures| arm.mean_games;
    let least = arms.iter().min_by(|a, b| games(a).total_cmp(&games(b)))?;
    // Of equals the first, as above.
    let most = arms.iter().min_by(|a, b| games(b).total_cmp(&games(a)))?;
    (!equal_budgets(arms)).then(|| {
        format!(
            "The arms had unequal budgets, from {} games of training a run ({}) to {} ({}): what \
             is better with more games is not better for that.",
            thousands(least.mean_games as u64),
            least.arm,
            thousands(most.mean_games as u64),
            most.arm
        )
    })
}

fn unfinished(field: &Field, arms: &[ArmMeasures]) -> Option<String> {
    let some: Vec<&ArmMeasures> = arms.iter().filter(|arm| arm.unfinished > 0).collect();
    let mut text = String::new();
    if !some.is_empty() {
        let number = |arm: &ArmMeasures| arm.unfinished.to_string();
        text = format!(
            "Runs that are not finished are left out: {}.",
            listed(&some, number)
        );
    }
    if !field.without.is_empty() {
        text += &format!(
            "{}Arms without a finished run are left out: {}.",
            if text.is_empty() { "" } else { " " },
            field.without.join(", ")
        );
    }
    (!text.is_empty()).then_some(text)
}

fn no_width(arms: &[ArmMeasures]) -> Option<String> {
    let scores = arms.iter().flat_map(|arm| &arm.scores);
    let mut clear = scores.filter_map(|scores| scores.improvement);
    let found = clear.any(|one| one.low.is_some() && one.low == one.high);
    found.then(|| {
        "A probability whose interval has no width is the same whichever of the seeds are drawn, \
         as where all runs of one arm are above all of the other. It means that these seeds hold \
         no doubt, not that there is none."
            .to_owned()
    })
}

fn other_opponents(field: &Field) -> Option<String> {
    (!field.others.is_empty()).then(|| {
        format!(
            "Not all arms were measured against {}: left out.",
            field.others.join(", ")
        )
    })
}

fn variants(field: &Field) -> Option<String> {
    let variant = |arm: &Arm| arm.runs[0].config.variant;
    let first = variant(&field.arms[0]);
    let other = field.arms.iter().find(|arm| variant(arm) != first)?;
    Some(format!(
        "The arms play by different rules, {first} ({}) and {} ({}), so their scores are of \
         different games.",
        field.arms[0].name,
        variant(other),
        other.name
    ))
}
