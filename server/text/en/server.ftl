### Everything outside a game.

list-joined = { $most } and { $last }

## Arriving

greeting-title = Spellmoot - wizards duel here.
greeting-counts =
    { $players ->
        [0] nobody here yet
        [one] { $players } player
       *[other] { $players } players
    }{ $matches ->
        [0] {""}
        [one] , { $matches } duel on
       *[other] , { $matches } duels on
    }
greeting-ask-name = Your name? (3 to 17 letters; a new name plays as a guest)
hello =
    { $guest ->
        [yes] Hello { $name }. Type a number, or a command; 'help' explains everything.
       *[no] Welcome back, { $name }. Type a number, or a command; 'help' explains everything.
    }
hello-token = If your connection drops, come back with: login { $name } { $token }
waiting-for-name = Type your name first, by itself.
prompt-name = name>
prompt-lobby = >
prompt-match = { $name }>

## Menu

menu-learn = a first duel against the house, with hints
menu-match =
    { $count ->
        [one] { $names } is free
       *[other] { $names } are free: match NAME GAME
    }
menu-nobody = nobody else is free now; see who is here
menu-bot = duel the house: { $title }
menu-table = open a table for { $seats }: { $title }
menu-join = sit down with { $names }: { $title }, { $taken } of { $seats } seats taken
menu-join-others = all open tables
menu-begin = begin: table { $table }, { $title }
menu-house = let the house take a seat at your table
menu-house-off = take the last seat of the house back
menu-leave = leave table { $table }
menu-watch = watch { $names }, { $title }, turn { $turn }
menu-games = what is on, to watch
menu-pattern = choose the cards you play with
menu-help = how everything works

## Lists

who-title =
    { $count ->
        [0] Nobody is here.
        [one] { $count } player is here:
       *[other] { $count } players are here:
    }
who-state-free = free
who-state-playing = in duel { $match }
who-state-watching = watches duel { $match }
who-state-away = away
who-state-waiting = at table { $match }
who-challenge = Challenge somebody: match NAME GAME
games-title = Games:
games-seats =
    { $most ->
        [one] { $most } player
       *[other] { $most } players
    }
games-seats-range = { $least } to { $most } players
games-options = The words behind are options: bot { $title }. 'help options' explains them.
games-tables = Open tables ('join NUMBER' to sit down):
games-none = No duel is on. Begin one: bot { $title }
games-matches = Duels that are on ('observe NUMBER' to watch):
games-match = { $title }, turn { $turn }
games-match-early = { $title }, beginning

## Challenges and matches

challenged = { $name } challenges you: { $title }. Answer: accept, or decline.
challenged-from = { $name } wants to play on with you from the midst of duel { $match }: { $title }. Answer: accept, or decline.
challenge-sent = You challenged { $name }: { $title }. Waiting for an answer; 'decline { $name }' withdraws it.
sealed = Sealed: { $commitment }
sealed-nothing = This server keeps no journal, so it commits itself to nothing.
challenge-ended-declined = The challenge between you and { $name } ({ $title }) was declined.
challenge-ended-withdrawn = The challenge between you and { $name } ({ $title }) was withdrawn.
challenge-ended-expired = The challenge between you and { $name } ({ $title }) was not answered in time.
challenge-ended-left = { $name } left; the challenge ({ $title }) is gone.
challenge-ended = The challenge between you and { $name } ({ $title }) is gone.
table-opened =
    { $who ->
        [you] You open table { $table }: { $title }. It begins when all { $seats } seats are taken.
       *[other] { $name } opens table { $table }: { $title }, { $seats } seats. Sit down with: join { $table }
    }
table-joined =
    { $who ->
        [you] You sit down at table { $table }: { $title }.
       *[other] { $name } sits down at table { $table }.
    }
table-left =
    { $who ->
        [you] You leave table { $table }.
       *[other] { $name } leaves table { $table }.
    }
table-house =
    { $who ->
        [you] The house takes a seat at table { $table }.
       *[other] { $name } gives the house a seat at table { $table }.
    }
table-house-off =
    { $who ->
        [you] The house gives its seat at table { $table } back.
       *[other] { $name } takes a seat at table { $table } back from the house.
    }
