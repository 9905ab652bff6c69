//! What refusals of this game can say, for those who look a code up.

use crate::contract::ErrorCode;

/// What this game's refusals can say.
pub const ERROR_CODES: &[ErrorCode] = &[
    ErrorCode { code: "action-spent", meaning: "The creature has no such action left in this Action Phase." },
    ErrorCode { code: "aura-lost", meaning: "The other side of that marker is active; the aura is lost for the game." },
    ErrorCode { code: "cannot-guard", meaning: "The creature guards already, or is held or Incapacitated." },
    ErrorCode { code: "cannot-move-there", meaning: "The creature may not take a move action into that zone now." },
    ErrorCode { code: "cannot-pass", meaning: "Passing needs fewer active creatures than the opponent has." },
    ErrorCode {
        code: "cannot-reveal",
        meaning: "The enchantment may not be revealed in this window, or its cost can't be paid.",
    },
    ErrorCode { code: "cannot-target", meaning: "The target is out of range or sight, guarded, or of the wrong sort." },
    ErrorCode { code: "mandatory-action", meaning: "A mandatory action must be obeyed first." },
    ErrorCode { code: "no-such-attack", meaning: "The creature has no attack of that name." },
    ErrorCode { code: "no-such-name", meaning: "Nothing is called that. Names are card and number, as kraken#1." },
    ErrorCode { code: "not-active", meaning: "The creature is not an active creature of yours." },
    ErrorCode { code: "lacks-mana", meaning: "It costs more mana than is there." },
    ErrorCode { code: "lacks-valor", meaning: "It costs more Valor than is there." },
    ErrorCode { code: "not-in-book", meaning: "The spellbook has no further copy, or the caster may not cast it." },
    ErrorCode { code: "not-offered", meaning: "That is not among the choices of this window." },
    ErrorCode { code: "not-planned", meaning: "The caster has not planned that card." },
    ErrorCode { code: "quickcast-used", meaning: "The quickcast action is used up." },
    ErrorCode { code: "special-card", meaning: "The card's text is not played yet; plan another." },
];
