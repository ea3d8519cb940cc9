//! The conditions of the random problems: every rule, pairs of rules, and rebirth rules with
//! options.

use std::env;

use crate::dice::Dice;

/// The conditions that the fast engines support, with their weights.
const FAST_CONDITIONS: [(usize, &str); 12] = [
    (16, "Circe"),
    (8, "Circe Strict"),
    (8, "CirceAssassin"),
    (8, "Circe RexInclusive"),
    (4, "Circe Strict RexInclusive"),
    (3, "CirceAssassin RexInclusive"),
    (2, "Circe Assassin RexInclusive"),
    (1, "Circe Relaxed RexExclusive"),
    (3, "MirrorCirce"),
    (10, "PWC"),
    (10, "AntiCirce"),
    (6, "AntiCirce Cheylan"),
];

/// Single rules. Rules under which Popeye errs in common positions are excluded
/// (AntiMarsAntipodeanCirce, Bicaptures, MultiCaptures of one side, Traitor, Nanna chess, reflective kings, transmuted
/// kings of one side, ultra forms of Maximummer): see `docs/differences.md`. LastCapture is excluded because its man
/// depends on the problem.
const SINGLE_CONDITIONS: [&str; 173] = [
    "AnnanChess TypeB",
    "AnnanChess TypeD",
    "FunctionaryChess",
    "AliceChess",
    "MessignyChess",
    "MessignyChess RexExclusive",
    "Masand",
    "MasandGeneralised",
    "Sentinelles",
    "Sentinelles PionAdvers",
    "Sentinelles PionNeutre",
    "DiametralCirce",
    "VerticalMirrorCirce",
    "FileCirce",
    "MirrorFileCirce",
    "RankCirce",
    "SymmetryCirce",
    "VerticalSymmetryCirce",
    "HorizontalSymmetryCirce",
    "AntipodeanCirce",
    "EquipollentsCirce",
    "Circe Equipollents Mirror",
    "Circe CaptureSquare",
    "DiagramCirce",
    "CouscousCirce",
    "MirrorCouscousCirce",
    "CirceClone",
    "MirrorCirceClone",
    "ChameleonCirce",
    "ChameleonCirce S Q R",
    "Circe Einstein",
    "Circe ReversalEinstein",
    "CirceTurncoats",
    "CirceDoubleAgents",
    "SuperCirce",
    "Circe Super Strict",
    "AprilChess S P",
    "AprilChess B Q",
    "CirceTake&Make",
    "CageCirce",
    "FrischAufCirce",
    "Circe LastMove",
    "ParrainCirce",
    "ContraParrain",
    "Circe WaitCapture",
    "Circe Volcanic",
    "Circe Parachute",
    "Circe PWC RexInclusive",
    "Circe Diametral RexInclusive",
    "Circe File Assassin",
    "Circe Rank Strict",
    "Circe Symmetry Volcanic",
    "Circe Couscous Parachute",
    "Circe Clone Strict",
    "Circe Mirror RexInclusive",
    "Circe Equipollents Volcanic",
    "AntiCirce RexExclusive",
    "AntiCirce Assassin",
    "MirrorAntiCirce",
    "AntiCloneCirce",
    "AntiCirce Couscous",
    "DiagramAntiCirce",
    "FileAntiCirce",
    "MirrorFileAntiCirce",
    "AntiCirce Rank",
    "SymmetryAntiCirce",
    "VerticalSymmetryAntiCirce",
    "HorizontalSymmetryAntiCirce",
    "AntipodeanAntiCirce",
    "EquipollentsAntiCirce",
    "AntiCirce PWC",
    "AntiCirce Diametral",
    "AntiSuperCirce",
    "AntiCirce Super Cheylan",
    "AntiCirce Take&Make",
    "AntiCirce Chameleon",
    "AntiCirce Einstein",
    "AntiCirce April S R",
    "AntiCirce Calvet",
    "AntiCirce Frischauf",
    "AntiCirce Volcanic",
    "AntiCirce Mirror Cheylan",
    "ImmunChess",
    "ImmunChess RexInclusive",
    "MirrorImmunChess",
    "FileImmunChess",
    "MirrorFileImmunChess",
    "SymmetryImmunChess",
    "AntipodeanImmunChess",
    "EquipollentsImmunChess",
    "ImmuneVerticalSymmetry",
    "ImmuneHorizontalSymmetry",
    "DiagramImmunChess",
    "ImmunChess Rank",
    "GenevaChess",
    "GenevaChess RexInclusive",
    "GenevaChess Mirror",
    "MarsCirce",
    "MarsMirrorCirce",
    "AntiMarsCirce",
    "AntiMarsMirrorCirce",
    "PhantomChess",
    "PhantomChess RexInclusive",
    "PlusChess",
    "DangerCirce",
    "AndernachChess",
    "AntiAndernachChess",
    "Tibet",
    "DoubleTibet",
    "EinsteinChess",
    "ReversalEinsteinChess",
    "AntiEinsteinChess",
    "Take&MakeChess",
    "Take&MakeChess Absolute",
    "Make&TakeChess",
    "SeriesCapture",
    "PowerTransfer",
    "NorskSjakk",
    "ProteanChess",
    "FrankfurtChess",
    "FrankfurtChess RexExclusive",
    "ChameleonChess",
    "KobulKings",
    "KobulKings White",
    "SnekChess",
    "SnekCircleChess",
    "Breton",
    "Breton Adverse",
    "Breton Chromatic",
    "PADChess",
    "PADChess Strict",
    "GhostChess",
    "HauntedChess",
    "ChameleonPursuit",
    "NoCapture",
    "NoWhiteCapture",
    "NoBlackCapture",
    "WhiteMustCapture",
    "BlackMustCapture",
    "BlackMustCapture Ultra",
    "Patrouille",
    "UltraPatrol",
    "Lortap",
    "ProvocationChess",
    "SuperGuards",
    "AntiGuards",
    "CASTChess",
    "MultiCaptures",
    "ShieldedKings",
    "AMU",
    "Woozles",
    "Heffalumps",
    "BiWoozles",
    "BiHeffalumps",
    "LosingChess",
    "NormalPawn",
    "GlasgowChess",
    "GridChess",
    "MonochromChess",
    "BichromChess",
    "Madrasi",
    "Madrasi RexInclusive",
    "Isardam",
    "Isardam RexInclusive",
    "Isardam TypeB",
    "KoeKo",
    "AntiKoeko",
    "BlackMaximummer",
    "WhiteMaximummer",
    "BlackMinimummer",
    "WhiteMinimummer",
    "TransmutedKings",
    "AnnanChess",
];

