//! The heat map of champions against their ancestors.

use std::path::{Path, PathBuf};

use anyhow::Result;
use plotters::style::{Color, RGBColor};
use warri_evolve::Estimate;

use super::Across;
use super::canvas::{Canvas, Drawn, Place, Surface, Text};
use super::caption::Caption;
use super::data::Data;
use super::files::{Picture, save};
use super::heading::{Heading, head};
use super::style::{self, AXIS, INK, SOFT_INK, WHITE, size};
use crate::ciao::{Ciao, Meeting};
use crate::report::percent;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 664.0;
const LEFT: f64 = 84.0;
const TOP: f64 = 72.0;
const SIDE: f64 = 504.0;
/// The colour bar: its left end, its width.
const BAR: (f64, f64) = (626.0, 20.0);
/// The least side of a cell that has its score written on it.
const WRITABLE: f64 = 22.0;
/// About so many generations are written at an axis.
const LABELS: usize = 11;

/// From 0 over one half to 1: brown and orange, white, blue; also told apart by those who
/// do not see red or green, and the darker the further from one half.
const COLOURS: [RGBColor; 5] = [
    RGBColor(127, 59, 8),
    RGBColor(230, 145, 50),
    RGBColor(247, 247, 247),
    RGBColor(75, 150, 200),
    RGBColor(5, 48, 97),
];

/// Draws `ciao` into `dir` as `ciao`, with its caption and its data; returns the paths of the
/// files.
pub(crate) fn draw_ciao(ciao: &Ciao, dir: &Path) -> Result<Vec<PathBuf>> {
    let figure = Figure {
        ciao,
        heading: Heading::new(vec![ciao.config.clone()], Across::Generations),
    };
    Ok(save(
        &figure,
        dir,
        "ciao",
        &figure.caption()?,
        &figure.data(),
    )?)
}

struct Figure<'a> {
    ciao: &'a Ciao,
    heading: Heading,
}

impl Picture for Figure<'_> {
    fn size(&self) -> (u32, u32) {
        (WIDTH as u32, HEIGHT as u32)
    }

    fn draw<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        let texts = (self.title(), &self.heading.subtitle);
        head(canvas, (&texts.0, texts.1), LEFT, WIDTH)?;
        for meeting in &self.ciao.meetings {
            self.cell(canvas, meeting)?;
        }
        if let Some(worst) = self.worst() {
            outline(canvas, self.corner(worst), self.step())?;
        }
        self.axes(canvas)?;
        colour_bar(canvas)?;
        self.words(canvas)
    }
}

