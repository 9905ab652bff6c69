### Mage Tower.
###
### $who says whom a sentence is about: "you", "other" ($name is that player's name), or "team".
### Events are clauses: they begin small and have no full stop, as several of them make one sentence.

## People and things

mt-person =
    { $who ->
        [you] you
       *[other] { $name }
    }
mt-thing =
    { $who ->
        [you] your { $thing }
       *[other] { $name }'s { $thing }
    }
mt-hurt = { $thing }, { $damage } damage
mt-price = { $card } { $price } gold ({ $left } left)

mt-type-ability = Ability
mt-type-boon = Boon
mt-type-defender = Defender
mt-type-equipment = Equipment
mt-type-monster = monster
mt-type-monster-attack = Monster-Attack
mt-type-permanent = Permanent
mt-type-placeholder = placeholder

## How a match is won

mt-goal-versus = Keep your tower standing: whoever has no life left is out, the last one wins. When the monsters have come round, the most life wins.
mt-goal-coop = Stand together: the team wins when the monster deck and the board are empty, and loses when its life is gone.
mt-goal-solo = Hold out: you win when the monster deck and your board are empty, and lose when your life is gone.

## Events

mt-ev-first-player =
    { $who ->
        [you] you go first
       *[other] { $name } goes first
    }
mt-ev-draft-round =
    { $kind ->
        [visible] draft, layout { $round }: { $cards }
       *[hidden] draft, pick { $round }: everybody chooses a card and passes the others on
    }
mt-ev-pack =
    { $kind ->
        [known] you hold { $cards }
       *[hidden] { $name } holds { $count } cards
    }
mt-ev-picked =
    { $kind ->
        [known] you pick { $card }
       *[hidden] { $name } picks a card
    }
mt-ev-picked-openly =
    { $who ->
        [you] you take { $card }
       *[other] { $name } takes { $card }
    }
mt-ev-dropped =
    { $kind ->
        [known] you put { $card } away
       *[hidden] { $name } puts a card away
    }
mt-ev-gamestart-shown =
    { $who ->
        [you] you show what acts before the game: { $cards }
       *[other] { $name } shows what acts before the game: { $cards }
    }
mt-ev-gamestart-taken =
    { $kind ->
        [yes] { $who ->
            [you] you take { $card } into your first hand
           *[other] { $name } takes { $card } into the first hand
        }
       *[no] { $who ->
            [you] you leave { $card } in your deck
           *[other] { $name } leaves { $card } in the deck
        }
    }
mt-ev-starts-discarded =
    { $who ->
        [you] { $card } starts in your discard pile
       *[other] { $card } starts in { $name }'s discard pile
    }
mt-ev-turn-began =
    { $who ->
        [you] turn { $turn } is yours
        [team] turn { $turn } is the monsters'
       *[other] turn { $turn } is { $name }'s
    }
mt-ev-drew =
    { $kind ->
        [known] you draw { $cards }
       *[hidden] { $who ->
            [you] you draw { $count ->
                [one] a card
               *[other] { $count } cards
            }
           *[other] { $name } draws { $count ->
                [one] a card
               *[other] { $count } cards
            }
        }
    }
mt-ev-income = { $drew } and { $who ->
        [you] have { $gold } gold
       *[other] has { $gold } gold
    }
mt-ev-reshuffled =
    { $who ->
        [you] your discard pile becomes your new deck
       *[other] { $name }'s discard pile becomes a new deck
    } ({ $count ->
        [one] { $count } card
       *[other] { $count } cards
    })
mt-ev-shuffled =
    { $who ->
        [you] you shuffle your deck
       *[other] { $name } shuffles the deck
    }
mt-ev-monsters-reshuffled =
    { $who ->
        [you] your monster deck comes round for time { $times }
        [team] the monster deck comes round for time { $times }
       *[other] { $name }'s monster deck comes round for time { $times }
    }
