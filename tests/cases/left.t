Where standard input is left for who reads it next: as grep -m leaves it.

# behind the record that -m ends with
< a hose
< garden
< hose
<*200 mouse
$ edgrep -k 0 -m 1 hose
> 2:0:a hose
@ 7
# context behind it does not count
$ edgrep -k 0 -m 1 -A 2 --bare hose
> a hose
> garden
> hose
@ 7
# -c
$ edgrep -k 0 -m 2 -c hose
> 2
@ 19
# named twice it goes on where it was left
$ edgrep -k 0 -m 1 hose - -
> (standard input):2:0:a hose
> (standard input):7:0:hose
@ 19

# -o, of which -m counts records
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

# less than -m: at its end
< hose
<*200 mouse
$ edgrep -k 0 -m 2 hose
> 0:0:hose
@ 1205

# exactly -m in the last record, which has no newline
<*200 mouse
< hose\
$ edgrep -k 0 -m 1 hose
> 1200:0:hose
@ 1204

# what ends for another reason is left at its end: -q
< hose
<*200 mouse
$ edgrep -k 0 -m 1 -q hose
@ 1205
# -l
$ edgrep -k 0 -m 1 -l hose
> (standard input)
@ 1205
# best mode, where everything decides
$ edgrep -m 1 hose
> 0:0:hose
@ 1205
# --span-lines, where the input is the record
$ edgrep -k 0 -m 1 --span-lines hose
> 0:0:hose
@ 1205

# -m 0 reads nothing
< hose
$ edgrep -k 0 -m 0 hose
? 1
@ 0

# -q ends before it is read
file one
| hose
< hose
$ edgrep -k 0 -q hose one -
@ 0
