//! All other rules.

use super::Rule;
use crate::position::Side;
use crate::rules::Condition;
use crate::rules::change::{Andernach, Einstein, Tibet};
use crate::rules::veto::{Guards, NoCapture, Patrol};

fn rule(names: [&'static str; 3], meaning: &'static str, condition: Condition) -> Rule {
    Rule { names, meaning, author: "", condition, walks: None, options: &[] }
}

/// The rules that nobody is reborn by.
pub(super) fn rules() -> Vec<Rule> {
    vec![
        rule(
            ["AndernachChess", "AndernachSchach", "EchecsAndernach"],
            "A man that captures changes sides; kings do not.",
            Condition::Andernach(Andernach::Capturers),
        ),
        rule(
            ["AntiAndernachChess", "AntiAndernachSchach", "EchecsAntiAndernach"],
            "A man that does not capture changes sides; kings do not.",
            Condition::Andernach(Andernach::Others),
        ),
        rule(
            ["Tibet", "TibetSchach", "Tibet"],
            "A black man that captures a man of another walk becomes white.",
            Condition::Tibet(Tibet::Black),
        ),
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
        ),
        rule(
            ["NoCapture", "Ohneschlag", "SansPrises"],
            "Nobody captures.",
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
        ),
        rule(
            ["Patrouille", "PatrouilleSchach", "Patrouille"],
            "A man captures and gives check only if a man of its own side observes it.",
            Condition::Patrol(Patrol::Own),
        ),
        rule(
            ["Lortap", "Elliuortap", "Elliuortap"],
            "A man captures and gives check only if no man of its own side observes it.",
            Condition::Patrol(Patrol::NotOwn),
        ),
        rule(
            ["ProvocationChess", "ProvokationSchach", "EchecsProvacateurs"],
            "A man captures and gives check only if a man of the other side observes it.",
            Condition::Patrol(Patrol::Enemy),
        ),
        rule(
            ["SuperGuards", "SuperDeckungen", "Supergardes"],
            "A guarded man cannot be captured.",
            Condition::Guards(Guards::Protect),
        ),
        rule(
            ["AntiGuards", "AntiDeckungen", "Antigardes"],
            "Only a guarded man can be captured.",
            Condition::Guards(Guards::Expose),
        ),
    ]
}
