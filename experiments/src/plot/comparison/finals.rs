//! The panel of final scores: a row for each arm, a column for each opponent.

use super::super::PlotError;
use super::super::axis::{Frame, Ticks, labelled_bottom_axis};
use super::super::canvas::{Canvas, Drawn, Surface, Text};
use super::super::drawing::name_text;
use super::super::style::{self, GRID, INK, WHITE, size};
use super::figure::{Figure, WIDTH, heading};
use super::final_names;
use super::lines::ArmLines;

/// Columns side by side; more opponents stand below.
const ACROSS: usize = 5;
const ROW: f64 = 21.0;
/// A column's title, and its axis.
const ABOVE: f64 = 22.0;
const BELOW: f64 = 40.0;
/// Between two columns.
const SPACE: f64 = 34.0;

/// How high the panel is.
pub(super) fn height(figure: &Figure) -> f64 {
    let columns = final_names(&figure.opponents).len();
    let rows = figure.coloured().count() as f64 * ROW;
    columns.div_ceil(ACROSS) as f64 * (ABOVE + rows + BELOW) - BELOW
}

/// Draws the panel below `top`.
pub(super) fn draw<DB: Surface>(canvas: &Canvas<DB>, figure: &Figure, top: f64) -> Drawn {
    let names = final_names(&figure.opponents);
    let left = names_width(figure)?;
    let title = "Final score on fresh openings (%), by opponent";
    heading(canvas, "b", title, (84.0, top - 18.0))?;
    let across = names.len().min(ACROSS);
    let width = (WIDTH - left - 4.0) / across as f64;
    let rows = figure.coloured().count() as f64 * ROW;
    for (place, name) in names.iter().enumerate() {
        let x = left + (place % ACROSS) as f64 * width;
        let y = top + ABOVE + (place / ACROSS) as f64 * (ABOVE + rows + BELOW);
        let frame = Frame {
            left: x,
            right: x + width - SPACE,
            top: y,
            bottom: y + rows,
            x: (0.0, 1.0),
            y: (0.0, 1.0),
        };
        if place % ACROSS == 0 {
            arm_names(canvas, figure, &frame)?;
        }
        column(canvas, figure, place, name, frame)?;
    }
    Ok(())
}

fn names_width(figure: &Figure) -> Result<f64, PlotError> {
    let text = name_text(INK);
    let mut widest = 64.0_f64;
    for (_, arm) in figure.coloured() {
        widest = widest.max(text.width(&arm.label)?);
    }
    Ok(20.0 + widest + 14.0)
}

fn arm_names<DB: Surface>(canvas: &Canvas<DB>, figure: &Figure, frame: &Frame) -> Drawn {
    for (row, (_, arm)) in figure.coloured().enumerate() {
        let text = name_text(arm.colour()).ending();
        canvas.text(&arm.label, text, (frame.left - 12.0, middle(frame, row)))?;
    }
    Ok(())
}

fn middle(frame: &Frame, row: usize) -> f64 {
    frame.top + (row as f64 + 0.5) * ROW
}

fn column<DB: Surface>(
    canvas: &Canvas<DB>,
    figure: &Figure,
    place: usize,
    name: &str,
    frame: Frame,
) -> Drawn {
    let title = Text::new(size::LABEL, INK);
    let room = frame.right - frame.left + SPACE - 6.0;
    canvas.text(
        &title.fit(name, room)?,
        title,
        (frame.left, frame.top - 10.0),
    )?;
    let values = figure.coloured().flat_map(|(_, arm)| {
        let (over, runs) = &arm.finals[place];
        let ends = over.interval.map(|(low, high)| [low, high]);
        let runs = runs.iter().copied();
        runs.chain([over.value]).chain(ends.into_iter().flatten())
    });
    let (x, ticks) = Ticks::around(values.map(|value| 100.0 * value), 3);
    let frame = Frame { x, ..frame };
    for &value in &ticks.values {
        let (x, _) = frame.at((value, 0.0));
        canvas.rule((x, frame.top), (x, frame.bottom), GRID)?;
    }
    let labels = ticks.values.iter().map(|&v| (v, ticks.label(v)));
    labelled_bottom_axis(canvas, &frame, labels, "")?;
    for (row, (marker, arm)) in figure.coloured().enumerate() {
        arm_row(canvas, &frame, (marker, arm), place, middle(&frame, row))?;
    }
    Ok(())
}

/// The interval, the single runs and the value of an arm.
fn arm_row<DB: Surface>(
    canvas: &Canvas<DB>,
    frame: &Frame,
    (marker, arm): (usize, &ArmLines),
    place: usize,
    y: f64,
) -> Drawn {
    let (over, runs) = &arm.finals[place];
    let across = |value: f64| frame.at((100.0 * value, 0.0)).0;
    let faint = style::blend(arm.colour(), 0.55, WHITE);
    for &run in runs {
        let x = across(run);
        canvas.line(&[(x, y - 6.0), (x, y + 6.0)], 1.0, None, faint)?;
    }
    if let Some((low, high)) = over.interval {
        canvas.line(
            &[(across(low), y), (across(high), y)],
            3.0,
            None,
            arm.colour(),
        )?;
    }
    let marker = style::arm_marker(marker);
    canvas.marker(marker, (across(over.value), y), arm.colour())
}
