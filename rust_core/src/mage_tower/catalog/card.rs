//! What a card file may say: one [`CardEntry`] a card, its effects as lists of operations.
//!
//! Operations are written as one-key tables, `{ arrow = 3 }`, so that a fault in a file is found at its own line.

use serde::{Deserialize, Serialize};

use super::{BlockId, CardId};

/// Where a card belongs (MT-1).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Dealt to everybody (MT-1.2).
    Basic,
    /// Bought with gold (MT-11).
    Prize,
    /// MT-13.
    Confusion,
    /// MT-14.
    Demonspawn,
    /// Of the Demonspawn pile (MT-14.4).
    Token,
    /// Of the base monster decks (MT-6.11).
    Monster,
    /// Drafted or dealt (MT-1.6).
    Draft,
    /// Of the co-op deck (MT-15).
    CoopMonster,
}

/// The type on the card.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardType {
    /// Stays until the end of the turn (MT-7.4).
    Ability,
    /// MT-8.
    Defender,
    /// MT-9.
    Permanent,
    /// MT-10.
    Equipment,
    /// MT-12.
    MonsterAttack,
    /// MT-2.10.
    Boon,
    /// On a monster board.
    Monster,
    /// Stands for a Monster-Attack card (MT-12.6).
    Placeholder,
}

/// No rules meaning (MT-1.7).
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    #[default]
    Green,
    Black,
    Blue,
    White,
    Red,
    Yellow,
    Orange,
}

/// A card named in an operation; its number is filled in when all files are read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Named {
    /// The id as written.
    pub id: String,
    /// Its number.
    pub card: CardId,
}

impl From<String> for Named {
    fn from(id: String) -> Self {
        Self { id, card: CardId(0) }
    }
}

impl From<Named> for String {
    fn from(named: Named) -> Self {
        named.id
    }
}

/// A list of operations; its number is filled in when all files are read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Op>", into = "Vec<Op>")]
pub struct Block {
    /// In order.
    pub ops: Vec<Op>,
    /// Its place in the catalogue's list of all blocks.
    pub id: BlockId,
}

impl From<Vec<Op>> for Block {
    fn from(ops: Vec<Op>) -> Self {
        Self { ops, id: BlockId::default() }
    }
}

impl From<Block> for Vec<Op> {
    fn from(block: Block) -> Self {
        block.ops
    }
}

/// A number, or what is counted for it: `3`, `{ count = "my-discard", div = 3, plus = 1, max = 8 }` (MT-18.2).
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "a number, or a table of count, div, plus, max")]
pub enum Amount {
    /// Just that.
    Fixed(u8),
    /// `count / div + plus`, rounded down, at most `max`.
    Counted(Counted),
}

/// See [`Amount`].
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// What is counted.
    pub count: Count,
    /// Divided by this, rounded down; at least 1.
    #[serde(default = "one")]
    pub div: u8,
    /// And this added.
    #[serde(default)]
    pub plus: u8,
    /// Not more than this.
    #[serde(default)]
    pub max: Option<u8>,
}

const fn one() -> u8 {
    1
}

/// What an [`Amount`] counts.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// Cards in your discard pile.
    MyDiscard,
    /// Cards in the deck and the discard pile of the player that it is for.
    TheirDeckAndDiscard,
    /// How far you are below 20 life.
    #[serde(rename = "life-below-20")]
    LifeBelow20,
    /// The sum of your Defenders' attack values.
    MyDefendersAttack,
}

/// Players.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The card's controller.
    #[default]
    You,
    /// All other living players (MT-21.6).
    EachOpponent,
    /// The opponent named when the card was played.
    ChosenOpponent,
    /// The one it happens to: attacked, whose board, whose turn, or who chose.
    ThatPlayer,
    /// All living players.
    EachPlayer,
    /// All together (co-op).
    Team,
    /// Who dealt the last damage (MT-15.11).
    Killer,
}

