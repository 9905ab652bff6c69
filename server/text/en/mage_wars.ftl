### Mage Wars.
###
### $who says whom a sentence is about: "you" or "other" ($name is that player's name).
### Events are clauses: they begin small and have no full stop, as several of them make one sentence.
### Objects come with their owner ("your Kraken#1"), and are spoken of in the third person.

## People and things

mw-person =
    { $who ->
        [you] you
       *[other] { $name }
    }
mw-thing =
    { $who ->
        [you] your { $thing }
       *[other] { $name }'s { $thing }
    }
mw-blank = blank
mw-somebody = somebody
mw-no-dice = no dice of its own
mw-it = it { $does }
mw-vs = { $bonus } more against { $who }
mw-dice =
    { $count ->
        [one] 1 die
       *[other] { $count } dice
    }
mw-plan-of = { $count } for { $thing }
mw-effect-table = effect die { $effects }
mw-whole-zone = the whole zone
mw-for-mana = { $amount } mana

mw-mark-guard = guard
mw-mark-active = active
mw-mark-holds = holds { $thing }
mw-mark-held = held by { $thing }
mw-mark-challenge = Challenged
mw-mark-call = Called
mw-mark-fermata = Fermata { $side }
mw-mark-mana = { $amount } mana
mw-mark-bears = with { $things }
mw-body = life { $left }/{ $life }, armor { $armor }
mw-body-bare = life { $left }/{ $life }

mw-kind-attack = attack spell
mw-kind-aura-marker = aura
mw-kind-conjuration = conjuration
mw-kind-creature = creature
mw-kind-enchantment = enchantment
mw-kind-equipment = equipment
mw-kind-incantation = incantation
mw-kind-mage = mage
mw-kind-marker = marker
mw-kind-terrain = terrain
mw-kind-wall = wall

## How a match is won

mw-goal = Destroy the other Mage: who has no Life left has lost. Plan two spells a round, let your creatures act by turns with the opponent's, and mind your mana.

## Events

mw-ev-initiative-rolled =
    { $who ->
        [you] initiative is rolled ({ $rolls }): you have it
       *[other] initiative is rolled ({ $rolls }): { $name } has it
    }
mw-ev-phase-began =
    { $phase ->
        [initiative] { $who ->
            [you] round { $round } begins, and you have the initiative
           *[other] round { $round } begins, and { $name } has the initiative
        }
        [reset] round { $round }, reset: everything becomes active again
        [channel] round { $round }, mana is channeled
        [upkeep] round { $round }, upkeep
        [planning] round { $round }, planning: both players choose spells in secret
        [deployment] round { $round }, deployment: spawnpoints cast
        [first-quickcast] round { $round }, first quickcasts
        [action] round { $round }, the creatures act by turns
       *[final-quickcast] round { $round }, final quickcasts
    }
mw-ev-channeled = { $object } channels { $amount } (now { $mana } mana)
mw-ev-card-planned =
    { $card ->
        [none] you plan nothing more for { $caster }
       *[other] you plan { $card } for { $caster }
    }
mw-ev-planning-restarted =
    { $who ->
        [you] you take back all that you have planned
       *[other] { $name } plans anew
    }
mw-ev-plans-sealed =
    { $casters ->
        [none] { $who ->
            [you] you have planned nothing
           *[other] { $name } has planned nothing
        }
       *[other] { $who ->
            [you] you have planned: { $casters }
           *[other] { $name } has planned: { $casters }
        }
    }
mw-ev-plans-returned =
    { $cards ->
        [none] { $who ->
            [you] back into your spellbook, of your plans: { $count }
           *[other] back into { $name }'s spellbook, of the plans: { $count }
        }
       *[other] { $who ->
            [you] back into your spellbook: { $cards }
           *[other] back into { $name }'s spellbook: { $cards }
        }
    }
mw-ev-passed =
    { $who ->
        [you] you pass
       *[other] { $name } passes
    }
mw-ev-activated = { $object } acts
mw-ev-action-phase-ended = { $object } is done
mw-ev-move-declared = { $object } sets out from { $from } to { $to }
mw-ev-moved =
    { $by ->
        [push] { $object } is pushed from { $from } to { $to }
        [snatch] { $object } is snatched from { $from } to { $to }
        [teleport] { $object } is teleported from { $from } to { $to }
        [follow] { $object } follows from { $from } to { $to }
       *[move] { $object } moves from { $from } to { $to }
    }
