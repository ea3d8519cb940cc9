//! Which differences are explained: each has its paragraph in `docs/differences.md`.
//!
//! A problem is set aside here only if it differs, and it is counted. So narrow that a
//! wrong answer of another kind is not hidden, as far as the words of a problem can tell.

use crate::problem::{Attribute, Change, Colour, Man, Problem, Stipulation};

/// The paragraph that explains why the answers to a problem may differ, if there is one.
pub fn explained_difference(problem: &Problem) -> Option<&'static str> {
    let asked = problem.twins.iter().flat_map(|twin| &twin.changes).filter_map(|change| match change {
        Change::Stipulation(stipulation) => Some(stipulation),
        _ => None,
    });
    let has = |word: &str| problem.options.iter().any(|option| option.split(' ').next() == Some(word));
    [&problem.stipulation].into_iter().chain(asked).find_map(|stipulation| {
        let Stipulation { family, exact, plies: halves, .. } = *stipulation;
        let goal = stipulation.goal.as_str();
        let counts_first_moves = has("StartMoveNumber") || has("UpToMoveNumber");
        let cases = [
            (family == "ser-reci-h" && (exact || halves > 2), "Shortest lines of reciprocal series"),
            (exact && goal_may_come_early(stipulation), "Exact battle play and goals that come early"),
            (
                family.contains("->") && has("StopOnShortSolutions"),
                "StopOnShortSolutions behind introductory moves",
            ),
            ((is_bound(family) || has("Quodlibet")) && has("NonTrivial"), "Trivial defences in reflex play"),
            (
                matches!(family, "pser-s" | "pser-r" | "phser-s" | "phser-r") && goal == "!=",
                "A goal reached by passing in parry series",
            ),
            (has("NullMoves") && goal.contains('='), "Stalemate and null moves"),
            ((has("NullMoves") || has("GoalIsEnd")) && is_arrival(goal), "Null moves that arrive"),
            (has("NullMoves") && goal.starts_with('!'), "A goal reached by passing in parry series"),
            (has("NullMoves") && problem.condition.is_some(), "Null moves and castling"),
            (has("Threat") && has("NonTrivial"), "Threats where the goal ends the play"),
            (exact && has("NoShortVariations"), "Short variations of exact problems"),
            (has("WhiteToPlay") && family != "h", "WhiteToPlay in other play"),
            (
                goal == "c81" && (has_condition(problem, "Assassin") || has_condition(problem, "Parachute")),
                "Men that arrive and do not stay",
            ),
            (
                goal == "a=>b" && (has_condition(problem, "Volcanic") || has_condition(problem, "Phantom")),
                "A to B problems and men that come from elsewhere",
            ),
            (
                has_condition(problem, "Equipollents") && has_condition(problem, "Einstein"),
                "EquipollentsCirce and pawns on their first rank",
            ),
            ((counts_first_moves || goal.contains("!#")) && on_home_square(problem), "Castling into check"),
            (has("NonTrivial") && has("Variation") && halves > 4, "Keys that win sooner, with NonTrivial"),
            (has("Threat") && has("GoalIsEnd"), "Threats where the goal ends the play"),
            (
                has_condition(problem, "CASTChess") && on_home_square(problem),
                "CASTChess and checks by a king with several captures",
            ),
            (
                has_condition(problem, "Volcanic") && has_condition(problem, "Equipollents"),
                "Circe Equipollents Volcanic",
            ),
            (
                has_condition(problem, "Guards") && may_capture_en_passant(problem),
                "Guards and taking in passing",
            ),
            (
                has_condition(problem, "Equipollents") && can_stand_on_first_rank(problem),
                "EquipollentsCirce and pawns on their first rank",
            ),
            (
                has_condition(problem, "AntiCirce")
                    && has_condition(problem, "Take&Make")
                    && on_home_square(problem),
                "Castling where capturers are reborn by Take&Make",
            ),
            (
                has_condition(problem, "ChameleonPursuit")
                    && ((family.starts_with("pser-") && family != "pser-h") || has("Variation")),
                "ChameleonPursuit and passes",
            ),
            (
                family == "s" && halves <= 2 && (has("PostKeyPlay") || has("Defence")),
                "Tries where nothing can solve",
            ),
            (has_condition(problem, "Norsk") && may_capture_en_passant(problem), "En passant in Norsk Sjakk"),
            (has_condition(problem, "DangerCirce") && family.contains("pser"), "Danger that has passed"),
            (
                family.contains("reci") && has_condition(problem, "MustCapture"),
                "Reciprocal play and captures that must be made",
            ),
            (
                goal.starts_with('!') && has_condition(problem, "MustCapture"),
                "Goals in check and captures that must be made",
            ),
            (
                has_condition(problem, "Assassin") && has_condition(problem, "Take&Make"),
                "Circe Take&Make Assassin",
            ),
            (has("Threat") && family.starts_with("pser"), "Threat in parry series"),
            (has("Quodlibet") && has("Variation"), "Threats and Quodlibet"),
            (
                has_condition(problem, "April") && has("Variation") && family.is_empty(),
                "Threats that have become captures, under April",
            ),
            (
                counts_first_moves && (has_condition(problem, "Phantom") || has_condition(problem, "Mars")),
                "Numbers of first moves from elsewhere",
            ),
            (
                (has_condition(problem, "Glasgow") || has_condition(problem, "NormalPawn"))
                    && is_attack(goal),
                "Checks by men that Popeye does not reckon with",
            ),
            (goal == "c81" && family.starts_with("pser-s"), "A goal reached by passing in parry series"),
            (
                goal == "%" && (has_condition(problem, "Parrain") || has_condition(problem, "LastMove")),
                "Winning a man in Parrain Circe",
            ),
            (has("PostKeyPlay") && family.starts_with("pser-"), "PostKeyPlay in parry series"),
            (has("PostKeyPlay") && exact, "PostKeyPlay of exact play"),
            (
                family == "s" && goal.starts_with("##") && has("NonTrivial"),
                "NonTrivial towards counter-mate in self play",
            ),
            (
                has_condition(problem, "SeriesCapture") && has("Variation"),
                "Threats of a series that ends with a capture no more",
            ),
            (family.contains("->") && has("GoalIsEnd"), "GoalIsEnd in introductory moves"),
            (
                has("SetPlay")
                    && has_condition(problem, "Take&Make")
                    && has_condition(problem, "RexInclusive"),
                "Set play of a king who is elsewhere",
            ),
            (
                has_condition(problem, "MustCapture") && has("NonTrivial"),
                "NonTrivial and captures that must be made",
            ),
            (has_condition(problem, "Take&MakeChess") && has("NonTrivial"), "NonTrivial in Take&Make"),
            (
                (has_condition(problem, "Phantom") || has_condition(problem, "Mars")) && has("NonTrivial"),
                "NonTrivial where men move from elsewhere",
            ),
            (
                has_condition(problem, "Phantom") && has("TrivialTriesAvoid"),
                "TrivialTriesAvoid in PhantomChess",
            ),
            (has_condition(problem, "GhostChess") && family.contains("ser-h"), "Series in GhostChess"),
            (
                counts_first_moves
                    && (has_condition(problem, "SeriesCapture")
                        || has_condition(problem, "SuperCirce")
                        || (has_condition(problem, "AntiCirce") && has_condition(problem, "Take&Make"))),
                "Numbers of first moves with a choice",
            ),
            (
                family == "s" && has("PostKeyPlay") && goal.contains('='),
                "PostKeyPlay of a key that wins at once",
            ),
            (has_condition(problem, "WaitCapture"), "Circe WaitCapture and check"),
            (has_condition(problem, "PADChess Strict"), "PADChess Strict and lines told"),
            (goal == "ctr" && has_condition(problem, "Volcanic"), "Circuits by rebirth below a square"),
            (
                goal == "c81" && (has_condition(problem, "Anti") || has_condition(problem, "SeriesCapture")),
                "`c81` and men that go on",
            ),
            (
                family.contains("reci") && has_condition(problem, "SeriesCapture"),
                "SeriesCapture in reciprocal play",
            ),
            (has("GoalIsEnd") && goal.starts_with('!'), "GoalIsEnd and goals in check"),
            (
                has_condition(problem, "Equipollents") && has_condition(problem, "RexInclusive"),
                "Circe Equipollents Volcanic",
            ),
            (goal.contains('=') && family.starts_with("pser-s"), "A goal reached by passing in parry series"),
            (
                has_condition(problem, "Breton") && has("Variation"),
                "Threats that take a man away, of Breton chess",
            ),
            (has_condition(problem, "AntiAndernach") && has_pawns(problem), "En passant of one's own pawn"),
            (has_condition(problem, "Tibet") && has_condition(problem, "AntiCirce"), "Tibet with AntiCirce"),
            (counts_first_moves && halves <= 2, "Numbers of first moves in play of one half-move"),
            (
                has_condition(problem, "AntiMarsCirce") && (has_pawns(problem) || on_home_square(problem)),
                "AntiMarsCirce and pawns that return",
            ),
            (
                has_condition(problem, "MultiCaptures")
                    && (goal.contains(['#', '=']) || may_capture_en_passant(problem) || counts_first_moves),
                "MultiCaptures and captures by one man",
            ),
            (has_condition(problem, "PhantomChess") && has("Variation"), "Threats in PhantomChess"),
            (counts_first_moves && has("NullMoves"), "Numbers of first moves in check"),
            (
                has_condition(problem, "ShieldedKings") && goal.starts_with('!'),
                "Goals in check and ShieldedKings",
            ),
            (
                has_condition(problem, "AntiCirce Frischauf") && has_pawns(problem),
                "AntiCirce Frischauf behind promotions",
            ),
            (
                has_condition(problem, "Frankfurt") && on_home_square(problem),
                "Frankfurt chess and rooks that stay rooks",
            ),
            (
                has_condition(problem, "Parachute") && goal.starts_with("##"),
                "Counter-mates and kings below squares",
            ),
            (has_condition(problem, "Breton") && goal.starts_with("##"), "Counter-mates of Breton chess"),
            (has_condition(problem, "LosingChess") && is_attack(goal), "Checks in LosingChess"),
            (has_attribute(problem, Attribute::Neutral) && has_battle(family), "Neutral men who go back"),
            (
                has_attribute(problem, Attribute::Patrol) && has_condition(problem, "Patrouille"),
                "Men who patrol twice",
            ),
            (
                has_attribute(problem, Attribute::Patrol)
                    && (has_condition(problem, "oozles") || has_condition(problem, "effalumps")),
                "Patrol and its relatives with Woozles or Heffalumps",
            ),
            (
                has_special_man(problem) && has_condition(problem, "KobulKings"),
                "Kings who take on attributes",
            ),
            (
                has_attribute(problem, Attribute::Kamikaze) && has_condition(problem, "Parachute"),
                "Kings above men, and kamikazes",
            ),
            (
                (has_special_man(problem) || has_attribute(problem, Attribute::Neutral))
                    && has_condition(problem, "Einstein"),
                "Einstein chess and unusual men",
            ),
        ];
        cases.into_iter().find_map(|(is_case, paragraph)| is_case.then_some(paragraph))
    })
}

