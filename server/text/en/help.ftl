### Help: one topic a command (help-NAME, shown below its usage line) and some of general kind. Indented lines are examples, to be typed as they stand.

help-title = Spellmoot in short: type a command, or the number beside one.
help-group-meet = Meet somebody, or the house
help-group-duel = In a duel
help-group-look = Look
help-group-past = Duels that are over
help-group-session = You and your screen
help-group-end = 'help WORD' tells more of each. GAME is a game's name, with options behind it if you like: help options.
help-usage = Usage: { $usage }
help-more =
    In a duel you type what the screen offers: summon B1, attack B1 foe, done, or a number. /WORD is always a command.
    'help match' explains a command, 'help duel' all of a group: { $groups }. Topics: { $topics }. New here? Type: help start

## Topics

help-start =
    How to begin
    You are a wizard with 15 Life. Your opponent has 15, too: whoever has none left loses.
    The quickest way in is a duel against the house, with advice at every step:
      learn
    Each time you must decide, the screen shows what you can type. Type a line as it stands, or just its number. 0 always means: nothing more here, go on.
    When you know your way around:
      bot wizards arena         duel the house without advice
      who                       see who is here
      match Bea wizards arena   challenge Bea
    See also: help turn, help cards
help-turn =
    A turn of Wizard's Arena
    1 Opening. You gain a Crystal (5 at most), then one Mana for each Crystal. You draw a card; for a Crystal you may draw two.
    2 Summoning. Pay Mana to bring cards from your Hand into the Arena (summon B1). Archers, Supports and Leaders can act: cast from the Arena, flash from the Hand.
    3 Attack. Each card that was in the Arena when your turn began may attack once: your opponent (attack B1 foe) or a card (attack B1 foe:C1). Both strike at once. A card whose damage reaches its Health is destroyed.
    Then all damage heals, unspent Mana is lost, and your opponent's turn begins.
    Blockers: while a player has one, only Blockers of that player can be attacked.
    Your cards come in a fixed order, the Pattern. Destroyed cards go to its end, behind the mark X. When X comes up, you lose 3 Life.
    The first thing in a duel is the cut: each player moves some cards of the other's Pattern to its end.
      rules 4
help-cards =
    Cards of Wizard's Arena
    B1 is your first B, foe:B1 your opponent's. 2/1 means attack 2, health 1. A card with * may act this turn.
    Abilities:
      blocker   while it stands, you and your other cards can't be attacked
      source    one more Mana in each of your turns
      healer    in your Opening, pay a Crystal to gain Life
      crasher   add 'crash' to its attack: 1 Mana for 3 more Attack
      stealth   its attacks go past Blockers
      archer    cast or flash: damage to a card, as much as its Attack
      support   cast or flash: its Attack and Health are added to a card
      leader    cast or flash: a card blocks and gets its Health
    Cast: from the Arena, 1 Mana, and the card does not attack this turn. Flash: from the Hand, for 1 Mana less than its cost, then it goes to the end of your Pattern.
      card K
      card archer
      card all
help-tower =
    Mage Tower in short
    Every player guards a tower against monsters of an own board, with 20 life. Whoever has no life left is out; the last one wins. When a monster deck has been shuffled anew often enough, the last turns come, and the most life wins: monster deck 21 (0/2) tells how far that is.
    1 You draw 2 cards and gain 1 gold.
    2 Monsters. Angry ones (!) attack you and are gone. Those that stand become angry, and attack in your next turn. New ones worth 10 to 12 points come.
    3 Casting. You have 7 energy: play ability cards and Defenders, attack once with each Defender, buy prizes with gold. What you don't spend is lost.
    Arrow damage hits the closest monster; what is left over goes on to the next one, and past the last one to your opponents.
    Some cards send monsters to the others, and what you buy belongs to your deck.
    Drafts, up to six players, co-op and solo: help options, help table.
      bot mage tower
      play archer               3 arrow damage
      play knight               a Defender
      attack knight#1           it strikes the closest monster
      buy intellect             costs gold, acts at once
      card orc_chieftain
      rules MT-7
help-wars =
    Mage Wars in short
    A Paladin and a Siren fight in an arena of 4 by 3 zones; who has no life left has lost. A zone is called 1,2: second column from the west, third row from the north.
    1 Mana comes: 9 a round for each Mage. What you don't spend stays.
    2 Planning. Both choose two spells in secret from their whole spellbook. What is not cast goes back.
    3 Quickcasts. A quick spell before the creatures act, and one after them, if it was not cast in between: one a round.
    4 Creatures act by turns, each once a round: a move and a quick action (attack, quick spell, guard), or one full action.
    Dice show blank, 1, 2, 1c or 2c. Armor stops normal damage, but not critical damage (c). The effect die says what an attack does besides.
    Enchantments lie hidden until their owner pays to reveal them.
      bot mage wars
      plan noble_vanguard
      activate noble_vanguard#1
      move 1,2
      attack longsword foe:kraken#1
      card kraken
      rules MW-8