/// Every rule of the first list is combined with every rule of the second: 210 pairs.
const PAIRED_CONDITIONS: [[&str; 15]; 2] = [
    [
        "Circe",
        "Circe Strict",
        "CirceAssassin",
        "PWC",
        "AntiCirce",
        "AntiCirce Cheylan",
        "CouscousCirce",
        "ParrainCirce",
        "EquipollentsCirce",
        "CirceClone",
        "Circe Volcanic",
        "Circe Parachute",
        "ImmunChess",
        "DiagramCirce",
        "CirceTurncoats",
    ],
    [
        "AndernachChess",
        "AntiAndernachChess",
        "Tibet",
        "EinsteinChess",
        "ProteanChess",
        "FrankfurtChess",
        "KobulKings",
        "Patrouille",
        "ProvocationChess",
        "NoWhiteCapture",
        "BlackMustCapture",
        "SuperGuards",
        "GlasgowChess",
        "ChameleonChess",
        "NormalPawn",
    ],
];

/// Options of Circe and AntiCirce, grouped by meaning: at most one of each group is drawn. Rank is
/// excluded because Popeye drops other options with it.
const REBIRTH_WORDS: [&[&str]; 7] = [
    &["Strict", "Assassin", "Volcanic", "Parachute"],
    &[
        "File",
        "Symmetry",
        "VerticalSymmetry",
        "HorizontalSymmetry",
        "Antipodes",
        "PWC",
        "Equipollents",
        "Diagram",
        "Super",
        "Take&Make",
        "Cage",
        "Frischauf",
        "WaitCapture",
    ],
    &["Mirror"],
    &["Diametral", "VerticalMirror"],
    &["Clone", "Einstein", "ReversalEinstein", "Chameleon"],
    &["Couscous"],
    &["RexInclusive"],
];

/// An option, and the options that may not follow it. Squares chosen from the whole board are not mirrored.
/// With Frischauf and WaitCapture Popeye drops other options. With kings below a square and caged kings
/// Popeye differs or ends.
const EXCLUDED_AFTER: [(&str, &[&str]); 8] = [
    ("Super", &["Diametral", "VerticalMirror"]),
    ("Cage", &["Diametral", "VerticalMirror", "RexInclusive"]),
    ("Frischauf", &["Diametral", "VerticalMirror"]),
    ("WaitCapture", &["Diametral", "VerticalMirror"]),
    ("Assassin", &["Cage"]),
    ("Volcanic", &["Equipollents", "RexInclusive"]),
    ("Parachute", &["Equipollents", "RexInclusive"]),
    ("AntiCirce", &["Volcanic", "Parachute", "Cage", "Frischauf", "WaitCapture"]),
];

/// Returns a rebirth rule with some of its options.
fn with_words(dice: &mut Dice) -> String {
    let mut condition =
        dice.pick_weighted(&[(4, "Circe"), (1, "AntiCirce"), (1, "AntiCirce Cheylan")]).to_owned();
    for words in REBIRTH_WORDS {
        let word = *dice.pick(words);
        let hindered = |(before, hindered): &(&str, &[&str])| {
            hindered.contains(&word) && condition.split(' ').any(|other| other == *before)
        };
        if dice.pick_weighted(&[(1, true), (2, false)]) && !EXCLUDED_AFTER.iter().any(hindered) {
            condition += " ";
            condition += word;
        }
    }
    condition
}

/// Returns a condition, or `None`. With `KIRKE_PEER_FEW` in the environment only conditions of the
/// fast engines are drawn, with `KIRKE_PEER_UNDER` only the conditions in its value.
pub fn draw(dice: &mut Dice) -> Option<String> {
    if let Ok(named) = env::var("KIRKE_PEER_UNDER") {
        let named: Vec<_> = named.split(',').collect();
        return Some(dice.pick(&named).trim().to_owned());
    }
    let rare = if env::var_os("KIRKE_PEER_FEW").is_some() { 0 } else { 1 };
    Some(match dice.pick_weighted(&[(30, 0), (25, 1), (22 * rare, 2), (18 * rare, 3), (5 * rare, 4)]) {
        0 => return None,
        1 => dice.pick_weighted(&FAST_CONDITIONS).to_owned(),
        2 => (*dice.pick(&SINGLE_CONDITIONS)).to_owned(),
        3 => PAIRED_CONDITIONS.map(|rules| *dice.pick(&rules)).join(" "),
        _ => with_words(dice),
    })
}
