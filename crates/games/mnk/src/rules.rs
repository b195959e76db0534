//! The parameters of an m,n,k game, checked once so that the rest can rely on them.
//!
//! The invariant: both sides of the board are 1 to [`Rules::MAX_SIDE`], and a line of k stones fits at least one of
//! them.

use std::fmt;
use std::str::FromStr;

use proofset_core::{Arguments, NotationError, Parameter, Parameters, Turn};

/// Columns, rows, k, and whether stones fall.
///
/// As text: `4,3,3` (columns, rows, k), and `4,3,3,gravity` if stones fall.
///
/// ```
/// use proofset_mnk::Rules;
///
/// # fn main() -> Result<(), proofset_core::NotationError> {
/// let rules: Rules = "4,3,3,gravity".parse()?;
/// assert_eq!(rules, Rules::new(4, 3, 3)?.with_gravity());
/// assert_eq!(rules.to_string(), "4,3,3,gravity");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    columns: usize,
    rows: usize,
    k: usize,
    gravity: bool,
}

impl Rules {
    /// The most columns or rows a board can have.
    pub const MAX_SIDE: usize = 20;

    /// Connect Four as it is sold: 7 columns, 6 rows.
    pub const CONNECT_FOUR: Self = Self { columns: 7, rows: 6, k: 4, gravity: true };

    /// A game without gravity.
    ///
    /// With k = 1 the first stone wins; that is allowed.
    ///
    /// # Errors
    ///
    /// When a side is 0 or above [`MAX_SIDE`](Self::MAX_SIDE), when k is 0, or when a line of k fits neither side.
    pub fn new(columns: usize, rows: usize, k: usize) -> Result<Self, NotationError> {
        let longest = columns.max(rows);
        if columns == 0 || rows == 0 {
            return Err(NotationError::new(format!("a board of {columns}x{rows} has no cells; a side is at least 1")));
        }
        if longest > Self::MAX_SIDE {
            let message = format!("a board of {columns}x{rows} is too large; a side is at most {}", Self::MAX_SIDE);
            return Err(NotationError::new(message));
        }
        if k == 0 {
            return Err(NotationError::new("k is 0, but a line has at least 1 stone"));
        }
        if k > longest {
            let message =
                format!("a line of {k} does not fit a board of {columns}x{rows}; k is at most {longest} there");
            return Err(NotationError::new(message));
        }
        Ok(Self { columns, rows, k, gravity: false })
    }

    /// The same game in which stones fall to the lowest empty cell of a column.
    #[must_use]
    pub fn with_gravity(self) -> Self {
        Self { gravity: true, ..self }
    }

    /// Connect Four on a board such as `5x4`: 5 columns, 4 rows. Empty text is the usual board, `7x6`.
    ///
    /// # Errors
    ///
    /// When the text is not of that form, or the board is too small or too large.
    pub fn connect_four(board: &str) -> Result<Self, NotationError> {
        let board = Some(board).filter(|board| !board.trim().is_empty());
        Self::connect_four_from(&Self::connect_four_parameters().read(board)?)
    }

    /// What can be chosen in Connect Four, as text: `5x4`.
    pub fn connect_four_parameters() -> Parameters {
        let Self { columns, rows, .. } = Self::CONNECT_FOUR;
        board(Parameters::places('x'), columns, rows)
    }

    /// Connect Four with these [parameters](Self::connect_four_parameters).
    ///
    /// # Errors
    ///
    /// When the board is too small.
    pub fn connect_four_from(arguments: &Arguments) -> Result<Self, NotationError> {
        let Self { k, .. } = Self::CONNECT_FOUR;
        Ok(Self::new(arguments.whole("columns"), arguments.whole("rows"), k)?.with_gravity())
    }

    /// What can be chosen, as text: `4,3,3,gravity`.
    pub fn parameters() -> Parameters {
        board(Parameters::places(','), 3, 3)
            .with(Parameter::whole("k", "stones in a row that win, at most the longer side", 1..=Self::MAX_SIDE, 3))
            .with(Parameter::switch("gravity", "stones fall to the lowest empty cell of a column"))
            .with_switch_mark(',')
    }