mt-ev-gold =
    { $way ->
        [gain] { $who ->
            [you] you gain { $amount } gold ({ $gold } now)
           *[other] { $name } gains { $amount } gold ({ $gold } now)
        }
       *[lose] { $who ->
            [you] you give up { $amount } gold ({ $gold } left)
           *[other] { $name } gives up { $amount } gold ({ $gold } left)
        }
    }
mt-ev-energy =
    { $who ->
        [you] you gain { $amount } energy ({ $energy } now)
       *[other] { $name } gains { $amount } energy ({ $energy } now)
    }
mt-ev-life-gained =
    { $who ->
        [you] you gain { $amount } life ({ $life } now)
        [team] the team gains { $amount } life ({ $life } now)
       *[other] { $name } gains { $amount } life ({ $life } now)
    }
mt-ev-life-lost =
    { $amount ->
        [0] { $who ->
            [you] you lose no life
            [team] the team loses no life
           *[other] { $name } loses no life
        }
       *[other] { $who ->
            [you] you lose { $amount } life, { $life } left
            [team] the team loses { $amount } life, { $life } left
           *[other] { $name } loses { $amount } life, { $life } left
        }
    }
mt-ev-monster-attacks = { $thing } attacks for { $amount }
mt-ev-redirected = { $to } takes the blow
mt-ev-left = { $thing } is discarded
mt-ev-angry =
    { $who ->
        [you] angry now on your board: { $things }
        [team] angry now: { $things }
       *[other] angry now on { $name }'s board: { $things }
    }
mt-ev-calmed = { $thing } is calm again
mt-ev-monster-entered =
    { $who ->
        [you] new on your board: { $things }
        [team] new on the board: { $things }
       *[other] new on { $name }'s board: { $things }
    }{ $points ->
        [0] {""}
       *[other] {" "}({ $points } points)
    }
mt-angry-already = { $thing }, angry
mt-ev-monster-skipped = passed over (too many points): { $card }
mt-ev-monster-set-aside = back on top of the deck (too many points): { $card }
mt-ev-casting-began =
    { $who ->
        [you] you have { $energy } energy
       *[other] { $name } has { $energy } energy
    }
mt-ev-played =
    { $who ->
        [you] you play { $card }
       *[other] { $name } plays { $card }
    } ({ $cost ->
        [0] free
       *[other] { $cost } energy, { $energy } left
    })
mt-played-on = { $thing } on { $on }
mt-ev-bought =
    { $who ->
        [you] you buy { $card }
       *[other] { $name } buys { $card }
    } ({ $price } gold, { $gold } left)
mt-ev-cycled =
    { $who ->
        [you] you discard { $card } for a new card
       *[other] { $name } discards { $card } for a new card
    } (2 energy, { $energy } left)
mt-ev-used =
    { $who ->
        [you] you use { $thing }
       *[other] { $name } uses { $thing }
    } ({ $energy } energy left)
mt-ev-entered =
    { $kind ->
        [attached] { $thing } goes onto { $on }
       *[alone] { $thing } comes into play
    }
mt-ev-attacked =
    { $kind ->
        [monster] { $thing } attacks { $target }
       *[empty] { $thing } attacks past the empty board
    }
mt-ev-damaged =
    { $amount ->
        [0] { $thing } takes no damage
       *[other] { $thing } takes { $amount } damage, { $left } left
    }
mt-killed-by = { $thing } takes { $amount } damage and is killed
mt-ev-repaired =
    { $damage ->
        [0] { $thing } is whole again
       *[other] { $thing } has { $damage } damage left
    }
mt-ev-killed = { $thing } is killed
mt-ev-moved =
    { $kind ->
        [away] { $thing } goes to { $who ->
            [you] your board, as { $to }
           *[other] { $name }'s board, as { $to }
        }
       *[back] { $thing } goes behind all others, calm
    }
mt-ev-charmed =
    { $kind ->
        [board] { $thing } becomes a Defender: { $to }
       *[pile] { $to } comes from the monsters' discard pile, as a Defender
    }
