//! The panel of the population: the population's fitness and its diversity.

use super::Across;
use super::axis::{Frame, Ticks, bottom_axis, left_axis, right_axis};
use super::canvas::{Canvas, Drawn, Surface, Text};
use super::drawing::Drawing;
use super::style::{self, AXIS, INK, size};
use super::summary::{Line, Summary};

/// Draws the panel into `frame`, whose vertical scale is still to be chosen.
pub(super) fn draw<DB: Surface>(
    canvas: &Canvas<DB>,
    summary: &Summary,
    frame: Frame,
    across: Across,
) -> Drawn {
    let fitness = [
        Drawing::new(0, "best", &summary.best, INK),
        Drawing::new(1, "mean", &summary.mean, style::colour(0)).dashed(2.0, (7.0, 4.5)),
        Drawing::new(2, "worst", &summary.worst, AXIS).thin(1.25),
    ];
    let diversity = Drawing::new(
        3,
        "diversity (right axis)",
        &summary.diversity,
        style::colour(1),
    )
    .dashed(1.75, (1.0, 4.0));
    let values = |line: &Line| line.iter().map(|&(_, v)| v).collect::<Vec<_>>();
    let (range, ticks) = Ticks::around(fitness.iter().flat_map(|d| values(d.line)), 4);
    let frame = frame.with_y(range);
    left_axis(
        canvas,
        &frame,
        ticks.values.iter().map(|&v| (v, ticks.label(v))),
    )?;
    bottom_axis(canvas, &frame, across.name())?;
    let label = Text::new(size::LABEL, INK).centred();
    let middle = (frame.top + frame.bottom) / 2.0;
    canvas.text("Fitness", label.upright(), (18.0, middle))?;
    let unit = match summary.has_games() {
        true => "(points per game)",
        false => "(per decision)",
    };
    canvas.text(unit, label.upright(), (33.0, middle))?;

    let with_zero = values(&summary.diversity).into_iter().chain([0.0]);
    let (range, ticks) = Ticks::around(with_zero, 4);
    let right = frame.with_y(range);
    right_axis(canvas, &right, &ticks, "Diversity", diversity.colour)?;

    diversity.draw(canvas, &right)?;
    for drawing in fitness.iter().rev() {
        drawing.draw(canvas, &frame)?;
    }
    let mut x = frame.left + 2.0;
    for drawing in fitness.iter().chain([&diversity]) {
        x = drawing.key(canvas, (x, frame.top - 14.0))?;
    }
    Ok(())
}
