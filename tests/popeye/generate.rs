//! Random small problems of every family, goal, condition and option that kirke supports, short
//! enough for Popeye to answer at once.

use kirke::position::FAIRY_WALKS;

use crate::conditions;
use crate::diagram::{self, Diagram, DiagramPlan, own_rank, random_square};
use crate::dice::Dice;
use crate::number;
use crate::problem::{
    Attribute, Change, Colour, MIRRORS, Man, Problem, Square, Stipulation, Twin, fairy_letter,
};

const FAMILIES: [(usize, &str); 24] = [
    (26, ""),
    (9, "s"),
    (8, "r"),
    (6, "semi-r"),
    (20, "h"),
    (6, "hs"),
    (5, "hr"),
    (7, "ser-"),
    (7, "ser-h"),
    (3, "ser-s"),
    (3, "ser-r"),
    (3, "ser-hs"),
    (4, "pser-"),
    (4, "pser-h"),
    (3, "pser-s"),
    (3, "pser-r"),
    (4, "phser-"),
    (3, "phser-s"),
    (3, "phser-r"),
    (4, "reci-h"),
    (2, "ser-reci-h"),
    (1, "1->ser-"),
    (2, "2->ser-h"),
    (2, "1->pser-h"),
];

/// A part of the names of rules that order moves by their lengths.
const MUMMER: &str = "imummer";

/// The name of the rule with a grid.
const GRID: &str = "GridChess";

const RARE_GOALS: [&str; 15] =
    ["#=", "#=", "==", "##", "##!", "!#", "!=", "%", "k", "ct", "ctr", "<>", "<>r", "c81", "00"];

/// Returns candidate number `draw` for problem number `index` of the run with this seed.
pub fn problem(seed: u64, index: u64, draw: u64) -> Problem {
    let mut dice = Dice::new(seed, index * 1000 + draw);
    loop {
        if let Some(problem) = attempt(&mut dice) {
            return problem;
        }
    }
}

/// Returns a problem, or `None` if the diagram is not suitable.
fn attempt(dice: &mut Dice) -> Option<Problem> {
    let extra = dice.pick_weighted(&[(2, 2), (4, 3), (5, 4), (5, 5), (4, 6), (3, 7), (2, 8)]);
    let family = dice.pick_weighted(&FAMILIES);
    let mut stipulation = stipulation(dice, family, extra);
    if dice.percent(5) {
        stipulation.family = *dice.pick(&["", "", "ser-", "ser-h", "pser-", "pser-h", "phser-"]);
        stipulation.goal = "a=>b".into();
        let half = i32::from(stipulation.family.is_empty() && dice.percent(40));
        stipulation.plies = dice.pick_weighted(&[(2, 2), (3, 4)]) + half;
    }
    // Fairy men are not supported there.
    if number("KIRKE_PEER_FAIRY", 0) > 0 && stipulation.leads_to_diagram() {
        return None;
    }
    let condition = conditions::draw(dice);
    let names = |word: &str| condition.as_deref().is_some_and(|named| named.contains(word));
    // There it is not settled whether self-checks have an order.
    if names(MUMMER) && ["##", "##!", "!#"].contains(&stipulation.goal.as_str()) {
        return None;
    }
    let mut options = Vec::new();
    // kirke does not draw the grid (D-153).
    if names(GRID) {
        options.push("SuppressGrid".to_owned());
    }
    add_side_options(dice, &stipulation, &mut options);
    // HalfDuplex exchanges the sides.
    let turned = |colour: Colour| match options.iter().any(|word| word == "HalfDuplex") {
        true => colour.other(),
        false => colour,
    };
    let last = match options.iter().any(|word| word == "WhiteToPlay") {
        true => turned(stipulation.beginner()),
        false => turned(stipulation.beginner().other()),
    };
    let plan = DiagramPlan {
        target: turned(stipulation.target_side()),
        forced: stipulation.target_side() == Colour::White,
        stalemate: stipulation.goal == "=",
        last,
        extra,
    };
    let (mut diagram, double_step) = diagram::random(dice, plan);
    // If the king of the side that moved last is in check, the answer is empty.
    if !dice.percent(2) && diagram.in_check(last) {
        return None;
    }
    drop_king(dice, &mut diagram, &stipulation, &mut options);
    add_fairy_men(dice, &mut diagram);
    add_attributes(dice, &mut diagram);
    let stepped = double_step.is_some();
    options.extend(double_step.map(|squares| format!("EnPassant {squares}")));
    add_output_options(dice, &stipulation, &mut options);
    add_solving_options(dice, &stipulation, &mut options);
    no_castling(dice, &diagram, &mut options);
    // The peer numbers first moves in the order of its own tables.
    if number("KIRKE_PEER_FAIRY", 0) > 0 {
        options.retain(|word| !word.starts_with("StartMoveNumber"));
    }
    let mut problem = Problem {
        target: target(dice, &diagram.men),
        men: diagram.men,
        stipulation,
        condition: condition.clone(),
        options,
        zeroposition: false,
        twins: Vec::new(),
    };
    // The peer continues the count of first moves from twin to twin.
    let counting = problem.options.iter().any(|word| word.starts_with("Start"));
    let may_have_twins = !counting && !names(MUMMER) && !problem.stipulation.leads_to_diagram();
    if may_have_twins && dice.percent(if stepped { 25 } else { 14 }) {
        twins(dice, &mut problem, extra);
    }
    Some(problem)
}

