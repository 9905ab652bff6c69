### Wizard's Arena.
###
### Cards are called by whose they are: $owner is "you" or "other", $name the owner's name, $card the copy ("B1").
### $who is "you" or "other" for whom the sentence is about, $name that player's name.
### In a sentence, $card at its start is ready ("Your B1", "Bea's C1"), and so is $target ("your B1", "Bea's C1").

wa-title = Wizard's Arena

wa-goal = Win by taking all of your opponent's Life.

## People and cards

wa-card =
    { $owner ->
        [you] your { $card }
       *[other] { $name }'s { $card }
    }
wa-card-first =
    { $owner ->
        [you] Your { $card }
       *[other] { $name }'s { $card }
    }
wa-player =
    { $who ->
        [you] you
       *[other] { $name }
    }
wa-held = { $card } { $kind }, cost { $cost }
wa-hurt = { $card }, { $damage } damage

wa-ability-archer = archer
wa-ability-blocker = blocker
wa-ability-crasher = crasher
wa-ability-healer = healer
wa-ability-leader = leader
wa-ability-source = source
wa-ability-stealth = stealth
wa-ability-support = support
wa-no-ability = no ability

# What an ability is good for, behind the card in a prompt.
wa-use-archer = can shoot a card
wa-use-blocker = shields you and your other cards
wa-use-crasher = pay 1 Mana when it attacks: +3 Attack
wa-use-healer = trades a Crystal for Life
wa-use-leader = makes a card block
wa-use-source = +1 Mana each turn
wa-use-stealth = attacks past Blockers
wa-use-support = strengthens a card

## Events

wa-event-first-player =
    { $who ->
        [you] The lot falls on you: you begin.
       *[other] The lot falls on { $name }, who begins.
    }
wa-event-cut =
    { $who ->
        [you] You cut
       *[other] { $name } cuts
    } { $owner ->
        [you] your
       *[other] { $owner_name }'s
    } Pattern: { $count ->
        [0] it stays as it is.
        [one] its first card goes to the end.
       *[other] its first { $count } cards go to the end.
    }
wa-event-hand-dealt =
    { $who ->
        [you] Your Hand: { $cards }.
       *[other] { $name }'s Hand: { $cards }.
    }
wa-event-turn-began =
    Turn { $turn }: { $who ->
        [you] you have
       *[other] { $name } has
    } { $crystals ->
        [one] { $crystals } Crystal
       *[other] { $crystals } Crystals
    } and { $mana } Mana.
wa-event-healed =
    { $who ->
        [you] You pay 1 Crystal and gain { $amount } Life: you have { $life } Life, { $crystals ->
            [one] { $crystals } Crystal
           *[other] { $crystals } Crystals
        }.
       *[other] { $name } pays 1 Crystal and gains { $amount } Life: { $life } Life, { $crystals ->
            [one] { $crystals } Crystal
           *[other] { $crystals } Crystals
        }.
    }
wa-event-effects-ended =
    { $who ->
        [you] What you gave to { $cards } ends.
       *[other] What { $name } gave to { $cards } ends.
    }
wa-event-drew =
    { $who ->
        [you] You draw { $card } ({ $kind }).
       *[other] { $name } draws { $card } ({ $kind }).
    }
wa-event-crystal-paid =
    { $who ->
        [you] You pay 1 Crystal to draw two cards, { $crystals } left.
       *[other] { $name } pays 1 Crystal to draw two cards, { $crystals } left.
    }
wa-event-rollover =
    { $who ->
        [you] Your Pattern has come round: you lose { $lost } Life, { $life } left.
       *[other] { $name }'s Pattern has come round: { $name } loses { $lost } Life, { $life } left.
    }
wa-event-summoned =
    { $who ->
        [you] You summon { $card } ({ $kind }) for { $cost } Mana, { $mana } left.
       *[other] { $name } summons { $card } ({ $kind }) for { $cost } Mana, { $mana } left.
    }
wa-event-cast = { $card } is cast ({ $ability }) on { $target } for { $cost } Mana.
wa-event-flashed = { $card } is flashed ({ $ability }) on { $target } for { $cost } Mana.
wa-event-strengthened = { $card } gets { $gift }.
wa-event-damaged = { $card } takes { $amount } damage, { $left } left.
wa-event-destroyed = { $card } is destroyed.
wa-event-attack-began =
    { $who ->
        [you] You go on to your attacks.
       *[other] { $name } goes on to the attacks.
    }
wa-event-attacked =
    { $crash ->
        [yes] { $card } crashes into { $target }.
       *[no] { $card } attacks { $target }.
    }