mt-ev-strengthened = { $thing } has attack { $attack } now
mt-ev-confused =
    { $who ->
        [you] you get { $count } Confusion ({ $left } left in the pile)
       *[other] { $name } gets { $count } Confusion ({ $left } left in the pile)
    }
mt-ev-discarded =
    { $who ->
        [you] you discard { $card }
       *[other] { $name } discards { $card }
    }
mt-ev-revealed =
    { $who ->
        [you] you reveal { $card }
       *[other] { $name } reveals { $card }
    }
mt-ev-recovered =
    { $who ->
        [you] you take { $card } back from your discard pile
       *[other] { $name } takes { $card } back from the discard pile
    }
mt-ev-returned =
    { $who ->
        [you] you put { $count } { $card } back on the pile
       *[other] { $name } puts { $count } { $card } back on the pile
    }
mt-ev-looked =
    { $kind ->
        [known] you look at { $cards }
       *[hidden] { $name } looks at the top of the deck ({ $count })
    }
mt-ev-took =
    { $kind ->
        [known] you take { $card } into your hand
       *[hidden] { $name } takes a card into the hand
    }
mt-ev-copied =
    { $who ->
        [you] you do what { $card } says
       *[other] { $name } does what { $card } says
    }
mt-ev-tidings =
    { $who ->
        [you] your next monsters will be worth { $points } points more
       *[other] { $name }'s next monsters will be worth { $points } points more
    }
mt-ev-refused =
    { $who ->
        [you] you keep { $card } off your board
       *[other] { $name } keeps { $card } off the board
    }
mt-ev-ambushed =
    { $who ->
        [you] you ambush { $thing } for 1 gold
       *[other] { $name } ambushes { $thing } for 1 gold
    }
mt-ev-chose =
    { $who ->
        [you] you choose { $line }
       *[other] { $name } chooses { $line }
    }
mt-ev-answered =
    { $who ->
        [you] you have answered
       *[other] { $name } has answered
    }
mt-ev-last-turns =
    { $kind ->
        [more] the end is near: { $people } can take one turn more, then the most life wins
       *[none] the end is near: after this turn the most life wins
    }
mt-ev-eliminated =
    { $who ->
        [you] you have no life left and are out
       *[other] { $name } has no life left and is out
    }
mt-ev-retired =
    { $who ->
        [you] you leave the game
       *[other] { $name } leaves the game
    }
mt-ev-retired-resigned =
    { $who ->
        [you] you resign
       *[other] { $name } resigns
    }
mt-ev-retired-time =
    { $who ->
        [you] your time is up
       *[other] { $name }'s time is up
    }

## Board

mt-title = Mage Tower
mt-phase-draft = draft
mt-phase-keep = choosing a deck
mt-phase-gamestart = before the game
mt-phase-begin = beginning
mt-phase-monster = monsters
mt-phase-casting = casting
mt-phase-end = end of turn
mt-phase-over = over
mt-moment = turn { $turn }: { $name }, { $phase }
mt-moment-monsters = turn { $turn }: the monsters
mt-moment-none = turn { $turn }, { $phase }
mt-clock =
    { $who ->
        [you] you { $clock }
       *[other] { $name } { $clock }
    }
mt-side =
    { $who ->
        [you] { $name } (you)
        [team] The team
       *[other] { $name }
    }
mt-number-life = life { $amount }
mt-number-gold = gold { $amount }
mt-number-energy = energy { $amount }
mt-number-next-energy = next energy { $amount }
mt-number-hand-size = hand { $amount }
mt-number-deck-size = deck { $amount }
mt-number-discard-size = discard { $amount }
mt-out = out
mt-last-turn = one turn left
mt-points = next monsters { $least } to { $most } points
mt-monster-deck = monster deck { $amount }
mt-monster-deck-ends = monster deck { $amount } ({ $times }/{ $most })
mt-zone-monsters = monsters
mt-zone-defenders = defenders
mt-zone-permanents = in play
mt-zone-played = played
mt-zone-hand = hand
mt-zone-picked = picked
mt-zone-buy = to buy
mt-confusion-left = Confusion { $amount }
mt-on = { $thing } on { $on }
mt-sign-closest = closest first
mt-sign-numbers = 2/3: attack 2, health 3
mt-sign-angry = !: angry, attacks next turn
mt-sign-delay = ~: calm a turn longer
mt-sign-ready = *: may attack