table-seats =
    { $free ->
        [one] There: { $names }; one seat is free.
       *[other] There: { $names }; { $free } seats are free.
    }
table-host = { $host } says when it begins.
table-needs =
    { $missing ->
        [one] It takes one more to begin.
       *[other] It takes { $missing } more to begin.
    }
started = Duel { $match } begins: { $names }. { $title }.
started-commitment = The server's part of the seed is sealed: { $commitment }
versus = { $first } - { $second }
waiting = Waiting for { $names }: { $window }.
waiting-held = You have chosen. It is told in a moment: nobody is to see how quick you were.
waiting-clock = Waiting for { $names }: { $window }, { $clock } left.
aborted = Duel { $match } ends without a result. { $message }
observing = You watch duel { $match }. 'unobserve' stops it.
unobserved = You no longer watch duel { $match }.
after-match = What next: rematch | replay { $match } | dice { $match } | lobby | quit
said = { $name } says: { $text }
said-match = { $name } says to duel { $match }: { $text }
time-left = { $name }: { $seconds } seconds left.
timed-out = Time is up: { $name } plays what plays by itself.
may-claim = { $name } has been gone for long. 'claim' ends the duel, or lets those who are left go on, 'adjourn' keeps it for another day; you may also wait.
offered-draw = { $name } offers a draw. Type /draw to agree, decline to go on.
offered-takeback =
    { $count ->
        [one] { $name } asks to take the last choice back. Type takeback to agree, decline to go on.
       *[other] { $name } asks to take the last { $count } choices back. Type takeback { $count } to agree, decline to go on.
    }
offered-adjourn = { $name } wants to go on another day. Type adjourn to agree, decline to go on now.
adjourned = Duel { $match } is adjourned. Everybody is free; 'resume { $match }' goes on with it when all are here again.
stored-title = Your adjourned duels ('resume NUMBER' to go on):
stored-none = You have no adjourned duel.
stored-here = { $names } here
stored-waiting =
    { $count ->
        [one] You have an adjourned duel: stored
       *[other] You have { $count } adjourned duels: stored
    }
done-resume = The others were asked whether to go on now; 'decline' takes that back.
resume-offered = { $name } wants to go on with duel { $match }: { $title }. Answer: accept, or decline.
offer-ended = { $name } declines; nothing has changed.
taken-back =
    { $count ->
        [one] The last choice is taken back.
       *[other] The last { $count } choices are taken back.
    }
stops-listed = You are asked in windows by:
plans-listed = Your lines given in advance:
plans-none = You have given no lines in advance: if WINDOW then LINE.
clock-control = Time control: { $control }.
clock-untimed = This duel is untimed.
clock-seat = { $name }: { $bank } left, { $reaction } for reactions in this turn{ $state ->
        [stopped] {""}
       *[other] {" "}(running: { $state })
    }. Lag { $lag } ms, { $used } ms given back.
clock-charge = { $at } { $name }: { $amount } ms { $kind } ({ $reason }), { $left } ms left
presence-gone = { $name } lost the connection. The duel waits up to { $seconds } seconds for a return.
presence-back = { $name } is back.
returned-connection = { $name } is back.
best-of = best of { $best }
series-score = The series ({ $best }): { $score }. The next game begins, with the seats changed.
series-over = The series ({ $best }) is over: { $score }.
resign-series-ask = Really give duel { $match } and all games to come of its series up? Type yes or no.
resign-ask = Really give duel { $match } up? Type yes or no.
quit-ask = You are in duel { $match }; leaving gives it up when your time runs out. Type yes to leave, no to stay.
done-no = Nothing has changed.
rematch-sent = You offer { $name } a rematch: { $title }.
rematch-offered = { $name } offers you a rematch: { $title }. Answer: accept, or decline.
time-short = Only { $clock } left!
hint = Hint: { $text }

## Out of the journal

dice-title = Public rolls of duel { $match }:
dice-none = Duel { $match } has had no public roll.
dice-count =
    { $count ->
        [one] { $kind }, { $sides } sides, { $count } roll. { $faces }
       *[other] { $kind }, { $sides } sides, { $count } rolls. { $faces }
    }
