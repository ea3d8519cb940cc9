//! Catalogue of the rules by which men are reborn.

use super::{CatalogueEntry, rebirth_options};
use crate::rules::Condition;
use crate::rules::rebirth::transform::{Cycle, WalkChange, Walks};
use crate::rules::rebirth::{
    CapturerReborn, Home, OnOccupied, Purpose, Rebirth, SquareTransform, VictimReborn,
};

fn rule(
    names: [&'static str; 3],
    meaning: &'static str,
    source: &'static str,
    condition: Condition,
) -> CatalogueEntry {
    CatalogueEntry::with_rebirth_options(names, meaning, condition, Purpose::Rebirth).with_source(source)
}

fn circe(
    names: [&'static str; 3],
    meaning: &'static str,
    source: &'static str,
    rebirth: Rebirth,
) -> CatalogueEntry {
    rule(names, meaning, source, Condition::Circe(VictimReborn(rebirth)))
}

fn anticirce(
    names: [&'static str; 3],
    meaning: &'static str,
    source: &'static str,
    rebirth: Rebirth,
) -> CatalogueEntry {
    rule(names, meaning, source, Condition::Anticirce(CapturerReborn(rebirth)))
}

/// Returns the rules of the Circe and Anticirce families.
pub(super) fn rules() -> Vec<CatalogueEntry> {
    vec![
        circe(
            ["Circe", "Circe", "Circe"],
            "A captured man is reborn on its home square in the game array, if that is empty.",
            "Pierre Monréal and Jean-Pierre Boyer, 1967",
            Rebirth::CIRCE,
        ),
        circe(
            ["CirceAssassin", "AssassinCirce", "CirceAssassin"],
            "As Circe, but the reborn man removes the man on its rebirth square.",
            "",
            Rebirth { on_occupied: OnOccupied::Assassin, ..Rebirth::CIRCE },
        ).with_label("Assassin").with_example("Kg2 Rd4", "Kh7 Sd6 Bb8", "d4d6"),
        circe(
            ["PongraczCirce", "PongraczCirce", "CircePongracz"],
            "As Circe, but the man on the rebirth square is reborn too, and so on, until a rebirth square is empty.",
            "Ľudovít Lehen, as reported in Popeye's issue 16",
            Rebirth { on_occupied: OnOccupied::Pongracz, ..Rebirth::CIRCE },
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Bb8", "d4d6"),
        circe(
            ["MirrorCirce", "SpiegelCirce", "CirceMalefique"],
            "As Circe, with the homes of the other side.",
            "",
            Rebirth { mirrored: true, ..Rebirth::CIRCE },
        ).with_label("MirrorC"),
        circe(
            ["DiametralCirce", "DiametralCirce", "CirceDiametrale"],
            "As Circe, but opposite across the middle of the board.",
            "",
            Rebirth { transform: SquareTransform::Diametral, ..Rebirth::CIRCE },
        ).with_label("DiamC"),
        circe(
            ["VerticalMirrorCirce", "VertikalesSpiegelCirce", "CirceMalefiqueVerticale"],
            "As Circe, but mirrored left and right.",
            "",
            Rebirth { transform: SquareTransform::VerticalMirror, ..Rebirth::CIRCE },
        ).with_label("VMirror"),
        circe(
            ["FileCirce", "FileCirce", "FileCirce"],
            "A captured man is reborn on the square of its file on its first rank, a pawn on its second.",
            "",
            Rebirth { home: Home::File, ..Rebirth::CIRCE },
        ).with_label("FileC"),
        circe(
            ["MirrorFileCirce", "SpiegelFileCirce", "FileCirceMalefique"],
            "As File Circe, with the homes of the other side.",
            "",
            Rebirth { home: Home::File, mirrored: true, ..Rebirth::CIRCE },
        ).with_label("MFileC"),
        circe(
            ["RankCirce", "RankCirce", "RankCirce"],
            "As Circe, but on the rank of the capture.",
            "",
            Rebirth { home: Home::Rank, ..Rebirth::CIRCE },
        ).with_label("RankC"),
        circe(
            ["SymmetryCirce", "SymmetrieCirce", "CirceSymetrique"],
            "A captured man is reborn opposite across the middle of the board.",
            "",
            Rebirth { home: Home::PointSymmetry, ..Rebirth::CIRCE },
        ).with_label("SymC").with_example("Kg2 Rc4", "Kh7 Sc6", "c4c6"),
        circe(
            ["VerticalSymmetryCirce", "VertikaleSymmetrieCirce", "CirceSymetriqueVerticale"],
            "A captured man is reborn on the square mirrored left and right.",
            "",
            Rebirth { home: Home::VerticalSymmetry, ..Rebirth::CIRCE },
        ).with_label("VSymC"),
        circe(
            ["HorizontalSymmetryCirce", "HorizontaleSymmetrieCirce", "CirceSymetriqueHorizontale"],
            "A captured man is reborn on the square mirrored up and down.",
            "",
            Rebirth { home: Home::HorizontalSymmetry, ..Rebirth::CIRCE },
        ).with_label("HSymC"),
        circe(
            ["AntipodeanCirce", "AntipodenCirce", "CirceAntipoden"],
            "A captured man is reborn four files and four ranks away.",
            "",
            Rebirth { home: Home::Antipodes, ..Rebirth::CIRCE },
        ).with_label("AntipC"),
        circe(
            ["PWC", "PlatzwechselCirce", "CirceEchange"],
            "A captured man is reborn on the square that the capturer left.",
            "",
            Rebirth { home: Home::Departure, ..Rebirth::CIRCE },
        ),
        circe(
            ["EquipollentsCirce", "EquipollentsCirce", "CirceEquipollents"],
            "A captured man is reborn as far from the capture, and in the same direction, as the capturer came.",
            "",
            Rebirth { home: Home::Equipollent, ..Rebirth::CIRCE },
        ).with_label("EquiC"),
        circe(
            ["ParrainCirce", "CirceParrain", "CirceParrain"],
            "A captured man is reborn after the next half-move, as far from its capture, and in the same direction, as that goes.",
            "",
            Rebirth::PARRAIN,
        ).with_label("Parrain").with_example("Kg2 Ra4", "Kh8 Sb6", "b6a4 g2h1"),
        circe(
            ["ContraParrain", "KontraParrain", "ContraParrain"],
            "As Parrain Circe, but in the opposite direction.",
            "",
            Rebirth { mirrored: true, ..Rebirth::PARRAIN },
        ).with_label("CParrain").with_example("Kg2 Ra4", "Kh8 Sb6", "b6a4 g2f1"),
        circe(
            ["DiagramCirce", "DiagrammCirce", "CirceDiagramme"],
            "A captured man is reborn on its square of the diagram.",
            "",
            Rebirth { home: Home::DiagramSquare, ..Rebirth::CIRCE },
        ).with_label("DiagC").with_example("Kg2 Ra4", "Kh8 Sb6", "b6c4 a4c4"),
        circe(
            ["CouscousCirce", "CouscousCirce", "CirceCouscous"],
            "A captured man is reborn on the home square of the capturer.",
            "",
            Rebirth { partner_decides: true, ..Rebirth::CIRCE },
        ).with_label("Couscous"),
        circe(
            ["MirrorCouscousCirce", "SpiegelCouscousCirce", "CirceCouscousMalefique"],
            "As Couscous Circe, with the homes of the other side.",
            "",
            Rebirth { partner_decides: true, mirrored: true, ..Rebirth::CIRCE },
        ).with_label("MCouscous"),
        circe(
            ["CirceClone", "CirceClone", "CirceClone"],
            "A captured man is reborn with the walk of the capturer.",
            "",
            Rebirth { walk_change: WalkChange::Clone, ..Rebirth::CIRCE },
        ).with_label("Clone"),
        circe(
            ["MirrorCirceClone", "SpiegelCirceclone", "CirceCloneMalefique"],
            "As Circe Clone, with the homes of the other side.",
            "",
            Rebirth { walk_change: WalkChange::Clone, mirrored: true, ..Rebirth::CIRCE },
        ).with_label("MClone"),
        circe(
            ["CirceTurncoats", "TurncoatCirce", "CirceTurncoats"],
            "A captured man is reborn as one of the other side.",
            "",
            Rebirth { turncoat: true, ..Rebirth::CIRCE },
        ).with_label("Turncoats"),
        circe(
            ["CirceDoubleAgents", "DoppelAgentenCirce", "CirceDoubleAgents"],
            "As Circe Turncoats, with the homes of the other side.",
            "",
            Rebirth { turncoat: true, mirrored: true, ..Rebirth::CIRCE },
        ).with_label("DblAgents"),
        circe(
            ["SuperCirce", "SuperCirce", "SuperCirce"],
            "A captured man is reborn on any empty square, or not at all.",
            "",
            Rebirth { home: Home::Super, ..Rebirth::CIRCE },
        ).with_label("SuperC"),
        circe(
            ["CirceTake&Make", "CirceTake&Make", "CirceTake&Make"],
            "A captured man is reborn where it could go without capturing from the square of the capture.",
            "",
            Rebirth { home: Home::Make, on_occupied: OnOccupied::Strict, ..Rebirth::CIRCE },
        ).with_label("ATM"),
        circe(
            ["CageCirce", "KaefigCirce", "CirceCage"],
            "A captured man is reborn on an empty square on which it cannot move without capturing.",
            "",
            Rebirth { home: Home::Cage, ..Rebirth::CIRCE },
        ).with_label("Cage").with_example("Kg2 Rd4", "Kh7 Pd6 Pc4", "d4c4"),
        circe(
            ["FrischAufCirce", "FrischAufCirce", "FrischAufCirce"],
            "As Circe, but promoted men are reborn on the promotion square of the file.",
            "",
            Rebirth { frischauf: true, ..Rebirth::CIRCE },
        ).with_label("Frischauf").with_example("Kg2 Rb4", "Kh7 Pb2", "b2b1 b4b1"),
        anticirce(
            ["AntiCirce", "AntiCirce", "AntiCirce"],
            "A man that captures is reborn on its home square, which must be empty.",
            "",
            Rebirth::ANTICIRCE,
        ).with_label("AC"),
        anticirce(
            ["MirrorAntiCirce", "AntiSpiegelCirce", "AntiCirceMalefique"],
            "As Anticirce, with the homes of the other side.",
            "",
            Rebirth { mirrored: true, ..Rebirth::ANTICIRCE },
        ),
        anticirce(
            ["AntiCloneCirce", "AntiCloneCirce", "AntiCloneCirce"],
            "A man that captures takes the walk of its victim and is reborn.",
            "",
            Rebirth { walk_change: WalkChange::Clone, ..Rebirth::ANTICIRCE },
        ),
        anticirce(
            ["DiagramAntiCirce", "AntiDiagrammCirce", "AntiCirceDiagramme"],
            "A man that captures returns to its square of the diagram.",
            "",
            Rebirth { home: Home::DiagramSquare, ..Rebirth::ANTICIRCE },
        ).with_example("Kg2 Ra4", "Kh8 Sb6", "b6c4 a4c4"),
        anticirce(
            ["FileAntiCirce", "AntiFileCirce", "AntiFileCirce"],
            "A man that captures is reborn on the square of its file on its first rank, a pawn on its second.",
            "",
            Rebirth { home: Home::File, ..Rebirth::ANTICIRCE },
        ),
        anticirce(
            ["MirrorFileAntiCirce", "AntiSpiegelFileCirce", "AntiFileCirceMalefique"],
            "As File Anticirce, with the homes of the other side.",
            "",
            Rebirth { home: Home::File, mirrored: true, ..Rebirth::ANTICIRCE },
        ),
        anticirce(
            ["SymmetryAntiCirce", "AntiSymmetrieCirce", "AntiCirceSymetrique"],
            "A man that captures is reborn opposite across the middle of the board.",
            "",
            Rebirth { home: Home::PointSymmetry, ..Rebirth::ANTICIRCE },
        ),
        anticirce(
            ["VerticalSymmetryAntiCirce", "VertikaleAntiSymmetrieCirce", "AntiCirceSymetriqueVerticale"],
            "A man that captures is reborn on the square mirrored left and right.",
            "",
            Rebirth { home: Home::VerticalSymmetry, ..Rebirth::ANTICIRCE },
        ),
        anticirce(
            [
                "HorizontalSymmetryAntiCirce",
                "HorizontaleAntiSymmetrieCirce",
                "AntiCirceSymetriqueHorizontale",
            ],
            "A man that captures is reborn on the square mirrored up and down.",
            "",
            Rebirth { home: Home::HorizontalSymmetry, ..Rebirth::ANTICIRCE },
        ),
        anticirce(
            ["AntipodeanAntiCirce", "AntiAntipodenCirce", "AntiCirceAntipoden"],
            "A man that captures is reborn four files and four ranks away.",
            "",
            Rebirth { home: Home::Antipodes, ..Rebirth::ANTICIRCE },
        ),
        anticirce(
            ["EquipollentsAntiCirce", "AntiEquipollentsCirce", "AntiCirceEquipollents"],
            "A man that captures goes on as far as it came, in the same direction.",
            "",
            Rebirth { home: Home::Equipollent, ..Rebirth::ANTICIRCE },
        ),
        anticirce(
            ["AntiSuperCirce", "AntiSuperCirce", "AntiSuperCirce"],
            "A man that captures goes to any empty square.",
            "",
            Rebirth { home: Home::Super, ..Rebirth::ANTICIRCE },
        ).with_label("SAC"),
        CatalogueEntry {
            walk_argument: Some(&rebirth_options::CHAMELEON),
            ..circe(
                ["ChameleonCirce", "ChamaeleonCirce", "CirceCameleon"],
                "A captured man is reborn with the next walk of a cycle: S B R Q, or the walks that follow the name.",
                "",
                Rebirth { walk_change: WalkChange::Chameleon(Cycle::USUAL), ..Rebirth::CIRCE },
            ).with_label("ChamC")
        },
        CatalogueEntry {
            walk_argument: Some(&rebirth_options::APRIL),
            ..circe(
                ["AprilChess", "Aprilschach", "EchecsAvril"],
                "A captured man of one of the walks that follow the name is put back on any empty square.",
                "",
                Rebirth {
                    home: Home::Super,
                    on_occupied: OnOccupied::Strict,
                    april: Some(Walks::default()),
                    ..Rebirth::CIRCE
                },
            ).with_label("April")
        },
    ]
}
