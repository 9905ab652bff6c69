"""The load harness: real TCP clients that play whole matches, what that took, and whether everything was right.

profiles    what is to be played, from files
arrivals    when each choice is due
checks      what a client must hear, and what it did not
samples     durations, counted; HdrHistograms
clients     connections: programs and people
pairings    who plays whom, who watches; whose turn it is
loop        one driver process: sockets, timers, and what it costs itself
worker      that process, told what to do by lines
own_server  a server of the harness's own, on its own processor: started, watched, killed
workers     driver processes from outside
transcripts what was heard beside what the journal says
run         all of it together
report, terminal, page, pictures, compare    what came of it
cli         `spellmoot bench`
"""
