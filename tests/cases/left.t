Where standard input is left for the next reader: as grep -m leaves it.

# after the last record of -m
< a hose
< garden
< hose
<*200 mouse
$ edgrep -k 0 -m 1 hose
> 2:0:a hose
@ 7
# context after it does not count
$ edgrep -k 0 -m 1 -A 2 --bare hose
> a hose
> garden
> hose
@ 7
# -c
$ edgrep -k 0 -m 2 -c hose
> 2
@ 19
# named twice, standard input continues where it was left
$ edgrep -k 0 -m 1 hose - -
> (standard input):2:0:a hose
> (standard input):7:0:hose
@ 19

# -o: -m counts records
< hose hose
<*200 mouse
$ edgrep -k 0 -m 1 -o hose
> 0:0:hose
> 5:0:hose
@ 10

# -v
< hose
< garden
<*200 mouse
$ edgrep -k 0 -m 1 -v hose
> 5::garden
@ 12

# a delimiter that is a regex
< hose--- garden---
<*200 mouse
$ edgrep -k 0 -m 1 --delimiter=-+ hose
> 0:0:hose
@ 7

# fewer records than -m: at the end of the input
< hose
<*200 mouse
$ edgrep -k 0 -m 2 hose
> 0:0:hose
@ 1205

# exactly -m records, the last without newline
<*200 mouse
< hose\
$ edgrep -k 0 -m 1 hose
> 1200:0:hose
@ 1204

# other reasons to stop leave it at its end: -q
< hose
<*200 mouse
$ edgrep -k 0 -m 1 -q hose
@ 1205
# -l
$ edgrep -k 0 -m 1 -l hose
> (standard input)
@ 1205
# best mode reads everything
$ edgrep -m 1 hose
> 0:0:hose
@ 1205
# --span-lines: the input is one record
$ edgrep -k 0 -m 1 --span-lines hose
> 0:0:hose
@ 1205

# -m 0 reads nothing
< hose
$ edgrep -k 0 -m 0 hose
? 1
@ 0

# -q stops before standard input is read
file one
| hose
< hose
$ edgrep -k 0 -q hose one -
@ 0
