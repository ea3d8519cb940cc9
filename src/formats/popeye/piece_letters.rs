//! The letters of men in the three languages, including fairy men.

use super::keywords::{Keyword, spelling};
use crate::position::Walk;
use crate::rules::catalogue::Language;

/// The walk denoted by one or two letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NamedWalk {
    /// A supported walk.
    Known(Walk),
    /// An unsupported walk, by its English name.
    Fairy(&'static str),
}

/// Returns the walk denoted by one or two letters, in either case.
pub(super) fn walk_named(language: Language, text: &str) -> Option<NamedWalk> {
    let fits = |word: &Keyword| spelling(word, language).eq_ignore_ascii_case(text);
    if let Some((walk, _)) = WALKS.iter().find(|(_, word)| fits(word)) {
        return Some(NamedWalk::Known(*walk));
    }
    let fairy = FAIRY_WALKS.iter().find(|(_, word)| fits(word));
    fairy.map(|(name, _)| NamedWalk::Fairy(name))
}

/// Returns the letter of a walk.
pub(super) fn letter_of(language: Language, walk: Walk) -> &'static str {
    let row = WALKS.iter().find(|(candidate, _)| *candidate == walk);
    row.map_or("", |(_, word)| spelling(word, language))
}

/// Returns a move with the letters of a language in English letters; unchanged if it has other letters.
pub(super) fn in_english(language: Language, name: &str) -> String {
    let letter = |sign: char| {
        if !sign.is_ascii_uppercase() || sign == 'O' {
            return Some(sign);
        }
        let mut text = [0; 4];
        match walk_named(language, sign.encode_utf8(&mut text)) {
            Some(NamedWalk::Known(walk)) => letter_of(Language::English, walk).chars().next(),
            _ => None,
        }
    };
    name.chars().map(letter).collect::<Option<String>>().unwrap_or_else(|| name.to_owned())
}

static WALKS: [(Walk, Keyword); Walk::COUNT] = [
    (Walk::King, ["K", "K", "R"]),
    (Walk::Pawn, ["P", "B", "P"]),
    (Walk::Queen, ["Q", "D", "D"]),
    (Walk::Knight, ["S", "S", "C"]),
    (Walk::Rook, ["R", "T", "T"]),
    (Walk::Bishop, ["B", "L", "F"]),
    (Walk::ReversedPawn, ["PP", "RB", "PV"]),
];

