//! A bot in words and bars: what it values, and how much.

use maud::{Markup, html};
use warri_engine::{Term, Whose};
use warri_evolve::Bot;

use super::html::{download, signed};
use crate::words::plural;

/// A weight below this part of the largest hardly matters.
const LITTLE: f64 = 0.1;

/// A term and what one of its count adds to the value of a position.
struct Worth<'a> {
    term: &'a Term,
    weight: f64,
}

/// The terms of a bot, the largest weight first.
fn worths(bot: &Bot) -> Vec<Worth<'_>> {
    let mut worths: Vec<Worth<'_>> = bot
        .named_weights()
        .map(|(term, weight)| Worth {
            term,
            weight: f64::from(term.sign()) * weight,
        })
        .collect();
    worths.sort_by(|a, b| b.weight.abs().total_cmp(&a.weight.abs()));
    worths
}

/// Words, bars and the file.
pub(super) fn champion(bot: &Bot, file: &str, name: &str) -> Markup {
    let worths = worths(bot);
    html! {
        (words(bot, &worths))
        (bars(&worths))
        p.note {
            "A weight is what one of a count adds to the value of a position: above 0 it wants \
             more of it, below 0 less. Counts differ in range: a store holds up to 48 seeds, \
             of houses there are 6."
        }
        details {
            summary { "The bot as a file" }
            pre tabindex="0" { code { (file) } }
            p { (download(name, file)) }
        }
    }
}

fn words(bot: &Bot, worths: &[Worth<'_>]) -> Markup {
    let Some(first) = worths.first().filter(|first| first.weight != 0.0) else {
        return html! { p { "All its weights are 0: it sees no difference between positions." } };
    };
    let part = |wanted: fn(f64) -> bool| {
        let matters = |one: &&Worth<'_>| one.weight.abs() >= LITTLE * first.weight.abs();
        let part = worths.iter().filter(matters);
        let part = part.filter(move |one| wanted(one.weight));
        part.map(|one| format!("{} ({})", one.name(), signed(one.weight, 2)))
            .collect::<Vec<String>>()
    };
    let little: Vec<String> = worths
        .iter()
        .filter(|one| one.weight.abs() < LITTLE * first.weight.abs())
        .map(Worth::name)
        .collect();
    html! {
        p {
            "It looks " (plural(bot.depth.plies().into(), "ply", "plies")) " ahead and values what it finds there by "
            @if worths.len() == 1 { "one count" } @else { (worths.len()) " counts, each times its weight" }
            ". " (compared(worths)) "."
        }
        ul.likes {
            @for (title, terms) in [
                ("It wants", part(|weight| weight > 0.0)),
                ("It avoids", part(|weight| weight < 0.0)),
                ("It hardly cares about", little),
            ] {
                @if !terms.is_empty() { li { b { (title) } " " (terms.join("; ")) } }
            }
        }
    }
}

/// The largest weights beside that of a seed in its store.
fn compared(worths: &[Worth<'_>]) -> String {
    let first = &worths[0];
    let verb = if first.weight > 0.0 {
        "values"
    } else {
        "minds"
    };
    let store = worths.iter().find(|one| one.is_store());
    match (store, worths.get(1)) {
        (Some(store), Some(second)) if store.term == first.term => match second.weight {
            0.0 => format!("It {verb} nothing but {}", first.name()),
            weight => format!(
                "It {verb} {} most, {} as much as it {} {}",
                first.name(),
                times(first.weight / weight),
                if weight > 0.0 { "values" } else { "minds" },
                second.name()
            ),
        },
        (Some(store), Some(_)) if store.weight > 0.0 => format!(
            "It {verb} {} most, {} as much as it values {}",
            first.name(),
            times(first.weight / store.weight),
            store.name()
        ),
        _ => format!("It {verb} {} most", first.name()),
    }
}

/// `1.4 ×`.
fn times(ratio: f64) -> String {
    let ratio = ratio.abs();
    if ratio < 1.05 {
        "about".to_owned()
    } else if ratio < 9.95 {
        format!("{ratio:.1}\u{a0}×")
    } else if ratio < 1000.0 {
        format!("{ratio:.0}\u{a0}×")
    } else {
        "far more than 1000\u{a0}×".to_owned()
    }
}

impl Worth<'_> {
    /// One of what it counts, in a sentence.
    fn name(&self) -> String {
        let feature = self.term.feature().name;
        let whose = match self.term.whose() {
            Whose::Own => "its own",
            Whose::Opponent => "the opponent’s",
            Whose::Net => return format!("a lead of one in {}", feature.replace('_', " ")),
        };
        match feature {
            "store" => format!("a seed in {whose} store"),
            "seeds" => format!("a seed in {whose} row"),
            "mobility" => format!("one of {whose} houses with seeds"),
            "empty" => format!("an empty house in {whose} row"),
            "reach" => format!("one of {whose} houses that reach the other row"),
            "over_twelve" => format!("one of {whose} houses with more than 12 seeds"),
            "captures_2" => format!("one of {whose} moves that capture 2"),
            "captures_3" => format!("one of {whose} moves that capture 3"),
            "vulnerable_2" => format!("one of {whose} houses that can be captured as 2"),
            "vulnerable_3" => format!("one of {whose} houses that can be captured as 3"),
            "safety" => format!("one of {whose} houses with 3 seeds or more"),
            "attack" => format!("one of {whose} targets to capture"),
            "hoard" => format!("a seed in {whose} house farthest from the other row"),
            "nearest" => format!("a seed in {whose} house nearest to the other row"),
            other => format!("one of {whose} {}", other.replace('_', " ")),
        }
    }

    fn whose(&self) -> &'static str {
        match self.term.whose() {
            Whose::Own => "its own",
            Whose::Opponent => "the opponent’s",
            Whose::Net => "its own less the opponent’s",
        }
    }

    /// Whether it counts the seeds that it captured.
    fn is_store(&self) -> bool {
        self.term.feature().name == "store" && self.term.whose() != Whose::Opponent
    }
}

