//! The figures of men as outlines: those of chess, and two signs of fairy chess.
//!
//! A figure is drawn in a square of 100 by 100 units. The six men have the same plinth, and all but the knight are
//! symmetrical. The paths were drawn for kirke.

/// The figure of a man.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Figure {
    /// A crown with a cross.
    King,
    /// A coronet with five pearls.
    Queen,
    /// A tower.
    Rook,
    /// A mitre.
    Bishop,
    /// The head of a horse.
    Knight,
    /// A ball on a cone.
    Pawn,
    /// The sign of equihoppers: two equal balls.
    Equihopper,
    /// A round counter.
    Disc,
}

/// The paths of a figure, in the syntax of SVG.
pub struct Shape {
    /// The closed outline.
    pub body: &'static str,
    /// Parts that are black in every colour; empty if there are none.
    pub ink: &'static str,
    /// The inner lines of a white man.
    pub lines: &'static str,
    /// The inner lines of a black man, which do not touch the outline.
    pub lines_on_black: &'static str,
    /// Filled parts in the colour of the inner lines; empty if there are none.
    pub marks: &'static str,
    /// The vertical coordinate of the upper end, without the width of the outline.
    pub top: u8,
}

impl Shape {
    /// The vertical coordinate of the lower end.
    pub const BOTTOM: u8 = 88;
}

impl Figure {
    /// Every figure.
    pub const ALL: [Figure; 8] = [
        Figure::King,
        Figure::Queen,
        Figure::Rook,
        Figure::Bishop,
        Figure::Knight,
        Figure::Pawn,
        Figure::Equihopper,
        Figure::Disc,
    ];

    /// Returns the paths.
    pub fn shape(self) -> &'static Shape {
        match self {
            Figure::King => &KING,
            Figure::Queen => &QUEEN,
            Figure::Rook => &ROOK,
            Figure::Bishop => &BISHOP,
            Figure::Knight => &KNIGHT,
            Figure::Pawn => &PAWN,
            Figure::Equihopper => &EQUIHOPPER,
            Figure::Disc => &DISC,
        }
    }

    /// Returns the letter of the figure in identifiers.
    pub const fn letter(self) -> char {
        match self {
            Figure::King => 'K',
            Figure::Queen => 'Q',
            Figure::Rook => 'R',
            Figure::Bishop => 'B',
            Figure::Knight => 'N',
            Figure::Pawn => 'P',
            Figure::Equihopper => 'E',
            Figure::Disc => 'O',
        }
    }

    /// Returns the name in words.
    pub const fn name(self) -> &'static str {
        match self {
            Figure::King => "king",
            Figure::Queen => "queen",
            Figure::Rook => "rook",
            Figure::Bishop => "bishop",
            Figure::Knight => "knight",
            Figure::Pawn => "pawn",
            Figure::Equihopper => "two balls",
            Figure::Disc => "disc",
        }
    }
}

static KING: Shape = Shape {
    body: "M50 28C53 28 55.7 30 56 33 62 28.5 74 27.5 81.5 34 89 41 86.5 50.5 81 57 \
           78.8 60 77.5 62.5 77 65.5L73 71.5 77.5 79.5C79.3 82 79.5 85 79.3 88L50 88 \
           20.7 88C20.5 85 20.7 82 22.5 79.5L27 71.5 23 65.5C22.5 62.5 21.2 60 19 57 \
           13.5 50.5 11 41 18.5 34 26 27.5 38 28.5 44 33 44.3 30 47 28 50 28Z",
    ink: "M46.2 6H53.8L52.6 13.4 60 11.8V20.2L52.6 18.6 53.8 28H46.2L47.4 18.6 40 20.2\
          V11.8L47.4 13.4Z",
    lines: "M44 33C41.5 43 42 55 43.5 65.5M56 33C58.5 43 58 55 56.5 65.5M23 65.5H77M\
            22.5 79.5H77.5",
    lines_on_black: "M43.6 35C41.5 44 42 55 43.5 65.5M56.4 35C58.5 44 58 55 56.5 65.5M26 \
                     65.5H74M25.5 79.5H74.5M36 36C29 34.5 21.5 37 20 42.5C19 47.5 22.5 \
                     53 26 57.5M64 36C71 34.5 78.5 37 80 42.5C81 47.5 77.5 53 74 57.5",
    marks: "",
    top: 6,
};