wa-event-life-lost =
    { $who ->
        [you] You lose { $amount } Life, { $life } left.
       *[other] { $name } loses { $amount } Life, { $life } left.
    }
wa-event-retired =
    { $who ->
        [you] You leave the duel.
       *[other] { $name } leaves the duel.
    }
wa-event-retired-resigned =
    { $who ->
        [you] You resign.
       *[other] { $name } resigns.
    }
wa-event-retired-time =
    { $who ->
        [you] Your time is up.
       *[other] { $name }'s time is up.
    }

## What one choice brought about, merged

# $way is "flash" (from the Hand) or "cast" (from the Arena).
wa-shot =
    { $card } ({ $way }) deals { $amount } damage to { $target }{ $ending ->
        [destroyed] {" "}and destroys it.
       *[left] , { $left } left.
    }
wa-strengthens =
    { $card } ({ $way }) gives { $target } { $gift } until { $who ->
        [you] your
       *[other] { $name }'s
    } next turn.
wa-gift-blocker = Blocker
wa-gift-attack = +{ $amount } Attack
wa-gift-health = +{ $amount } Health
wa-gift-nothing = nothing
wa-returned =
    { $card } goes to the end of { $who ->
        [you] your
       *[other] { $name }'s
    } Pattern.
wa-hits-player =
    { $crash ->
        [yes] { $card } crashes into
       *[no] { $card } attacks
    } { $who ->
        [you] you
       *[other] { $name }
    }: { $amount } damage, { $life } Life left.
wa-hits-card =
    { $crash ->
        [yes] { $card } crashes into
       *[no] { $card } attacks
    } { $target }: { $amount } damage{ $ending ->
        [destroyed] {" "}destroys it.
       *[left] , { $left } left.
    }
wa-strikes-back =
    { $striker } strikes back: { $amount } damage{ $ending ->
        [destroyed] {" "}destroys { $card }.
       *[left] {" "}to { $card }, { $left } left.
    }
wa-rests =
    { $card } does not block until { $who ->
        [you] your
       *[other] { $name }'s
    } next turn.

## Board

wa-phase-cut = the cut
wa-phase-heal = healing
wa-phase-draw = the draw
wa-phase-opening = opening
wa-phase-summoning = summoning
wa-phase-attack = attack
wa-phase-over = over
wa-moment = turn { $turn }: { $name }, { $phase }
wa-clock =
    { $who ->
        [you] you { $clock }
       *[other] { $name } { $clock }
    }
wa-side =
    { $who ->
        [you] { $name } (you)
       *[other] { $name }
    }
wa-life = life { $amount }
wa-crystals = crystals { $amount }
wa-mana = mana { $amount }
wa-zone-arena = arena
wa-zone-hand = hand
wa-zone-next = next
wa-mark-after = (X after { $count })
wa-sign-numbers = 2/1: attack 2, health 1
wa-sign-ready = *: may act this turn
wa-sign-mark = X reached: 3 Life lost

## Board in sentences

wa-linear-clocks = Clocks: { $clocks }.
wa-linear-side =
    { $who ->
        [you] You have { $life } Life, { $crystals } Crystals, { $mana } Mana.
       *[other] { $name } has { $life } Life, { $crystals } Crystals, { $mana } Mana.
    }
wa-linear-arena =
    { $who ->
        [you] Your Arena: { $cards }.
       *[other] { $name }'s Arena: { $cards }.
    }
wa-linear-hand =
    { $who ->
        [you] Your Hand: { $cards }.
       *[other] { $name }'s Hand: { $cards }.
    }
wa-linear-pattern =
    { $who ->
        [you] Your Pattern, next card first: { $cards }
       *[other] { $name }'s Pattern, next card first: { $cards }
    }
wa-linear-empty = empty
wa-linear-numbers = attack { $attack }, health { $health }
wa-linear-damage = { $damage } damage
wa-linear-ready = may act

## Prompts

# $only is "yes" if there is nothing else to choose.
wa-ask-cut =
    Cut { $name }'s Pattern: the first N cards go to its end, then { $name } draws three. Type a line, or its number.
wa-ask-heal = You have { $life } Life. Pay 1 of your { $crystals } Crystals for more?
wa-ask-draw =
    Draw one card, or pay 1 Crystal (you have { $crystals }) and draw two?
wa-ask-summoning =
    { $only ->
        [yes] Summoning: { $mana } Mana, and nothing that you could do with it.
       *[no] Summoning: { $mana } Mana. Type a line, or its number:
    }
wa-ask-attack =
    { $only ->
        [yes] Attack: none of your cards may attack now.
       *[no] Attack: each card marked * may attack once. Type a line, or its number:
    }