## Board in sentences

mt-linear-clocks = Clocks: { $clocks }.
mt-linear-side =
    { $who ->
        [you] You: { $numbers }.
        [team] The team: { $numbers }.
       *[other] { $name }: { $numbers }.
    }
mt-linear-zone =
    { $who ->
        [you] Your { $zone }: { $things }.
        [team] The { $zone }: { $things }.
       *[other] { $name }'s { $zone }: { $things }.
    }
mt-linear-buy = To buy: { $things }.
mt-linear-empty = none
mt-linear-closest = monsters, closest first
mt-linear-defenders = Defenders
mt-linear-permanents = other cards in play
mt-linear-played = cards played this turn
mt-linear-hand = hand
mt-linear-picked = picks
mt-linear-body = { $thing }, attack { $attack }, health { $health }
mt-linear-damage = { $damage } damage
mt-linear-angry = angry
mt-linear-delay = calm a turn longer
mt-linear-ready = may attack
mt-linear-worn = with { $things }
mt-linear-held = { $card }, { $cost } energy, { $use }

## Windows, for who waits

mt-window-casting = casting
mt-window-draft-hidden = a draft pick
mt-window-draft-visible = a draft pick
mt-window-keep = choosing a deck
mt-window-gamestart = a card before the game
mt-window-target = a target
mt-window-search = a search of the deck
mt-window-sift = a look at the deck
mt-window-copy = a text to copy
mt-window-harpy = the Harpy's victim
mt-window-bog-witch = the Bog Witch
mt-window-brazen-bargain = the Brazen Bargain
mt-window-unravel = a card to discard
mt-window-sabotage = the Sabotage
mt-window-blood-tithe = the Blood Tithe
mt-window-warded-gate = the Warded Gate
mt-window-ambush-marker = the Ambush Marker
mt-window-village-mob = the Village Mob

## Questions; $only is "yes" if there is nothing to choose

mt-ask-casting =
    { $only ->
        [yes] Casting: { $energy } energy, { $gold } gold, and nothing that you could do with it.
       *[no] Casting: { $energy } energy, { $gold } gold. Type a line, or its number:
    }
mt-ask-draft-hidden = Draft, pick { $round }: take a card of this pack; the others see nothing of it.
mt-ask-draft-visible = Draft: take a card; then { $name } takes one, by turns.
mt-ask-keep =
    { $count ->
        [one] Your deck: put 1 more card away.
       *[other] Your deck: put { $count } more cards away; 8 stay.
    }
mt-ask-gamestart = Pathfinder can come into your first hand, as a card more.
mt-ask-target = Which angry monster?
mt-ask-search = Which Defenders come from your deck into play?
mt-ask-sift = Which of these cards comes into your hand? The others go to the bottom.
mt-ask-copy = Parrot Familiar: what a card of an opponent's discard pile says, is done for you.
mt-ask-harpy = A Harpy deals 2 damage to your weakest Defender. Which one?
mt-ask-bog-witch = The Bog Witch demands: lose 1 gold, or take 1 damage.
mt-ask-brazen-bargain = A Brazen Bargain: its owner gains 1 gold, or you take 1 damage.
mt-ask-unravel = UNRAVEL: discard a card of your hand. All answers are shown together.
mt-ask-sabotage = SABOTAGE: discard a Permanent or an Equipment, or take 2 damage.
mt-ask-blood-tithe = BLOOD TITHE: take 3 damage, or get 2 Confusion. All answers are shown together.
mt-ask-warded-gate = WARDED GATE? A Monster-Attack comes to your board. Discard the gate to keep it off?
mt-ask-ambush-marker = AMBUSH? An opponent's Defender attacks. Pay 1 gold so that it takes 1 damage more?
mt-ask-village-mob = VILLAGE MOB: the team discards 2 cards. What do you give?
mt-picked-so-far = Picked so far: { $cards }
mt-more =
    { $count ->
        [one] ({ $count } more line: 'choices' lists all)
       *[other] ({ $count } more lines: 'choices' lists all)
    }
