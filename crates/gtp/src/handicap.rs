//! Where handicap stones stand (section 4.1 of the protocol).
//!
//! The idea: the points that boards mark. The corners come first, then the middles of the sides, and the centre where the number
//! is odd and the corners are taken. Small boards, and sides without a middle, have fewer points.

use proofset_go::{Point, Size};

/// The shortest side of a board with fixed places, and of one with more than the four in the corners.
const FEW: usize = 7;
const MANY: usize = 9;

/// The most stones that have fixed places on such a board.
pub(crate) fn most(size: Size) -> usize {
    let sides = [size.columns(), size.rows()];
    if sides.iter().any(|&side| side < FEW) {
        0
    } else if sides.iter().all(|&side| side >= MANY && side % 2 == 1) {
        9
    } else {
        4
    }
}

/// The places of so many stones, or of as many as there are places for. Boards that are too small for fixed ones have some in
/// their corners.
pub(crate) fn places(size: Size, stones: usize) -> Vec<Point> {
    let stones = stones.min(most(size).max(4));
    let (columns, rows) = (lines(size.columns()), lines(size.rows()));
    let at = |column: usize, row: usize| Point::new(columns[column], rows[row]);
    let corners = [at(0, 0), at(2, 2), at(0, 2), at(2, 0)];
    let sides = [at(0, 1), at(2, 1), at(1, 0), at(1, 2)];
    let centre = (stones > 4 && stones % 2 == 1).then(|| at(1, 1));
    let beside = corners.into_iter().chain(sides).take(stones - usize::from(centre.is_some()));
    let mut places = Vec::new();
    // On a narrow board corners are one.
    for point in beside.chain(centre) {
        if !places.contains(&point) {
            places.push(point);
        }
    }
    places
}

/// The lines along a side on which places are: the low one, the middle, and the high one.
fn lines(side: usize) -> [usize; 3] {
    let low = match side {
        0..=3 => 0,
        4..FEW => 1,
        FEW..=12 => 2,
        _ => 3,
    };
    [low, side / 2, side - 1 - low]
}

#[cfg(test)]
mod tests {
    use proofset_go::Size;

    use super::{most, places};

    fn text(columns: usize, rows: usize, stones: usize) -> String {
        let points = places(Size::new(columns, rows).expect("a size"), stones);
        points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn stones_stand_where_boards_are_marked() {
        assert_eq!(text(19, 19, 2), "D4 Q16");
        assert_eq!(text(19, 19, 3), "D4 Q16 D16");
        assert_eq!(text(19, 19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(text(19, 19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(text(19, 19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(text(19, 19, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(text(19, 19, 30), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(text(13, 13, 4), "D4 K10 D10 K4");
        assert_eq!(text(12, 12, 9), "C3 K10 C10 K3");
        assert_eq!(text(9, 9, 9), "C3 G7 C7 G3 C5 G5 E3 E7 E5");
        assert_eq!(text(7, 7, 9), "C3 E5 C5 E3");
        assert_eq!(text(9, 13, 5), "C4 G10 C10 G4 E7");
        assert_eq!(text(5, 5, 4), "B2 D4 B4 D2");
        assert_eq!(text(2, 2, 3), "A1 B2 A2");
        assert_eq!(text(1, 3, 2), "A1 A3");
    }

    #[test]
    fn the_number_of_places_depends_on_the_board() {
        let most = |columns, rows| most(Size::new(columns, rows).expect("a size"));
        assert_eq!([6, 7, 8, 9, 10, 18, 19].map(|side| most(side, side)), [0, 4, 4, 9, 4, 4, 9]);
        assert_eq!([most(9, 7), most(5, 19), most(13, 9)], [4, 0, 9]);
    }
}
