//! What a single rule states about itself: its flags and the effect of its captures.

use crate::position::{Reserve, Walk};

/// The effect that a permitted capture can have in addition to capturing. Later variants
/// allow fewer assumptions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CaptureEffect {
    /// No further effect.
    None,
    /// The victim may be hidden below the square of its capture. The victim of an en passant capture may
    /// reappear at once.
    VictimHidden,
    /// The victim, unless royal, may be reborn at once on an empty square, and still belongs to the
    /// opponent of the capturer.
    VictimReborn,
    /// A captured royal man is gone, and no other man with it. Captures of other men may have any effect.
    NoneForRoyals,
    /// The capture may turn out to be forbidden, or captured men may be on the board again.
    Any,
}

/// Defines [`RuleFlags`] and the union of two of them.
macro_rules! rule_flags {
    ($($(#[$doc:meta])* $flag:ident;)*) => {
        /// What a rule does and needs. Move generation and the search skip every test that the flags of
        /// the rules exclude.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct RuleFlags {
            $($(#[$doc])* pub $flag: bool,)*
            /// The maximum number of steps of a pawn from its first rank; 0 if it has no move there.
            pub first_rank_steps: u8,
            /// The reserve of a diagram that does not state one.
            pub reserve: Reserve,
        }

        impl RuleFlags {
            /// No flag.
            pub const NONE: RuleFlags =
                RuleFlags { $($flag: false,)* first_rank_steps: 0, reserve: Reserve::EMPTY };

            /// Returns the flags of two rules together.
            pub fn union(self, other: RuleFlags) -> RuleFlags {
                RuleFlags {
                    $($flag: self.$flag || other.$flag,)*
                    first_rank_steps: self.first_rank_steps.max(other.first_rank_steps),
                    reserve: if self.reserve.is_empty() { other.reserve } else { self.reserve },
                }
            }
        }
    };
}

rule_flags! {
    /// Moves without a capture can have effects.
    quiet_effects;
    /// Hidden men reappear before the later stages, also in moves without a capture.
    reveals_hidden;
    /// The last capture is remembered for one ply.
    remembers_capture_for_ply;
    /// The last capture is remembered until the next one.
    remembers_last_capture;
    /// The diagram square of each man is remembered.
    tracks_diagram_squares;
    /// Promoted men get a flag.
    marks_promoted;
    /// Men that have captured get a flag.
    marks_capturers;
    /// Men can capture men of their own side.
    captures_own_men;
    /// The capture of a man can remove other men of its walk.
    removes_same_walk;
    /// Men can reach squares, also in order to capture, other than by their walks.
    extra_reach;
    /// Men can go to squares, without capturing there, other than by their walks.
    extra_quiet_reach;
    /// A stage comes before the move.
    prepares_moves;
    /// Men can be barred from moving.
    restricts_moves;
    /// Men can be barred from squares that they could reach.
    restricts_targets;
    /// An attack on a king gives no check if an obligation forbids its capture.
    binds_royal_captures;
    /// Captures can be forbidden before they are made.
    restricts_captures;
    /// Men can move with the walk of another man.
    moves_as_others;
    /// Men can move with the walks of several others.
    moves_as_several;
    /// The square from which a man captures depends on the walk of the victim.
    victim_dependent_origins;
    /// A capturer can continue with further captures and moves.
    series_captures;
    /// Pawns do not promote.
    no_promotion;
    /// The promotion of a pawn is chosen after other effects.
    late_promotion;
    /// Kamikazes are reborn instead of disappearing at once.
    kamikazes_reborn;
    /// Every capturer disappears at once, so that none promotes.
    capturers_vanish;
    /// The departure square of a move is remembered for one ply.
    remembers_departure;
    /// The capture of a man can remove another man, which may be royal.
    removes_royals_indirectly;
    /// Captured kings can be reborn.
    kings_reborn;
    /// Reborn kings change sides.
    reborn_kings_change_side;
    /// Men can move as if they were on another square.
    virtual_origins;
    /// Kings and rooks castle as if they had just been put on their home squares.
    castles_from_home;
    /// No man is royal, and pawns may become kings.
    kingless;
    /// Men can change places with enemy men.
    exchanges;
    /// Men can enter the board from the reserve.
    entries;
    /// Kings and rooks that enter the board may castle, as men at home may.
    entries_castle;
    /// A pawn on a promotion square is promoted by its owner before the owner's next move.
    pending_promotions;
    /// A pending promotion may not give check.
    promotions_without_check;
    /// The stages after the reappearance of hidden men are not empty.
    final_effects;
    /// The position before a move is compared with that after it.
    compares_positions;
    /// A man that attacks another one may not observe it.
    restricts_observers;
    /// The men stand on two boards, and each moves among those of its board.
    two_boards;
    /// Imitators repeat the vectors of moves.
    imitators;
    /// Pawns do not become imitators.
    no_imitator_promotion;
    /// A side without a legal move can be stalemate in check.
    suffocates;
}

impl RuleFlags {
    /// Returns the walks of chess to which a pawn can promote where pawns promote, in the order of the move list.
    pub fn chess_promotions(&self) -> &'static [Walk] {
        if self.kingless { &Walk::PROMOTIONS_WITH_KING } else { &Walk::PROMOTIONS }
    }

    /// Returns the walks to which a marine pawn can promote in any case, in the same order.
    pub fn marine_promotions(&self) -> &'static [Walk] {
        let all = &[Walk::Siren, Walk::MarineKnight, Walk::Triton, Walk::Nereid, Walk::Poseidon];
        if self.kingless { all } else { &all[..4] }
    }

    /// Returns whether an attack, by the walk of a man, is necessary for check.
    pub fn needs_attack_for_check(&self) -> bool {
        !(self.removes_royals_indirectly
            || self.extra_reach
            || self.moves_as_others
            || self.victim_dependent_origins
            || self.virtual_origins
            || self.kingless
            || self.two_boards
            || self.pending_promotions)
    }
}
