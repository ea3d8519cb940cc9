//! Catalogue of the rules without rebirth that belong to no other chapter.

use super::{CatalogueEntry, other_options as words};
use crate::board::Square;
use crate::position::{CapturedMan, Man, Side, Walk};
use crate::rules::Condition;
use crate::rules::attribute::ChameleonMen;
use crate::rules::movement::{MakeAndTake, PowerTransfer, SeriesCapture, TakeAndMake};
use crate::rules::rebirth::transform::Cycle;
use crate::rules::rebirth::{LastCapture, Rebirth, Royals, VictimReborn};
use crate::rules::restriction::{Guards, NoCapture, Patrol};
use crate::rules::transformation::{
    Andernach, Atomic, Breton, Chameleon, Einstein, Ghost, Kobul, Masand, Norsk, Pad, Pursuit, Sentinels,
    Snek, Tibet, Traitor, VictimsWalk,
};

fn rule(names: [&'static str; 3], meaning: &'static str, condition: Condition) -> CatalogueEntry {
    CatalogueEntry::new(names, meaning, condition, &[])
}

/// Returns the rules by which men change, or move and capture in other ways.
pub(super) fn rules() -> Vec<CatalogueEntry> {
    vec![
        rule(
            ["AndernachChess", "AndernachSchach", "EchecsAndernach"],
            "A man that captures changes sides; kings do not.",
            Condition::Andernach(Andernach::Capturers),
        ),
        rule(
            ["AntiAndernachChess", "AntiAndernachSchach", "EchecsAntiAndernach"],
            "A man that does not capture changes sides; kings do not.",
            Condition::Andernach(Andernach::NonCapturers),
        ).with_example("Kg2 Rd4", "Kh7 Sd6", "d4d5"),
        rule(
            ["Tibet", "TibetSchach", "Tibet"],
            "A black man that captures a man of another walk becomes white.",
            Condition::Tibet(Tibet::Black),
        ).with_example("Kg2 Rd4", "Kh7 Sc6", "c6d4"),
        rule(
            ["DoubleTibet", "DoppeltibetSchach", "DoubleTibet"],
            "A man that captures a man of another walk changes sides.",
            Condition::Tibet(Tibet::Both),
        ),
        rule(
            ["EinsteinChess", "EinsteinSchach", "EchecsEinstein"],
            "Men move up in the order P S B R Q by a capture, and down by any other move.",
            Condition::Einstein(Einstein::Usual),
        ),
        rule(
            ["ReversalEinsteinChess", "ReversesEinsteinSchach", "ReversEchecsEinstein"],
            "Men move down in the order P S B R Q by a capture, and up by any other move.",
            Condition::Einstein(Einstein::Reversal),
        ),
        rule(
            ["AntiEinsteinChess", "AntiEinsteinSchach", "EchecsAntiEinstein"],
            "Men move down in the order P S B R Q by a move that captures nothing.",
            Condition::Einstein(Einstein::Anti),
        ).with_example("Kg2 Rd4", "Kh7 Sd6", "d4d5"),
        CatalogueEntry::new(
            ["Take&MakeChess", "Take&MakeSchach", "Take&MakeEchecs"],
            "A man that captures goes on by the same move as the captured man could, without capturing; otherwise the capture is illegal.",
            Condition::TakeAndMake(TakeAndMake { absolute: false }),
            words::TAKE_AND_MAKE,
        ).with_label("T&M"),
        rule(
            ["Make&TakeChess", "Make&TakeSchach", "Make&TakeEchecs"],
            "A man that captures first goes as the captured man could, without capturing, and captures from there in its own way.",
            Condition::MakeAndTake(MakeAndTake),
        ).with_example("Kg2 Rd4", "Kh7 Se6 Pa7", "d4e6"),
        rule(
            ["SeriesCapture", "SerienSchlag", "SerieCapture"],
            "A man that has captured may go on capturing by the same move, and end with a move that captures nothing.",
            Condition::SeriesCapture(SeriesCapture),
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Pa6", "d4d6/1"),
        CatalogueEntry::new(
            ["PowerTransfer", "KraftTransfer", "TransfertPouvoir"],
            "A man moves as the man on its home square in the game array, if there is one.",
            Condition::PowerTransfer(PowerTransfer(Royals::Exclusive)),
            words::POWER_TRANSFER,
        ).with_example("Kg2 Pd4 Rd2", "Kh7 Pa4", "d4a4"),
        rule(
            ["NorskSjakk", "NorskSjakk", "NorskSjakk"],
            "A man captures only men of its own walk, a king captures none, and every man that moves changes: Q and S into each other, R and B likewise.",
            Condition::Norsk(Norsk),
        ).with_example("Kg2 Rd4 Sf5", "Kh7 Sd6", "f5d6"),
        CatalogueEntry::new(
            ["ProteanChess", "ProteischesSchach", "EchecsProtee"],
            "A man that captures becomes what it captures, for a pawn a pawn that goes the other way.",
            Condition::VictimsWalk(VictimsWalk { protean: true, royals: Royals::Inclusive }),
            words::VICTIMS_WALK,
        ).with_example("Kg2 Rd4", "Kh7 Pd6", "d4d6"),
        CatalogueEntry::new(
            ["FrankfurtChess", "FrankfurtSchach", "Francfort"],
            "A man that captures becomes what it captures.",
            Condition::VictimsWalk(VictimsWalk { protean: false, royals: Royals::Inclusive }),
            words::VICTIMS_WALK,
        ).with_example("Kg2 Rd4", "Kh7 Pd6", "d4d6"),
        CatalogueEntry {
            walk_argument: Some(&words::CYCLE),
            ..rule(
                ["ChameleonChess", "ChamaeleonSchach", "EchecsCameleon"],
                "An officer that moves takes the next walk of a cycle: Q S B R, or the walks that follow the name.",
                Condition::Chameleon(Chameleon(Cycle::USUAL)),
            )
.with_example("Kg2 Qd4", "Kh7 Sd6", "d4d6")
        },
        CatalogueEntry {
            walk_argument: Some(&words::CYCLE),
            ..rule(
                ["ChameleonSequence", "Chamaeleonsequenz", "CameleonSequence"],
                "A man with the attribute Chameleon that moves takes the next walk of a cycle: Q S B R, or the walks that follow the name.",
                Condition::ChameleonMen(ChameleonMen::USUAL),
            )
        },
        CatalogueEntry::new(
            ["KobulKings", "KobulKoenige", "RoisKobul"],
            "The king of a side that loses a man moves as that man from then on, after a pawn as a king again.",
            Condition::Kobul(Kobul(None)),
            words::KOBUL,
        ),
        rule(
            ["SnekChess", "SnekSchach", "EchecsSnek"],
            "If a side loses an officer, a man of the next walk in the order Q R B S K becomes it; a lost pawn makes the king a king again.",
            Condition::Snek(Snek::Chess),
        ),
        rule(
            ["SnekCircleChess", "SnekZirkulaerSchach", "EchecsSnekCirculaires"],
            "If a side loses an officer, a man of the next walk in the circle Q R B S Q becomes it.",
            Condition::Snek(Snek::Circle),
        ).with_example("Kg2", "Kh7 Sh1 Qg7", "g2h1"),
        CatalogueEntry::new(
            ["Breton", "Breton", "Breton"],
            "With every capture another man of the capturer's side that is like the captured one disappears too.",
            Condition::Breton(Breton::default()),
            words::BRETON,
        ).with_example("Kg2 Rd4 Sa1", "Kh7 Sd6", "d4d6"),
        CatalogueEntry::new(
            ["PADChess", "PADSchach", "PADechecs"],
            "A man that captures for the second time disappears too; kings do not.",
            Condition::Pad(Pad { strict: false, royals: Royals::Exclusive }),
            words::PAD,
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Pa6", "d4d6 h7h8 d6a6"),
        rule(
            ["GhostChess", "Geisterschach", "EchecsGhost"],
            "A captured man reappears when its square is left, and cannot be captured any more.",
            Condition::Ghost(Ghost::Uncapturable),
        ).with_example("Kg2 Rd4", "Kh7 Sd6", "d4d6 h7h8 d6d1"),
        rule(
            ["HauntedChess", "Spukschach", "EchecsHantes"],
            "A captured man reappears when its square is left.",
            Condition::Ghost(Ghost::Haunted),
        ).with_example("Kg2 Rd4", "Kh7 Sd6", "d4d6 h7h8 d6d1"),
        CatalogueEntry {
            capture_argument: Some(|captured| Condition::LastCapture(LastCapture(captured))),
            ..rule(
                ["LastCapture", "LetzterSchlag", "DernierePrise"],
                "The man that follows the name, on its square, was captured by the move before the diagram.",
                Condition::LastCapture(LastCapture(CapturedMan {
                    man: Man::new(Side::White, Walk::Bishop),
                    at: Square::new(30),
                })),
            )
            .with_example("Ka1 Qf2", "Kc1 Pb3", "f2f3")
        }
        .with_rule(Condition::Circe(VictimReborn(Rebirth::PARRAIN))),
        rule(
            ["AtomicChess", "Atomschach", "EchecsAtomiques"],
            "With a capture the capturer and all men around it but pawns disappear too; kings do not capture.",
            Condition::Atomic(Atomic),
        ).with_source("A game of its own, played on chess servers; kirke's definition").with_example("Kg2 Rd4 Sc5", "Kh7 Sd6 Qe7 Pd7", "d4d6"),
        rule(
            ["ChameleonPursuit", "ChamaeleonVerfolgung", "CameleonPoursuite"],
            "A man that goes to the square that the other side has just left changes sides; kings do not.",
            Condition::Pursuit(Pursuit),
        ).with_example("Kb7 Se5", "Kd8 Bd7 Ph2", "d7e8 e5d7"),
        rule(
            ["TraitorChess", "TraitorChess", "EchecsTraitor"],
            "A black man that has moved to White's half of the board becomes white; kings do not.",
            Condition::Traitor(Traitor),
        ).with_example("Kg2 Sb4", "Kc7 Rb6", "b6b4"),
        rule(
            ["Masand", "Masand", "Masand"],
            "When a man moves and gives check, the men of either side that it observes change colour; kings do not.",
            Condition::Masand(Masand::Mover),
        ).with_example("Kg2 Rd4", "Kh7 Sd7 Pa7", "d4d7"),
        rule(
            ["MasandGeneralised", "MasandVerallgemeinert", "MasandGeneralise"],
            "After a move, the men of either side that a checking man observes change colour; kings do not.",
            Condition::Masand(Masand::EveryMan),
        ).with_example("Kg2 Rh2 Bh4", "Kh8 Sd8", "h4f6"),
        CatalogueEntry::new(
            ["Sentinelles", "Sentinelles", "Sentinelles"],
            "A man other than a pawn leaves a pawn of its side between the outer ranks, up to eight on the board.",
            Condition::Sentinels(Sentinels::default()),
            words::SENTINELS,
        ).with_example("Kg2 Rd4", "Kh7 Sd6", "d4d6"),
        rule(
            ["NoCapture", "Ohneschlag", "SansPrises"],
            "No man captures.",
            Condition::NoCapture(NoCapture(None)),
        ),
        rule(
            ["NoWhiteCapture", "WeisserOhneSchlag", "BlancSansPrises"],
            "White does not capture.",
            Condition::NoCapture(NoCapture(Some(Side::White))),
        ),
        rule(
            ["NoBlackCapture", "SchwarzerOhneSchlag", "NoirSansPrises"],
            "Black does not capture.",
            Condition::NoCapture(NoCapture(Some(Side::Black))),
        ).with_example("Kg2 Rd4", "Kh7 Pe5", "e5d4"),
        rule(
            ["Patrouille", "PatrouilleSchach", "Patrouille"],
            "A man captures and gives check only if a man of its own side observes it.",
            Condition::Patrol(Patrol::Own),
        ).with_example("Kg2 Rd4 Rd1 Sb5", "Kh7 Sd6 Pa7", "d4d6"),
        rule(
            ["Lortap", "Elliuortap", "Elliuortap"],
            "A man captures and gives check only if no man of its own side observes it.",
            Condition::Patrol(Patrol::NotOwn),
        ).with_example("Kg2 Rd4 Rd1 Sb5", "Kh7 Sd6", "b5d6"),
        rule(
            ["ProvocationChess", "ProvokationSchach", "EchecsProvacateurs"],
            "A man captures and gives check only if a man of the other side observes it.",
            Condition::Patrol(Patrol::Enemy),
        ).with_example("Kg2 Rd4 Bb8", "Kh7 Sd6 Ra4", "d4d6"),
        rule(
            ["SuperGuards", "SuperDeckungen", "Supergardes"],
            "A guarded man cannot be captured.",
            Condition::Guards(Guards::Protect),
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Pc7 Pa4", "d4a4"),
        rule(
            ["AntiGuards", "AntiDeckungen", "Antigardes"],
            "Only a guarded man can be captured.",
            Condition::Guards(Guards::Expose),
        ).with_example("Kg2 Rd4", "Kh7 Sd6 Pc7 Pa4", "d4d6"),
    ]
}
