//! The attributes of men: legal moves in random positions, as Popeye finds and prints them, and goals.

use std::collections::BTreeSet;

use kirke::position::{ATTRIBUTES, ManFlags};

use crate::common::program::{code, err, kirke, out, problem};

/// A row has an attribute, a position, and all legal moves of White.
const MOVES: &str = include_str!("attributes/moves.txt");

/// Returns the solution as Popeye prints it.
fn popeye(words: &str) -> String {
    out(&kirke("popeye - -regression", problem(words)))
}

#[test]
fn moves_are_those_of_popeye() {
    let rows: Vec<_> = MOVES.lines().filter(|line| !line.starts_with('#')).collect();
    for row in &rows {
        let [_, pieces, moves] = row.splitn(3, ": ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        let solution = popeye(&format!("stipulation ser-~1 pieces {pieces}"));
        let found: BTreeSet<&str> =
            solution.lines().filter_map(|line| line.strip_prefix("  1.")).map(str::trim_end).collect();
        assert_eq!(found, moves.split(", ").collect(), "{pieces}");
    }
    for attribute in ATTRIBUTES.iter().filter(|attribute| ManFlags::ATTRIBUTES.meets(attribute.flag)) {
        // Popeye lets all men change where one is Protean.
        let is_checked = attribute.flag != ManFlags::PROTEAN;
        let begin = format!("{}: ", attribute.names[0]);
        assert_eq!(rows.iter().any(|row| row.starts_with(&begin)), is_checked, "{begin}");
    }
}

#[test]
fn protean_men_take_the_walk_of_their_victim() {
    let played = popeye("stipulation ser-~1 pieces white Kg1 Bb2 white Protean Rd4 black Kh8 Sd7 Bf6");
    assert!(played.contains("1.pRd4*d7=pS") && played.contains("1.Bb2-a1"), "{played}");
    assert!(!played.contains("=B"), "{played}");
}

#[test]
fn paralysed_men_do_not_count_as_capturers() {
    let played = popeye(
        "stipulation ser-~1 condition MultiCaptures pieces white Kb1 Rd4 Bf4 black Kh8 Sd6 black Paralysing Bg3",
    );
    assert!(played.contains("1.Rd4-d5") && !played.contains("1.Rd4*d6"), "{played}");
}

/// A kamikaze may not capture if it is royal, but its attack is a check.
#[test]
fn royal_kamikaze_gives_check() {
    let played = popeye("stipulation ser-~1 pieces white royal kamikaze Rd4 black Kd7 Pa7 option HalfDuplex");
    assert!(played.contains("1.Kd7-c7"), "{played}");
    assert!(!played.contains("1.a7-a6") && !played.contains("1.Kd7-d8"), "{played}");
    let played = popeye("stipulation ser-~1 pieces white royal kamikaze Rd4 black Kh7 Pd6");
    assert!(played.contains("1.rkRd4-d5") && !played.contains("1.rkRd4*d6"), "{played}");
}

#[test]
fn royal_neutral_man_is_named_neutral_where_it_changes() {
    let played = popeye("stipulation ser-~1 condition ProteanChess pieces neutral Ka4 black Pb3");
    assert!(played.contains("1.nKa4*b3=nrPP"), "{played}");
    let played = popeye("stipulation ser-~1 condition FrankfurtChess pieces neutral Kb7 black Pa8");
    assert!(played.contains("1.nKb7*a8=nrP=nrQ"), "{played}");
}

/// Popeye 4.104 gives the same: the man on b5 is attacked by paralysed men only.
#[test]
fn paralysed_men_bring_nothing_into_danger() {
    let words = "stipulation ser-zd81 condition DangerCirce option HalfDuplex pieces white Kh1 Rb5 black Kh7";
    let played = popeye(&format!("{words} black Paralysing Qb2"));
    assert!(!played.contains("1."), "{played}");
}

/// Popeye 4.104 prints the same.
#[test]
fn royal_men_keep_their_letters_where_they_change() {
    let words = "stipulation ser-zb52 condition ProteanChess pieces white Anda Ka4 black Kf8 Sa3 Pc7";
    assert!(popeye(words).contains("1.aKa4*a3=raS"));
    let words = "stipulation ser-~1 pieces white Royal Chameleon Uncapturable Ra4 black Kf8";
    assert!(popeye(words).contains("1.rcuRa4-a5=rcuQ"));
}

#[test]
fn side_with_paralysed_men_only_is_stalemate_in_check() {
    let mate = popeye("stipulation #1 pieces white Ka1 Rg1 white Paralysing Be5 black Kh8");
    assert!(!mate.contains("1."), "{mate}");
    let stalemate = popeye("stipulation =1 pieces white Ka1 Rg1 white Paralysing Be5 black Kh8");
    assert!(stalemate.contains("1.Rg1-h1"), "{stalemate}");
}

#[test]
fn pawn_paralyses_what_it_could_capture_en_passant() {
    let played = popeye("stipulation +1 pieces white Pd2 Ka8 black Ke5 black Paralysing Pe4");
    assert!(!played.contains("1."), "{played}");
    let played = popeye("stipulation +1 pieces white Pd3 Ka8 black Ke5 black Paralysing Pe4");
    assert!(!played.contains("1.d3-d4"), "{played}");
    let played = popeye("stipulation +1 pieces white Pd3 Ka8 black Ke5 black Paralysing Pe6");
    assert!(played.contains("1.d3-d4 +"), "{played}");
}

#[test]
fn man_that_has_become_neutral_does_not_change_sides() {
    let half = |colour: &str| {
        let pieces = format!("white Ka1 black Kg8 Sf6 {colour} HalfNeutral Rf5");
        popeye(&format!("stipulation ~1 condition AndernachChess pieces {pieces}"))
    };
    assert!(half("white").contains("1.hnRf5*f6=nh !"), "{}", half("white"));
    assert!(half("neutral").contains("1.nhnRf5*f6=wh=b !"), "{}", half("neutral"));
}

#[test]
fn attributes_of_uncertain_effect_are_refused() {
    for (words, reason) in [
        (
            "condition MessignyChess pieces white Kf5 Pf7 black Ka8 Pc3 black Volage Pg5",
            "where men change places",
        ),
        ("condition Isardam pieces white Kc2 white Anda Rd8 black Kb4", "judge the position after a move"),
        (
            "condition TransmutedKings pieces white Ka7 black Kh1 black Jigger Rc7",
            "'TransmutedKings' and the attribute of bjR cannot be combined",
        ),
    ] {
        let refused = kirke("popeye -", problem(&format!("stipulation ~1 {words}")));
        assert!(err(&refused).contains(reason), "{}", err(&refused));
        let printed = out(&refused);
        assert!(printed.contains("problem ignored") && !printed.contains("solution finished"), "{printed}");
    }
}

#[test]
fn attributes_are_refused_without_man_and_twice() {
    for (pieces, message) in [
        ("white Kg1 Ga3 white Kamikaze black Kh8", "expected a man with its square after 'Kamikaze'"),
        ("white Kg1 white Royal black Kh8", "expected a man with its square after 'Royal'"),
        ("white Kg1 white Kamikaze Patrol Kamikaze Ga3 black Kh8", "'Kamikaze' is named twice"),
        ("white Kg1 white Royal Royal Ga3 black Kh8", "'Royal' is named twice"),
        ("white Kg1 white Bul Dob Ga3 black Kh8", "'Dob' excludes the attribute 'Bul'"),
        ("white Kg1 white AndaInverse Anda Ga3 black Kh8", "'Anda' excludes the attribute 'AndaInverse'"),
    ] {
        let found = err(&kirke("solve -", problem(&format!("stipulation ser-~1 pieces {pieces}"))));
        assert!(found.contains(message), "{found}");
    }
}

#[test]
fn royal_applies_to_one_entry() {
    let played = popeye("stipulation ser-=7 option HalfDuplex pieces white royal Sc8 Pb6 black Ka8 Pa7");
    assert!(played.contains("1.a7*b6") && played.contains("7.Qb1-b4 ="), "{played}");
}

#[test]
fn reversed_pawn_promoted_on_its_corner_castles() {
    let played = popeye("stipulation ser-002 pieces white Ke1 PPa2 black Ke8");
    assert!(played.contains("0-0-0"), "{played}");
}

/// Either attribute of Alice chess puts it in force.
#[test]
fn men_on_either_board_play_alice_chess() {
    for (pieces, present) in [
        ("white AliceA Ke1 black Kh8 Pa7", "1.Ke1-e2B"),
        ("white AliceB Ke1 black Kh8 Pa7", "1.Ke1-e2A"),
        ("white Ke1 black Kh8 black AliceA Pa7", "1.Ke1-e2B"),
    ] {
        let played = popeye(&format!("stipulation ser-~1 pieces {pieces}"));
        assert!(played.contains(present), "{pieces}: {played}");
    }
    let plain = popeye("stipulation ser-~1 pieces white Ke1 black Kh8 Pa7");
    assert!(plain.contains("1.Ke1-e2\n"), "{plain}");
    let refused =
        kirke("solve -", problem("stipulation #1 condition Isardam pieces white AliceA Ke1 black Kh8"));
    assert!(err(&refused).contains("men on two boards cannot be combined"), "{}", err(&refused));
}

#[test]
fn pawns_promote_to_chameleons() {
    let played = out(&kirke(
        "solve -",
        problem("stipulation ser-~1 pieces white Ka1 Pb7 white Chameleon Sh1 black Kh8"),
    ));
    for promotion in ["1.b8=Q+", "1.b8=cQ+"] {
        assert!(played.contains(promotion), "{promotion}: {played}");
    }
}

#[test]
fn chameleons_follow_the_stated_sequence() {
    let played = popeye(
        "stipulation ser-~1 condition ChameleonSequence PA VA PA pieces white Kh1 Pb7 white Chameleon VAg2 black Kh8 Sa8",
    );
    for text in ["1.cVAg2*a8=cPA", "1.b7-b8=VA=c", "1.b7-b8=VA\n"] {
        assert!(played.contains(text), "{text}: {played}");
    }
    assert!(!played.contains("b8=PA") && !played.contains("=Q=c"), "{played}");
    let words = problem("stipulation h#2 condition ChameleonSequence Q R Q R pieces white Kh1 black Kh8");
    let refusal = err(&kirke("solve -", words));
    assert!(refusal.contains("a cycle of two to ten walks, each of them once"), "{refusal}");
}

#[test]
fn men_of_uncertain_check_are_refused() {
    for (words, name) in [
        ("white Ka6 black Ka8 Sb6 white AndaInverse Qh6", "Anda man"),
        ("white Kf6 Oh6 black Kg8 Pg7", "orphan"),
    ] {
        let words = problem(&format!("stipulation h#1 condition Circe RexInclusive pieces {words}"));
        let output = kirke("solve -", words);
        let text = out(&output) + &err(&output);
        assert!(text.contains(&format!("({name}) are not supported")), "{text}");
    }
}

#[test]
fn magic_men_are_refused_where_lines_are_unknown() {
    for (words, refusal) in [
        ("pieces neutral Magic Qd4", "(magic man) are not supported as neutral men"),
        ("pieces white Magic ARd4", "(archbishop) are not supported with magic men"),
        ("condition PowerTransfer pieces white Magic Rd4", "with conditions that lend moves"),
    ] {
        let output = kirke("solve -", problem(&format!("stipulation ser-~1 {words} white Ka1 black Kh8")));
        let text = out(&output) + &err(&output);
        assert!(text.contains(refusal), "{refusal}: {text}");
    }
}

/// Which man is the hurdle, and how it moves, would depend on the rule or on other men.
#[test]
fn men_that_act_on_hurdles_are_refused_where_hops_are_not_their_own() {
    let elsewhere = "are not supported where men move as others or from other squares";
    let decided = "are not supported where other men decide how a man moves, or whether it does";
    for (words, refusal) in [
        ("condition AnnanChess pieces white Bul Gb4", elsewhere),
        ("condition Make&TakeChess pieces white HurdleColourChanging Gb4", elsewhere),
        ("condition PhantomChess pieces white HurdleColourChanging Gb4", elsewhere),
        ("condition Madrasi pieces white Dob Gb4", decided),
        ("pieces white Dob Gb4 black RKc6", decided),
        ("pieces white Bul Gb4 black Paralysing Rc6", decided),
        ("condition CirceCage pieces white Magic Rb4", "squares from which they could not move"),
    ] {
        let output = kirke("solve -", problem(&format!("stipulation ser-~1 {words} white Ka1 black Kh8")));
        let text = out(&output) + &err(&output);
        assert!(text.contains(refusal), "{words}: {text}");
    }
}

/// Popeye 4.104 gives the same moves.
#[test]
fn magic_men_observe_along_curves_and_by_two_hops() {
    for (words, moves) in [
        ("pieces black Magic ROb1 white Sh1", &["1.Sh1-g3[g3=b]", "1.Sh1-f2"][..]),
        (
            "pieces white Magic BTd4 black Pg7",
            &["1.BTd4-d8[g7=w]", "1.BTd4-e7", "1.BTd4-d6[g7=w]", "1.BTd4-h4[g7=w]"],
        ),
        ("pieces white Be3 Pe4f5f6 white Magic DGa4c1", &["1.DGa4-d2[f6=b]", "1.Be3-d2", "1.DGc1-d2"]),
    ] {
        let played = popeye(&format!("stipulation ser-~1 {words} option NoWk NoBk"));
        for mv in moves {
            let found = played.lines().any(|line| line.trim().replace('m', "") == *mv);
            assert!(found, "{words}: no {mv}: {played}");
        }
    }
}

/// A friend would move as a man that paralyses and observes nothing.
#[test]
fn borrowers_are_refused_with_paralysing_men() {
    for walk in ["F", "O"] {
        let pieces = format!("pieces white Kh1 {walk}d4 black Kh8 white Paralysing Ra4");
        let output = kirke("solve -", problem(&format!("stipulation ser-~1 {pieces}")));
        let text = out(&output) + &err(&output);
        assert!(text.contains("are not supported with paralysing men"), "{text}");
    }
}

#[test]
fn imitators_are_refused_where_their_moves_are_not_settled() {
    for (words, refusal) in [
        ("condition Imitator a1 pieces", "there is a man on a1"),
        ("condition PWC Imitator d5 pieces white Pa2", "add 'NoIProm'"),
        ("condition Imitator d5 pieces white MAd4", "(mao) are not supported with imitators"),
        ("condition Imitator d5 pieces white Magic Rd4", "(Magic) are not supported with imitators"),
        ("condition Imitator d5 Andernach pieces", "it is not settled what imitators repeat"),
        ("condition Imitator d5d5 pieces", "at most 16 different squares"),
        ("condition Imitator pieces", "the squares of imitators after 'Imitator'"),
        ("condition Imitator d5 OnlyWhite pieces", "from the first move to the last"),
        ("condition Circe Volcanic pieces white Volage Rd4", "(volage man) are not supported"),
        ("condition CirceTake&Make pieces white Functionary Rd4", "(functionary) are not supported"),
        ("condition CirceTake&Make pieces white Paralysing Rd4", "(paralysing man) are not supported"),
        ("condition CirceTake&Make MonochromChess pieces", "it is not settled whether a man is reborn"),
        ("condition AntiCirce Take&Make Madrasi pieces", "it is not settled whether a man is reborn"),
        ("condition GridChess CirceTake&Make pieces", "it is not settled whether a man is reborn"),
    ] {
        let output = kirke("solve -", problem(&format!("stipulation ser-~1 {words} white Ka1 black Kh8")));
        let text = out(&output) + &err(&output);
        assert!(text.contains(refusal), "{refusal}: {text}");
    }
    let solved =
        popeye("stipulation ser-zb51 condition PWC Imitator d5 NoIProm pieces white Ka1 Pb4 black Kh8");
    assert!(solved.contains("1.b4-b5[Id6] z"), "{solved}");
}

/// A neutral royal man is the king of either side: a man of the one gives check to the other with it, whatever the walks.
#[test]
fn neutral_royal_men_are_in_check() {
    let play =
        |stipulation: &str, pieces: &str| popeye(&format!("stipulation {stipulation} pieces {pieces}"));
    let queen = play("ser-~1", "white Qb1 neutral Royal Ge2");
    for checked in ["1.Qb1-b5 +", "1.Qb1-c2 +"] {
        assert!(queen.contains(checked), "{checked}: {queen}");
    }
    assert!(!queen.contains("1.Qb1-a1 +"), "{queen}");
    let locust = play("ser-~1", "white Lc1 neutral Royal Se2");
    assert!(locust.contains("1.nrSe2-c3 +") && !locust.contains("1.nrSe2-d4 +"), "{locust}");
    // White's king, which is also Black's, is attacked by Black's men.
    let rook = play("ser-~1", "white Pb2 black Ra8 neutral Royal Ge2");
    assert!(!rook.contains("1.nrGe2-a2") && rook.contains("1.b2-b3"), "{rook}");
    let no_rook = play("ser-~1", "white Pb2 black Bh8 neutral Royal Ge2");
    assert!(no_rook.contains("1.nrGe2-a2"), "{no_rook}");
    let kobul = play("h#2 condition KobulKings", "white Lh7 neutral Gb3 neutral Royal Sd5");
    assert!(kobul.contains("2.nGe6-g6 Lh7*g6-f5[f6=rG] #"), "{kobul}");
}

#[test]
fn kobul_kings_take_attributes() {
    let played = popeye(
        "stipulation ser-~1 condition KobulKings \
         pieces white Kg2 Rd4 white Bg4 black Pe4 black Kamikaze Sd6 Bd2 black Kamikaze Kh7",
    );
    for change in ["1.Rd4*d2[h7=rB]", "1.Rd4*d6[h7=rS]", "1.Rd4*e4[h7=]"] {
        assert!(played.contains(change), "{change}: {played}");
    }
    let taken = popeye(
        "stipulation ser-~1 condition KobulKings \
         pieces white Kg2 Rd4 black Pe4 Sd6 black Kamikaze Bd2 Rc4 black Royal Bh7",
    );
    for change in ["1.Rd4*d2[h7=rk]", "1.Rd4*c4[h7=rkR]", "1.Rd4*d6[h7=rS]", "1.Rd4*e4[h7=K]"] {
        assert!(taken.contains(change), "{change}: {taken}");
    }
}

#[test]
fn neutral_men_paralyse_as_men_of_either_side() {
    let moves = |pieces: &str, condition: &str| {
        popeye(&format!("stipulation ser-~1 pieces {pieces} condition {condition} option HalfDuplex"))
    };
    // As White's man the rook acts as a rook, since h2 is empty; then as the queen on h2.
    let played = moves("white Kb1 neutral Paralysing Rh3 black Kf1 Qh4", "AnnanChess");
    assert!(played.contains("1.Kf1-g2"), "{played}");
    let played = moves("white Kb1 Qh2 neutral Paralysing Rh3 black Ka8 Sf1", "AnnanChess");
    assert!(played.contains("1.Ka8-a7") && !played.contains("1.Sf1"), "{played}");
    // As Black's man the rook observes from its home on h8, or the bishop from its own.
    let moves = |pieces: &str, condition: &str| {
        popeye(&format!("stipulation ser-~1 pieces {pieces} condition {condition}"))
    };
    let played = moves("white Kb2 Ra7 Sh4 black Kg7 neutral Paralysing Rd3", "MarsCirce");
    assert!(played.contains("1.Sh4-f5") && !played.contains("1.Ra7"), "{played}");
    let played = moves("white Kb1 Bh2 white Functionary Rf1 black Kh8 Pf6 neutral Rh3", "AnnanChess");
    assert!(!played.contains("fRf1*f6"), "{played}");
    let played = moves("white Kb1 white Functionary Rf1 black Kh8 Pf6 Bh4 neutral Rh3", "AnnanChess");
    assert!(played.contains("fRf1*f6"), "{played}");
    let played = moves("white Kb2 Ra7 black Kh7 Pa5 Sh5 neutral Paralysing Rd3", "PhantomChess");
    assert!(played.contains("1.Kb2-c2"), "{played}");
}

#[test]
fn promoted_men_keep_their_letter_when_they_change() {
    let played =
        popeye("stipulation ser-~1 pieces white Kg2 white Frischauf Sb7 black Kh7 condition ChameleonChess");
    assert!(played.contains("1.fSb7-a5=fB"), "{played}");
}

#[test]
fn men_of_uncertain_check_and_cages_are_refused() {
    for (words, refusal) in [
        ("condition SuperCirce pieces white Ke5 black Kb3 Pd6 neutral Anda LSh2", "as Anda men"),
        ("condition BlackMaximummer Ultra pieces white Ke3 black Kc1 black Anda Rb8", "(Anda man)"),
        ("condition Circe Cage pieces white Kh2 Pg3 black Kd4 black Chameleon Sh8", "(Chameleon)"),
    ] {
        let output = kirke("solve -", problem(&format!("stipulation ser-+1 {words}")));
        let text = out(&output) + &err(&output);
        assert!(code(&output) != 0 && text.contains(refusal), "{refusal}: {text}");
    }
}

#[test]
fn hoppers_do_not_change_royal_men() {
    let played = popeye(
        "stipulation ser-~1 pieces white Kh1 white HurdleColourChanging Gb4 black Royal Sd4 black Pa7",
    );
    assert!(played.contains("1.hccGb4-e4\n") || played.contains("1.hccGb4-e4 "), "{played}");
    assert!(!played.contains("[d4=w]"), "{played}");
}

/// Two men observe each other as men of the side that moves them.
#[test]
fn neutral_pawns_observe_in_one_direction() {
    let played =
        popeye("stipulation ser-~1 condition Woozles pieces white Kh1 black Kb8 Rf3 neutral Pe2 FEd1");
    assert!(played.contains("1.nPe2*f3"), "{played}");
}

#[test]
fn reborn_royal_neutral_man_keeps_its_colour_in_notation() {
    let played = popeye("stipulation ser-x1 condition AntiCloneCirce pieces neutral Kd4 black Pd5");
    assert!(played.contains("1.nKd4*d5[nKd5->nrPd2]"), "{played}");
}