fn stipulation(dice: &mut Dice, family: &'static str, extra: usize) -> Stipulation {
    let square = random_square(dice, 0, 7).map_or(String::new(), |square| square.to_string());
    let target = format!("z{square}");
    let rare = match *dice.pick(&RARE_GOALS) {
        "k" => format!("k{square}"),
        goal => goal.to_owned(),
    };
    let goal = match dice.roll(100) {
        0..58 => "#",
        58..72 => "=",
        72..79 => "+",
        79..83 => "x",
        83..87 => &target,
        87..99 => &rare,
        _ => "~",
    };
    let small = extra <= 4;
    let mating = goal.contains('#') || goal.contains('=');
    let halves = match (family, goal) {
        ("ser-reci-h", _) => dice.pick_weighted(&[(2, 4), (1, 6)]),
        ("reci-h", _) => dice.pick_weighted(&[(1, 2), (3, 4), (2, 6)]),
        ("h", "~") => dice.pick_weighted(&[(1, 1), (1, 2)]),
        ("ser-", "~") => dice.pick_weighted(&[(2, 2), (1, 4)]),
        (_, "~") => 2,
        ("", _) if mating && small => dice.pick_weighted(&[(1, 2), (5, 4), (4, 6)]),
        ("", _) if mating => dice.pick_weighted(&[(1, 2), (8, 4), (1, 6)]),
        ("" | "s" | "r" | "semi-r", _) => dice.pick_weighted(&[(1, 2), (2, 4)]),
        ("h", _) if mating && small => dice.pick_weighted(&[(1, 2), (2, 3), (3, 4), (1, 5)]),
        ("h", _) if mating => dice.pick_weighted(&[(1, 2), (2, 3), (3, 4)]),
        ("h", _) => dice.pick_weighted(&[(1, 1), (3, 2), (2, 3)]),
        ("hs" | "hr", _) if mating => dice.pick_weighted(&[(2, 2), (2, 3), (3, 4)]),
        ("hs" | "hr", _) => dice.pick_weighted(&[(1, 2), (1, 3)]),
        _ if mating && small => dice.pick_weighted(&[(1, 2), (2, 4), (3, 6), (1, 8)]),
        _ if mating => dice.pick_weighted(&[(1, 2), (2, 4), (2, 6)]),
        _ => dice.pick_weighted(&[(1, 2), (2, 4)]),
    };
    // The caption of the peer omits `exact` where a shorter solution is hardly possible.
    let can_be_exact = halves >= 4 && !family.contains("->");
    Stipulation { exact: can_be_exact && dice.percent(4), family, goal: goal.to_owned(), plies: halves }
}

/// Returns the men, some of them moved, changed or removed.
fn target(dice: &mut Dice, men: &[Man]) -> Vec<Man> {
    let mut target = men.to_vec();
    for _ in 0..dice.between(1, 3) {
        let index = dice.roll(target.len());
        let at = target[index].square;
        let to = Square::new(at.file + dice.between(0, 2) - 1, at.rank + dice.between(0, 2) - 1);
        let Some(to) = to else { continue };
        let captured = target.iter().position(|man| man.square == to && man.letter != 'K');
        match captured {
            Some(other) if other != index => {
                target[index].square = to;
                target.remove(other);
            }
            _ if target.iter().all(|man| man.square != to) => target[index].square = to,
            _ => {}
        }
    }
    target.retain(|man| man.letter != 'P' || (1..7).contains(&man.square.rank));
    target
}