mw-ev-move-failed = { $object } stays where it is
mw-ev-hindered = { $object } is hindered and goes no further
mw-ev-guard =
    { $guard ->
        [yes] { $object } guards
       *[no] { $object } guards no more
    }
mw-ev-spell-cast =
    { $card ->
        [none] { $enchantment ->
            [none] { $caster } uses its ability on { $targets } ({ $cost } mana)
           *[other] { $caster } casts a hidden enchantment on { $targets } ({ $cost } mana)
        }
       *[other] { $targets ->
            [none] { $caster } casts { $card } ({ $cost } mana)
           *[other] { $caster } casts { $card } on { $targets } ({ $cost } mana)
        }
    }
mw-ev-spell-cancelled =
    { $card ->
        [none] the spell of { $caster } is cancelled
       *[other] { $card } of { $caster } is cancelled
    }
mw-ev-entered =
    { $zone ->
        [none] { $border ->
            [none] { $host ->
                [none] { $object } comes into play
               *[other] { $object } is put on { $host }
            }
           *[other] { $object } rises on the border { $border }
        }
       *[other] { $object } comes into play in { $zone }
    }
mw-ev-left =
    { $cause ->
        [destroyed] { $object } is destroyed
        [dispelled] { $object } is dispelled
        [dissipate] { $object } fades away
        [dissolved] { $object } is dissolved
        [fermata] { $object } ends its Fermata and fades
        [host-left] { $object } goes with what it was on
        [no-effect] { $object } has no effect and goes
        [not-revealed] { $object } was to be revealed, is not, and goes
        [replaced] { $object } is replaced
        [returned] { $object } returns to the spellbook
        [spent] { $object } is used up
        [upkeep] { $object } is not paid for and goes
       *[other] { $object } leaves play
    }
mw-ev-discarded =
    { $who ->
        [you] { $card } goes to your discard pile
       *[other] { $card } goes to { $name }'s discard pile
    }
mw-ev-revealed = { $hidden } is revealed as { $object } ({ $cost } mana)
mw-ev-rolled =
    { $purpose ->
        [attack] { $follows ->
            [yes] rolls { $said }: { $dice } ({ $normal } normal, { $critical } critical)
           *[no] the attack rolls { $said }: { $dice } ({ $normal } normal, { $critical } critical)
        }
        [reroll] after a re-roll the dice are: { $dice } ({ $normal } normal, { $critical } critical)
        [heal] heal dice for { $object }: { $dice }
        [burn] burn die for { $object }: { $dice }
        [effect] { $modified ->
            [no] effect die { $die }
           *[other] effect die { $die }, with modifiers { $total }
        }
        [roll-to-miss] roll to miss: { $die }
        [defense] { $object } defends with a { $total }
        [escape] { $object } tries to escape with a { $total }
        [lullaby] Lullaby on { $object }: { $die }
       *[other] { $rolled ->
            [dice] dice are rolled: { $dice }
           *[die] a die is rolled: { $die }
        }
    }
mw-ev-attack-declared =
    { $attacker ->
        [none] { $source ->
            [bash] { $defender } is thrown against a wall
           *[other] { $attack } hits { $defender }
        }
       *[other] { $source ->
            [counterstrike] { $attacker } strikes back at { $defender } with { $attack }
            [trap] { $attack } of { $attacker } hits { $defender }
            [passage] { $attack } of { $attacker } catches { $defender } on its way
            [bash] { $defender } is thrown against { $attacker }
           *[other] { $attacker } attacks { $defender } with { $attack }
        }
    }
mw-ev-attack-missed =
    { $attacker ->
        [none] the attack on { $defender } misses
       *[other] { $attacker } misses { $defender }
    }
mw-ev-attack-avoided = { $defender } avoids the attack
mw-ev-attack-cancelled =
    { $defender ->
        [none] the attack ends before it is made
       *[other] the attack on { $defender } ends before it is made
    }
mw-ev-intercepted = { $object } intercepts the attack on { $instead_of }
mw-ev-damaged =
    { $amount ->
        [0] { $object } takes no damage ({ $left } of { $life } life left)
       *[other] { $object } takes { $amount } damage ({ $left } of { $life } life left)
    }
mw-ev-transferred = { $to } takes over { $amount } damage from { $from }
mw-ev-healed = { $object } heals { $amount } ({ $damage } damage left)
mw-ev-condition =
    { $way ->
        [up] { $object } gets { $amount } { $condition } (now { $count })
       *[down] { $object } loses { $amount } { $condition } (now { $count })
    }
