"""The load harness: real TCP clients that play whole matches, what that took, and whether everything was right.

profiles    what is to be played, from files
arrivals    when each choice is due
checks      what a client must hear, and what it did not
samples     durations, counted; HdrHistograms
clients, programs, people    connections: what they have in common, json, text
pairings    who plays whom, who watches; whose turn it is
loop        sockets, timers, measurements, and what all that costs itself
crowd       everybody of a profile, seated and connected
worker      one driver process, told what to do by lines
workers     driver processes from outside
own_server  a server of the harness's own, on its own processor: started, watched, killed
processors  who runs where
bounce      the same driver against a bare echo
transcripts what was heard beside what the journal says
run         all of it together
durable, restarts    figures of `make bench`: with a journal and without; a restart amid many matches
report, verdicts, terminal, page, pictures, index, compare    what came of it, for programs and people
machine     where that was
cli         `spellmoot bench`
"""