wa-more-cut = (any number from 0 to 24 will do: 'choices' lists all)
wa-more =
    { $count ->
        [one] ({ $count } line of less use is not shown: 'choices' lists all)
       *[other] ({ $count } lines of less use are not shown: 'choices' lists all)
    }
wa-targets =
    { $shared ->
        [yes] TARGET is one of:
       *[no] TARGET of { $cards }:
    }
wa-example = For example: { $line }
wa-pass-heal = keep your Crystal
wa-pass-summoning = on to the attacks
wa-pass-attack = end your turn

wa-about-cut = { $name } begins with { $cards }
wa-about-draw =
    { $cards }{ $paid ->
        [yes] , for 1 Crystal
       *[no] {""}
    }{ $lost ->
        [0] {""}
       *[other] ; your Pattern comes round: you lose { $lost } Life
    }
wa-about-heal = +{ $amount } Life, 1 Crystal less
wa-about-summon =
    cost { $cost }, { $kind }{ $has ->
        [yes] : { $use }
       *[no] {""}
    }
wa-cost =
    { $cost ->
        [0] free
       *[other] { $cost } Mana
    }
wa-with-cost = { $what } ({ $cost })
wa-about-support = { $target } gets +{ $attack }/+{ $health }
wa-about-leader = { $target } blocks and gets +{ $health } Health
wa-about-archer = { $attack } damage to { $target }
wa-about-support-family = +{ $attack }/+{ $health } until your next turn
wa-about-leader-family = Blocker and +{ $health } Health until your next turn
wa-about-archer-family = { $attack } damage to a card
wa-about-attack-family =
    { $crash ->
        [yes] { $amount } damage, for 1 Mana
       *[no] { $amount } damage
    }
wa-damage =
    { $ending ->
        [destroyed] { $amount } damage destroys { $target }
       *[left] { $amount } damage to { $target }, { $left } left
    }
wa-damage-player =
    { $ending ->
        [won] { $amount } damage to { $name }: you win
       *[left] { $amount } damage to { $name }, { $life } Life left
    }
wa-crash-cost = costs 1 Mana
wa-unblocks = { $card } stops blocking until your next turn

## Hints for a first duel

wa-hint-cut = The three cards on top after your cut are { $name }'s first Hand. Leave three that cost too much for a first turn: { $line }.
wa-hint-heal = You have only { $life } Life: heal. It costs a Crystal, but that is better than losing.
wa-hint-skip = You have { $life } Life: skip. A Crystal gives you a Mana in every turn to come, which is worth more now.
wa-hint-draw-one = Draw 1: a Crystal gives you a Mana in every turn to come, so keep it unless your Hand is empty.
wa-hint-draw-two = Draw 2: you hold no card and have { $crystals } Crystals, so one of them is well spent.
wa-hint-shoot = Type { $line }: it destroys { $target } before it can do anything.
wa-hint-summon-fighter =
    You have { $mana } Mana. Summon a fighter now ({ $line }): it can attack from your next turn on.
wa-hint-summon-blocker =
    You have { $mana } Mana. Summon a Blocker ({ $line }): while it stands, { $name } can attack only Blockers.
wa-hint-summon-other =
    You have { $mana } Mana, and unspent Mana is lost when the turn ends. Summon { $card } ({ $line }).
wa-hint-summon-free = { $card } costs nothing: summon it ({ $line }), and it shields you from attacks.
wa-hint-done-summoning = Nothing more that you could pay for. Type done: new cards can attack from your next turn on.
wa-hint-done-summoning-attack = Nothing more that you could pay for. Type done to go on to your attacks.
wa-hint-win = { $name } has only { $life } Life, and your attacks are enough: { $line } wins the duel or leads to it.
wa-hint-free-kill = Type { $line }: it destroys { $target }, and your { $card } survives.
wa-hint-attack-player = Nothing shields { $name } from your { $card }: { $line } brings you closer to winning.
wa-hint-block-or-attack =
    { $card } could attack, but then it no longer shields you until your next turn. Type done to keep it as a Blocker.
wa-hint-trade = A Blocker shields { $name }. { $line } removes { $target }, even if your card falls too.
wa-hint-together = Together, your cards can destroy { $target }, which is in your way. Begin with { $line }.
wa-hint-done-attack-weak = No attack is worth it now. Type done to end your turn.
wa-hint-done-attack =
    None of your cards may attack yet: a card attacks from the turn after it came. Type done to end your turn.

## Refusals of the rules; the rule follows in brackets