mw-ev-token =
    { $way ->
        [up] { $object } gets { $amount } { $token } token (now { $count })
       *[down] { $object } loses { $amount } { $token } token (now { $count })
    }
mw-ev-grappled = { $grappler } grapples { $prey }
mw-ev-released = { $grappler } lets go of { $prey }
mw-ev-mana =
    { $way ->
        [up] { $object } gains { $amount } mana (now { $mana })
       *[down] { $object } pays { $amount } mana (now { $mana })
    }
mw-ev-valor =
    { $way ->
        [up] { $who ->
            [you] you gain { $amount } Valor (now { $valor })
           *[other] { $name } gains { $amount } Valor (now { $valor })
        }
       *[down] { $who ->
            [you] you spend { $amount } Valor (now { $valor })
           *[other] { $name } spends { $amount } Valor (now { $valor })
        }
    }
mw-ev-aura-activated =
    { $who ->
        [you] you activate the { $aura } aura
       *[other] { $name } activates the { $aura } aura
    }
mw-ev-challenge =
    { $on ->
        [none] the Challenge marker comes home
       *[other] the Challenge goes to { $on }
    }
mw-ev-call =
    { $on ->
        [none] the Siren's Call comes home
       *[other] the Siren's Call goes to { $on }
    }
mw-ev-fermata = { $object } is held by Fermata (side { $side })
mw-ev-retired =
    { $reason ->
        [resigned] { $who ->
            [you] you resign
           *[other] { $name } resigns
        }
       *[other] { $who ->
            [you] you are out of the match
           *[other] { $name } is out of the match
        }
    }
mw-ev-over =
    { $winners ->
        [none] the match is over: nobody wins
       *[other] the match is over; the winner: { $winners }
    }

## The board

mw-title =
    { $duel ->
        [none] Mage Wars
       *[other] Mage Wars { $duel }
    }
mw-round = round { $round }, { $phase }
mw-turn =
    { $who ->
        [you] { $place }: your turn
       *[other] { $place }: { $name }
    }
mw-phase-initiative = initiative
mw-phase-reset = reset
mw-phase-channel = channel
mw-phase-upkeep = upkeep
mw-phase-planning = planning
mw-phase-deployment = deployment
mw-phase-first-quickcast = first quickcast
mw-phase-action = creatures act
mw-phase-final-quickcast = final quickcast

mw-num-life = life { $left }/{ $life }
mw-num-mana = mana { $mana } (+{ $channeling })
mw-num-quickcast =
    { $ready ->
        [yes] quickcast ready
       *[no] quickcast used
    }
mw-num-valor = Valor { $valor }
mw-num-auras = { $auras }
mw-num-book = spellbook { $count }
mw-num-discard = discard { $count }
mw-num-initiative = initiative
mw-planned-hidden =
    { $count ->
        [one] 1 spell
       *[other] { $count } spells
    }
mw-label-planned = planned
mw-side =
    { $own ->
        [yes] { $name } (you), { $mage }
       *[no] { $name }, { $mage }
    }
mw-box-more = and { $count } more
mw-sign-own =
    { $who ->
        [you] +: yours
       *[other] +: { $name }'s
    }
mw-sign-other = -: { $name }'s
mw-sign-life = number: life left
mw-sign-guard = !: guards
mw-sign-active = *: may act
mw-sign-wall = # =: wall

mw-linear-side = { $name }, { $mage }: { $said }.
mw-linear-planned = Planned by { $name }: { $said }.
mw-linear-zone = Zone { $zone }: { $said }.
mw-linear-border = On the border { $border }: { $said }.
mw-linear-empty = Empty zones: { $zones }.

mw-under-attack =
    { $attacker ->
        [none] { $attack } hits { $defender }.
       *[other] { $attacker } attacks { $defender } with { $attack }.
    }
mw-under-cast =
    { $card ->
        [none] { $caster } casts an enchantment.
       *[other] { $caster } casts { $card }.
    }

## What is asked

mw-ask-planning = Round { $round }: plan a spell for { $caster }, by its number or as: plan CARD. Behind each card stands its cost; there { $mana ->
        [one] is 1 mana.
       *[other] are { $mana } mana.
    }
