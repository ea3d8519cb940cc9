//! The commands and small word lists of Popeye's input language.

use super::keywords::Vocabulary;
use crate::position::{Colour, ManFlags};

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

/// What begins a problem.
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
    // Not a word of Popeye's.
    (ProblemCommand::Bank, ["bank", "Bank", "banque"]),
]);

/// What ends a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndWord {
    /// It was the last one.
    Last,
    /// Another one follows.
    More,
}

/// The words that end a problem.
pub(super) static ENDS: Vocabulary<EndWord> = Vocabulary(&[
    (EndWord::Last, ["endproblem", "EndeProblem", "FinProbleme"]),
    (EndWord::More, ["nextproblem", "WeiteresProblem", "asuivre"]),
]);

/// What begins a twin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TwinWord {
    /// The diagram is one of the twins.
    Twin,
    /// It is not.
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
    // Not a word of Popeye's.
    (ChangeWord::Bank, ["bank", "Bank", "banque"]),
]);

/// The only command that can stand between twins.
pub(super) static REMARK: Vocabulary<()> = Vocabulary(&[((), ["remark", "Bemerkung", "remarque"])]);

/// The colours of men; none for men of which nothing is known.
pub(super) static COLOURS: Vocabulary<Option<Colour>> = Vocabulary(&[
    (Some(Colour::White), ["White", "Weiss", "Blanc"]),
    (Some(Colour::Black), ["Black", "Schwarz", "Noir"]),
    (Some(Colour::Neutral), ["Neutral", "Neutral", "Neutre"]),
    (None, ["TotalInvisible", "TotalUnsichtbar", "TotalInvisible"]),
]);

/// What a man can be besides its colour and walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attribute {
    /// It is to be checked and mated.
    Royal,
    /// It bears a mark.
    Marked(ManFlags),
    /// Known, and not supported yet.
    Unsupported,
}

/// The words for attributes of men.
pub(super) static ATTRIBUTES: Vocabulary<Attribute> = Vocabulary(&[
    (Attribute::Royal, ["Royal", "Koeniglich", "Royale"]),
    (Attribute::Marked(ManFlags::KAMIKAZE), ["Kamikaze", "Kamikaze", "Kamikaze"]),
    (Attribute::Unsupported, ["Paralysing", "Paralysierend", "Paralysante"]),
    (Attribute::Unsupported, ["Chameleon", "Chamaeleon", "Cameleon"]),
    (Attribute::Unsupported, ["Jigger", "Jigger", "Jigger"]),
    (Attribute::Unsupported, ["Volage", "Volage", "Volage"]),
    (Attribute::Unsupported, ["Functionary", "Beamtet", "Fonctionnaire"]),
    (Attribute::Unsupported, ["HalfNeutral", "HalbNeutral", "DemiNeutre"]),
    (
        Attribute::Unsupported,
        ["HurdleColourChanging", "SprungbockFarbeWechselnd", "CouleurEchangeantSautoir"],
    ),
    (Attribute::Unsupported, ["Protean", "Proteisch", "Protee"]),
    (Attribute::Unsupported, ["Magic", "Magisch", "Magique"]),
    (Attribute::Marked(ManFlags::UNCAPTURABLE), ["Uncapturable", "Unschlagbar", "Imprenable"]),
    (Attribute::Marked(ManFlags::PATROL), ["Patrol", "Patrouille", "Patrouille"]),
    (Attribute::Marked(ManFlags::FRISCHAUF), ["Frischauf", "Frischauf", "Frischauf"]),
    // Not a word of Popeye's.
    (Attribute::Marked(ManFlags::NO_DOUBLE_STEP), ["OneStep", "Einschritt", "UnPas"]),
    (Attribute::Unsupported, ["Bul", "Bul", "Bul"]),
    (Attribute::Unsupported, ["Dob", "Dob", "Dob"]),
    (Attribute::Unsupported, ["Anda", "Anda", "Anda"]),
    (Attribute::Unsupported, ["AndaInverse", "AndaInvers", "AndaInverse"]),
    (Attribute::Unsupported, ["AliceA", "AliceA", "AliceA"]),
    (Attribute::Unsupported, ["AliceB", "AliceB", "AliceB"]),
]);