/// Monsters of the own board.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Monsters {
    /// The first one.
    Closest,
    /// Each, closest first.
    All,
    /// The last one damaged by this card's arrow damage, if it lives (MT-17.8).
    LastDamaged,
    /// An angry one of your choice, chosen now.
    ChosenAngry,
    /// Each that came in this turn (MT-17.9).
    EnteredThisTurn,
    /// Each with at most so much health left.
    Weak(u8),
}

/// Where a Demonspawn comes in.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpawnAt {
    /// At the back of the board of the monster that says it.
    SameBoard,
    /// As a Defender of yours (MT-14.2).
    OwnDefender,
    /// At the back of each opponent's board.
    EachOpponentBoard,
}

/// Who becomes angry.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AngerAt {
    /// The closest calm one of the chosen opponent's board (MT-6.15).
    ChosenOpponentClosest,
    /// All others of the same board.
    AllOthers,
}

/// Where the closest monster of the own board goes.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShiftTo {
    /// Behind all others.
    Back,
    /// To the end of the chosen opponent's board.
    ChosenOpponent,
}

/// Whose text is carried out (MT-18.9).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CopyFrom {
    /// An Ability (no prize, no Confusion) in an opponent's discard pile; may be declined.
    OpponentDiscard,
    /// A prize card in the own discard pile, named when the card is played.
    OwnPrize,
}

/// Which Defenders are harmed.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefendersHit {
    /// That player's one with the lowest remaining health; the player chooses among ties (MT-12.8).
    Lowest,
    /// All of all players.
    All,
}

/// What an `if` asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// This very copy was not bought this turn (MT-11.4).
    NotBought,
    /// This card's arrow damage killed at least so many.
    Kills(u8),
    /// You control a card of that id.
    Controls(Named),
}

/// The windows of `choose`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChooseWindow {
    BogWitch,
    BrazenBargain,
    Sabotage,
    BloodTithe,
    Choice,
}

/// The lines of `choose`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OptionWord {
    /// `confusion`.
    Confusion,
    /// `damage`.
    Damage,
    /// `discard ID#n`: an own Permanent or Equipment, which is discarded; not offered without one.
    Discard,
    /// `gold`.
    Gold,
}

/// One option of `choose`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionEntry {
    /// What the player says.
    pub line: OptionWord,
    /// Gold that the player must have for it to be offered.
    #[serde(default)]
    pub needs_gold: u8,
    /// What happens; that player is the one who chose.
    #[serde(default, rename = "do")]
    pub block: Block,
}

