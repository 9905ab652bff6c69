"""What a person sees: sentences, boards, prompts. Functions of values, to lines; no Trio, no clock, no socket, no rule.

From the ground up, each module knowing only those before it:

    fluent      message ids with arguments to sentences; a folder a language (`en/*.ftl`)
    style       width, colour, pictures or sentences
    wrap        words and tables into columns
    viewer      who reads: all of the above, and at which seat
    rules       the numbered rules of a game, looked up
    <game>/     events, boards, prompts, hints, refusals of one game
    registry    game id to the functions of its texts
    lobby       everything outside a match: greeting, menu, tables, help, refusals

Every function returns lines without their ends: at most `style.width` columns, without control characters (but colours,
where these are wanted), plain ASCII where that is wanted.
"""
