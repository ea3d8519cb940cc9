//! Catalogue of the rules that restrict, order or lend moves.

use super::{CatalogueEntry, other_options as words};
use crate::board::Square;
use crate::position::{Imitators, Side};
use crate::rules::Condition;
use crate::rules::attribute::Functionary;
use crate::rules::movement::{Alice, Annan, KingsPart, Lender, LentWalks, Messigny};
use crate::rules::rebirth::Royals;
use crate::rules::restriction::{
    Contact, EdgeMover, Grid, Imitator, Isardam, Madrasi, Mummer, NoImitatorPromotion, SquareColours,
};
use crate::rules::rule::LengthOrder;

fn rule(names: [&'static str; 3], meaning: &'static str, condition: Condition) -> CatalogueEntry {
    CatalogueEntry::new(names, meaning, condition, &[])
}

fn lent(side: Option<Side>, reflective: bool) -> Condition {
    Condition::LentWalks(LentWalks { side, reflective })
}

fn annan(lender: Lender) -> Condition {
    Condition::Annan(Annan { lender, kings: KingsPart::Both })
}

fn mummer(side: Side, order: LengthOrder) -> Condition {
    Condition::Mummer(Mummer { side, order, ultra: false })
}

/// Returns an imitator on b6.
fn example_imitators() -> Imitators {
    Imitators::on(&[Square::new(41)]).unwrap_or(Imitators::NONE)
}

/// Returns the rules that restrict, order or lend moves.
pub(super) fn rules() -> Vec<CatalogueEntry> {
    vec![
        rule(
            ["AliceChess", "AliceSchach", "Alice"],
            "On two boards, a man moves among those of its own and goes to the same square, empty, of the other.",
            Condition::Alice(Alice),
        ).with_example("Kg2 Rd4", "Kh7 Sd6", "d4d6"),
        CatalogueEntry::new(
            ["AnnanChess", "Annanschach", "AnnanEchecs"],
            "A man with an own man one rank back on its file moves and gives check only as that man.",
            annan(Lender::Rear),
            words::ANNAN,
        ).with_example("Kg2 Rd4 Sd3", "Kh7 Se6", "d4e6"),
        CatalogueEntry::new(
            ["NannaChess", "Nannaschach", "NannaEchecs"],
            "A man with an own man one rank ahead on its file moves and gives check only as that man.",
            annan(Lender::Front),
            words::ANNAN,
        ).with_example("Kg2 Sd4 Rd3", "Kh7 Se5", "d3e5"),
        rule(
            ["GridChess", "Gitterschach", "Grille"],
            "A man moves, captures and gives check only beyond its cell, a square of two files and two ranks.",
            Condition::Grid(Grid),
        ).with_example("Kg2 Rd4", "Kh7 Sd5 Sd3", "d4d5"),
        rule(
            ["MonochromChess", "MonochromesSchach", "Monochromatique"],
            "A man moves, captures and gives check only on squares of the colour of its own.",
            Condition::SquareColours(SquareColours::Same),
        ),
        rule(
            ["BichromChess", "BichromesSchach", "Bichromatique"],
            "A man moves, captures and gives check only on squares of the other colour.",
            Condition::SquareColours(SquareColours::Other),
        ).with_example("Kg2 Rd4", "Kh7 Sd5", "d4d5"),
        rule(
            ["WhiteEdgeMover", "WeisserRandzueger", "BlancBordCoup"],
            "White moves, captures and gives check only on squares on the edge of the board.",
            Condition::EdgeMover(EdgeMover(Side::White)),
        ).with_example("Kg2 Rd4", "Kh7 Sd8", "d4d8"),
        rule(
            ["BlackEdgeMover", "SchwarzerRandzueger", "NoirBordCoup"],
            "Black moves, captures and gives check only on squares on the edge of the board.",
            Condition::EdgeMover(EdgeMover(Side::Black)),
        ).with_example("Kg2 Ra4", "Kh7 Sc5", "c5a4"),
        CatalogueEntry {
            square_argument: Some(|squares| Condition::Imitator(Imitator(squares))),
            ..rule(
                ["Imitator", "Imitator", "Imitator"],
                "Imitators repeat the vector of each move over empty squares, and forbid it where they cannot; pawns become them.",
                Condition::Imitator(Imitator(example_imitators())),
            ).with_example("Kg2 Rd4", "Kh7 Sd7", "d4d6")
        },
        rule(
            ["NoIProm", "OhneIUW", "SansIProm"],
            "Pawns do not become imitators.",
            Condition::NoImitatorPromotion(NoImitatorPromotion),
        ).with_example("Kg2 Pa7", "Kh7", "a7a8").with_rule(Condition::Imitator(Imitator(example_imitators()))),
        CatalogueEntry::new(
            ["Madrasi", "Madrasi", "Madrasi"],
            "A man that an enemy man of the same walk observes does not move and gives no check; kings take no part.",
            Condition::Madrasi(Madrasi(Royals::Exclusive)),
            words::MADRASI,
        ).with_example("Kg2 Rd4 Sb5", "Kh7 Rd6", "b5d6"),
        CatalogueEntry::new(
            ["Isardam", "Isardam", "Isardam"],
            "No move may let a man be observed by an enemy man of the same walk; kings take no part.",
            Condition::Isardam(Isardam { royals: Royals::Exclusive, binds_royal_captures: true }),
            words::ISARDAM,
        ).with_example("Kg2 Rd4 Sb5", "Kh7 Rc6", "b5c3"),
        rule(
            ["KoeKo", "KoeKo", "Koeko"],
            "A man moves only to squares next to another man.",
            Condition::Contact(Contact::Required),
        ).with_example("Kg2 Rd4", "Kh7 Sc6", "d4d5"),
        rule(
            ["AntiKoeko", "AntiKoeko", "AntiKoeko"],
            "A man moves only to squares next to no man.",
            Condition::Contact(Contact::Forbidden),
        ).with_example("Kg2 Rd4", "Kh7 Sc6", "d4d3"),
        CatalogueEntry::new(
            ["MessignyChess", "MessignySchach", "EchecsMessigny"],
            "A man may change places with an enemy man of its walk; for a ply no man on these squares does so.",
            Condition::Messigny(Messigny(Royals::Inclusive)),
            words::MESSIGNY,
        ).with_example("Kg2 Rd4", "Kh7 Rb6", "d4b6"),
        CatalogueEntry::new(
            ["BlackMaximummer", "SchwarzerLaengstzueger", "NoirMaximum"],
            "Black makes its longest legal moves only.",
            mummer(Side::Black, LengthOrder::LongestFirst),
            words::MUMMER,
        ).with_example("Kg2 Pb4", "Kh7 Ra4", "g2h1 a4a8"),
        CatalogueEntry::new(
            ["BlackMinimummer", "SchwarzerKuerzestzueger", "NoirMinimum"],
            "Black makes its shortest legal moves only.",
            mummer(Side::Black, LengthOrder::ShortestFirst),
            words::MUMMER,
        ).with_example("Kg2 Pb4", "Kh7 Ra4", "g2h1 a4b4"),
        CatalogueEntry::new(
            ["WhiteMaximummer", "WeisserLaengstzueger", "BlancMaximum"],
            "White makes its longest legal moves only.",
            mummer(Side::White, LengthOrder::LongestFirst),
            words::MUMMER,
        ).with_example("Kg2 Ra4", "Kh7 Pb4", "a4a8"),
        CatalogueEntry::new(
            ["WhiteMinimummer", "WeisserKuerzestzueger", "BlancMinimum"],
            "White makes its shortest legal moves only.",
            mummer(Side::White, LengthOrder::ShortestFirst),
            words::MUMMER,
        ).with_example("Kg2 Ra4", "Kh7 Pb4", "a4b4"),
        rule(
            ["TransmutedKings", "TransmutierendeKoenige", "RoisTransmutes"],
            "A king that is observed moves and gives check only as the men that observe it.",
            lent(None, false),
        ).with_example("Kb2 Pf2", "Kh7 Bd4", "b2d4"),
        rule(
            ["WhiteTransmutedKing", "WeisserTransmutierenderKoenig", "BlancRoiTransmute"],
            "The white king moves and gives check, while it is observed, only as the men that observe it.",
            lent(Some(Side::White), false),
        ).with_example("Kb2 Pf2", "Kh7 Bd4", "b2d4"),
        rule(
            ["BlackTransmutedKing", "SchwarzerTransmutierenderKoenig", "NoirRoiTransmute"],
            "The black king moves and gives check, while it is observed, only as the men that observe it.",
            lent(Some(Side::Black), false),
        ).with_example("Kb2 Bd4", "Kg7 Ph7", "b2b1 g7d4"),
        rule(
            ["ReflectiveKings", "ReflektierendeKoenige", "RoisReflecteurs"],
            "A king that is observed moves and gives check also as the men that observe it.",
            lent(None, true),
        ).with_example("Kb2 Pf2", "Kh7 Bd4", "b2d4"),
        rule(
            ["WhiteReflectiveKing", "WeisserReflektierenderKoenig", "BlancRoiReflecteur"],
            "The white king moves and gives check, while it is observed, also as the men that observe it.",
            lent(Some(Side::White), true),
        ).with_example("Kb2 Pf2", "Kh7 Bd4", "b2d4"),
        rule(
            ["BlackReflectiveKing", "SchwarzerReflektierenderKoenig", "NoirRoiReflecteur"],
            "The black king moves and gives check, while it is observed, also as the men that observe it.",
            lent(Some(Side::Black), true),
        ).with_example("Kb2 Bd4", "Kg7 Ph7", "b2b1 g7d4"),
        rule(
            ["FunctionaryChess", "BeamtenSchach", "EchecsFonctionnaire"],
            "A man moves and gives check only while an enemy man observes it.",
            Condition::Functionary(Functionary::All),
        ).with_example("Kg2 Rd4", "Kh7 Sb5", "d4d8"),
    ]
}