dice-few = too few rolls to say whether the dice are fair
dice-fair = chi-square { $square } with { $freedom } degrees of freedom: fair dice are as uneven as this in { $often } of such reports
dice-part = Revealed part of the seed: { $part }
dice-nonce = Nonce of player { $seat }: { $nonce }

history-title = Duels, the newest first:
history-none = No duel was written down here.
history-none-of = No duel of { $name } was written down here.
history-match = { $begun } { $names }, { $title }: { $end }
history-won = { $names } won
history-draw = a draw
history-on = still on
history-aborted = no result
replay-step = -- Duel { $match }, step { $step } of { $steps } --
replay-choice = { $name }: { $line }
replay-commands = 1 next | 2 back | 3 auto | go N | 0 replay off
done-replay = You read no more.
done-auto = It goes on by itself. Any word of the replay stops it.

## Settings and small answers

ok = Done: { $command }.
set-value = { $key } is { $value }.
set-list = Settings (set KEY VALUE):
setting-width = columns of your screen, 40 to 200
setting-colour = on or off
setting-style = picture, or linear: boards in sentences, for screen readers
setting-hints = on or off: advice in every duel
setting-bell = on or off: ring when it is your decision
mode-set =
    { $mode ->
        [json] Mode json: one JSON object a line.
       *[text] Mode text: sentences and boards.
    }
pong =
    { $has ->
        [yes] { $text }
       *[no] Pong.
    }
pattern-set = Your Pattern for coming duels: { $pattern }
pattern-none = You have no Pattern of your own yet; a ready one is taken.
notice = * { $text }
schema-hint = The schema is JSON: in text mode it is one long line.

## Farewell

bye-quit = Goodbye.
bye-idle = You said nothing for long. Goodbye.
bye-shutdown = The server is closing. Come back soon.
bye-replaced = You connected from elsewhere. Goodbye here.
bye-fault = Something broke in the server, and with it this connection. Come back with the word of your login.
bye-full = The server is full. Please try again later.
bye = Goodbye.

## Refusals of the protocol; every code of protocol.errors

refusal-ambiguous-command = '{ $word }' could mean several commands.
refusal-bad-arguments = Type it like this: { $usage }
refusal-bad-encoding = That line is not UTF-8 and was dropped. Set your terminal to UTF-8 and type it again.
refusal-bad-field = The field '{ $field }' must be { $expected }.
refusal-bad-json = That line is no JSON object: { $why }.
refusal-bad-match = The number of a duel is a whole number from 1. 'games' lists them.
refusal-bad-name = A name is 3 to 17 letters from A to Z, without spaces. Try another one.
refusal-bad-nonce = A nonce is at most 64 letters, digits and signs of ASCII.
refusal-bad-tag = A tag (@TAG) is 1 to 32 visible ASCII characters without spaces.
refusal-duplicate-key = The key '{ $field }' stands there twice. Send each key once.
refusal-line-too-long = That line is longer than { $limit } bytes and was dropped. Send less at once.
refusal-missing-field = The field '{ $field }' is missing.
refusal-missing-type = The message has no "type". 'schema' prints all messages.
refusal-unknown-command = '{ $word }' is no command. 'help' lists all.
refusal-unknown-field = There is no field '{ $field }' in this message. Leave it out.
refusal-unknown-type = No message has the type '{ $type }'. 'schema' prints all messages.

## Refusals of the server: of commands that were understood