impl Figure<'_> {
    fn title(&self) -> String {
        format!(
            "Champions against their ancestors: {}",
            self.heading.experiment
        )
    }

    fn caption(&self) -> Result<Caption> {
        let shown = "the score of the best of a generation (across) against the best of an \
            earlier one (up), in percent; blue where the later one wins, orange where it loses. \
            What a run forgets is orange (Cliff & Miller 1995: current individuals against \
            ancestral opponents). The other half would be the same with 100 less the score. A \
            frame marks the worst pair if it is below 50; as it is picked from all, its interval \
            is not that of a pair named beforehand.";
        let games = format!(
            "{} of each pair, from both sides of {} openings of {} plies{}.",
            2 * self.ciao.openings,
            self.ciao.openings,
            self.ciao.config.test.opening_plies,
            self.ciao
                .seed
                .map_or_else(String::new, |seed| format!(", seed {seed}"))
        );
        Caption::new(self.title())
            .with("Shown", shown)
            .with("Result", self.ciao.sentence())
            .with("Games", games)
            .with(
                "Band",
                "none is drawn; the 95 % intervals over opening pairs are in the data.",
            )
            .with_runs(None, std::slice::from_ref(&self.ciao.config))
    }

    fn data(&self) -> Data {
        let mut data = Data::new(&["x", "y", "value", "low", "high"]);
        for meeting in &self.ciao.meetings {
            let Estimate { value, low, high } = meeting.score;
            let [x, y] = [meeting.generation, meeting.ancestor].map(|number| number.to_string());
            data.row([x, y, value.to_string(), low.to_string(), high.to_string()]);
        }
        data
    }

    /// The meeting that shows the worst forgetting, if any does.
    fn worst(&self) -> Option<&Meeting> {
        self.ciao.worst().filter(|worst| worst.score.value < 0.5)
    }

    /// The side of a cell.
    fn step(&self) -> f64 {
        SIDE / self.ciao.generations.len().saturating_sub(1).max(1) as f64
    }

    /// The upper left corner of a cell. The first champion has no column and the last no row.
    fn corner(&self, meeting: &Meeting) -> Place {
        let place = |number: u64| {
            let place = self.ciao.generations.binary_search(&number);
            place.unwrap_or_else(|after| after) as f64
        };
        (
            LEFT + (place(meeting.generation) - 1.0) * self.step(),
            TOP + SIDE - (place(meeting.ancestor) + 1.0) * self.step(),
        )
    }

    fn cell<DB: Surface>(&self, canvas: &Canvas<DB>, meeting: &Meeting) -> Drawn {
        let ((x, y), step) = (self.corner(meeting), self.step());
        let colour = colour(meeting.score.value);
        canvas.rectangle((x, y), (x + step, y + step), colour)?;
        if step < WRITABLE {
            return Ok(());
        }
        let text = Text::new(size::NOTE, readable_on(colour)).centred();
        let number = style::decimal(100.0 * meeting.score.value, 0);
        canvas.text(&number, text, (x + step / 2.0, y + step / 2.0))
    }

    fn axes<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        let (bottom, step) = (TOP + SIDE, self.step());
        canvas.rule((LEFT, bottom), (LEFT + SIDE, bottom), AXIS)?;
        canvas.rule((LEFT, TOP), (LEFT, bottom), AXIS)?;
        let tick = Text::new(size::TICK, SOFT_INK);
        let generations = &self.ciao.generations;
        let last = generations.len().saturating_sub(1);
        let every = generations.len().div_ceil(LABELS).max(1);
        for (place, number) in generations.iter().enumerate() {
            let text = number.to_string();
            // Counted from the ends, so that first and last are there.
            if place > 0 && (last - place).is_multiple_of(every) {
                let x = LEFT + (place as f64 - 0.5) * step;
                canvas.rule((x, bottom), (x, bottom + 4.0), AXIS)?;
                canvas.text(&text, tick.centred(), (x, bottom + 13.0))?;
            }
            if place < last && place.is_multiple_of(every) {
                let y = bottom - (place as f64 + 0.5) * step;
                canvas.rule((LEFT - 4.0, y), (LEFT, y), AXIS)?;
                canvas.text(&text, tick.ending(), (LEFT - 8.0, y))?;
            }
        }
        let label = Text::new(size::LABEL, INK).centred();
        let across = "Generation of the later champion";
        canvas.text(across, label, (LEFT + SIDE / 2.0, bottom + 33.0))?;
        let up = "Generation of the earlier champion";
        canvas.text(up, label.upright(), (LEFT - 48.0, TOP + SIDE / 2.0))
    }

    /// What it comes to, in the half that is empty.
    fn words<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn {
        let meetings = &self.ciao.meetings;
        let won = meetings.iter().filter(|meeting| meeting.score.value > 0.5);
        let mut lines = vec![format!(
            "The later one wins {} of {} pairs.",
            won.count(),
            meetings.len()
        )];
        match self.worst() {
            Some(worst) => lines.extend([
                format!("Framed, the worst: generation {}", worst.generation),
                format!(
                    "scores {} against {}.",
                    percent(worst.score.value),
                    worst.ancestor
                ),
            ]),
            None => lines.push("It never scores below 50 %.".to_owned()),
        }
        // The only cell of two champions fills the page.
        if self.ciao.generations.len() < 3 {
            lines.clear();
        }
        let text = Text::new(size::SUBTITLE, INK);
        for (line, content) in lines.iter().enumerate() {
            canvas.text(
                content,
                text,
                (LEFT + 16.0, TOP + 14.0 + 18.0 * line as f64),
            )?;
        }
        let note = Text::new(size::NOTE, SOFT_INK);
        let widths = meetings
            .iter()
            .map(|meeting| meeting.score.high - meeting.score.low);
        let half = widths.sum::<f64>() / meetings.len().max(1) as f64 / 2.0;
        let games = format!(
            "{} games of each pair, from both sides of {} openings; 95 % intervals are ± {} points \
             on average. Each pair is there once.",
            2 * self.ciao.openings,
            self.ciao.openings,
            style::decimal(100.0 * half, 0)
        );
        let games = note.fit(&games, WIDTH - LEFT - 20.0)?;
        canvas.text(&games, note, (LEFT, HEIGHT - 15.0))
    }
}

