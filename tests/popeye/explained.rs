//! The explained differences: each has a number in `docs/differences.md`.
//!
//! Only a problem with different answers is excused here, and it is counted. The tests are as
//! narrow as the words of a problem allow, so that a wrong answer of another kind is not hidden.

use crate::problem::{Attribute, Change, Colour, Man, Problem, Stipulation};

/// Returns the number of the difference that explains why the answers to a problem may differ.
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
            (has_condition(problem, "AliceChess") && family.contains("ser"), "D-157"),
            (
                has_condition(problem, "MessignyChess") && (is_arrival(goal) || goal.starts_with("ex")),
                "D-158",
            ),
            (family == "ser-reci-h" && (exact || halves > 2), "D-075"),
            (exact && goal_may_come_early(stipulation), "D-076"),
            (family.contains("->") && has("StopOnShortSolutions"), "D-077"),
            ((is_bound(family) || has("Quodlibet")) && has("NonTrivial"), "D-081"),
            (matches!(family, "pser-s" | "pser-r" | "phser-s" | "phser-r") && goal == "!=", "D-072"),
            (has("NullMoves") && goal.contains('='), "D-091"),
            ((has("NullMoves") || has("GoalIsEnd")) && is_arrival(goal), "D-092"),
            (has("NullMoves") && goal.starts_with('!'), "D-072"),
            (has("NullMoves") && problem.condition.is_some(), "D-093"),
            (has("Threat") && has("NonTrivial"), "D-083"),
            (exact && has("NoShortVariations"), "D-084"),
            (has("WhiteToPlay") && family != "h", "D-085"),
            (
                goal == "c81" && (has_condition(problem, "Assassin") || has_condition(problem, "Parachute")),
                "D-086",
            ),
            (
                goal == "a=>b" && (has_condition(problem, "Volcanic") || has_condition(problem, "Phantom")),
                "D-055",
            ),
            (has_condition(problem, "Equipollents") && has_condition(problem, "Einstein"), "D-023"),
            ((counts_first_moves || goal.contains("!#")) && on_home_square(problem), "D-090"),
            (has("NonTrivial") && has("Variation") && halves > 4, "D-082"),
            (has("Threat") && has("GoalIsEnd"), "D-083"),
            (has_condition(problem, "AntiMarsMirrorCirce") && has("SetPlay") && has_pawns(problem), "D-025"),
            (has_condition(problem, "CASTChess") && on_home_square(problem), "D-022"),
            (has_condition(problem, "Volcanic") && has_condition(problem, "Equipollents"), "D-053"),
            (has_condition(problem, "Guards") && may_capture_en_passant(problem), "D-017"),
            (has_condition(problem, "Equipollents") && may_occupy_first_rank(problem), "D-023"),
            (
                has_condition(problem, "AntiCirce")
                    && has_condition(problem, "Take&Make")
                    && on_home_square(problem),
                "D-045",
            ),
            (
                has_condition(problem, "ChameleonPursuit")
                    && ((family.starts_with("pser-") && family != "pser-h") || has("Variation")),
                "D-047",
            ),
            (family == "s" && halves <= 2 && (has("PostKeyPlay") || has("Defence")), "D-101"),
            (has_condition(problem, "Norsk") && may_capture_en_passant(problem), "D-040"),
            (has_condition(problem, "DangerCirce") && family.contains("pser"), "D-035"),
            (family.contains("reci") && has_condition(problem, "MustCapture"), "D-036"),
            (goal.starts_with('!') && has_condition(problem, "MustCapture"), "D-037"),
            (has_condition(problem, "Assassin") && has_condition(problem, "Take&Make"), "D-038"),
            (has("Threat") && family.starts_with("pser"), "D-064"),
            (has("Quodlibet") && has("Variation"), "D-065"),
            (has_condition(problem, "April") && has("Variation") && family.is_empty(), "D-067"),
            (
                counts_first_moves && (has_condition(problem, "Phantom") || has_condition(problem, "Mars")),
                "D-068",
            ),
            (
                (has_condition(problem, "Glasgow") || has_condition(problem, "NormalPawn"))
                    && is_attack(goal),
                "D-051",
            ),
            (goal == "c81" && family.starts_with("pser-s"), "D-072"),
            (
                goal == "%" && (has_condition(problem, "Parrain") || has_condition(problem, "LastMove")),
                "D-059",
            ),
            (has("PostKeyPlay") && family.starts_with("pser-"), "D-107"),
            (has("PostKeyPlay") && exact, "D-106"),
            (family == "s" && goal.starts_with("##") && has("NonTrivial"), "D-078"),
            (has_condition(problem, "SeriesCapture") && has("Variation"), "D-066"),
            (family.contains("->") && has("GoalIsEnd"), "D-087"),
            (
                has("SetPlay")
                    && has_condition(problem, "Take&Make")
                    && has_condition(problem, "RexInclusive"),
                "D-088",
            ),
            (has_condition(problem, "MustCapture") && has("NonTrivial"), "D-079"),
            (has_condition(problem, "Take&MakeChess") && has("NonTrivial"), "D-080"),
            (
                (has_condition(problem, "Phantom") || has_condition(problem, "Mars")) && has("NonTrivial"),
                "D-105",
            ),
            (has_condition(problem, "Phantom") && has("TrivialTriesAvoid"), "D-104"),
            (has_condition(problem, "GhostChess") && family.contains("ser-h"), "D-056"),
            (
                counts_first_moves
                    && (has_condition(problem, "SeriesCapture")
                        || has_condition(problem, "SuperCirce")
                        || (has_condition(problem, "AntiCirce") && has_condition(problem, "Take&Make"))),
                "D-070",
            ),
            (family == "s" && has("PostKeyPlay") && goal.contains('='), "D-103"),
            (has_condition(problem, "WaitCapture"), "D-052"),
            (has_condition(problem, "PADChess Strict"), "D-042"),
            (goal == "ctr" && has_condition(problem, "Volcanic"), "D-054"),
            (
                goal == "c81" && (has_condition(problem, "Anti") || has_condition(problem, "SeriesCapture")),
                "D-041",
            ),
            (family.contains("reci") && has_condition(problem, "SeriesCapture"), "D-039"),
            (has("GoalIsEnd") && goal.starts_with('!'), "D-089"),
            (has_condition(problem, "Equipollents") && has_condition(problem, "RexInclusive"), "D-053"),
            (goal.contains('=') && family.starts_with("pser-s"), "D-072"),
            (has_condition(problem, "Breton") && has("Variation"), "D-073"),
            (has_condition(problem, "AntiAndernach") && has_pawns(problem), "D-120"),
            (has_condition(problem, "Tibet") && has_condition(problem, "AntiCirce"), "D-121"),
            (counts_first_moves && halves <= 2, "D-074"),
            (
                has_condition(problem, "AntiMarsCirce") && (has_pawns(problem) || on_home_square(problem)),
                "D-028",
            ),
            (
                has_condition(problem, "MultiCaptures")
                    && (goal.contains(['#', '=']) || may_capture_en_passant(problem) || counts_first_moves),
                "D-020",
            ),
            (has_condition(problem, "PhantomChess") && has("Variation"), "D-127"),
            (counts_first_moves && has("NullMoves"), "D-069"),
            (has_condition(problem, "ShieldedKings") && goal.starts_with('!'), "D-125"),
            (has_condition(problem, "AntiCirce Frischauf") && has_pawns(problem), "D-030"),
            (has_condition(problem, "Frankfurt") && on_home_square(problem), "D-123"),
            (has_condition(problem, "Parachute") && goal.starts_with("##"), "D-124"),
            (has_condition(problem, "Breton") && goal.starts_with("##"), "D-126"),
            (has_condition(problem, "LosingChess") && is_attack(goal), "D-011"),
            (
                [Attribute::Bul, Attribute::Dob].into_iter().any(|hurdle| has_attribute(problem, hurdle))
                    && (has_condition(problem, "RexInclusive") || has("Variation")),
                "D-160",
            ),
            (has_attribute(problem, Attribute::Magic) && may_capture_en_passant(problem), "D-162"),
            (
                has_attribute(problem, Attribute::Paralysing)
                    && ["==", "!="].iter().any(|stalemate| goal.contains(stalemate)),
                "D-145",
            ),
            (has_attribute(problem, Attribute::Neutral) && has_battle(family), "D-128"),
            (has_attribute(problem, Attribute::Patrol) && has_condition(problem, "Patrouille"), "D-132"),
            (
                has_attribute(problem, Attribute::Patrol)
                    && (has_condition(problem, "oozles") || has_condition(problem, "effalumps")),
                "D-044",
            ),
            (has_special_man(problem) && has_condition(problem, "KobulKings"), "D-129"),
            (has_attribute(problem, Attribute::Kamikaze) && has_condition(problem, "Parachute"), "D-133"),
            (
                (has_special_man(problem) || has_attribute(problem, Attribute::Neutral))
                    && has_condition(problem, "Einstein"),
                "D-134",
            ),
        ];
        cases.into_iter().find_map(|(is_case, paragraph)| is_case.then_some(paragraph))
    })
}