/// Occasionally removes a king that is not needed.
fn drop_king(dice: &mut Dice, diagram: &mut Diagram, stipulation: &Stipulation, options: &mut Vec<String>) {
    if !dice.percent(5) {
        return;
    }
    let needed = matches!(stipulation.goal.as_str(), "#" | "+").then(|| stipulation.target_side());
    for (colour, word) in [(Colour::White, "NoWk"), (Colour::Black, "NoBk")] {
        if (needed != Some(colour) || dice.percent(5)) && dice.percent(60) {
            diagram.men.retain(|man| (man.colour, man.letter) != (colour, 'K'));
            if dice.percent(90) {
                options.push(word.to_owned());
            }
        }
    }
}

/// Adds attributes to some men; `KIRKE_PEER_UNUSUAL` sets the chance in per cent.
fn add_attributes(dice: &mut Dice, diagram: &mut Diagram) {
    let often = number("KIRKE_PEER_UNUSUAL", 0) as usize;
    // With a chance of 0 no number is drawn, so that the problems of a seed do not change.
    while often > 0 && dice.percent(often) {
        let man = dice.roll(diagram.men.len().max(1));
        let attribute = Some(*dice.pick(&Attribute::ALL));
        if let Some(man) = diagram.men.get_mut(man).filter(|man| man.letter != 'K') {
            man.attribute = attribute;
        }
    }
}

/// The letters of walks that Popeye does not know.
const UNKNOWN_LETTERS: [&str; 23] = [
    "03", "04", "05", "06", "07", "17", "26", "27", "33", "44", "45", "46", "47", "55", "56", "57", "66",
    "67", "77", "DD", "AA", "3R", "TT",
];

/// Returns the numbers of the walks of fairy chess that Popeye knows and prints as it reads them: it prints only half of the
/// letters of a hunter.
fn known_walks() -> Vec<usize> {
    let is_known = |&number: &usize| {
        let letters = FAIRY_WALKS[number].letters[0];
        // The sting and the poseidon are royal.
        !letters.contains('/') && !["ST", "PO"].contains(&letters) && !UNKNOWN_LETTERS.contains(&letters)
    };
    (0..FAIRY_WALKS.len()).filter(is_known).collect()
}

/// Makes fairy men of some officers; `KIRKE_PEER_FAIRY` sets the chance in per cent.
fn add_fairy_men(dice: &mut Dice, diagram: &mut Diagram) {
    let often = number("KIRKE_PEER_FAIRY", 0) as usize;
    let known = known_walks();
    // Often the same man several times.
    let mut number = None;
    for man in diagram.men.iter_mut().filter(|man| !"KP".contains(man.letter)) {
        if often > 0 && dice.percent(often) {
            let same = number.filter(|_| dice.percent(40));
            let chosen = same.unwrap_or_else(|| known[dice.roll(known.len())]);
            number = Some(chosen);
            man.letter = fairy_letter(chosen);
        }
    }
}

/// Adds options that exchange the sides or ask for play before the first move.
fn add_side_options(dice: &mut Dice, stipulation: &Stipulation, options: &mut Vec<String>) {
    if stipulation.has_set_play() && dice.percent(25) {
        options.push("SetPlay".into());
    }
    match dice.roll(100) {
        0..7 => options.push("Duplex".into()),
        7..11 => options.push("HalfDuplex".into()),
        _ => {}
    }
    if stipulation.family == "h" && stipulation.plies % 2 == 0 && dice.percent(10) {
        options.push("WhiteToPlay".into());
    }
}