/// The colour of a score.
fn colour(score: f64) -> RGBColor {
    let place = score.clamp(0.0, 1.0) * (COLOURS.len() - 1) as f64;
    let below = (place as usize).min(COLOURS.len() - 2);
    style::blend(COLOURS[below + 1], place - below as f64, COLOURS[below])
}

/// White or ink, whichever stands out.
fn readable_on(colour: RGBColor) -> RGBColor {
    let (r, g, b) = colour.rgb();
    let light = 0.3 * f64::from(r) + 0.59 * f64::from(g) + 0.11 * f64::from(b);
    if light < 118.0 { WHITE } else { INK }
}

fn outline<DB: Surface>(canvas: &Canvas<DB>, (x, y): Place, side: f64) -> Drawn {
    let corners = [
        (x, y),
        (x + side, y),
        (x + side, y + side),
        (x, y + side),
        (x, y),
    ];
    canvas.line(&corners, 2.0, None, INK)
}

fn colour_bar<DB: Surface>(canvas: &Canvas<DB>) -> Drawn {
    const STEPS: u32 = 100;
    let (left, width) = BAR;
    let height = SIDE / f64::from(STEPS);
    for step in 0..STEPS {
        let bottom = TOP + SIDE - f64::from(step) * height;
        let colour = colour((f64::from(step) + 0.5) / f64::from(STEPS));
        canvas.rectangle((left, bottom - height), (left + width, bottom), colour)?;
    }
    let tick = Text::new(size::TICK, SOFT_INK);
    for score in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let y = TOP + SIDE * (1.0 - score / 100.0);
        let right = left + width;
        canvas.rule((right, y), (right + 4.0, y), AXIS)?;
        canvas.text(&style::decimal(score, 0), tick, (right + 8.0, y))?;
    }
    let label = Text::new(size::LABEL, INK).centred().upright();
    let name = "Score of the later champion (%)";
    canvas.text(name, label, (left + width + 48.0, TOP + SIDE / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ciao::tests::ciao;

    #[test]
    fn colours_run_from_brown_over_white_to_blue() {
        for (score, at) in [(0.0, 0), (0.25, 1), (0.5, 2), (0.75, 3), (1.0, 4)] {
            assert_eq!(colour(score).rgb(), COLOURS[at].rgb());
        }
        assert_eq!(colour(0.625).rgb(), (161, 199, 224));
        assert_eq!(readable_on(COLOURS[0]).rgb(), WHITE.rgb());
        assert_eq!(readable_on(COLOURS[2]).rgb(), INK.rgb());
    }

    #[test]
    fn each_pair_has_a_cell_below_the_diagonal() {
        let ciao = ciao([0.75, 0.5, 0.25]);
        let figure = Figure {
            ciao: &ciao,
            heading: Heading::new(vec![ciao.config.clone()], Across::Generations),
        };
        let corners: Vec<Place> = ciao.meetings.iter().map(|m| figure.corner(m)).collect();
        let (half, bottom) = (SIDE / 2.0, TOP + SIDE);
        let expected = [(0.0, half), (half, half), (half, SIDE)];
        assert_eq!(corners, expected.map(|(x, up)| (LEFT + x, bottom - up)));
        let dir = tempfile::tempdir().expect("a temporary folder");
        let paths = draw_ciao(&ciao, dir.path()).expect("a figure");
        let read = |path: &PathBuf| std::fs::read_to_string(path).expect("text");
        for text in [
            "wins 1 of 3 pairs",
            "± 13 points",
            "scores 25.0 % against 10.",
            ">75<",
            "(%)",
        ] {
            // A text stands in lines of its own.
            assert!(read(&paths[0]).replace('\n', "").contains(text), "{text}");
        }
        assert!(read(&paths[2]).contains("Result: The later champion wins 1 of 3 pairs"));
        assert_eq!(
            read(&paths[3]),
            "x,y,value,low,high\n10,0,0.75,0.625,0.875\n20,0,0.5,0.375,0.625\n\
             20,10,0.25,0.125,0.375\n"
        );
    }
}