mt-seat = { $seat } ({ $name })
mt-no-target = (nothing more)
mt-default = 0 is short for { $line }
mt-reaction = ** { $text }

## What a line would do

mt-about-end = end your turn
mt-about-cost =
    { $cost ->
        [0] free: { $use }
       *[other] { $cost } energy: { $use }
    }
mt-about-price = { $price } gold: { $use }
mt-about-cycle = 2 energy: draw a card instead
mt-about-card = { $type }, { $cost } energy: { $use }
mt-about-boon = { $type }: { $use }
mt-hit-kills = kills { $things }
mt-hit-left = { $amount } to { $thing } ({ $left } left)
mt-hit-self-killed = it falls
mt-hit-self = { $amount } back ({ $left } left)
mt-hit-players = { $amount } damage to { $people }
mt-about-arrows = { $amount } arrow damage: { $hits }
mt-about-arrows-and = { $use } (arrows: { $hits })
mt-about-none = nothing
mt-about-body = { $attack }/{ $health }, { $left } left
mt-about-none-given = give nothing; the others must
mt-about-gamestart-take = into your first hand
mt-about-gamestart-leave = it stays in your deck
mt-about-bog-witch-gold = lose 1 gold
mt-about-bog-witch-damage = lose 1 life
mt-about-brazen-bargain-gold = the owner of the bargain gains 1 gold
mt-about-brazen-bargain-damage = lose 1 life
mt-about-sabotage-damage = lose 2 life
mt-about-blood-tithe-damage = lose 3 life
mt-about-blood-tithe-confusion = 2 Confusion into your discard pile
mt-about-warded-gate-use = the monster stays away, and the gate is gone
mt-about-warded-gate-pass = let it in and keep the gate
mt-about-ambush-marker-use = 1 gold, 1 more damage
mt-about-ambush-marker-pass = keep your gold

## Hints for a first game

mt-hint-draft = Cards that deal arrow damage keep your board clear, the more for little energy the better: { $line }.
mt-hint-draft-other = Cheap cards are easy to fit into a turn of 7 energy: { $line }.
mt-hint-keep = Put away what is dear and does no damage: { $line }.
mt-hint-win = { $line } brings an opponent down.
mt-hint-kills =
    { $angry ->
        [0] Type { $line }: it clears your board a little. Monsters become angry when your next turn begins, and attack a turn later.
       *[other] Type { $line }: angry monsters deal { $angry } damage when your next turn begins, and this kills { $things }.
    }
mt-hint-hits = Type { $line }: damage stays on monsters, so the next blow can finish { $things }.
mt-hint-past = Your board is empty, so arrows and Defenders hit your opponents: { $line }.
mt-hint-strike = Type { $line }: your Defender kills { $things } and survives. A Defender may attack once a turn.
mt-hint-trade = Type { $line }: your Defender falls, but kills { $things }, which would attack you next turn.
mt-hint-defender = Type { $line }: a Defender stays in play and may attack at once, in this and every later turn.
mt-hint-buy = Type { $line }: a prize acts at once, then belongs to your deck and costs no energy later.
mt-hint-play = Energy that you don't spend is lost when the turn ends: { $line }.
mt-hint-cycle = Nothing of use is left, but { $line } turns a card into a new one.
mt-hint-end = Nothing more that helps. Type { $line }.
mt-hint-default = When in doubt: { $line }.

## Refusals of the rules; the rule follows in brackets