/// The paragraph that explains why Popeye tells a problem in other words, or the same more than once,
/// if there is one: moves that are led in two ways, home in danger or castling from home, and men by their attributes.
pub fn explained_wording(problem: &Problem) -> Option<&'static str> {
    [
        ("DangerCirce", "DangerCirce and moves that lead home both ways"),
        ("Mars", "MarsCirce and castling"),
        ("GhostChess", "Ghosts by name"),
        ("ProteanChess", "Royal men that promote"),
    ]
    .into_iter()
    .find_map(|(word, paragraph)| has_condition(problem, word).then_some(paragraph))
}

/// Is there play of both sides in which the goal can be reached early: without ending the game,
/// or by who is bound to reach it?
fn goal_may_come_early(stipulation: &Stipulation) -> bool {
    let bound = is_bound(stipulation.family);
    let battle = bound || ["", "s", "pser-", "pser-s", "phser-s"].contains(&stipulation.family);
    bound || (battle && !matches!(stipulation.goal.as_str(), "#" | "=" | "#="))
}

/// Is it battle play in which one who can reach the goal must?
fn is_bound(family: &str) -> bool {
    ["r", "semi-r", "pser-r", "phser-r"].contains(&family)
}

/// Is there play in which one side defends itself?
fn has_battle(family: &str) -> bool {
    is_bound(family) || ["", "s", "hs", "hr", "pser-s", "phser-s", "ser-hs"].contains(&family)
}

