//! The commands and small word lists of Popeye's input language.

use super::keywords::Vocabulary;
use crate::position::{Colour, Marks};

/// A command before the first twin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
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
pub(super) static COMMANDS: Vocabulary<Command> = Vocabulary(&[
    (Command::Remark, ["remark", "Bemerkung", "remarque"]),
    (Command::Structured, ["sstipulation", "sForderung", "senonce"]),
    (Command::Author, ["author", "Autor", "auteur"]),
    (Command::Origin, ["origin", "Quelle", "source"]),
    (Command::Pieces, ["pieces", "Steine", "pieces"]),
    (Command::Condition, ["condition", "Bedingung", "condition"]),
    (Command::Options, ["option", "Option", "option"]),
    (Command::Stipulation, ["stipulation", "Forderung", "enonce"]),
    (Command::Protocol, ["protocol", "Protokoll", "protocol"]),
    (Command::Title, ["title", "Titel", "titre"]),
    (Command::Latex, ["LaTeX", "LaTeX", "LaTeX"]),
    (Command::LatexPieces, ["LaTeXPieces", "LaTeXSteine", "PiecesLaTeX"]),
    (Command::Award, ["award", "Auszeichnung", "prix"]),
    (Command::Array, ["InitialGameArray", "PartieAnfangsStellung", "PositionInitialePartie"]),
    (Command::Forsyth, ["Forsyth", "Forsyth", "Forsyth"]),
    // Not a word of Popeye's.
    (Command::Bank, ["bank", "Bank", "banque"]),
]);

/// What ends a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// It was the last one.
    Last,
    /// Another one follows.
    More,
}

/// The words that end a problem.
pub(super) static ENDS: Vocabulary<End> = Vocabulary(&[
    (End::Last, ["endproblem", "EndeProblem", "FinProbleme"]),
    (End::More, ["nextproblem", "WeiteresProblem", "asuivre"]),
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
pub(super) enum Change {
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
pub(super) static CHANGES: Vocabulary<Change> = Vocabulary(&[
    (Change::Move, ["move", "versetze", "deplacement"]),
    (Change::Exchange, ["exchange", "tausche", "echange"]),
    (Change::Stipulation, ["stipulation", "Forderung", "enonce"]),
    (Change::Structured, ["sstipulation", "SForderung", "senonce"]),
    (Change::Add, ["add", "hinzufuegen", "ajoute"]),
    (Change::Remove, ["remove", "entferne", "ote"]),
    (Change::Continued, ["continued", "ferner", "enplus"]),
    (Change::Rotate, ["rotate", "Drehung", "rotation"]),
    (Change::Condition, ["condition", "Bedingung", "condition"]),
    (Change::PolishType, ["PolishType", "Farbwechsel", "CouleurEchange"]),
    (Change::Mirror, ["mirror", "Spiegelung", "miroir"]),
    (Change::Shift, ["shift", "Verschiebung", "translation"]),
    (Change::Substitute, ["substitute", "ersetze", "remplace"]),
    // Not a word of Popeye's.
    (Change::Bank, ["bank", "Bank", "banque"]),
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
    Marked(Marks),
    /// Known, and not supported yet.
    Later,
}

/// The words for attributes of men.
pub(super) static ATTRIBUTES: Vocabulary<Attribute> = Vocabulary(&[
    (Attribute::Royal, ["Royal", "Koeniglich", "Royale"]),
    (Attribute::Marked(Marks::KAMIKAZE), ["Kamikaze", "Kamikaze", "Kamikaze"]),
    (Attribute::Later, ["Paralysing", "Paralysierend", "Paralysante"]),
    (Attribute::Later, ["Chameleon", "Chamaeleon", "Cameleon"]),
    (Attribute::Later, ["Jigger", "Jigger", "Jigger"]),
    (Attribute::Later, ["Volage", "Volage", "Volage"]),
    (Attribute::Later, ["Functionary", "Beamtet", "Fonctionnaire"]),
    (Attribute::Later, ["HalfNeutral", "HalbNeutral", "DemiNeutre"]),
    (Attribute::Later, ["HurdleColourChanging", "SprungbockFarbeWechselnd", "CouleurEchangeantSautoir"]),
    (Attribute::Later, ["Protean", "Proteisch", "Protee"]),
    (Attribute::Later, ["Magic", "Magisch", "Magique"]),
    (Attribute::Marked(Marks::UNCAPTURABLE), ["Uncapturable", "Unschlagbar", "Imprenable"]),
    (Attribute::Marked(Marks::PATROL), ["Patrol", "Patrouille", "Patrouille"]),
    (Attribute::Marked(Marks::FRISCHAUF), ["Frischauf", "Frischauf", "Frischauf"]),
    // Not a word of Popeye's.
    (Attribute::Marked(Marks::WALKED), ["OneStep", "Einschritt", "UnPas"]),
    (Attribute::Later, ["Bul", "Bul", "Bul"]),
    (Attribute::Later, ["Dob", "Dob", "Dob"]),
    (Attribute::Later, ["Anda", "Anda", "Anda"]),
    (Attribute::Later, ["AndaInverse", "AndaInvers", "AndaInverse"]),
    (Attribute::Later, ["AliceA", "AliceA", "AliceA"]),
    (Attribute::Later, ["AliceB", "AliceB", "AliceB"]),
]);
