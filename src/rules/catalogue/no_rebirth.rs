//! Catalogue of the rules that use rebirth squares without rebirth.

use super::CatalogueEntry;
use crate::rules::Condition;
use crate::rules::rebirth::{Antimars, Geneva, Home, Immun, Marscirce, Phantom, Purpose, Rebirth};

/// Returns the rules by which men move from their homes, or test them.
pub(super) fn rules() -> Vec<CatalogueEntry> {
    vec![
        CatalogueEntry::with_rebirth_options(
            ["ImmunChess", "Immunschach", "Immun"],
            "A man can be captured only if its home square in the game array is empty; no man is reborn.",
            Condition::Immun(Immun(Rebirth::STRICT)),
            Purpose::VictimTest,
        ).with_label("Immun").with_example("Kg2 Rd4", "Kh7 Sd6 Bb8 Pa4", "d4a4"),
        CatalogueEntry::with_rebirth_options(
            ["MirrorImmunChess", "SpiegelImmunschach", "ImmunMalefique"],
            "As Immun chess, with the homes of the other side.",
            Condition::Immun(Immun(Rebirth { mirrored: true, ..Rebirth::STRICT })),
            Purpose::VictimTest,
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Bg1 Pa4", "d4a4"),
        CatalogueEntry::with_rebirth_options(
            ["FileImmunChess", "FileImmunSchach", "ImmunFile"],
            "As Immun chess, with the square of the file on the man's first rank, for a pawn on its second.",
            Condition::Immun(Immun(Rebirth { home: Home::File, ..Rebirth::STRICT })),
            Purpose::VictimTest,
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Bd8 Pa4", "d4a4"),
        CatalogueEntry::with_rebirth_options(
            ["DiagramImmunChess", "DiagrammImmunSchach", "ImmunDiagramme"],
            "As Immun chess, with the square of the man in the diagram.",
            Condition::Immun(Immun(Rebirth { home: Home::DiagramSquare, ..Rebirth::STRICT })),
            Purpose::VictimTest,
        ).with_example("Kg2 Ra4", "Kh8 Sb6", "b6c4 a4c4"),
        CatalogueEntry::with_rebirth_options(
            ["MirrorFileImmunChess", "SpiegelFileImmunSchach", "ImmunFileMalefique"],
            "As File Immun chess, with the homes of the other side.",
            Condition::Immun(Immun(Rebirth { home: Home::File, mirrored: true, ..Rebirth::STRICT })),
            Purpose::VictimTest,
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Bd1 Pa4", "d4a4"),
        CatalogueEntry::with_rebirth_options(
            ["SymmetryImmunChess", "SymmetrieImmunSchach", "ImmunSymmetrique"],
            "As Immun chess, with the square opposite across the middle of the board.",
            Condition::Immun(Immun(Rebirth { home: Home::PointSymmetry, ..Rebirth::STRICT })),
            Purpose::VictimTest,
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Be3 Pa4", "d4a4"),
        CatalogueEntry::with_rebirth_options(
            ["AntipodeanImmunChess", "AntipodenImmunSchach", "ImmunAntipoden"],
            "As Immun chess, with the square four files and four ranks away.",
            Condition::Immun(Immun(Rebirth { home: Home::Antipodes, ..Rebirth::STRICT })),
            Purpose::VictimTest,
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Bh2 Pa4", "d4a4"),
        CatalogueEntry::with_rebirth_options(
            ["EquipollentsImmunChess", "EquipollentsImmunSchach", "ImmunEquipollents"],
            "As Immun chess, with the square as far from the capture, and in the same direction, as the capturer came.",
            Condition::Immun(Immun(Rebirth { home: Home::Equipollent, ..Rebirth::STRICT })),
            Purpose::VictimTest,
        ).with_example("Kg2 Rb2", "Kh7 Sb4 Bb6 Sd2", "b2d2"),
        CatalogueEntry::with_rebirth_options(
            ["ImmuneVerticalSymmetry", "ImmuneVertikaleSymmetrie", "ImmuneSymetriqueVerticale"],
            "As Immun chess, with the square mirrored left and right.",
            Condition::Immun(Immun(Rebirth { home: Home::VerticalSymmetry, ..Rebirth::STRICT })),
            Purpose::VictimTest,
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Be6 Pa4", "d4a4"),
        CatalogueEntry::with_rebirth_options(
            ["ImmuneHorizontalSymmetry", "ImmuneHorizontaleSymmetrie", "ImmuneSymetriqueHorizontale"],
            "As Immun chess, with the square mirrored up and down.",
            Condition::Immun(Immun(Rebirth { home: Home::HorizontalSymmetry, ..Rebirth::STRICT })),
            Purpose::VictimTest,
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Bd3 Pa4", "d4a4"),
        CatalogueEntry::with_rebirth_options(
            ["GenevaChess", "GenferSchach", "EchecsGeneve"],
            "A man captures only if its home square in the game array is empty and not the square it comes from.",
            Condition::Geneva(Geneva(Rebirth::STRICT)),
            Purpose::CapturerTest,
        ).with_label("Geneva").with_example("Kg2 Rd4 Sa1 Sb5", "Kh7 Sd6", "b5d6"),
        CatalogueEntry::with_rebirth_options(
            ["MarsCirce", "MarsCirce", "MarsCirce"],
            "A man captures only as if from its home square in the game array, which must be empty.",
            Condition::Marscirce(Marscirce(Rebirth::ANTICIRCE)),
            Purpose::Origin,
        ).with_label("Mars").with_example("Kg2 Rd4", "Kh7 Sa6 Sd6", "d4a6"),
        CatalogueEntry::with_rebirth_options(
            ["MarsMirrorCirce", "MarsSpiegelCirce", "MarsCirceMalefique"],
            "As Marscirce, with the homes of the other side.",
            Condition::Marscirce(Marscirce(Rebirth { mirrored: true, ..Rebirth::ANTICIRCE })),
            Purpose::Origin,
        ).with_label("MarsM").with_example("Kg3 Rd4", "Kg7 Sh4 Sd6", "d4h4"),
        CatalogueEntry::with_rebirth_options(
            ["AntiMarsCirce", "AntiMarsCirce", "AntiMarsCirce"],
            "A man that does not capture moves only as if from its home square in the game array, which must be empty.",
            Condition::Antimars(Antimars(Rebirth::ANTICIRCE)),
            Purpose::Origin,
        ).with_label("AMars").with_example("Kg2 Rd4", "Kh7 Sa6 Sd6", "d4a5"),
        CatalogueEntry::with_rebirth_options(
            ["AntiMarsMirrorCirce", "AntiMarsMalefiqueCirce", "AntiMarsMalefiqueCirce"],
            "As Antimars, with the homes of the other side.",
            Condition::Antimars(Antimars(Rebirth { mirrored: true, ..Rebirth::ANTICIRCE })),
            Purpose::Origin,
        ).with_example("Kg2 Rd4", "Kh6 Sd6", "d4a8"),
        CatalogueEntry::with_rebirth_options(
            ["AntiMarsAntipodeanCirce", "AntiMarsAntipodeanCirce", "AntiMarsAntipodeanCirce"],
            "As Antimars, with the squares four files and four ranks away.",
            Condition::Antimars(Antimars(Rebirth { home: Home::Antipodes, ..Rebirth::ANTICIRCE })),
            Purpose::Origin,
        ).with_example("Kg2 Rd4", "Kh6 Sd6", "d4a8"),
        CatalogueEntry::with_rebirth_options(
            ["PhantomChess", "PhantomSchach", "EchecsPhantom"],
            "A man moves from its own square or as if from its home square in the game array, if that is empty; kings only from their own.",
            Condition::Phantom(Phantom(Rebirth::STRICT)),
            Purpose::Origin,
        ).with_label("Phantom").with_example("Kg2 Rd4", "Kh7 Sa6 Sd6", "d4a6"),
    ]
}
