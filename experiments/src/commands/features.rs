//! `warri features`: what an evaluation can weigh.

use std::fmt::Write;

use anyhow::Result;
use clap::Args;
use serde_json::json;
use warri_engine::{FEATURES, SETS};

use crate::report::command;
use crate::terminal::print;

/// Arguments of `warri features`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  warri features
  warri features --json")]
pub(crate) struct Features {
    /// One JSON object on standard output
    #[arg(long)]
    json: bool,
}

impl Features {
    pub(crate) fn run(self) -> Result<()> {
        if self.json {
            let features = FEATURES.iter().map(|feature| {
                json!({
                    "name": feature.name, "meaning": feature.meaning, "min": 0,
                    "max": feature.max, "source": feature.source,
                })
            });
            let sets = SETS.iter().map(|set| {
                json!({
                    "name": set.name, "meaning": set.meaning, "source": set.source,
                    "terms": set.terms,
                })
            });
            let all = json!({
                "features": features.collect::<Vec<_>>(),
                "sets": sets.collect::<Vec<_>>(),
            });
            return print(all.to_string());
        }
        print(text())
    }
}

fn text() -> String {
    let mut text = String::from(
        "Features, each a count about one player. A term of an evaluation is own_, opponent_ or\n\
         net_ (own less the opponent's) and a feature's name, with - before it for a penalty.\n\n",
    );
    // Writing to a text cannot fail.
    for feature in FEATURES {
        let range = format!("0 to {}", feature.max);
        let _ = writeln!(text, "{:<14}{range:<9}{}", feature.name, feature.meaning);
        let _ = writeln!(text, "{:23}({})", "", feature.source);
    }
    text += "\nFeature sets:\n";
    for set in SETS {
        let _ = writeln!(text, "\n{} ({})\n  {}", set.name, set.source, set.meaning);
        let _ = writeln!(text, "  {}", set.terms.join(" "));
    }
    let next = command("evolve --set 'features=[\"net_store\", \"own_mobility\"]' --set name=mine");
    let _ = write!(text, "\nNext:\n  {next}");
    text
}