    /// The rules with these [parameters](Self::parameters).
    ///
    /// # Errors
    ///
    /// When a line of k fits neither side.
    pub fn from_arguments(arguments: &Arguments) -> Result<Self, NotationError> {
        let rules = Self::new(arguments.whole("columns"), arguments.whole("rows"), arguments.whole("k"))?;
        Ok(if arguments.is_on("gravity") { rules.with_gravity() } else { rules })
    }

    /// Columns of the board.
    pub fn columns(self) -> usize {
        self.columns
    }

    /// Rows of the board.
    pub fn rows(self) -> usize {
        self.rows
    }

    /// Stones in a row that win.
    pub fn k(self) -> usize {
        self.k
    }

    /// Whether stones fall.
    pub fn gravity(self) -> bool {
        self.gravity
    }

    /// The `W` of the [`Mnk<W>`](crate::Mnk) that these rules need: 1, 2, 4 or 7.
    pub fn words(self) -> usize {
        let words = (self.lanes() * self.stride()).div_ceil(64);
        match words {
            0..=2 => words,
            3..=4 => 4,
            _ => 7,
        }
    }

    /// Cells lie lane after lane: the rows from the bottom, or with gravity the columns from the left.
    pub(crate) fn lanes(self) -> usize {
        if self.gravity { self.columns } else { self.rows }
    }

    /// Cells of a lane.
    pub(crate) fn lane_len(self) -> usize {
        if self.gravity { self.rows } else { self.columns }
    }

    /// Bits of a lane: its cells and one that is always empty.
    pub(crate) fn stride(self) -> usize {
        self.lane_len() + 1
    }

    /// The bit of a cell, both counted from 0 at the bottom left.
    pub(crate) fn bit(self, column: usize, row: usize) -> usize {
        if self.gravity { column * self.stride() + row } else { row * self.stride() + column }
    }

    /// Column and row of a bit.
    pub(crate) fn column_and_row(self, bit: usize) -> (usize, usize) {
        let (lane, place) = (bit / self.stride(), bit % self.stride());
        if self.gravity { (lane, place) } else { (place, lane) }
    }

    /// Where a bit comes to lie; what is no cell stays.
    pub(crate) fn turned(self, turn: Turn, bit: usize) -> usize {
        if bit % self.stride() == self.lane_len() {
            return bit;
        }
        let (column, row) = self.column_and_row(bit);
        let (column, row) = turn.place(column, row);
        self.bit(column, row)
    }
}

/// With the sides of a board.
fn board(parameters: Parameters, columns: usize, rows: usize) -> Parameters {
    parameters
        .with(Parameter::whole("columns", "columns of the board", 1..=Rules::MAX_SIDE, columns))
        .with(Parameter::whole("rows", "rows of the board", 1..=Rules::MAX_SIDE, rows))
}