wa-refusal-already-attacked = { $card } has attacked this turn; a card attacks once a turn. Attack with another, or type done.
wa-refusal-already-triggered = { $card } was cast this turn; a card is cast once a turn.
wa-refusal-attacks-itself = { $card } can't attack itself. Aim at another card, or at foe.
wa-refusal-cannot-trigger = { $card } has nothing to trigger: only Supports, Archers and Leaders are cast or flashed.
wa-refusal-cut-out-of-range = A cut moves 0 to 24 cards: cut 0 ... cut 24.
wa-refusal-already-out = You are out of the duel already; the others go on.
wa-refusal-match-over = The duel is over; nothing can be played any more.
wa-refusal-needs-a-card = Aim at a card in the Arena, not at a player: your own (B1) or your opponent's (foe:B1).
wa-refusal-no-such-card = There is no card { $card }. A card is called by letter and number: B1, or foe:B1 if your opponent's.
wa-refusal-no-such-seat = This duel has no such seat; it has two.
wa-refusal-not-a-crasher = { $card } is no Crasher. Attack without the word crash.
wa-refusal-not-enough-mana = That costs { $cost } Mana, and you have { $mana }. Choose something cheaper, or type done.
wa-refusal-not-in-arena = { $card } is not in the Arena.
wa-refusal-not-in-hand =
    { $place ->
        [arena] { $card } is in the Arena already, not in your Hand.
       *[pattern] { $card } is still in your Pattern, not in your Hand.
    } { $is_empty ->
        [yes] Your Hand is empty.
       *[no] You hold { $hand }.
    }
wa-refusal-not-your-card = { $card } is your opponent's; only your own cards act for you.
wa-refusal-not-your-decision = It is your opponent's decision now. Wait for yours; 'board' shows where you stand.
wa-refusal-nothing-to-rewind = So many choices can't be taken back.
wa-refusal-shielded-by-blocker = A Blocker shields that. Attack { $blockers }, or use a Stealth card.
wa-refusal-summoned-this-turn = { $card } came this turn; it can do that from your next turn on.
wa-refusal-triggered-this-turn = { $card } was cast this turn, so it does not attack. Attack with another, or type done.
wa-refusal-unreadable-line =
    { $has_usage ->
        [yes] That can't be read. Say it like this: { $usage }
        [alone] That word stands alone, without anything behind it.
       *[no] That is no choice of the game. 'resign' gives the duel up, 'choices' lists what you can play.
    }
wa-refusal-wrong-window =
    { $phase ->
        [cut] Now the Pattern is cut: cut 0 ... cut 24.
        [heal] Now you decide about healing: heal or skip.
        [draw] Now you draw: draw 1 or draw 2.
        [summoning] This is your Summoning: summon, cast, flash. Type done to go on to the attacks.
       *[attack] Now you attack: attack CARD TARGET, or type done to end your turn. Summoning is over for this turn.
    }

## Cards

wa-card-head = Card { $card }: cost { $cost }, attack { $attack }, health { $health }, { $ability }.
wa-card-trigger =
    { $cost ->
        [0] From the Arena: cast { $card } TARGET (1 Mana). From the Hand: flash { $card } TARGET (free).
       *[other] From the Arena: cast { $card } TARGET (1 Mana). From the Hand: flash { $card } TARGET ({ $cost } Mana).
    }
wa-card-rule = Full rule: rules { $rule }
wa-ability-head = Ability { $ability }: { $use }. Full rule: rules { $rule }
wa-cost-short = cost { $cost }
wa-patterns = Ready Patterns, top card first. Take one with 'pattern NAME', or bring 25 letters of your own:

## Results

wa-result =
    { $duel ->
        [none] The duel
       *[other] Duel { $duel }
    } is over: { $end ->
        [won] you win,
        [lost] { $winner } wins,
        [told] { $winner } wins,
       *[draw] a draw,
    } { $why } { $turn ->
        [0] (before the first turn).
       *[other] (turn { $turn }).
    }
wa-reason-life =
    { $who ->
        [you] you have no Life left
       *[other] { $name } has no Life left
    }
wa-reason-turn-limit = no end in sight after a thousand turns
wa-reason-agreed-draw = by agreement
wa-reason-resigned =
    { $who ->
        [you] you resigned
       *[other] { $name } resigned
    }
wa-reason-retired =
    { $who ->
        [you] you are out of the duel
       *[other] { $name } is out of the duel
    }
wa-reason-time =
    { $who ->
        [you] your time is up
       *[other] { $name }'s time is up
    }
wa-reason-left =
    { $who ->
        [you] you left
       *[other] { $name } left
    }
wa-reason-other =
    { $who ->
        [you] you are out ({ $reason })
       *[other] { $name } is out ({ $reason })
    }