/// Adds options that restrict solutions.
fn add_solving_options(dice: &mut Dice, stipulation: &Stipulation, options: &mut Vec<String>) {
    if dice.percent(4) && ["s", "r", "semi-r"].contains(&stipulation.family) {
        options.push("Quodlibet".into());
    }
    if dice.percent(4) && ["", "s", "h"].contains(&stipulation.family) {
        options.push("GoalIsEnd".into());
    }
    if dice.percent(4) && stipulation.is_battle() {
        options.push(format!("MaxFlightsquares {}", dice.between(0, 3)));
    }
    if dice.percent(5) && stipulation.family.starts_with('s') {
        options.push("MatesIn1".into());
    }
    // The peer treats a parry series as direct play here.
    if dice.percent(3) && !stipulation.is_battle() && !stipulation.family.contains("pser") {
        options.push("StopOnShortSolutions".into());
    }
    if dice.percent(3) {
        options.push(format!(
            "CastlingMutuallyExclusive {}{}",
            dice.pick(&["a1", "h1"]),
            dice.pick(&["a8", "h8"])
        ));
    }
}

/// Adds options that control the output, above all of battle play.
fn add_output_options(dice: &mut Dice, stipulation: &Stipulation, options: &mut Vec<String>) {
    // The peer refuses set play with null moves, and may compare the arrival of a null move with the
    // last move of another problem. Its set play of h#n.5 begins as a null move does.
    let strange =
        stipulation.goal.starts_with('z') || (stipulation.family == "h" && stipulation.plies % 2 == 1);
    if dice.percent(4) && !strange && !options.iter().any(|word| word == "SetPlay") {
        options.push("NullMoves".into());
    }
    // The peer continues the count from the set play to the actual play, and also numbers introductory
    // moves.
    if dice.percent(4)
        && !stipulation.family.contains("->")
        && !options.iter().any(|word| word == "SetPlay" || word == "Duplex")
    {
        let from = dice.between(1, 9);
        options.push(format!("StartMoveNumber {from} UpToMoveNumber {}", from + dice.between(0, 20)));
    }
    if !stipulation.is_battle() {
        return;
    }
    // Post-key play has no play before the key to print.
    let before_key =
        options.iter().any(|word| word == "SetPlay" || word == "Duplex" || word.starts_with("Start"));
    // The caption of the peer for semi-r#1 is then r#1.
    let half_named = stipulation.family == "semi-r" && stipulation.plies == 2;
    let after_key = !before_key && !half_named && !stipulation.exact && dice.percent(12);
    match dice.roll(100) {
        _ if after_key => options.push("PostKeyPlay".into()),
        0..3 => options.push(format!("Defence {} Try", dice.between(2, 3))),
        3..5 => options.push(format!("Try Defence {}", dice.between(2, 3))),
        5..25 => options.push("Try".into()),
        25..35 => options.push(format!("Defence {}", dice.between(1, 3))),
        _ => {}
    }
    if options.iter().any(|word| word == "Try" || word.starts_with("Defence")) && dice.percent(25) {
        options.push("TrivialTriesAvoid".into());
    }
    if dice.percent(8) && matches!(stipulation.family, "s" | "r" | "semi-r" | "") {
        options.push(format!("NonTrivial {} {}", dice.between(0, 2), dice.between(0, 1)));
    }
    let threat = dice.pick_weighted(&[(5, 1), (2, 2)]);
    // The peer rejects a threat option without effect as not applicable, and counts one move too many in
    // self and reflex play.
    if dice.percent(15)
        && !options.iter().any(|word| word == "SetPlay")
        && stipulation.family.is_empty()
        && threat < stipulation.plies / 2
    {
        options.push(format!("Threat {threat}"));
    }
    if after_key || dice.percent(65) {
        options.push("Variation".into());
        if dice.percent(30) {
            options.push("NoThreat".into());
        }
        if dice.percent(20) {
            options.push("NoShortVariations".into());
        }
    }
}

/// Forbids castling to a man that seems to have castling rights.
fn no_castling(dice: &mut Dice, diagram: &Diagram, options: &mut Vec<String>) {
    let at_home = |man: &&Man| {
        man.square.rank == own_rank(man.colour, 1)
            && matches!((man.letter, man.square.file), ('K', 4) | ('R', 0) | ('R', 7))
    };
    let home: Vec<_> = diagram.men.iter().filter(at_home).collect();
    if home.len() > 1 && dice.percent(15) {
        options.push(format!("NoCastling {}", dice.pick(&home).square));
    }
}

