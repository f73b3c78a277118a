//! Rows of cells as people read them.

/// The rows as lines, with the columns below each other: the first to the
/// left, the others to the right.
pub(crate) fn align(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        for (index, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            text += &match index {
                0 => format!("{cell:<width$}"),
                _ => format!("  {cell:>width$}"),
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_below_each_other() {
        let rows = [vec!["arm", "runs"], vec!["depth=1", "3"]];
        let rows = rows.map(|row| row.into_iter().map(str::to_owned).collect());
        assert_eq!(align(&rows), "arm      runs\ndepth=1     3\n");
    }
}