help-options =
    Options: words behind a game's name
    With match, bot and table. 'games' lists what each game has.
    Mage Tower, 2 to 6 players; decks are dealt from the cards for beginners, unless you say:
      draft          you choose your cards: two players from eight open ones, more from packs that go round
      hidden-draft   from packs that go round, for two as well
      advanced       all cards; 'beginner' leaves the harder ones out, as usual
      coop           1 to 4 players, one tower, against the cards together
      solo           one player against the cards
    For example:
      bot mage tower solo
      match Bea mage tower draft advanced
      table mage tower 6 hidden-draft
      table mage tower coop
help-telnet =
    Terminals and programs
    Any program that sends lines will do: netcat, telnet, a MUD client, your own. Nothing but text is sent unless your client asks for it.
      set width 100      how wide boards are drawn
      set colour on      colours, if your terminal has them
      set style linear   boards told in sentences, for screen readers
    A line may begin with @TAG (its answer carries the tag) and #12 (the duel that it is for). /WORD is always a command, never a choice.
    Programs: 'mode json' makes every answer a JSON object, 'schema' describes them all.

## Commands

help-login =
    Takes a name: 3 to 17 letters from A to Z. A new name plays as a guest. With the token told at your login, you come back to your seat after your connection dropped.
      login Ana
help-who =
    Lists the players who are here, and what they do.
      who
help-games =
    Lists the games that can be played, and the duels that are on.
      games
help-match =
    Challenges a player. The duel begins when your challenge is accepted. With a clock: a bank, more for each turn, and what reactions may take; or a name: bullet, blitz, rapid, classic, evening.
      match Bea wizards arena
      match Bea wizards arena 10m+15s
      match Bea wizards arena blitz
    Options stand behind the game's name, see help options.
      match Bea mage tower draft
    'best 3' (or 5, 7, 9) at its end makes a series of up to so many games, with the seats changed after each.
      match Bea wizards arena blitz best 3
    With 'nonce' and any text behind it, that goes into the chance of the duel: see help commitment.
      match Bea wizards arena nonce seven swans
help-table =
    Opens a table that others can join, also for games of more than two. It begins when all seats are taken, or when you say begin. Options stand behind the game's name, see help options.
      table mage tower
      table mage tower 4 draft
      table mage tower coop 10m+15s
help-join =
    Sits down at an open table. 'games' shows the numbers.
      join 1
help-house =
    Lets the house take a seat at your table; 'off' takes the last one back.
      house
      house random
      house off
help-leave =
    Leaves your table before it begins. If you opened it, who has sat there longest has the say from then on.
      leave
help-begin =
    Begins with those who sit at your table, if the game takes so many.
      begin
help-clock =
    Shows the clocks of your duel. 'clock log' lists every charge: who, how long, why, what was left.
      clock
      clock log
help-draw =
    Offers a draw, or agrees to one. While you must decide in a game that has a choice 'draw', type /draw.
      /draw
help-takeback =
    Offers to take the last choices back, or agrees to that; the house always agrees. Later dice differ from those that were seen.
      takeback
      takeback 3
help-claim =
    Takes the duel from somebody who has been gone for too long. You may also wait.
      claim
help-adjourn =
    Offers to go on with your duel another day, or agrees to that; the house always agrees, and who has been gone for long is not asked. The clocks stop.
      adjourn
      stored
      resume 12
help-stored =
    Lists your adjourned duels. Keep the word of your login: it brings you back to them.
      stored
help-resume =
    Goes on with an adjourned duel, by its number or by who else plays it. All must be here; the others are asked.
      resume 12
      resume Bea
help-stop =
    Says in which windows you want to be asked. Nobody else learns of it. Alone it shows what holds.
      stop none
      stop reveal on
help-pass =
    Passes all windows until the turn ends, or until something is aimed at you. Nobody else learns of it.
      /pass turn
help-if =
    Gives a line in advance: it is played when that window opens and the line is legal, once. Nobody else learns of it. Alone it lists yours; 'off' takes back all, 'off 2' the second.
      if intercept then pass
      if off 2