impl FromStr for Rules {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::from_arguments(&Self::parameters().read(Some(text))?)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows, k, gravity } = *self;
        let arguments = Self::parameters().defaults().with("columns", columns).with("rows", rows).with("k", k);
        arguments.with("gravity", gravity).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::Rules;

    fn parsed(text: &str) -> Rules {
        text.parse().unwrap()
    }

    fn error(text: &str) -> String {
        text.parse::<Rules>().unwrap_err().to_string()
    }

    fn connect_four_error(text: &str) -> String {
        Rules::connect_four(text).unwrap_err().to_string()
    }

    #[test]
    fn texts_are_read_and_written() {
        let rules = parsed(" 4, 3 ,3 ");
        assert_eq!((rules.columns(), rules.rows(), rules.k(), rules.gravity()), (4, 3, 3, false));
        assert_eq!(parsed("7,6,4,Gravity"), Rules::CONNECT_FOUR);
        for text in ["4,4,3", "4,3,3,gravity", "1,1,1", "19,19,5", "1,19,19,gravity"] {
            assert_eq!(parsed(text).to_string(), text);
        }
    }

    #[test]
    fn connect_four_boards() {
        assert_eq!(Rules::connect_four("5x4").unwrap(), parsed("5,4,4,gravity"));
        assert_eq!(Rules::connect_four(" 5 X 4 ").unwrap(), parsed("5,4,4,gravity"));
        assert_eq!(Rules::connect_four("").unwrap(), Rules::CONNECT_FOUR);
    }

    #[test]
    fn words_by_board() {
        let boards =
            ["3,3,3", "7,8,4", "8,7,4", "8,8,5", "10,11,5", "11,11,5", "15,15,5", "15,16,5", "16,16,5", "20,20,5"];
        assert_eq!(boards.map(|text| parsed(text).words()), [1, 1, 1, 2, 2, 4, 4, 4, 7, 7]);
        let boards = ["7,6,4,gravity", "8,7,4,gravity", "7,8,4,gravity", "9,7,4,gravity", "20,20,4,gravity"];
        assert_eq!(boards.map(|text| parsed(text).words()), [1, 1, 1, 2, 7]);
    }

    #[test]
    fn bits_and_cells_correspond() {
        for rules in [parsed("5,3,3"), parsed("5,3,3,gravity")] {
            let mut cells = Vec::new();
            for column in 0..5 {
                for row in 0..3 {
                    assert_eq!(rules.column_and_row(rules.bit(column, row)), (column, row));
                    cells.push(rules.bit(column, row));
                }
            }
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len(), 15);
            assert!(cells.iter().all(|bit| bit % rules.stride() < rules.lane_len()), "no cell is a sentinel");
        }
    }

    #[test]
    fn errors_say_what_is_wrong_and_what_is_allowed() {
        assert_snapshot!(error(""), @"there are no parameters; expected COLUMNS,ROWS,K[,gravity], as in 3,3,3");
        assert_snapshot!(
            error("4,4"),
            @r#"k is missing in "4,4"; expected COLUMNS,ROWS,K[,gravity], as in 3,3,3"#
        );
        assert_snapshot!(
            error("4,4,3,wind"),
            @r#"there is no parameter "wind"; expected COLUMNS,ROWS,K[,gravity], as in 3,3,3"#
        );
        assert_snapshot!(error("4,four,3"), @r#"rows cannot be "four"; give a whole number from 1 to 20, as in 3,3,3"#);
        assert_snapshot!(error("4,-4,3"), @r#"rows cannot be "-4"; give a whole number from 1 to 20, as in 3,3,3"#);
        assert_snapshot!(error("0,4,3"), @r#"columns cannot be "0"; give a whole number from 1 to 20, as in 3,3,3"#);
        assert_snapshot!(error("4,21,3"), @r#"rows cannot be "21"; give a whole number from 1 to 20, as in 3,3,3"#);
        assert_snapshot!(error("4,4,0"), @r#"k cannot be "0"; give a whole number from 1 to 20, as in 3,3,3"#);
        assert_snapshot!(error("4,3,5"), @"a line of 5 does not fit a board of 4x3; k is at most 4 there");
        assert_snapshot!(
            error("4,3,99999999999999999999"),
            @r#"k cannot be "99999999999999999999"; give a whole number from 1 to 20, as in 3,3,3"#
        );

        assert_snapshot!(connect_four_error("7"), @r#"rows is missing in "7"; expected COLUMNSxROWS, as in 7x6"#);
        assert_snapshot!(connect_four_error("7x"), @r#"rows cannot be ""; give a whole number from 1 to 20, as in 7x6"#);
        assert_snapshot!(connect_four_error("7x6x5"), @r#""5" is one number too many; expected COLUMNSxROWS, as in 7x6"#);
        assert_snapshot!(connect_four_error("21x6"), @r#"columns cannot be "21"; give a whole number from 1 to 20, as in 7x6"#);
        assert_snapshot!(connect_four_error("3x3"), @"a line of 4 does not fit a board of 3x3; k is at most 3 there");
    }
}