mw-ask-upkeep = Upkeep: in which order are your tasks done?
mw-ask-challenge = Upkeep: whom does the Paladin challenge?
mw-ask-basilica = Malakai's Basilica: whom does it strike?
mw-ask-meraveran = The Temple of Meraveran has 3 tokens or more: use them?
mw-ask-dorseus = Dorseus heals: whom?
mw-ask-life-link = Life Link: how much damage goes over to your Mage?
mw-ask-upkeep-cost = Pay the upkeep of { $object }? If not, it is destroyed.
mw-ask-fermata = Fermata: pay to hold { $object } for a round more?
mw-ask-deployment = Deployment: which spawnpoint casts what is planned on it?
mw-ask-quickcast = Quickcast: a quick spell that you have planned ({ $mana } mana), or nothing?
mw-ask-turn = Your turn: which creature acts?
mw-ask-alandell = Alandell: pay up to 4 mana for as many more dice and as much on the effect die?
mw-ask-action = { $actor } acts: a move and a quick action, or a full action ({ $mana } mana).
mw-ask-reveal = REVEAL? You may reveal a hidden enchantment now.
mw-ask-mandatory-reveal = REVEAL { $object }: pay for it, or lose it?
mw-ask-strongest = STRONGEST? Several are the strongest: does this one count?
mw-ask-solar = SOLAR AURA? Pay 1 Valor for its light?
mw-ask-intercept = INTERCEPT? A guard of yours may take the attack on itself.
mw-ask-defense = DEFEND? Roll a Defense to avoid the attack.
mw-ask-challenge-reroll = RE-ROLL? The Challenge lets you roll any dice of this attack again, once.
mw-ask-martyr = MARTYR'S AURA? The Paladin may take damage over.
mw-ask-vampiric = VAMPIRIC: how much does the attacker heal?
mw-ask-helm = HELM OF JUSTICE? 1 mana: the attacker takes 1 damage.
mw-ask-initiate = LAST ACT of { $object }: teleport somebody away?
mw-ask-push-direction = PUSH: in which direction?
mw-ask-follow = FOLLOW? { $object } may follow what it has pushed.
mw-ask-counterstrike = STRIKE BACK? The defender may answer the attack.
mw-ask-heal-split = HEAL: how many points go into Bleed markers?
mw-ask-prevention = PAY 2 mana more? If not, it is not destroyed.
mw-ask-pillar = PILLAR: whom does it strike?
mw-ask-token = TOKEN: on whom is it put?
mw-ask-extra-token = ONE MORE TOKEN on the song?
mw-ask-order = WHICH is next?
mw-ask-end-guard = Shall { $object } guard at the end of its turn?
mw-ask-escape = Shall { $object } try to break free?
mw-ask-further-target = A further target of the spell?

mw-window-planning = planning spells
mw-window-upkeep = the upkeep
mw-window-challenge = the Challenge
mw-window-basilica = the Basilica
mw-window-meraveran = the Temple of Meraveran
mw-window-dorseus = Dorseus
mw-window-life-link = Life Link
mw-window-upkeep-cost = an upkeep cost
mw-window-fermata = a Fermata
mw-window-deployment = the deployment
mw-window-quickcast = a quickcast
mw-window-turn = the choice of a creature
mw-window-alandell = Alandell
mw-window-action = a creature's actions
mw-window-reveal = a chance to reveal
mw-window-mandatory-reveal = a revelation
mw-window-strongest = the strongest
mw-window-solar = the Solar Aura
mw-window-intercept = an intercept
mw-window-defense = a Defense
mw-window-challenge-reroll = a re-roll
mw-window-martyr = Martyr's Aura
mw-window-vampiric = a Vampiric heal
mw-window-helm = the Helm of Justice
mw-window-initiate = the Initiate's last act
mw-window-push-direction = a push
mw-window-follow = following a push
mw-window-counterstrike = a counterstrike
mw-window-heal-split = a heal
mw-window-prevention = a price for destroying
mw-window-pillar = the Pillar
mw-window-token = a token
mw-window-extra-token = an extra token
mw-window-order = an order
mw-window-end-guard = a guard
mw-window-escape = an escape
mw-window-further-target = a further target

mw-all-planned = You have planned; the other side has not yet.
mw-more =
    { $count ->
        [one] ({ $count } more line: 'choices' lists all)
       *[other] ({ $count } more lines: 'choices' lists all)
    }