fn twins(dice: &mut Dice, problem: &mut Problem, extra: usize) {
    problem.zeroposition = dice.percent(15);
    let mut men = problem.men.clone();
    for _ in 0..dice.between(1, 3) {
        let continued = !problem.twins.is_empty() && dice.percent(40);
        if !continued {
            men.clone_from(&problem.men);
        }
        let mut changes = Vec::new();
        for _ in 0..dice.pick_weighted(&[(4, 1), (2, 2)]) {
            let Some(change) = change(dice, problem, &men, extra) else {
                continue;
            };
            if !changes.iter().any(|before| label_is_unclear(before, &change)) {
                change.apply(&mut men);
                changes.push(change);
            }
        }
        // After a condition the peer reads `exchange` as another condition.
        changes.sort_by_key(|change| matches!(change, Change::Condition(_)));
        if !problem.double_step_is_possible(&men) {
            break;
        }
        if !changes.is_empty() {
            problem.twins.push(Twin { continued, changes });
        }
    }
    // In duplex Popeye solves the diagram of a zeroposition for the second side.
    let duplex = problem.options.iter().any(|option| option.ends_with("uplex"));
    problem.zeroposition &= !problem.twins.is_empty() && !duplex;
}

/// Returns whether the label that the peer prints for a change is wrong if the other change
/// follows. The label names the men of an exchange by the final occupants of the squares, and lists
/// all conditions twice.
fn label_is_unclear(change: &Change, by: &Change) -> bool {
    match change {
        Change::Exchange(one, other) => {
            by.is_board_wide() || by.squares().iter().any(|square| square == one || square == other)
        }
        Change::Condition(_) => matches!(by, Change::Condition(_)),
        _ => false,
    }
}

/// Returns a change of the men of the whole board.
fn wide_change(dice: &mut Dice, men: &[Man]) -> Option<Change> {
    Some(match dice.roll(100) {
        0..25 => Change::Rotate(*dice.pick(&[90, 180, 270])),
        25..50 => Change::Mirror(dice.pick::<&str>(&MIRRORS)),
        50..65 => {
            let from = random_square(dice, 2, 5)?;
            let file = from.file + dice.between(0, 4) - 2;
            let rank = from.rank + dice.between(0, 4) - 2;
            Change::Shift(from, Square::new(file, rank)?)
        }
        65..80 => {
            let from = dice.pick(men).letter;
            let to = *dice.pick(&['Q', 'R', 'B', 'S', 'P']);
            let possible = from != to && (from != 'K' || dice.percent(10));
            possible.then_some(Change::Substitute(from, to))?
        }
        _ => Change::PolishType,
    })
}

fn change(dice: &mut Dice, problem: &Problem, men: &[Man], extra: usize) -> Option<Change> {
    let one = *dice.pick(men);
    let other = *dice.pick(men);
    let empty = random_square(dice, 1, 6).filter(|&square| men.iter().all(|man| man.square != square));
    let pawn_safe = |man: Man, rank: i32| man.letter != 'P' || (1..7).contains(&rank);
    if dice.percent(35) {
        return wide_change(dice, men).filter(|change| change.fits(men));
    }
    Some(match dice.roll(100) {
        0..35 => Change::Move(one.square, empty?),
        35..50 => {
            let safe = pawn_safe(one, other.square.rank) && pawn_safe(other, one.square.rank);
            (safe && one.square != other.square).then_some(())?;
            Change::Exchange(one.square, other.square)
        }
        50..65 => {
            (one.letter != 'K').then_some(())?;
            Change::Remove(one.square)
        }
        65..80 => {
            let letter = *dice.pick(&['Q', 'R', 'B', 'S', 'P']);
            // The man on this square is replaced.
            let replaced = dice.percent(25) && other.letter != 'K';
            let square = if replaced { other.square } else { empty? };
            (letter != 'P' || (1..7).contains(&square.rank)).then_some(())?;
            Change::Add(Man { colour: one.colour, letter, square, attribute: None })
        }
        80..92 => {
            let family = match dice.percent(50) {
                true => problem.stipulation.family,
                false => dice.pick_weighted(&FAMILIES),
            };
            let other = stipulation(dice, family, extra);
            let set_play = problem.options.iter().any(|word| word == "SetPlay");
            (!set_play || other.has_set_play()).then_some(())?;
            Change::Stipulation(other)
        }
        _ => {
            let drawn = conditions::draw(dice)?;
            (!drawn.contains(MUMMER) && !drawn.contains(GRID)).then_some(())?;
            Change::Condition(drawn)
        }
    })
}
