//! From a picture to its files: the picture twice, its caption, and what it draws.
//!
//! Both pictures are drawn on a grid [`FINE`] times finer than the figure. The SVG then states its
//! true size in its header; the PNG is averaged down to [`PNG_SCALE`] pixels per pixel,
//! which also smooths its edges.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plotters::prelude::*;

use super::PlotError;
use super::canvas::{Canvas, Drawn, FINE, Surface};
use super::caption::Caption;
use super::data::Data;
use crate::files::in_one_step;

/// How many pixels of the PNG stand for one of the figure.
const PNG_SCALE: u32 = 2;

/// Something that can be drawn on either backend.
pub(super) trait Picture {
    /// Width and height in pixels.
    fn size(&self) -> (u32, u32);

    /// Draws the whole page.
    fn draw<DB: Surface>(&self, canvas: &Canvas<DB>) -> Drawn;
}

/// Draws `picture` into `dir` as `name.svg` and `name.png`, with `name.txt`, its caption, and
/// `name.csv`, what it draws; returns the four paths in this order.
pub(super) fn save<P: Picture>(
    picture: &P,
    dir: &Path,
    name: &str,
    caption: &Caption,
    data: &Data,
) -> Result<Vec<PathBuf>, PlotError> {
    fs::create_dir_all(dir).map_err(|source| io_error(dir, source))?;
    let (svg, png) = (svg(picture)?, png(picture)?);
    let paths = ["svg", "png", "txt", "csv"].map(|kind| dir.join(name).with_extension(kind));
    let [svg_path, png_path, txt_path, csv_path] = &paths;
    write(svg_path, |part| fs::write(part, svg))?;
    write(png_path, |part| write_png(part, picture.size(), &png))?;
    write(txt_path, |part| fs::write(part, caption.text()))?;
    write(csv_path, |part| fs::write(part, data.csv()))?;
    Ok(paths.into())
}

fn write(path: &Path, content: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), PlotError> {
    in_one_step(path, content).map_err(|source| io_error(path, source))
}

fn paint<P: Picture, DB: Surface>(picture: &P, backend: DB) -> Drawn {
    let canvas = Canvas::new(backend)?;
    picture.draw(&canvas)?;
    canvas.finish()
}

fn svg<P: Picture>(picture: &P) -> Result<String, PlotError> {
    let (width, height) = picture.size();
    let (fine_width, fine_height) = (width * FINE, height * FINE);
    let mut text = String::new();
    paint(
        picture,
        SVGBackend::with_string(&mut text, (fine_width, fine_height)),
    )?;
    let drawn = format!(r#"width="{fine_width}" height="{fine_height}" viewBox"#);
    let stated = format!(
        r#"width="{width}" height="{height}" stroke-linejoin="round" stroke-linecap="round" viewBox"#
    );
    Ok(text.replacen(&drawn, &stated, 1))
}

/// The picture's pixels, red, green and blue, row by row.
fn png<P: Picture>(picture: &P) -> Result<Vec<u8>, PlotError> {
    let (width, height) = picture.size();
    let (width, height) = (width * FINE, height * FINE);
    let mut pixels = vec![0; (width * height * 3) as usize];
    paint(
        picture,
        BitMapBackend::with_buffer(&mut pixels, (width, height)),
    )?;
    Ok(averaged(
        &pixels,
        width as usize,
        (FINE / PNG_SCALE) as usize,
    ))
}

/// Shrinks an image of the given width by averaging squares of `side` × `side` pixels.
fn averaged(pixels: &[u8], width: usize, side: usize) -> Vec<u8> {
    let mut small = Vec::with_capacity(pixels.len() / (side * side));
    for rows in pixels.chunks_exact(width * 3 * side) {
        for x in (0..width).step_by(side) {
            for channel in 0..3 {
                let square = (0..side * side).map(|i| (i / side * width + x + i % side) * 3);
                let sum: usize = square.map(|at| usize::from(rows[at + channel])).sum();
                small.push(((sum + side * side / 2) / (side * side)) as u8);
            }
        }
    }
    small
}

fn write_png(path: &Path, (width, height): (u32, u32), pixels: &[u8]) -> io::Result<()> {
    let size = (width * PNG_SCALE, height * PNG_SCALE);
    let mut backend = BitMapBackend::new(path, size);
    let written = backend
        .blit_bitmap((0, 0), size, pixels)
        .and_then(|()| backend.present());
    written.map_err(io::Error::other)
}

fn io_error(path: &Path, source: io::Error) -> PlotError {
    let path = path.to_owned();
    PlotError::Write { path, source }
}