/// Half the width of a bar's picture.
const HALF: f64 = 100.0;

fn bars(worths: &[Worth<'_>]) -> Markup {
    let most = worths
        .iter()
        .map(|one| one.weight.abs())
        .fold(0.0, f64::max);
    html! {
        table.weights {
            thead { tr { th scope="col" { "Count" } th.number scope="col" { "Weight" } th.bar {} } }
            tbody {
                @for one in worths {
                    tr {
                        th scope="row" {
                            code { (one.term.name()) }
                            span.meaning { (one.whose()) ": " (one.term.feature().meaning) }
                        }
                        td.number { (signed(one.weight, 3)) }
                        td.bar { (bar(if most > 0.0 { one.weight / most } else { 0.0 })) }
                    }
                }
            }
        }
    }
}

/// A bar from the middle to the right, or to the left below 0.
fn bar(share: f64) -> Markup {
    let length = HALF * share.abs();
    let (start, class) = if share < 0.0 {
        (HALF - length, "against")
    } else {
        (HALF, "for")
    };
    html! {
        svg.bar viewBox={ "0 0 " (2.0 * HALF) " 14" } preserveAspectRatio="none" aria-hidden="true" {
            rect class=(class) x=(format!("{start:.1}")) y="1" width=(format!("{length:.1}")) height="12" {}
            line x1=(HALF) x2=(HALF) y1="0" y2="14" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(toml: &str) -> String {
        let head = "format = 1\nvariant = \"speightstown\"\ndepth = 3\n";
        let bot = Bot::from_toml(&format!("{head}{toml}")).unwrap();
        words(&bot, &worths(&bot)).into_string()
    }

    #[test]
    fn weights_are_put_into_words() {
        let said = text(
            "features = [\"own_store\", \"-own_empty\", \"net_reach\"]\n\
             [weights]\nown_store = 0.5\nown_empty = 1.0\nnet_reach = -0.01\n",
        );
        for expected in [
            "3 plies ahead and values what it finds there by 3 counts, each times its weight. It \
             minds an empty house in its own row most, 2.0\u{a0}× as much as it values a seed in its \
             own store.",
            "<b>It wants</b> a seed in its own store (+0.50)",
            "<b>It avoids</b> an empty house in its own row (−1.00)",
            "<b>It hardly cares about</b> a lead of one in reach",
        ] {
            assert!(said.contains(expected), "{said}");
        }
        let material = "features = \"material\"\n[weights]\nnet_store = 1.0\n";
        assert!(text(material).contains("by one count. It values a lead of one in store most."));
        let nothing = material.replace("1.0", "0.0");
        assert!(text(&nothing).contains("All its weights are 0"));
        let store =
            "features = [\"own_store\", \"own_reach\"]\n[weights]\nown_store = 4\nown_reach = -1\n";
        assert!(text(store).contains(
            "most, 4.0\u{a0}× as much as it minds one of its own houses that reach the other row."
        ));
    }
    #[test]
    fn a_store_that_is_minded_is_not_valued() {
        for other in ["0.5", "-0.5", "0.0", "2.0", "-2.0"] {
            let said = text(&format!(
                "features = [\"own_store\", \"own_reach\"]\n\
                 [weights]\nown_store = -1.0\nown_reach = {other}\n"
            ));
            assert!(!said.contains("values a seed in its own store"), "{said}");
            assert!(said.contains("<b>It avoids</b>"), "{said}");
        }
        let one = text("features = [\"own_store\"]\n[weights]\nown_store = -1.0\n");
        assert!(
            one.contains("It minds a seed in its own store most"),
            "{one}"
        );
    }

    #[test]
    fn one_ply_is_one() {
        let toml = "format = 1\nvariant = \"speightstown\"\ndepth = 1\n\
                    features = \"material\"\n[weights]\nnet_store = 1.0\n";
        let bot = Bot::from_toml(toml).unwrap();
        let said = words(&bot, &worths(&bot)).into_string();
        assert!(said.contains("It looks 1 ply ahead"), "{said}");
    }
}
