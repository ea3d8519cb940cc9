//! The commands and small word lists of Popeye's input language.

use super::keywords::Vocabulary;
use crate::position::{ATTRIBUTES, Colour, ManFlags, NEUTRAL, ROYAL};

/// A command before the first twin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProblemCommand {
    Remark,
    Structured,
    Author,
    Origin,
    Pieces,
    Condition,
    Options,
    Stipulation,
    Protocol,
    Title,
    Latex,
    LatexPieces,
    Award,
    Array,
    Forsyth,
    Bank,
}

/// The word that begins a problem.
pub(super) static BEGIN: Vocabulary<()> =
    Vocabulary(&[((), ["beginproblem", "AnfangProblem", "DebutProbleme"])]);

/// The commands before the first twin.
pub(super) static COMMANDS: Vocabulary<ProblemCommand> = Vocabulary(&[
    (ProblemCommand::Remark, ["remark", "Bemerkung", "remarque"]),
    (ProblemCommand::Structured, ["sstipulation", "sForderung", "senonce"]),
    (ProblemCommand::Author, ["author", "Autor", "auteur"]),
    (ProblemCommand::Origin, ["origin", "Quelle", "source"]),
    (ProblemCommand::Pieces, ["pieces", "Steine", "pieces"]),
    (ProblemCommand::Condition, ["condition", "Bedingung", "condition"]),
    (ProblemCommand::Options, ["option", "Option", "option"]),
    (ProblemCommand::Stipulation, ["stipulation", "Forderung", "enonce"]),
    (ProblemCommand::Protocol, ["protocol", "Protokoll", "protocol"]),
    (ProblemCommand::Title, ["title", "Titel", "titre"]),
    (ProblemCommand::Latex, ["LaTeX", "LaTeX", "LaTeX"]),
    (ProblemCommand::LatexPieces, ["LaTeXPieces", "LaTeXSteine", "PiecesLaTeX"]),
    (ProblemCommand::Award, ["award", "Auszeichnung", "prix"]),
    (ProblemCommand::Array, ["InitialGameArray", "PartieAnfangsStellung", "PositionInitialePartie"]),
    (ProblemCommand::Forsyth, ["Forsyth", "Forsyth", "Forsyth"]),
    // An extension of kirke's.
    (ProblemCommand::Bank, ["bank", "Bank", "banque"]),
]);

/// The meaning of a word that ends a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndWord {
    /// It was the last problem.
    Last,
    /// Another problem follows.
    More,
}

/// The words that end a problem.
pub(super) static ENDS: Vocabulary<EndWord> = Vocabulary(&[
    (EndWord::Last, ["endproblem", "EndeProblem", "FinProbleme"]),
    (EndWord::More, ["nextproblem", "WeiteresProblem", "asuivre"]),
]);

/// The meaning of a word that begins a twin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TwinWord {
    /// The diagram is one of the twins.
    Twin,
    /// The diagram is not one of the twins.
    Zeroposition,
}

/// The words that begin a twin.
pub(super) static TWIN_WORDS: Vocabulary<TwinWord> = Vocabulary(&[
    (TwinWord::Twin, ["twin", "Zwilling", "jumeau"]),
    (TwinWord::Zeroposition, ["zeroposition", "NullStellung", "zeroposition"]),
]);

/// A change that makes a twin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChangeWord {
    Move,
    Exchange,
    Stipulation,
    Add,
    Remove,
    Substitute,
    Rotate,
    Mirror,
    Shift,
    PolishType,
    Continued,
    Condition,
    Structured,
    Bank,
}

/// The words for the changes of a twin.
pub(super) static CHANGES: Vocabulary<ChangeWord> = Vocabulary(&[
    (ChangeWord::Move, ["move", "versetze", "deplacement"]),
    (ChangeWord::Exchange, ["exchange", "tausche", "echange"]),
    (ChangeWord::Stipulation, ["stipulation", "Forderung", "enonce"]),
    (ChangeWord::Structured, ["sstipulation", "SForderung", "senonce"]),
    (ChangeWord::Add, ["add", "hinzufuegen", "ajoute"]),
    (ChangeWord::Remove, ["remove", "entferne", "ote"]),
    (ChangeWord::Continued, ["continued", "ferner", "enplus"]),
    (ChangeWord::Rotate, ["rotate", "Drehung", "rotation"]),
    (ChangeWord::Condition, ["condition", "Bedingung", "condition"]),
    (ChangeWord::PolishType, ["PolishType", "Farbwechsel", "CouleurEchange"]),
    (ChangeWord::Mirror, ["mirror", "Spiegelung", "miroir"]),
    (ChangeWord::Shift, ["shift", "Verschiebung", "translation"]),
    (ChangeWord::Substitute, ["substitute", "ersetze", "remplace"]),
    // An extension of kirke's.
    (ChangeWord::Bank, ["bank", "Bank", "banque"]),
]);

/// The only command that is allowed between twins.
pub(super) static REMARK: Vocabulary<()> = Vocabulary(&[((), ["remark", "Bemerkung", "remarque"])]);

/// The colours of men; `None` for invisible men, which are not supported.
pub(super) static COLOURS: Vocabulary<Option<Colour>> = Vocabulary(&[
    (Some(Colour::White), ["White", "Weiss", "Blanc"]),
    (Some(Colour::Black), ["Black", "Schwarz", "Noir"]),
    (Some(Colour::Neutral), NEUTRAL.names),
    (None, ["TotalInvisible", "TotalUnsichtbar", "TotalInvisible"]),
]);

/// An attribute of a man in addition to colour and walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AttributeWord {
    /// The man is royal: it can be checked and mated.
    Royal,
    /// The man has a flag.
    Marked(ManFlags),
}

const ATTRIBUTE_COUNT: usize = 1 + ATTRIBUTES.len();

/// The words for attributes of men.
pub(super) static ATTRIBUTE_WORDS: Vocabulary<AttributeWord> = Vocabulary(&{
    let mut words = [(AttributeWord::Royal, ROYAL.names); ATTRIBUTE_COUNT];
    let (mut index, mut row) = (1, 0);
    while row < ATTRIBUTES.len() {
        words[index] = (AttributeWord::Marked(ATTRIBUTES[row].flag), ATTRIBUTES[row].names);
        (index, row) = (index + 1, row + 1);
    }
    words
});