help-since =
    Tells the events of your duel after a number again.
      since 34
help-accept =
    Accepts a challenge; with several, say whose. With 'nonce' and any text behind it, that goes into the chance of the duel: see help commitment.
      accept Bea
      accept nonce seven swans
help-decline =
    Declines a challenge, or withdraws your own.
      decline Bea
help-bot =
    Duels the house. 'random' plays anything, 'greedy' takes what looks best at once. A number says how many seats there are; the house plays all but yours.
      bot wizards arena random
      bot mage tower 4 draft
      bot mage tower solo
      bot wizards arena nonce seven swans
help-commitment =
    The server draws its part of the chance of a duel before you say anything, and shows its seal (SHA-256): with 'challenged' and with your own challenge; for the next duel that you offer or begin, this command shows it. Then you may add a text of your own to the chance: match, accept and bot take 'nonce TEXT'. When the duel is over its part is revealed: whoever kept the seal can check it, and every roll.
      commitment
help-learn =
    Plays a first duel against the house, with a hint at every decision.
      learn
help-pattern =
    Shows your Pattern and the ready ones, or sets yours for coming duels: by the name of a ready one, or by 25 letters, top card first, each at most 3 times.
      pattern rush
help-choices =
    Lists every line that you can play now, with its number.
      choices
help-board =
    Draws the board again.
      board
help-observe =
    Watches a duel. 'games' shows the numbers.
      observe 12
help-unobserve =
    Stops watching.
      unobserve
help-say =
    Says something to your duel (opponent and spectators), or to everybody in the lobby.
      say good luck
help-resign =
    Gives your duel up; with 'series', also the games of its series that are to come. You are asked once whether you mean it.
      resign
      resign series
help-dice =
    Counts the rolls of a duel that everybody saw, by what they were for, and says how often fair dice come out as uneven as that (a chi-square test; below five rolls expected a side it says nothing). A few percent are nothing unusual: look at many duels. When the duel is over you are also told what its chance was made of.
      dice
      dice 12
help-export =
    Prints the transcript of a duel that is over: JSON lines from the header to the end. Saved to a file, 'spellmoot verify FILE' checks all of it on any machine, and 'spellmoot replay FILE' reads it.
      export 12
help-history =
    Lists the newest duels, or those of a player. A number reads one of them.
      history
      history Bea
help-replay =
    Reads a duel that is over, from its beginning: what happened, and how everybody stood. You see what a watcher saw, or what you saw if you played; with a name, what that player saw. 'next' and 'back' go a step, 'go 7' to a step, 'auto 3' a step every three seconds, 'replay off' ends it. While you must decide in a game that has a choice of that name, type /next, /auto.
      replay 12
      replay 12 Bea
      replay off
help-play =
    Begins an untimed duel from a step of one that is over: against the house, or with a name as a challenge. You sit where you sat, else where the next choice is. Its chance is that of the old duel, with other dice from there on; the seed is known, so play it to try things out. In Mage Tower, while you must decide, type /play.
      play from 12 30
      play from 12 30 Bea
help-next =
    Goes one step on in the duel that you read: see help replay.
      next
help-back =
    Goes one step back in the duel that you read: see help replay.
      back
help-go =
    Goes to a step of the duel that you read: see help replay. 'go 0' is its beginning.
      go 7
help-auto =
    Lets the duel that you read go on by itself, a step every 2 seconds or as many as you say; any word of the replay stops it: see help replay.
      auto
      auto 5
help-rules =
    Reads a rule, or a chapter; without a number it lists the chapters. Refusals name the rule they come from.
      rules WA-6.5
      rules 6
help-card =
    Reads a card: by its letter, by a copy's name, or all cards with an ability. 'card all' lists all.
      card K
help-mode =
    Chooses what the server writes: text for people, JSON for programs.
      mode json
help-set =
    Shows or changes a setting: width, colour, style, and what else 'set' lists.
      set style linear
help-help =
    Explains a command or a topic; without one it lists all. '?' is short for it.
      help start
help-schema =
    Prints the JSON Schema of all messages, for who writes a program.
      schema
help-ping =
    Is answered with the same text, to see whether the connection lives.
      ping hello
help-yes =
    Agrees to what was asked last. 'y' is short for it.
      yes
help-no =
    Disagrees with what was asked last. 'n' is short for it.
      no
help-lobby =
    Goes back to the lobby and shows its menu.
      lobby
help-rematch =
    Offers your last opponent the same game again.
      rematch
help-quit =
    Leaves. 'exit' and 'bye' do the same.
      quit