refusal-already-at-table = You sit at table { $table }. Leave it first.
refusal-already-logged-in = You are { $name } already. 'quit' first to come as somebody else.
refusal-ambiguous-name = Several could be meant. Say which.
refusal-bad-pattern = That Pattern can't be played: { $reason }. It is 25 letters from A to U, each at most 3 times; 'pattern' lists ready ones.
refusal-bad-setup = The game can't be set up like that: { $reason }.
refusal-bad-setting = There is no such setting, or it does not take that value. 'set' lists them all.
refusal-match-busy = The duel is busy. Type that again in a moment.
refusal-name-taken = Somebody here is called { $name }. Take another name, or come back with: login { $name } TOKEN
refusal-no-challenge = Nobody has challenged you, or not that player. 'who' lists who is here.
refusal-no-such-card = No card is called { $card }. 'card all' lists all.
refusal-no-such-game = No game is called '{ $game }'. 'games' lists all.
refusal-no-such-match = There is no duel { $match }. 'games' lists all that are on.
refusal-no-house = The house has no seat at your table.
refusal-no-such-option = { $title } has no option '{ $option }'. 'help options' explains what there is.
refusal-no-such-table = There is no open table { $table }; it may have begun. 'games' lists them.
refusal-not-at-table = You sit at no open table. 'games' lists those that are open; 'table GAME' opens one.
refusal-not-host = { $host } opened the table, and says when it begins and where the house sits.
refusal-options-clash = { $first } and { $second } exclude each other. Take one of them.
refusal-too-few-seated =
    { $form ->
        [one] One more is needed. Wait, or let the house take a seat.
       *[other] { $missing } more are needed. Wait, or let the house take seats.
    }
refusal-wrong-seats =
    { $form ->
        [one] { $wish } is for one player, not for { $seats }.
       *[other] { $wish } is for { $takes } players, not for { $seats }.
    }
refusal-no-such-number = Nothing has the number { $number } now. Type a number that is shown, or 'choices'.
refusal-no-such-player = Nobody here is called { $name }. 'who' lists who is here.
refusal-no-such-record = No duel { $match } was written down here. 'history' lists those that were.
refusal-other-rules = That duel was played by other rules than those of today, so it can't be played again.
refusal-unreadable-record = The journal can't be read now. Tell who runs the server.
refusal-no-such-rule = There is no rule '{ $number }'. 'rules' lists the chapters.
refusal-no-such-topic = There is no help on that. 'help' lists all topics.
refusal-bad-plan = A line in advance is given like this: if WINDOW then LINE.
refusal-bad-series = A series is best of 3, 5, 7 or 9: match NAME GAME best 3
refusal-bad-stop = Say stop all, stop none, stop WINDOW on, or stop WINDOW off.
refusal-bad-time-control = A clock is bullet, blitz, rapid, classic, evening or untimed, or it looks like 10m+15s/20s:60s.
refusal-house-declines = The house plays to the end; it agrees to no draw.
refusal-no-such-plan = You have given no line of that number in advance. 'if' lists yours.
refusal-match-adjourned = The duel was adjourned meanwhile. 'stored' lists yours.
refusal-no-such-stored = You have no adjourned duel '{ $given }'. 'stored' lists yours.
refusal-not-here = { $name } is not here. Try again when you both are.
refusal-too-many-stored = No more than { $most } duels are kept adjourned. 'stored' lists yours: go on with one first.
refusal-nothing-to-play = That duel is over at that step. Take an earlier one: 'replay' shows them.
refusal-nothing-to-claim = Nobody has been gone for long enough. 'clock' shows how long they may.
refusal-too-many-plans = You have given as many lines in advance as are kept. 'if off 1' takes one back.
refusal-not-in-match = You play in no duel now. Begin one: learn, bot GAME, or match NAME GAME
refusal-not-logged-in = Who are you? Type your name first: 3 to 17 letters.
refusal-not-over = That duel is not over, so it keeps its secrets until then.
refusal-not-reading = You read no duel now. 'history' lists those that were, 'replay 12' begins.
refusal-not-watching = You watch no duel.
refusal-nothing-asked = Nothing was asked that yes or no could answer.
refusal-server-full = The server is full. Please try again later.
refusal-server-stuck = The server can't write to its disk now. Please try again later.
refusal-not-confirmed = The match stopped before that was confirmed.
refusal-stale-decision = That answers a decision which is over. Look again, then choose.
refusal-stale-window = The moment for that has passed: something else was decided meanwhile. Look again, then choose.
refusal-yourself = That would be you. Choose somebody else, or duel the house: bot GAME
refusal-unknown = That can't be done ({ $code }).
did-you-mean = Did you mean: { $suggestions }
