//! Rules that use rebirth squares without rebirth.

use super::{Rule, rebirth_words};
use crate::rules::Condition;
use crate::rules::rebirth::{Antimars, Geneva, Home, Immun, Marscirce, Phantom, Rebirth};

/// The rules by which men move from their homes, or look at them.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        Rule::new(
            ["ImmunChess", "Immunschach", "Immun"],
            "A man can be captured only if its home square in the game array is empty; nobody is reborn.",
            Condition::Immun(Immun(Rebirth::STRICT)),
            rebirth_words::LOOKS,
        ),
        Rule::new(
            ["MirrorImmunChess", "SpiegelImmunschach", "ImmunMalefique"],
            "As Immun chess, with the homes of the other side.",
            Condition::Immun(Immun(Rebirth { mirrored: true, ..Rebirth::STRICT })),
            rebirth_words::LOOKS,
        ),
        Rule::new(
            ["FileImmunChess", "FileImmunSchach", "ImmunFile"],
            "As Immun chess, with the square of the file on the man's first rank, for a pawn on its second.",
            Condition::Immun(Immun(Rebirth { home: Home::File, ..Rebirth::STRICT })),
            rebirth_words::LOOKS,
        ),
        Rule::new(
            ["DiagramImmunChess", "DiagrammImmunSchach", "ImmunDiagramme"],
            "As Immun chess, with the square on which the man stood in the diagram.",
            Condition::Immun(Immun(Rebirth { home: Home::Diagram, ..Rebirth::STRICT })),
            rebirth_words::LOOKS,
        ),
        Rule::new(
            ["MirrorFileImmunChess", "SpiegelFileImmunSchach", "ImmunFileMalefique"],
            "As File Immun chess, with the homes of the other side.",
            Condition::Immun(Immun(Rebirth { home: Home::File, mirrored: true, ..Rebirth::STRICT })),
            rebirth_words::LOOKS,
        ),
        Rule::new(
            ["SymmetryImmunChess", "SymmetrieImmunSchach", "ImmunSymmetrique"],
            "As Immun chess, with the square opposite across the middle of the board.",
            Condition::Immun(Immun(Rebirth { home: Home::Symmetry, ..Rebirth::STRICT })),
            rebirth_words::LOOKS,
        ),
        Rule::new(
            ["AntipodeanImmunChess", "AntipodenImmunSchach", "ImmunAntipoden"],
            "As Immun chess, with the square four files and four ranks away.",
            Condition::Immun(Immun(Rebirth { home: Home::Antipodes, ..Rebirth::STRICT })),
            rebirth_words::LOOKS,
        ),
        Rule::new(
            ["EquipollentsImmunChess", "EquipollentsImmunSchach", "ImmunEquipollents"],
            "As Immun chess, with the square as far from the capture, and in the same direction, as the capturer came.",
            Condition::Immun(Immun(Rebirth { home: Home::Equipollent, ..Rebirth::STRICT })),
            rebirth_words::LOOKS,
        ),
        Rule::new(
            ["ImmuneVerticalSymmetry", "ImmuneVertikaleSymmetrie", "ImmuneSymetriqueVerticale"],
            "As Immun chess, with the square mirrored left and right.",
            Condition::Immun(Immun(Rebirth { home: Home::VerticalSymmetry, ..Rebirth::STRICT })),
            rebirth_words::LOOKS,
        ),
        Rule::new(
            ["ImmuneHorizontalSymmetry", "ImmuneHorizontaleSymmetrie", "ImmuneSymetriqueHorizontale"],
            "As Immun chess, with the square mirrored up and down.",
            Condition::Immun(Immun(Rebirth { home: Home::HorizontalSymmetry, ..Rebirth::STRICT })),
            rebirth_words::LOOKS,
        ),
        Rule::new(
            ["GenevaChess", "GenferSchach", "EchecsGeneve"],
            "A man captures only if its home square in the game array is empty and not the square it comes from.",
            Condition::Geneva(Geneva(Rebirth::STRICT)),
            rebirth_words::CAPTURER_LOOKS,
        ),
        Rule::new(
            ["MarsCirce", "MarsCirce", "MarsCirce"],
            "A man captures only as if it stood on its home square in the game array, which must be empty.",
            Condition::Marscirce(Marscirce(Rebirth::ANTICIRCE)),
            rebirth_words::STANDS,
        ),
        Rule::new(
            ["MarsMirrorCirce", "MarsSpiegelCirce", "MarsCirceMalefique"],
            "As Marscirce, with the homes of the other side.",
            Condition::Marscirce(Marscirce(Rebirth { mirrored: true, ..Rebirth::ANTICIRCE })),
            rebirth_words::STANDS,
        ),
        Rule::new(
            ["AntiMarsCirce", "AntiMarsCirce", "AntiMarsCirce"],
            "A man that does not capture moves only as if it stood on its home square in the game array, which must be empty.",
            Condition::Antimars(Antimars(Rebirth::ANTICIRCE)),
            rebirth_words::STANDS,
        ),
        Rule::new(
            ["AntiMarsMirrorCirce", "AntiMarsMalefiqueCirce", "AntiMarsMalefiqueCirce"],
            "As Antimars, with the homes of the other side.",
            Condition::Antimars(Antimars(Rebirth { mirrored: true, ..Rebirth::ANTICIRCE })),
            rebirth_words::STANDS,
        ),
        Rule::new(
            ["AntiMarsAntipodeanCirce", "AntiMarsAntipodeanCirce", "AntiMarsAntipodeanCirce"],
            "As Antimars, with the squares four files and four ranks away.",
            Condition::Antimars(Antimars(Rebirth { home: Home::Antipodes, ..Rebirth::ANTICIRCE })),
            rebirth_words::STANDS,
        ),
        Rule::new(
            ["PhantomChess", "PhantomSchach", "EchecsPhantom"],
            "A man moves from its own square or as if it stood on its home square in the game array, if that is empty; kings only from their own.",
            Condition::Phantom(Phantom(Rebirth::STRICT)),
            rebirth_words::STANDS,
        ),
    ]
}