mt-refusal-already-given = Your answer is in and can't be changed. The others are still asked.
mt-refusal-cannot-attack = { $name } never attacks.
mt-refusal-cannot-be-bought = Only prize cards are bought: intellect, summoning, gloryseeking.
mt-refusal-cannot-be-cycled = Only Equipment can be discarded for a new card. Play { $card }, or keep it.
mt-refusal-cannot-be-played = A Boon starts in play and is never played.
mt-refusal-defender-has-attacked = { $name } has attacked this turn; a Defender attacks once a turn. Attack with another one, or type end.
mt-refusal-empty-board = There is no monster on the board that it could work on.
mt-refusal-empty-pile = The last { $card } is gone. Buy something else.
mt-refusal-already-out = You are out of the match already; the others go on.
mt-refusal-match-over = The match is over; nothing can be played any more.
mt-refusal-needs-a-defender = { $card } is put on a Defender of yours, and you have none. Play one first, or: cycle { $card }
mt-refusal-needs-a-monster = { $card } is put on a monster of your board, and there is none.
mt-refusal-no-ability = { $name } has nothing to use. It does by itself what it says: card { $name }
mt-refusal-no-such-seat = This match has no such seat.
mt-refusal-no-target = That can't be named there. 'choices' lists what can.
mt-refusal-not-closest = A Defender attacks the closest monster of your board. Type: attack { $name }
mt-refusal-not-enough-energy = That costs { $cost } energy, and you have { $energy }. Choose something cheaper, or type end.
mt-refusal-not-enough-gold = That costs { $price } gold, and you have { $gold }. You gain 1 gold a turn.
mt-refusal-not-held = You do not hold { $card }. { $is_empty ->
        [yes] Your hand is empty.
       *[no] Your hand: { $hand }.
    }
mt-refusal-not-in-play = You have no { $name } in play. Copies are numbered: knight#1. 'board' shows yours.
mt-refusal-not-your-decision = It is not your decision now. Wait for yours; 'board' shows where you stand.
mt-refusal-nothing-to-rewind = So many choices can't be taken back.
mt-refusal-unknown-card = No card is called { $card }. Type names as they stand on the board: elite_archer, knight#1.
mt-refusal-unreadable-line =
    { $has_usage ->
        [yes] That can't be read. Say it like this: { $usage }
        [alone] That word stands alone, without anything behind it.
       *[no] That is no choice of the game. 'choices' lists what you can play.
    }
mt-refusal-used-up = { $name } was used as often as it may be this turn.
mt-refusal-wrong-window = That is not asked now. 'choices' lists what is.

## Cards

mt-card-head = { $name } ({ $card }): { $type }{ $has_cost ->
        [yes] , { $cost } energy
       *[no] {""}
    }{ $price ->
        [0] {""}
       *[other] , { $price } gold
    }{ $has_body ->
        [yes] , attack { $attack }, health { $health }
       *[no] {""}
    }{ $points ->
        [0] {""}
       *[other] , { $points } points
    }{ $advanced ->
        [yes] , advanced
       *[no] .
    }
mt-card-play = Type: { $line }
mt-card-rule = Full rule: rules { $rule }
mt-card-several = Several cards begin like that:
mt-cost-short = cost { $cost }
mt-price-short = { $price } gold

## Results

mt-result =
    { $duel ->
        [none] The match
       *[other] Match { $duel }
    } is over: { $end ->
        [won] you win
        [shared] you win together with { $people }
        [lost] you lose, { $people }
        [lost-alone] you lose
        [told] { $people }
        [team-won] the team wins
        [team-lost] the team loses
       *[draw] nobody wins
    }, { $why } (turn { $turn }).
mt-winners =
    { $count ->
        [one] { $people } wins
       *[other] { $people } win
    }
mt-alone-win = { $people } wins
mt-alone-lose = { $people } loses
mt-reason-last-standing = as the last one standing
mt-reason-most-life = with the most life left
mt-reason-deck-cleared = no monster is left
mt-reason-life-gone = no life is left
mt-reason-all-out = nobody is left
mt-reason-round-limit = after a hundred rounds
mt-reason-agreed-draw = by agreement
mt-reason-other = { $reason }