static QUEEN: Shape = Shape {
    body: "M50 22C51.5 33 53.5 42 57.5 46.5 62.5 42.5 67 34.5 69.5 25.5 69 35.5 69.2 \
           43.5 71 49.5 77.5 46.5 83 41 87 34 83 44 78.5 54.5 77 65.5L73 71.5 77.5 79.5\
           C79.3 82 79.5 85 79.3 88L50 88 20.7 88C20.5 85 20.7 82 22.5 79.5L27 71.5 23 \
           65.5C21.5 54.5 17 44 13 34 17 41 22.5 46.5 29 49.5 30.8 43.5 31 35.5 30.5 \
           25.5 33 34.5 37.5 42.5 42.5 46.5 46.5 42 48.5 33 50 22ZM44.8 16.8a5.2 5.2 0 \
           1 1 10.4 0 5.2 5.2 0 1 1-10.4 0ZM65.6 20.5a5.2 5.2 0 1 1 10.4 0 5.2 5.2 0 1 \
           1-10.4 0ZM83.6 29a5.2 5.2 0 1 1 10.4 0 5.2 5.2 0 1 1-10.4 0ZM24 20.5a5.2 \
           5.2 0 1 1 10.4 0 5.2 5.2 0 1 1-10.4 0ZM6 29a5.2 5.2 0 1 1 10.4 0 5.2 5.2 0 \
           1 1-10.4 0Z",
    ink: "",
    lines: "M21.3 57.5C39 54 61 54 78.7 57.5M23 65.5H77M22.5 79.5H77.5",
    lines_on_black: "M24.3 57.2C41 54 59 54 75.7 57.2M26 65.5H74M25.5 79.5H74.5",
    marks: "",
    top: 11,
};

static ROOK: Shape = Shape {
    body: "M50 16.5L56.5 16.5 56.5 23.5 64.5 23.5 64.5 16.5 75.5 16.5 75.5 31 67 38.5C\
           67 49 68 58 70 66.5L75.5 73 75.5 77.5 79.5 79.5C80.3 82 80.5 85 80.3 88L50 \
           88 19.7 88C19.5 85 19.7 82 20.5 79.5L24.5 77.5 24.5 73 30 66.5C32 58 33 49 \
           33 38.5L24.5 31 24.5 16.5 35.5 16.5 35.5 23.5 43.5 23.5 43.5 16.5 50 16.5Z",
    ink: "",
    lines: "M24.5 31H75.5M33 38.5H67M30 66.5H70M24.5 77.5H75.5",
    lines_on_black: "M28 31H72M33.5 38.5H66.5M30.5 66.5H69.5M28 77.5H72",
    marks: "",
    top: 16,
};

static BISHOP: Shape = Shape {
    body: "M50 20C58 25.5 69.5 36 69.5 48 69.5 53.5 66.5 58 62.5 61.5L67 68.5 62.5 70.5\
           C65 74 70 76.5 74.5 77.5L78.5 79.5C79.3 82 79.5 85 79.3 88L50 88 20.7 88C\
           20.5 85 20.7 82 21.5 79.5L25.5 77.5C30 76.5 35 74 37.5 70.5L33 68.5 37.5 \
           61.5C33.5 58 30.5 53.5 30.5 48 30.5 36 42 25.5 50 20ZM45 15.5a5 5 0 1 1 10 \
           0 5 5 0 1 1-10 0Z",
    ink: "",
    lines: "M37.5 61.5H62.5M37.5 70.5H62.5M26 77.5H74M50 33V53M41.5 41.5H58.5",
    lines_on_black: "M39.5 61.5H60.5M39.5 70.5H60.5M28.5 77.5H71.5M50 33V53M41.5 41.5H\
                     58.5",
    marks: "",
    top: 10,
};

