//! Which differences are explained: each has its paragraph in `docs/differences.md`.
//!
//! A problem is set aside here only if it differs, and it is counted. So narrow that a
//! wrong answer of another kind is not hidden, as far as the words of a problem can tell.

use crate::problem::{Attribute, Change, Colour, Man, Problem, Stipulation};

/// The paragraph that explains why the answers to a problem may differ, if there is one.
pub fn argued(problem: &Problem) -> Option<&'static str> {
    let asked = problem.twins.iter().flat_map(|twin| &twin.changes).filter_map(|change| match change {
        Change::Stipulation(stipulation) => Some(stipulation),
        _ => None,
    });
    let has = |word: &str| problem.options.iter().any(|option| option.split(' ').next() == Some(word));
    [&problem.stipulation].into_iter().chain(asked).find_map(|stipulation| {
        let Stipulation { family, exact, halves, .. } = *stipulation;
        let goal = stipulation.goal.as_str();
        let counts_first_moves = has("StartMoveNumber") || has("UpToMoveNumber");
        let cases = [
            (family == "ser-reci-h" && (exact || halves > 2), "Shortest lines of reciprocal series"),
            (exact && can_come_early(stipulation), "Exact battle play and goals that come early"),
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
                goal == "c81" && (under(problem, "Assassin") || under(problem, "Parachute")),
                "Men that arrive and do not stay",
            ),
            (
                goal == "a=>b" && (under(problem, "Volcanic") || under(problem, "Phantom")),
                "A to B problems and men that come from elsewhere",
            ),
            (
                under(problem, "Equipollents") && under(problem, "Einstein"),
                "EquipollentsCirce and pawns on their first rank",
            ),
            ((counts_first_moves || goal.contains("!#")) && on_home_square(problem), "Castling into check"),
            (has("NonTrivial") && has("Variation") && halves > 4, "Keys that win sooner, with NonTrivial"),
            (has("Threat") && has("GoalIsEnd"), "Threats where the goal ends the play"),
            (
                under(problem, "CASTChess") && on_home_square(problem),
                "CASTChess and checks by a king with several captures",
            ),
            (under(problem, "Volcanic") && under(problem, "Equipollents"), "Circe Equipollents Volcanic"),
            (under(problem, "Guards") && takes_in_passing(problem), "Guards and taking in passing"),
            (
                under(problem, "Equipollents") && can_stand_on_first_rank(problem),
                "EquipollentsCirce and pawns on their first rank",
            ),
            (
                under(problem, "AntiCirce") && under(problem, "Take&Make") && on_home_square(problem),
                "Castling where capturers are reborn by Take&Make",
            ),
            (
                under(problem, "ChameleonPursuit")
                    && ((family.starts_with("pser-") && family != "pser-h") || has("Variation")),
                "ChameleonPursuit and passes",
            ),
            (
                family == "s" && halves <= 2 && (has("PostKeyPlay") || has("Defence")),
                "Tries where nothing can solve",
            ),
            (under(problem, "Norsk") && takes_in_passing(problem), "En passant in Norsk Sjakk"),
            (under(problem, "DangerCirce") && family.contains("pser"), "Danger that has passed"),
            (
                family.contains("reci") && under(problem, "MustCapture"),
                "Reciprocal play and captures that must be made",
            ),
            (
                goal.starts_with('!') && under(problem, "MustCapture"),
                "Goals in check and captures that must be made",
            ),
            (under(problem, "Assassin") && under(problem, "Take&Make"), "Circe Take&Make Assassin"),
            (has("Threat") && family.starts_with("pser"), "Threat in parry series"),
            (has("Quodlibet") && has("Variation"), "Threats and Quodlibet"),
            (
                under(problem, "April") && has("Variation") && family.is_empty(),
                "Threats that have become captures, under April",
            ),
            (
                counts_first_moves && (under(problem, "Phantom") || under(problem, "Mars")),
                "Numbers of first moves from elsewhere",
            ),
            (
                (under(problem, "Glasgow") || under(problem, "NormalPawn")) && is_attack(goal),
                "Checks by men that Popeye does not reckon with",
            ),
            (goal == "c81" && family.starts_with("pser-s"), "A goal reached by passing in parry series"),
            (
                goal == "%" && (under(problem, "Parrain") || under(problem, "LastMove")),
                "Winning a man in Parrain Circe",
            ),
            (has("PostKeyPlay") && family.starts_with("pser-"), "PostKeyPlay in parry series"),
            (has("PostKeyPlay") && exact, "PostKeyPlay of exact play"),
            (
                family == "s" && goal.starts_with("##") && has("NonTrivial"),
                "NonTrivial towards counter-mate in self play",
            ),
            (
                under(problem, "SeriesCapture") && has("Variation"),
                "Threats of a series that ends with a capture no more",
            ),
            (family.contains("->") && has("GoalIsEnd"), "GoalIsEnd in introductory moves"),
            (
                has("SetPlay") && under(problem, "Take&Make") && under(problem, "RexInclusive"),
                "Set play of a king who is elsewhere",
            ),
            (under(problem, "MustCapture") && has("NonTrivial"), "NonTrivial and captures that must be made"),
            (under(problem, "Take&MakeChess") && has("NonTrivial"), "NonTrivial in Take&Make"),
            (
                (under(problem, "Phantom") || under(problem, "Mars")) && has("NonTrivial"),
                "NonTrivial where men move from elsewhere",
            ),
            (under(problem, "Phantom") && has("TrivialTriesAvoid"), "TrivialTriesAvoid in PhantomChess"),
            (under(problem, "GhostChess") && family.contains("ser-h"), "Series in GhostChess"),
            (
                counts_first_moves
                    && (under(problem, "SeriesCapture")
                        || under(problem, "SuperCirce")
                        || (under(problem, "AntiCirce") && under(problem, "Take&Make"))),
                "Numbers of first moves with a choice",
            ),
            (
                family == "s" && has("PostKeyPlay") && goal.contains('='),
                "PostKeyPlay of a key that wins at once",
            ),
            (under(problem, "WaitCapture"), "Circe WaitCapture and check"),
            (under(problem, "PADChess Strict"), "PADChess Strict and lines told"),
            (goal == "ctr" && under(problem, "Volcanic"), "Circuits by rebirth below a square"),
            (
                goal == "c81" && (under(problem, "Anti") || under(problem, "SeriesCapture")),
                "`c81` and men that go on",
            ),
            (family.contains("reci") && under(problem, "SeriesCapture"), "SeriesCapture in reciprocal play"),
            (has("GoalIsEnd") && goal.starts_with('!'), "GoalIsEnd and goals in check"),
            (under(problem, "Equipollents") && under(problem, "RexInclusive"), "Circe Equipollents Volcanic"),
            (goal.contains('=') && family.starts_with("pser-s"), "A goal reached by passing in parry series"),
            (under(problem, "Breton") && has("Variation"), "Threats that take a man away, of Breton chess"),
            (under(problem, "AntiAndernach") && has_pawns(problem), "En passant of one's own pawn"),
            (under(problem, "Tibet") && under(problem, "AntiCirce"), "Tibet with AntiCirce"),
            (counts_first_moves && halves <= 2, "Numbers of first moves in play of one half-move"),
            (
                under(problem, "AntiMarsCirce") && (has_pawns(problem) || on_home_square(problem)),
                "AntiMarsCirce and pawns that return",
            ),
            (
                under(problem, "MultiCaptures")
                    && (goal.contains(['#', '=']) || takes_in_passing(problem) || counts_first_moves),
                "MultiCaptures and captures by one man",
            ),
            (under(problem, "PhantomChess") && has("Variation"), "Threats in PhantomChess"),
            (counts_first_moves && has("NullMoves"), "Numbers of first moves in check"),
            (under(problem, "ShieldedKings") && goal.starts_with('!'), "Goals in check and ShieldedKings"),
            (
                under(problem, "AntiCirce Frischauf") && has_pawns(problem),
                "AntiCirce Frischauf behind promotions",
            ),
            (
                under(problem, "Frankfurt") && on_home_square(problem),
                "Frankfurt chess and rooks that stay rooks",
            ),
            (under(problem, "Parachute") && goal.starts_with("##"), "Counter-mates and kings below squares"),
            (under(problem, "Breton") && goal.starts_with("##"), "Counter-mates of Breton chess"),
            (under(problem, "LosingChess") && is_attack(goal), "Checks in LosingChess"),
            (bears(problem, Attribute::Neutral) && has_battle(family), "Neutral men who go back"),
            (bears(problem, Attribute::Patrol) && under(problem, "Patrouille"), "Men who patrol twice"),
            (
                bears(problem, Attribute::Patrol)
                    && (under(problem, "oozles") || under(problem, "effalumps")),
                "Patrol and its relatives with Woozles or Heffalumps",
            ),
            (is_marked(problem) && under(problem, "KobulKings"), "Kings who take on attributes"),
            (
                bears(problem, Attribute::Kamikaze) && under(problem, "Parachute"),
                "Kings above men, and kamikazes",
            ),
            (
                (is_marked(problem) || bears(problem, Attribute::Neutral)) && under(problem, "Einstein"),
                "Einstein chess and unusual men",
            ),
        ];
        cases.into_iter().find_map(|(is_case, paragraph)| is_case.then_some(paragraph))
    })
}