static FAIRY_WALKS: [(&str, Keyword); 155] = [
    ("leo", ["LE", "LE", "LE"]),
    ("mao", ["MA", "MA", "MA"]),
    ("pao", ["PA", "PA", "PA"]),
    ("vao", ["VA", "VA", "VA"]),
    ("rose", ["RO", "RO", "RO"]),
    ("grasshopper", ["G", "G", "S"]),
    ("nightrider", ["N", "N", "N"]),
    ("zebra", ["Z", "Z", "Z"]),
    ("camel", ["CA", "CA", "CH"]),
    ("giraffe", ["GI", "GI", "GI"]),
    ("root-50-leaper", ["RF", "WF", "CC"]),
    ("root-25-leaper", ["BU", "BU", "BU"]),
    ("wazir", ["WE", "WE", "VI"]),
    ("alfil", ["AL", "AL", "AL"]),
    ("fers", ["FE", "FE", "FE"]),
    ("dabbaba", ["DA", "DA", "DA"]),
    ("lion", ["LI", "LI", "LI"]),
    ("nonstop equihopper", ["NE", "NE", "EQ"]),
    ("locust", ["L", "H", "L"]),
    ("Berolina pawn", ["BP", "BB", "PB"]),
    ("amazon", ["AM", "AM", "AM"]),
    ("empress", ["EM", "KN", "IM"]),
    ("princess", ["PR", "PR", "PR"]),
    ("gnu", ["GN", "GN", "G"]),
    ("antelope", ["AN", "AN", "AN"]),
    ("squirrel", ["SQ", "EI", "EC"]),
    ("waran", ["WA", "WA", "V"]),
    ("dragon", ["DR", "DR", "DR"]),
    ("kangaroo", ["KA", "KA", "KA"]),
    ("spiralspringer", ["SS", "SS", "CS"]),
    ("ubi-ubi", ["UU", "UU", "UU"]),
    ("hamster", ["HA", "HA", "HA"]),
    ("moose", ["M", "EL", "E"]),
    ("eagle", ["EA", "AD", "AI"]),
    ("sparrow", ["SW", "SP", "M"]),
    ("archbishop", ["AR", "ER", "AR"]),
    ("reflecting bishop", ["RB", "RL", "FR"]),
    ("cardinal", ["C", "KL", "CA"]),
    ("nightrider hopper", ["NH", "NH", "SN"]),
    ("dummy", ["DU", "DU", "PI"]),
    ("camelrider", ["CR", "CR", "CN"]),
    ("zebrarider", ["ZR", "ZR", "ZN"]),
    ("gnurider", ["GR", "GR", "GN"]),
    ("camelrider hopper", ["CH", "CH", "SC"]),
    ("zebrarider hopper", ["ZH", "ZH", "SZ"]),
    ("gnurider hopper", ["GH", "GH", "SG"]),
    ("diagonal spiralspringer", ["DS", "DS", "CD"]),
    ("bouncy knight", ["BK", "RS", "CR"]),
    ("equihopper", ["EQ", "EQ", "EA"]),
    ("Trojan horse", ["CT", "CT", "CT"]),
    ("Berolina superpawn", ["BS", "BS", "BS"]),
    ("superpawn", ["SP", "SB", "SP"]),
    ("rook lion", ["RL", "TL", "TL"]),
    ("bishop lion", ["BL", "LL", "FL"]),
    ("siren", ["SI", "SI", "SI"]),
    ("triton", ["TR", "TR", "TR"]),
    ("nereid", ["ND", "ND", "NE"]),
    ("orphan", ["O", "O", "O"]),
    ("edgehog", ["EH", "RD", "EH"]),
    ("moa", ["MO", "MO", "MO"]),
    ("rook/bishop hunter", ["RR", "TJ", "TC"]),
    ("bishop/rook hunter", ["BR", "LJ", "FC"]),
    ("maorider", ["AO", "AO", "AO"]),
    ("moarider", ["OA", "OA", "OA"]),
    ("rookhopper", ["RH", "TH", "ST"]),
    ("bishophopper", ["BH", "LH", "SF"]),
    ("erlking", ["EK", "EK", "RE"]),
    ("boyscout", ["BT", "PF", "BT"]),
    ("girlscout", ["GT", "PN", "GT"]),
    ("Skylla", ["SK", "SK", "SK"]),
    ("Charybdis", ["CY", "CY", "CY"]),
    ("contra-grasshopper", ["CG", "KG", "SA"]),
    ("rose lion", ["RN", "RN", "RL"]),
    ("rose hopper", ["RP", "RH", "RS"]),
    ("okapi", ["OK", "OK", "OK"]),
    ("(3,7) leaper", ["37", "37", "37"]),
    ("grasshopper-2", ["G2", "G2", "S2"]),
    ("grasshopper-3", ["G3", "G3", "S3"]),
    ("(1,6) leaper", ["16", "16", "16"]),
    ("(2,4) leaper", ["24", "24", "24"]),
    ("(3,5) leaper", ["35", "35", "35"]),
    ("double grasshopper", ["DG", "DG", "DS"]),
    ("kinghopper", ["KH", "KH", "SR"]),
    ("orix", ["OR", "OR", "OR"]),
    ("(1,5) leaper", ["15", "15", "15"]),
    ("(2,5) leaper", ["25", "25", "25"]),
    ("gral", ["GL", "GL", "GL"]),
    ("rook locust", ["LR", "HT", "LT"]),
    ("bishop locust", ["LB", "HL", "LF"]),
    ("nightrider locust", ["LN", "HN", "LN"]),
    ("wazirrider", ["WR", "WR", "VS"]),
    ("fersrider", ["FR", "FR", "FS"]),
    ("bison", ["BI", "BI", "BI"]),
    ("elephant", ["ET", "ET", "EL"]),
    ("nao", ["NA", "NA", "NA"]),
    ("rook moose", ["RM", "TC", "ET"]),
    ("rook eagle", ["RE", "TA", "AT"]),
    ("rook sparrow", ["RW", "TS", "MT"]),
    ("bishop moose", ["BM", "LC", "EF"]),
    ("bishop eagle", ["BE", "LA", "AF"]),
    ("bishop sparrow", ["BW", "LS", "MF"]),
    ("rao", ["RA", "RA", "RA"]),
    ("scorpion", ["SO", "SO", "SO"]),
    ("marguerite", ["MG", "MG", "MG"]),
    ("(3,6) leaper", ["36", "36", "36"]),
    ("nightrider lion", ["NL", "NL", "NL"]),
    ("maorider lion", ["ML", "ML", "ML"]),
    ("moarider lion", ["MM", "MM", "MM"]),
    ("friend", ["F", "F", "A"]),
    ("dolphin", ["DO", "DE", "DN"]),
    ("rabbit", ["RT", "HE", "LA"]),
    ("bob", ["BO", "BO", "BO"]),
    ("English equihopper", ["QE", "QE", "QA"]),
    ("French equihopper", ["QF", "QF", "QF"]),
    ("querquisite", ["QQ", "OD", "QQ"]),
    ("bouncer", ["B1", "B1", "B1"]),
    ("rook bouncer", ["B2", "B2", "B2"]),
    ("bishop bouncer", ["B3", "B3", "B3"]),
    ("Chinese pawn", ["CP", "CB", "PC"]),
    ("radial knight", ["RK", "RP", "CL"]),
    ("rose locust", ["LS", "LR", "LR"]),
    ("zebu", ["ZE", "ZE", "ZE"]),
    ("bouncy nightrider", ["BN", "NR", "NR"]),
    ("spiralspringer (2,0)", ["S2", "S2", "N2"]),
    ("spiralspringer (4,0)", ["S4", "S4", "N4"]),
    ("diagonal spiralspringer (1,1)", ["S1", "S1", "N1"]),
    ("diagonal spiralspringer (3,3)", ["S3", "S3", "N3"]),
    ("quintessence", ["QN", "QN", "QN"]),
    ("double rookhopper", ["DK", "DT", "DT"]),
    ("double bishophopper", ["DB", "DL", "DF"]),
    ("nonstop orix", ["NO", "NO", "NO"]),
    ("treehopper", ["TH", "UH", "SB"]),
    ("leafhopper", ["LH", "BH", "SE"]),
    ("greater treehopper", ["GE", "GU", "SM"]),
    ("greater leafhopper", ["GF", "GB", "SU"]),
    ("kangaroo lion", ["KL", "LK", "KL"]),
    ("kao", ["KO", "KO", "KO"]),
    ("knighthopper", ["KP", "SH", "SV"]),
    ("ship", ["SH", "SC", "BA"]),
    ("gryphon", ["GY", "GY", "GY"]),
    ("marine knight", ["MS", "MS", "CM"]),
    ("poseidon", ["PO", "PO", "PO"]),
    ("marine pawn", ["MP", "MB", "PM"]),
    ("marine ship", ["MH", "MC", "BM"]),
    ("sting", ["ST", "ST", "EP"]),
    ("senora", ["SE", "SE", "DG"]),
    ("faro", ["FA", "FA", "FA"]),
    ("loco", ["LO", "LO", "LO"]),
    ("saltador", ["SA", "SA", "SL"]),
    ("mao hopper", ["AH", "AH", "AS"]),
    ("moa hopper", ["OH", "OH", "OS"]),
    ("contra-hamster", ["HC", "HK", "HC"]),
    ("eagle equihopper", ["EE", "AE", "AE"]),
    ("nonstop eagle equihopper", ["EN", "AQ", "AQ"]),
    ("scarabeus", ["SC", "SR", "SS"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_depend_on_language() {
        use Language::{English, French, German};
        for (language, text, walk) in [
            (English, "s", Walk::Knight),
            (German, "D", Walk::Queen),
            (German, "L", Walk::Bishop),
            (French, "d", Walk::Queen),
            (French, "R", Walk::King),
            (French, "C", Walk::Knight),
        ] {
            assert_eq!(walk_named(language, text), Some(NamedWalk::Known(walk)));
            assert!(letter_of(language, walk).eq_ignore_ascii_case(text));
        }
        assert_eq!(walk_named(English, "n"), Some(NamedWalk::Fairy("nightrider")));
        assert_eq!(walk_named(English, "?"), None);
    }

    #[test]
    fn letters_are_unique_per_language() {
        for language in Language::ALL {
            let fairy = FAIRY_WALKS.iter().map(|(_, word)| spelling(word, language));
            let known = WALKS.iter().map(|(_, word)| spelling(word, language));
            let mut all: Vec<_> = known.chain(fairy).collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count, "{language:?}");
        }
    }
}