/// One step of an effect. See `README.md` for a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Op {
    /// Arrow damage on your board (MT-7.5 to MT-7.10).
    Arrow(Amount),
    /// Plain damage to monsters of your board.
    Harm { amount: u8, to: Monsters },
    /// Kills monsters of your board (co-op: 5 damage, MT-15.7).
    Destroy(Monsters),
    /// Damage to players.
    Damage { amount: Amount, to: Who },
    /// You gain life (MT-18.5).
    Life(u8),
    /// You draw cards.
    Draw(u8),
    /// You gain energy.
    Energy(u8),
    /// Gold gained, or lost (not below 0) if negative.
    Gold { amount: i8, who: Who },
    /// Each opponent with gold gives you so much.
    Steal(u8),
    /// Confusion from the pile into discard piles (MT-13.2).
    Confusion { count: u8, who: Who },
    /// A Demonspawn from the pile (MT-14).
    Demonspawn(SpawnAt),
    /// A token Defender from the pile for you; `or` if there is none left.
    Token {
        id: Named,
        #[serde(default)]
        or: Block,
    },
    /// `then` if it holds, else `otherwise`.
    If {
        when: Condition,
        #[serde(rename = "then")]
        then_do: Block,
        #[serde(default)]
        otherwise: Block,
    },
    /// Up to so many angry monsters of your board, named when the card is played, stop being angry.
    Calm(u8),
    /// Monsters become angry.
    Anger(AngerAt),
    /// The closest monster of your board is moved and stops being angry.
    Shift(ShiftTo),
    /// A monster of that subtype on your board, or from your monster discard pile, becomes a Defender of yours (MT-17.7).
    Charm(String),
    /// Carries out another card's text.
    Copy(CopyFrom),
    /// Up to `count` Defenders of the own deck that cost at most `max_cost` come into play; then the deck is shuffled.
    Search { count: u8, max_cost: u8 },
    /// An Ability of your discard pile, not of this card's id, comes to your hand.
    Recover,
    /// Up to so many Confusion of your hand and discard pile return to the pile.
    Forget(u8),
    /// Reveals cards of your deck, `each` for every one that is no Defender, until a Defender or the end of the deck (MT-17.6).
    RevealUntilDefender { each: Block },
    /// Reveals the top card: with an even cost it comes to your hand and `even` happens, else it is discarded and `odd` happens.
    Toss { even: Block, odd: Block },
    /// Look at so many, take one, the others go to the bottom (MT-18.8).
    Sift(u8),
    /// Shuffles your discard pile into your deck.
    Replenish,
    /// Each opponent discards a card of choice, all at once (MT-22.7).
    Unravel,
    /// That player discards so many cards at random.
    DiscardRandom(u8),
    /// The team gives up so many cards (MT-22.12).
    TeamDiscard(u8),
    /// Players choose.
    Choose { window: ChooseWindow, by: Who, options: Vec<OptionEntry>, default: OptionWord },
    /// Removes damage from the Defender named when the ability is used.
    Repair(u8),
    /// Removes all damage from your Defenders of that id.
    Restore(Named),
    /// Each other Defender of yours may attack so many times more this turn.
    ExtraAttacks(u8),
    /// This monster gets attack for the rest of the game.
    Strengthen(u8),
    /// The chosen opponent's next monster phase takes so many points more (MT-6.10).
    Tidings(u8),
    /// Damage to Defenders.
    HarmDefenders { amount: u8, whom: DefendersHit },
    /// Monsters from outside the deck come behind.
    Summon { id: Named, count: u8 },
    /// This Permanent is attached to the monster named, or to another one if it is already on one (MT-17.4).
    Attach,
    /// Gamestart: this card comes into play.
    EnterPlay,
    /// Gamestart: this card comes to the starting hand, if its owner likes.
    MayTakeToHand,
    /// Gamestart: this card starts in the discard pile.
    ToDiscard,
}

/// Whom an aura is on.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuraOn {
    /// The Defender that wears it.
    Equipped,
    /// All your Defenders.
    MyDefenders,
    /// The other monsters of the same board.
    OtherMonsters,
}

/// What is always so while the card is in play; asked again after every step (MT-18.3).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Static {
    /// More attack and health for others; `subtypes` (any of them) or all.
    Aura {
        on: AuraOn,
        #[serde(default)]
        subtypes: Vec<String>,
        #[serde(default)]
        attack: u8,
        #[serde(default)]
        health: u8,
    },
    /// Its base attack is counted (MT-8.11).
    AttackIs(Amount),
    /// The base attack of the Defender that wears it (MT-8.11).
    EquippedAttackIs(u8),
    /// Its attack is that of the next monster behind it.
    MirrorsBehind,
    /// It (or who wears it) attacks with arrow damage (MT-8.8).
    ArrowAttack,
    /// It may attack any monster of the board.
    FreeTarget,
    /// It may attack so many times more each turn.
    ExtraAttack(u8),
    /// It may not attack.
    CannotAttack,
    /// It takes so much less from what it attacks.
    Parry(u8),
    /// Each damage to it is so much less (MT-15.12).
    Armour(u8),
    /// Each angry attack on you deals so much less.
    Moat(u8),
    /// Each angry attack on an opponent deals so much more, at most `max` a monster phase.
    Totem { amount: u8, max: u8 },
    /// The first angry attack on you of a monster phase hits this Defender instead.
    Sentinel,
    /// What prize cards cost changes (MT-11.5).
    Price { who: Who, amount: i8 },
    /// What players start their casting phase with changes.
    StartEnergy { who: Who, amount: i8 },
    /// It enters angry.
    EntersAngry,
    /// Its attack deals so much more for each other monster that was angry when the step began.
    Frenzy(u8),
}