static KNIGHT: Shape = Shape {
    body: "M24.5 88C24.3 85 24.5 82 25.2 79.5L28.5 77C29 69.5 35 64.5 42 59.5C46.5 56 \
           48.5 53 48.5 48.5C44.5 52 39.5 54 34.5 55.5C31.5 58.5 29 61.5 25.5 63.5L23 \
           60.5C20.5 62 17.5 60.5 15.5 57.5C13.5 54.5 13.5 51.5 15.5 48.5C19.5 42.5 24 \
           38.5 26.5 32C28 27.5 30.5 24 34 21.5C33.5 18 34 14 35.5 10C39.5 12 42.5 \
           14.5 44 17.5C46.5 17.5 49 18.2 51.5 19.2C70 25 82.5 42 82 64C81.8 69 81 \
           73.5 79.5 77L82.5 79.5C83.2 82 83.4 85 83.2 88Z",
    ink: "",
    lines: "M28.5 77H79.5M49 26C64 31.5 73.5 46 73 64C72.8 69 72 73 70.5 77M48.5 48.5C\
            49.5 45 49.5 42.5 48 39.5",
    lines_on_black: "M31 77H77M51 26C65 31.5 73.5 46 73 64C72.8 69 72 73 70.5 77M48.5 48C\
                     49.5 45 49.5 42.5 48 39.5",
    marks: "M30.5 35C31.5 31.8 34.5 30 38 30.5 37.5 33.8 34.5 36 30.5 35ZM18.3 52.8C\
            18.8 50.6 20.5 49.4 22.3 50 22 52.2 20.5 53.4 18.3 52.8Z",
    top: 10,
};

static PAWN: Shape = Shape {
    body: "M50 18.5C58.2 18.5 64.8 25 64.8 33 64.8 38 62.2 42.4 58.2 45L65.5 50 65.5 \
           54.5 58.8 54.5C60 63 65 70 72.5 75.5L77 79.5C78.3 82 78.5 85 78.3 88L50 88 \
           21.7 88C21.5 85 21.7 82 23 79.5L27.5 75.5C35 70 40 63 41.2 54.5L34.5 54.5 \
           34.5 50 41.8 45C37.8 42.4 35.2 38 35.2 33 35.2 25 41.8 18.5 50 18.5Z",
    ink: "",
    lines: "M41.2 54.5H58.8M26.5 77.5H73.5",
    lines_on_black: "M41 54.5H59M29 77.5H71",
    marks: "",
    top: 18,
};

static EQUIHOPPER: Shape = Shape {
    body: "M50 12C60.5 12 68.5 19.5 68.5 29 68.5 39 58 42.5 57 50 58 57.5 68.5 61 68.5 \
           71 68.5 80.5 60.5 88 50 88 39.5 88 31.5 80.5 31.5 71 31.5 61 42 57.5 43 50 \
           42 42.5 31.5 39 31.5 29 31.5 19.5 39.5 12 50 12Z",
    ink: "",
    lines: "M43 50H57M42 28.5a8 8 0 1 1 16 0 8 8 0 1 1-16 0ZM42 71.5a8 8 0 1 1 16 0 8 8 \
            0 1 1-16 0Z",
    lines_on_black: "M45.5 50H54.5M42 28.5a8 8 0 1 1 16 0 8 8 0 1 1-16 0ZM42 71.5a8 8 0 \
                     1 1 16 0 8 8 0 1 1-16 0Z",
    marks: "",
    top: 12,
};

static DISC: Shape = Shape {
    body: "M19 51a31 31 0 1 1 62 0 31 31 0 1 1-62 0Z",
    ink: "",
    lines: "M30 51a20 20 0 1 1 40 0 20 20 0 1 1-40 0Z",
    lines_on_black: "M28 51a22 22 0 1 1 44 0 22 22 0 1 1-44 0Z",
    marks: "",
    top: 20,
};