## What each card does, in a few words

mt-do-ambush_marker = once a turn, 1 gold: an attacking enemy Defender takes 1 more
mt-do-angry_mob = 2 arrow damage, then to each opponent's board
mt-do-arcane_furnace = once a turn: discard a card for 2 energy
mt-do-archer = 3 arrow damage
mt-do-ashen_brute = strong, nothing more
mt-do-backs_to_the_wall = 4 arrow damage, +1 for each 5 life below 20
mt-do-banish_across = your closest monster goes to an opponent's board
mt-do-blood_ogre = deals 1 more for each other angry monster
mt-do-blood_tithe = opponents take 3 damage or 2 Confusion
mt-do-bloodblade = +1 attack; a kill brings a Demonspawn Defender
mt-do-bodysnatcher = attack grows with your discard pile; hits as arrows
mt-do-bog_witch = each turn: its player loses 1 gold or 1 life
mt-do-bone_archer = enters: 1 damage to the team
mt-do-boon_of_foresight = you start with a card more
mt-do-boon_of_malice = each opponent starts with 1 Confusion
mt-do-boon_of_plenty = you start with 2 gold
mt-do-boon_of_the_guard = you start with a Decoy Defender
mt-do-boon_of_vigour = you start with 4 more life
mt-do-bounty = on a monster of yours: 3 gold when it is killed
mt-do-bramble_moat = each angry attack deals you 1 less
mt-do-brazen_bargain = opponents' turns: 1 gold for you, or 1 damage
mt-do-burning_sensation = opponents take 1 for each 4 cards they have
mt-do-call_the_militia = a Militia 1/1, draw 1
mt-do-chain_lightning = reveal cards until a Defender: 2 arrow damage each
mt-do-charm_ogre = an Ogre becomes your Defender
mt-do-cinder_hound = enters angry
mt-do-clear_the_mind = up to 2 Confusion back to the pile, draw 1
mt-do-coin_sprite = 1 gold at the start of your turns
mt-do-confusion = nothing; played, it leaves your deck
mt-do-crossbowman = 3 arrow damage, 2 more to the last one hit
mt-do-crusade = up to 2 Defenders (cost 4 or less) from deck to play
mt-do-cull_the_weak = kills monsters with 2 health or less left
mt-do-decoy_token = can't attack
mt-do-delveheart = kills the monsters that came this turn
mt-do-demon = killed: a Demonspawn comes
mt-do-demonspawn = small, nothing more
mt-do-drillmaster = your other Defenders may attack once more
mt-do-echo_glass = 1 gold when an opponent draws more cards
mt-do-element_cannon = 2 energy and a Defender: kill the closest monster
mt-do-elite_archer = 5 arrow damage
mt-do-emberdart = 2 arrow damage
mt-do-false_tidings = an opponent gets 2 more points of monsters
mt-do-field_surgeon = once a turn, 1 energy: heals 2 of another Defender
mt-do-flameback_drake = enters: 2 damage to every Defender
mt-do-frostbind = up to 2 angry monsters become calm
mt-do-giant = strong, nothing more
mt-do-gibbering_cultist = killed: 1 Confusion for each player
mt-do-gloom_lantern = opponents have 1 energy less
mt-do-gloryseeking = 2 arrow damage; later also draw 1
mt-do-goad = an opponent's closest calm monster gets angry, draw 1
mt-do-goblin_sappers = its damage also costs a random card
mt-do-golden_echo = does again what a prize in your discard pile says
mt-do-golem_token = a plain fighter
mt-do-grave_matron = enters: two Grave Rats come
mt-do-grave_rat = small, nothing more
mt-do-gravewarden = dies: draw 1, a Militia 1/1
mt-do-griffon_lancer = may attack any monster of your board
mt-do-harpy = each turn: 2 damage to its player's weakest Defender
mt-do-hell_axe = attack is 3; each attack: 2 damage to opponents
mt-do-hellgate_acolyte = its damage brings a Demonspawn
mt-do-hellhound = weak, nothing more
mt-do-hex_visor = a kill: 1 Confusion for each opponent
mt-do-hexbolt = 2 damage to each opponent
mt-do-hired_rabble = draw 1, then to each opponent's board
mt-do-infernal_pact = a Demonspawn onto each opponent's board
mt-do-insight = draw 2
mt-do-intellect = draw 1; later draw 2
mt-do-iron_juggernaut = every damage to it is 1 less
mt-do-knight = a plain fighter
mt-do-landslide = 2 damage to each monster of your board
mt-do-last_muster = arrow damage: your Defenders' attack, 8 at most
mt-do-lifestone_pendant = a kill: 2 life
mt-do-line_pikeman = takes 1 less from what it attacks
mt-do-longbow_harness = hits as arrows
mt-do-looters_gauntlet = a kill: 1 gold
mt-do-ma_placeholder = stands for a Monster-Attack
mt-do-meat_grinder = to each opponent's board
mt-do-mending_draught = 3 life
mt-do-merchant_pact = prizes cost you 1 gold less
mt-do-militia_token = a plain fighter
mt-do-mind_fog = 1 Confusion for each opponent, draw 1
mt-do-mire_shaman = other monsters have 1 more health
mt-do-mirror_fiend = attack is that of the monster behind it
mt-do-ogre = nothing more
mt-do-orc = nothing more
mt-do-orc_chieftain = 3 to your closest; Orcs and Ogres there +1 health
mt-do-overcharge = 3 energy, lose 2 life
mt-do-parrot_familiar = does what an Ability an opponent discarded says
mt-do-pathfinder = can be in your first hand
mt-do-pickpocket = 1 gold from each opponent who has some
mt-do-pit_summoner = each turn of the deck: a Demonspawn comes
mt-do-plague_rat = killed: 1 Confusion for its player
mt-do-prospecting = 2 gold
mt-do-rallying_standard = your Defenders have 1 more attack
mt-do-recollection = an Ability back from your discard pile
mt-do-sabotage = an opponent loses a Permanent, Equipment or 2 life
mt-do-shape_the_clay = a Clay Golem 3/3, or repairs it
mt-do-shieldmaiden = a plain fighter that bears much
mt-do-shove_back = your closest monster goes to the end, calm; draw 1
mt-do-siege_beetle = to each opponent's board
mt-do-sift_the_omens = the best of your top 3 cards into your hand
mt-do-slow_fuse = 5 arrow damage
mt-do-snare_pit = once, then gone: 4 damage to the closest monster
mt-do-spite_totem = angry attacks on opponents deal 1 more
mt-do-stone_sentinel = takes the first angry attack on you
mt-do-stone_troll = to each opponent's board
mt-do-summoning = 2 energy; later also draw 1
mt-do-sunlance = 3 arrow damage, then 3 to an angry monster
mt-do-tax_imp = each turn: its player loses 1 gold
mt-do-thief_of_hours = players have 1 energy less
mt-do-thorn_volley = 4 arrow damage; two kills: draw 1
mt-do-time_eddy = discard pile into your deck, draw 3
mt-do-toll_gate = opponents' prizes cost 1 gold more
mt-do-toss_the_bones = top card: even cost to hand and 1 gold, odd 4 arrow
mt-do-tower_lich = grows with every other monster killed
mt-do-tower_shield = +3 health
mt-do-treasure_goblin = killed: 3 gold for who killed it
mt-do-twin_blade_duelist = may attack twice a turn
mt-do-unravel = each opponent discards a card
mt-do-village_mob = enters: the team discards 2 cards
mt-do-war_drummer = other monsters of that board have 1 more attack
mt-do-war_maul = +2 attack
mt-do-warband_herald = enters: all others become angry
mt-do-warded_gate = discard it to keep a Monster-Attack off
mt-do-warlock = its damage brings a Confusion
mt-do-watch_spire = 1 arrow damage at the start of your turns
mt-do-whispers_of_legend = a very strong attack
mt-do-wisp = draw 1
