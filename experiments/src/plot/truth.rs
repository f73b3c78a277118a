//! The panel of exact truth: how the best decides endgames.

use super::Across;
use super::axis::{Frame, Ticks, bottom_axis, left_axis, right_axis};
use super::canvas::{Canvas, Drawn, Surface, Text};
use super::drawing::Drawing;
use super::style::{self, INK, size};
use super::summary::{Line, Summary};

/// Draws the panel into `frame`, whose vertical scale is still to be chosen.
pub(super) fn draw<DB: Surface>(
    canvas: &Canvas<DB>,
    summary: &Summary,
    frame: Frame,
    across: Across,
) -> Drawn {
    let [result, loss] = &summary.truth;
    let percent: Line = result
        .iter()
        .map(|&(x, share)| (x, 100.0 * share))
        .collect();
    let result = Drawing::new(0, "result kept", &percent, INK);
    let loss = Drawing::new(1, "seeds given away (right axis)", loss, style::colour(2));
    let loss = loss.dashed(1.75, (7.0, 4.5));
    let values = |line: &Line| line.iter().map(|&(_, v)| v).collect::<Vec<_>>();

    let (range, ticks) = Ticks::around(values(result.line).into_iter(), 4);
    let left = frame.with_y(range);
    let ticks = ticks.values.iter().map(|&v| (v, ticks.label(v)));
    left_axis(canvas, &left, ticks)?;
    bottom_axis(canvas, &frame, across.name())?;
    let label = Text::new(size::LABEL, INK).centred();
    let middle = (frame.top + frame.bottom) / 2.0;
    canvas.text("Endgame", label.upright(), (18.0, middle))?;
    canvas.text("decisions (%)", label.upright(), (33.0, middle))?;

    let with_zero = values(loss.line).into_iter().chain([0.0]);
    let (range, ticks) = Ticks::around(with_zero, 4);
    let right = frame.with_y(range);
    right_axis(canvas, &right, &ticks, "Seeds", loss.colour)?;

    loss.draw(canvas, &right)?;
    result.draw(canvas, &left)?;
    let next = result.key(canvas, (frame.left + 2.0, frame.top - 14.0))?;
    loss.key(canvas, (next, frame.top - 14.0))?;
    Ok(())
}