mw-row-more = and { $count } more
mw-default = 0 is short for { $line }
mw-reaction = ** { $text }

## What a line would do

mw-about-card = { $kind }, { $cost } mana
mw-do-activate = it acts now
mw-do-add = one token more
mw-do-apply = it counts
mw-do-attack = attack
mw-do-aura = activate it for the rest of the game
mw-do-auto = all in the usual order
mw-do-bleed = so many points into Bleed markers
mw-do-call = Siren's Call, 1 mana: it must come nearer
mw-do-cast = cast a planned spell
mw-do-challenge = challenge it
mw-do-cleanse = take a marker off it
mw-do-counter = strike back
mw-do-defend = roll to avoid the attack
mw-do-deploy = cast what is planned on it
mw-do-done = it does no more this round
mw-do-escape = roll to break free
mw-do-extend = pay, and keep the song
mw-do-follow = go along
mw-do-guard = a guard marker: it may intercept, and it protects its zone
mw-do-heal = heal it
mw-do-heal-amount = heal { $amount }
mw-do-intercept = it takes the attack
mw-do-move = one zone further
mw-do-move-north = north
mw-do-move-east = east
mw-do-move-south = south
mw-do-move-west = west
mw-do-move-to = { $way }: { $things }
mw-do-next = this one next
mw-do-pass = nothing
mw-do-pass-turn = nobody acts
mw-do-pass-quickcast = no spell now
mw-do-pass-mandatory-reveal = it is lost
mw-do-pass-upkeep-cost = it is destroyed
mw-do-pass-prevention = it stays
mw-do-pass-fermata = the song ends
mw-do-pass-reveal = reveal nothing now
mw-do-pass-counterstrike = do not strike back
mw-do-pass-intercept = let the attack come
mw-do-pass-defense = let the attack come
mw-do-pass-end-guard = no guard
mw-do-pass-strongest = it does not count
mw-do-pay = pay for it
mw-do-pay-amount = pay { $amount } mana
mw-do-plan = plan a spell
mw-do-plan-none = nothing more
mw-do-push = push it there
mw-do-release = let it go
mw-do-replan = take back what is planned
mw-do-reroll = roll these again
mw-do-return = fetch the marker home for 2 Valor
mw-do-reveal = pay, and let it work
mw-do-target = this one
mw-do-teleport = move it away
mw-do-token = put it there
mw-do-transfer = the Paladin takes so much
mw-do-use = use the tokens

## Hints

mw-hint-plan-creature = You need creatures to fight for you, and what is not used goes back into your book. Try: { $line }
mw-hint-plan-attack = An attack spell strikes from afar in a quickcast. Try: { $line }
mw-hint-plan-none = Save your mana: { $line }
mw-hint-turn = Creatures act by turns with your opponent's, each once a round. Try: { $line }
mw-hint-cast = What you have planned is worth its mana now; a creature fights from the next round on. Try: { $line }
mw-hint-attack = An attack ends what a creature does; dice show normal damage, which armor stops, and critical damage (1c, 2c). Try: { $line }
mw-hint-move = Nearer to the enemy there is more to strike at; it may still take a quick action after one move. Try: { $line }
mw-hint-guard = Who guards protects the others in its zone and strikes back. Try: { $line }
mw-hint-done = Nothing more is to be won here: { $line }
mw-hint-quickcast = Your Mage has one quickcast a round, besides what it does when it acts. Try: { $line }
mw-hint-quickcast-none = Nothing that you have planned helps as a quickcast; your Mage still casts when it acts. So: { $line }
mw-hint-intercept = Let the one take the attack that can bear it best. Perhaps: { $line }
mw-hint-defense = A Defense costs nothing but its use. Try: { $line }
mw-hint-counterstrike = A counterstrike costs nothing. Try: { $line }
mw-hint-reveal = An enchantment works once it is revealed; waiting keeps it secret: { $line }
mw-hint-upkeep = The usual order is fine: { $line }

## Refusals

