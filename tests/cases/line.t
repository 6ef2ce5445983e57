-x: the occurrence is the whole record.

# an exact match
< house
< my house
$ edgrep -k 0 -x house
> 0:0:house

# an inexact match
< house
< houses
< hoses
< my house
$ edgrep -k 1 -x house
> 0:0:house
> 6:1:houses

# occurrences are not trimmed
< hous!
$ edgrep -k 1 -x -o house
> 0:1:hous!

# an empty record is m edits away
< \n\
< ab
$ edgrep -k 2 -x abc
> 1:1:ab

# best mode
< hxxse
< hoses
< housing
$ edgrep -x house
> 0:2:hxxse
> 6:2:hoses

# -v
< house
< garden
$ edgrep -k 1 -x -v house
> 6::garden

# the last record without newline
< x
< hous\
$ edgrep -k 1 -x house
> 2:1:hous

# a record much longer than the pattern
<*100 house \
$ edgrep -k 4 -x house
? 1

# a long pattern
< 0123456789012345678901234567890123456789x123456789012345678901234567890123456789
< 01234567890123456789012345678901234567890123456789012345678901234567890123456789
$ edgrep -k 1 -x 01234567890123456789012345678901234567890123456789012345678901234567890123456789
> 0:1:0123456789012345678901234567890123456789x123456789012345678901234567890123456789
> 81:0:01234567890123456789012345678901234567890123456789012345678901234567890123456789

# -x overrides -w
< my house
< house
$ edgrep -k 0 -w -x house
> 9:0:house

# several patterns: the nearer one counts
< hose
$ edgrep -k 2 -x --show-pattern -e house -e hoses
> 0:1:1:hose

# best: a record that contains the pattern is no nearer than its length allows
<*300 aaaaaaaaaahouseaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
< hxusx
< hou
< the house
$ edgrep -x house
> 29400:2:hxusx
> 29406:2:hou

# best: the delimiter of the last record does not count
< mouse
< hous\
$ edgrep -x house
> 0:1:mouse
> 6:1:hous

# best: the nearest comes last, after many ties, and is longer than the pattern
<*2000 hxxse
< houseE
$ edgrep -x -c house
> 1

# best: the whole input is the record
< my
< hous\
$ edgrep -x --span-lines 'my house'
> 0:2:my
> hous

# -x --best: with many patterns, "Ł" and "C" have the same code in the filter; "Cabc" still has distance 1
file patterns
| Łabc
| Czyx
| bkfm
| hlcd
| egia
| jmbk
| ldfe
| achg
| mika
| fjel
| gbdh
| kcim
<*100 nopqrstuvw
< Cabc
< Czyv
< Łabd
$ edgrep -x --best -k 2 -f patterns
> 1100:1:Cabc
> 1105:1:Czyv
> 1110:1:Łabd

# folded text: a record that is too long, but ends like the pattern
< xx a  b
< a \t b
$ edgrep -x --fold-space -k 1 'a b'
> 8:0:a \t b

# --bare --span-lines: a line for each occurrence
< house house
$ edgrep --span-lines --bare -k 0 house
> house
> house

# whole records, many patterns by deletions, and a pattern with too many edits for that
env EDGREP_PLAN=deletions
file words
| house
| mouse
| garden
| window
| kitchen
| bottle
| summer
| winter
| yellow
| orange
| purple
| silver
| golden
| copper
| the quick brown fox jumps over
< house\nhxuse\nthe quick brown fox jumps over\nthx qxick brxwn fxx jxmps over\nmxuse\nkitchen\nthe quxk
$ edgrep -x -k 20% -f words -n
> 1:0:0:house
> 2:6:1:hxuse
> 3:12:0:the quick brown fox jumps over
> 4:43:5:thx qxick brxwn fxx jxmps over
> 5:74:1:mxuse
> 6:80:0:kitchen