/// Returns the number of the difference that explains why Popeye prints a solution in other words,
/// or prints a line more than once: moves that are generated in two ways, moves home in danger,
/// castling from home, and men with attributes.
pub fn explained_wording(problem: &Problem) -> Option<&'static str> {
    [("DangerCirce", "D-019"), ("Mars", "D-057"), ("GhostChess", "D-108"), ("ProteanChess", "D-110")]
        .into_iter()
        .find_map(|(word, paragraph)| has_condition(problem, word).then_some(paragraph))
}

/// Returns whether there is play of both sides in which the goal can be reached early: because the
/// goal does not end the game, or because the side that reaches it is obliged to.
fn goal_may_come_early(stipulation: &Stipulation) -> bool {
    let bound = is_bound(stipulation.family);
    let battle = bound || ["", "s", "pser-", "pser-s", "phser-s"].contains(&stipulation.family);
    bound || (battle && !matches!(stipulation.goal.as_str(), "#" | "=" | "#="))
}

/// Returns whether the family is battle play in which a side that can reach the goal must do so.
fn is_bound(family: &str) -> bool {
    ["r", "semi-r", "pser-r", "phser-r"].contains(&family)
}

/// Returns whether the family has play in which one side defends itself.
fn has_battle(family: &str) -> bool {
    is_bound(family) || ["", "s", "hs", "hr", "pser-", "pser-s", "phser-s", "ser-hs"].contains(&family)
}