/// Has a man this attribute?
fn has_attribute(problem: &Problem, attribute: Attribute) -> bool {
    problem.men.iter().any(|man| man.attribute == Some(attribute))
}

/// Has a man an attribute, but for being neutral?
fn has_special_man(problem: &Problem) -> bool {
    let marked = |man: &Man| man.attribute.is_some_and(|attribute| attribute != Attribute::Neutral);
    problem.men.iter().any(marked)
}

/// Is there a condition with this word, in the diagram or in a twin?
fn has_condition(problem: &Problem, word: &str) -> bool {
    let twins = problem.twins.iter().flat_map(|twin| &twin.changes);
    let of_twins = twins.filter_map(|change| match change {
        Change::Condition(condition) => Some(condition),
        _ => None,
    });
    problem.condition.iter().chain(of_twins).any(|condition| condition.contains(word))
}

/// Does a king stand where he might castle?
fn on_home_square(problem: &Problem) -> bool {
    problem.men.iter().any(|man| man.letter == 'K' && man.square.file == 4)
}

/// Can a pawn be taken in passing: are there pawns of both sides, or is it said of one?
fn may_capture_en_passant(problem: &Problem) -> bool {
    let pawns = |colour| problem.men.iter().any(|man| (man.letter, man.colour) == ('P', colour));
    (pawns(Colour::White) && pawns(Colour::Black))
        || problem.options.iter().any(|option| option.starts_with("EnPassant"))
}

fn has_pawns(problem: &Problem) -> bool {
    problem.men.iter().any(|man| man.letter == 'P')
}

/// Can a pawn stand on the first rank of its side: are there pawns, who could be reborn there, or do
/// twins put men elsewhere?
fn can_stand_on_first_rank(problem: &Problem) -> bool {
    has_pawns(problem) || problem.twins.iter().any(|twin| !twin.changes.is_empty())
}

/// Does the goal say that a king is attacked?
fn is_attack(goal: &str) -> bool {
    goal.contains(['#', '+'])
}

/// Is the goal that a man comes somewhere?
fn is_arrival(goal: &str) -> bool {
    goal.starts_with(['z', 'k']) || ["c81", "ct", "ctr"].contains(&goal)
}