/// The paragraph that explains why Popeye tells a problem in other words, or the same more than once,
/// if there is one: moves that are led in two ways, home in danger or castling from home, and men by their attributes.
pub fn told_otherwise(problem: &Problem) -> Option<&'static str> {
    [
        ("DangerCirce", "DangerCirce and moves that lead home both ways"),
        ("Mars", "MarsCirce and castling"),
        ("GhostChess", "Ghosts by name"),
        ("ProteanChess", "Royal men that promote"),
    ]
    .into_iter()
    .find_map(|(word, paragraph)| under(problem, word).then_some(paragraph))
}

/// Is there play of both sides in which the goal can be reached early: without ending the game,
/// or by who is bound to reach it?
fn can_come_early(stipulation: &Stipulation) -> bool {
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
fn bears(problem: &Problem, attribute: Attribute) -> bool {
    problem.men.iter().any(|man| man.attribute == Some(attribute))
}

/// Has a man an attribute, but for being neutral?
fn is_marked(problem: &Problem) -> bool {
    let marked = |man: &Man| man.attribute.is_some_and(|attribute| attribute != Attribute::Neutral);
    problem.men.iter().any(marked)
}

/// Is there a condition with this word, in the diagram or in a twin?
fn under(problem: &Problem, word: &str) -> bool {
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
fn takes_in_passing(problem: &Problem) -> bool {
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