/// Returns whether a man has this attribute.
fn has_attribute(problem: &Problem, attribute: Attribute) -> bool {
    problem.men.iter().any(|man| man.attribute == Some(attribute))
}

/// Returns whether a man has an attribute other than being neutral.
fn has_special_man(problem: &Problem) -> bool {
    let marked = |man: &Man| man.attribute.is_some_and(|attribute| attribute != Attribute::Neutral);
    problem.men.iter().any(marked)
}

/// Returns whether there is a condition with this word, in the diagram or in a twin.
fn has_condition(problem: &Problem, word: &str) -> bool {
    let twins = problem.twins.iter().flat_map(|twin| &twin.changes);
    let of_twins = twins.filter_map(|change| match change {
        Change::Condition(condition) => Some(condition),
        _ => None,
    });
    problem.condition.iter().chain(of_twins).any(|condition| condition.contains(word))
}

/// Returns whether a king is on the file from which it may castle.
fn on_home_square(problem: &Problem) -> bool {
    problem.men.iter().any(|man| man.letter == 'K' && man.square.file == 4)
}

/// Returns whether a pawn may be captured en passant: there are pawns of both sides, or an option
/// grants it.
fn may_capture_en_passant(problem: &Problem) -> bool {
    let pawns = |colour| problem.men.iter().any(|man| (man.letter, man.colour) == ('P', colour));
    (pawns(Colour::White) && pawns(Colour::Black))
        || problem.options.iter().any(|option| option.starts_with("EnPassant"))
}

fn has_pawns(problem: &Problem) -> bool {
    problem.men.iter().any(|man| man.letter == 'P')
}

/// Returns whether a pawn may be on the first rank of its side: there are pawns, which could be
/// reborn there, or twins move men.
fn may_occupy_first_rank(problem: &Problem) -> bool {
    has_pawns(problem) || problem.twins.iter().any(|twin| !twin.changes.is_empty())
}

/// Returns whether the goal includes an attack on a king.
fn is_attack(goal: &str) -> bool {
    goal.contains(['#', '+'])
}

/// Returns whether the goal is the arrival of a man on a square.
fn is_arrival(goal: &str) -> bool {
    goal.starts_with(['z', 'k']) || ["c81", "ct", "ctr"].contains(&goal)
}