/// What a trigger waits for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum On {
    /// A monster's angry damage reached a player (MT-6.14).
    AttacksPlayer,
    /// A monster is killed.
    Killed,
    /// Another monster of the board is killed.
    OtherKilled,
    /// The monster that it is attached to is killed.
    AttachedKilled,
    /// The controller's turn begins.
    TurnBegin,
    /// The turn of the board's player begins.
    BoardTurnBegin,
    /// An opponent's turn begins.
    OpponentTurnBegin,
    /// An opponent draws in the own turn, beyond its beginning.
    OpponentDraws,
    /// A Defender dies.
    Dies,
    /// The Defender that wears it kills a monster by attacking.
    EquippedKills,
    /// The Defender that wears it attacks.
    EquippedAttacks,
    /// A monster enters the board.
    Enters,
    /// The co-op deck's turn begins.
    DeckTurnBegin,
}

/// A trigger.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// What it waits for.
    pub on: On,
    /// Only the first time each turn.
    #[serde(default)]
    pub once_a_turn: bool,
    /// What happens.
    #[serde(rename = "do")]
    pub block: Block,
}

/// What is given up for an activated ability.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sacrifice {
    /// An own Defender.
    Defender,
    /// The card itself.
    This,
    /// A card of the hand, discarded.
    HandCard,
}

/// An activated ability (MT-9.2).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activated {
    /// Energy paid.
    #[serde(default)]
    pub energy: u8,
    /// What else is paid.
    #[serde(default)]
    pub sacrifice: Option<Sacrifice>,
    /// Times a turn; left out: no limit.
    #[serde(default)]
    pub limit: Option<u8>,
    /// What happens.
    #[serde(rename = "do")]
    pub block: Block,
}

/// An answer to what an opponent does (MT-22.10, MT-22.11).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reaction {
    /// The card is discarded, and a Monster-Attack is not put onto the own board.
    RefuseMonsterAttack,
    /// Once a turn: gold is paid, and an attacking Defender takes more damage.
    AmbushDefender { gold: u8, damage: u8 },
}

/// A card as a file has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardEntry {
    /// Lower case letters and `_`.
    pub id: String,
    /// For people.
    pub name: String,
    /// Where it belongs; left out in a custom file: a draft card.
    #[serde(default = "draft")]
    pub group: Group,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: CardType,
    /// What it is beyond that: `orc`, `goblin`.
    #[serde(default)]
    pub subtypes: Vec<String>,
    /// No rules meaning.
    #[serde(default)]
    pub colour: Colour,
    /// Energy.
    #[serde(default)]
    pub cost: u8,
    /// Gold, for prize cards.
    #[serde(default)]
    pub price: u8,
    /// Of Defenders and monsters.
    #[serde(default)]
    pub attack: u8,
    /// Of Defenders and monsters; at least 1.
    #[serde(default)]
    pub health: u8,
    /// What it counts in step c (MT-6.5).
    #[serde(default)]
    pub points: u8,
    /// Left out for beginners (MT-2.11).
    #[serde(default)]
    pub advanced: bool,
    /// In the box.
    #[serde(default = "one")]
    pub copies: u8,
    /// What it does, in our own words.
    #[serde(default)]
    pub text: String,
    /// Carried out when it is played or comes into play (MT-18.6).
    #[serde(default)]
    pub play: Block,
    /// Before the first turn (MT-2.9).
    #[serde(default)]
    pub gamestart: Block,
    /// While it is in play.
    #[serde(default)]
    pub statics: Vec<Static>,
    /// When something happens.
    #[serde(default)]
    pub triggers: Vec<Trigger>,
    /// In the own casting phase.
    #[serde(default)]
    pub activated: Option<Activated>,
    /// In other players' turns.
    #[serde(default)]
    pub reaction: Option<Reaction>,
}

const fn draft() -> Group {
    Group::Draft
}