mw-refusal-action-spent = It has no action left for that in this Action Phase: a move and a quick action, or one full action. A full spell can't be a quickcast.
mw-refusal-aura-lost = A side of that marker is active already, and the other side is lost for this game.
mw-refusal-cannot-guard = It can't guard now: it guards already, or it is held, Incapacitated or bound to obey. 'choices' lists what it can do.
mw-refusal-cannot-move-there = It can't move there now. A move goes into a zone beside its own, twice at most; not when it is held or hindered.
mw-refusal-cannot-pass = You may pass only with fewer active creatures than your opponent. Choose a creature that acts: activate NAME
mw-refusal-cannot-reveal = That can't be revealed now. Only your own hidden enchantments can, in their time; if not, type pass.
mw-refusal-cannot-target =
    { $card ->
        [none] That can't be the target: out of range or sight, guarded, or of the wrong sort. 'choices' lists what can.
       *[other] { $card } can't be cast so: the target is out of range or sight, or of the wrong sort. 'choices' lists what can.
    }
mw-refusal-mandatory-action = It must obey first (a Call, Bloodthirst or Hate). 'choices' lists how it can.
mw-refusal-no-such-attack = It has no attack of that name. 'choices' lists its attacks.
mw-refusal-no-such-name = Nothing is called that. Names are card and number: kraken#1, or foe:kraken#1 for the other side. 'board' shows them.
mw-refusal-not-active = Only an active creature of yours can act; on the board it has a *.
mw-refusal-lacks-mana = That costs more mana than you have. 'board' shows your mana; 'choices' what you can pay.
mw-refusal-lacks-valor = That costs more Valor than you have.
mw-refusal-not-in-book =
    { $card ->
        [none] A spell is planned by the name of its card. 'choices' lists your spellbook.
       *[other] { $card } can't be planned here: no copy is left, or this caster may not cast it. 'choices' lists what can be planned.
    }
mw-refusal-not-offered =
    { $window ->
        [none] That is not among the choices now. 'choices' lists them.
       *[other] What is asked is { $window }, and that is not among the choices. 'choices' lists them.
    }
mw-refusal-not-planned =
    { $card ->
        [none] A spell is cast by the name of its card: cast CARD TARGET. 'board' shows what you have planned.
       *[other] { $card } is not planned on that caster. 'board' shows what is.
    }
mw-refusal-quickcast-used = Your quickcast of this round is used. When your Mage acts, it may cast again.
mw-refusal-special-card =
    { $card ->
        [none] That card's text is not played yet. Plan another one.
       *[other] { $card } can't be planned: its text is not played yet. Plan another one.
    }
mw-refusal-already-out = You are out of the match already; the others go on.
mw-refusal-match-over = The match is over; nothing can be played any more.
mw-refusal-no-such-seat = This match has no such seat.
mw-refusal-not-your-decision = It is not your decision now. Wait for yours; 'board' shows where you stand.
mw-refusal-nothing-to-rewind = So many choices can't be taken back.
mw-refusal-unreadable-line =
    { $has_usage ->
        [yes] That can't be read. What would do: { $usage }
       *[no] That is no choice of the game. 'choices' lists what you can play.
    }
mw-refusal-wrong-window =
    { $window ->
        [none] That is not asked now. 'choices' lists what is.
       *[other] That is not asked now; what is asked is { $window }. 'choices' lists what can be said.
    }

## Cards

mw-card-head = { $name } ({ $card }): { $kind }
mw-card-only = for { $whom } only
mw-card-cost = cost { $cost } mana
mw-card-reveal = { $cost } to reveal
mw-card-valor = { $valor } Valor
mw-card-action = { $action } action
mw-card-range = range { $least }-{ $most }
mw-card-target = target: { $target }
mw-card-slots = worn as { $slots }
mw-card-body = armor { $armor }, life { $life }
mw-card-channeling = channeling { $amount }
mw-card-defense = Defense { $threshold }+, { $uses } a round
mw-card-casts = casts { $what }
mw-card-traits = Traits: { $traits }.
mw-card-grant = Gives { $to }: { $given }.
mw-card-special = Its text is not played yet: it can't be planned.
mw-card-rule = More: rules { $rule }
mw-card-several = Several cards begin like that:

## Ends

mw-result =
    { $duel ->
        [none] The match
       *[other] Match { $duel }
    } is over: { $end ->
        [won] you win
        [lost] you lose, { $people } wins
        [told] { $people } wins
       *[draw] nobody wins
    }, { $why }{ $round ->
        [0] .
       *[other] {" "}(round { $round }).
    }
mw-reason-mage-destroyed = a Mage has no life left
mw-reason-both-destroyed = both Mages fell at once
mw-reason-round-limit = the last round is over
mw-reason-retired = the loser has left
mw-reason-resigned = by resignation
mw-reason-agreed-draw = a draw was agreed
mw-reason-other = { $reason }
