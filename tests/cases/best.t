Best mode (no -k, or --best): the records nearest to the pattern.

# a near miss is found
< the hose
< the garden
$ edgrep house
> 4:1:the hose

# an exact occurrence leaves only exact ones
< the hose
< the house
< the mouse
< a house
$ edgrep house
> 13:0:the house
> 31:0:a house

# ties are all printed
< hose
< horse
< hxxse
$ edgrep house
> 0:1:hose
> 5:1:horse

# Figure 4 of the 2014 paper: ASM = 1
< aaabbbaa
$ edgrep ababa
> 2:1:aaabbbaa

# a better record at the end discards earlier results
<*50 the hose
< the house
$ edgrep house
> 454:0:the house

# a distance of m is no match
< xyz
$ edgrep abc
? 1

# one common character is a match
< xbz
$ edgrep abc
> 0:2:xbz

# a pattern of one character is only found exactly
< xyz
< abc
$ edgrep b
> 5:0:abc

# a pattern of one character that does not occur
< xyz
$ edgrep b
? 1

# empty input
< \
$ edgrep abc
? 1

# --best without -k is the same
< hose
< house
$ edgrep --best house
> 5:0:house

# --best -k: the nearest record is beyond k
< huose
< hxxse
$ edgrep --best -k 1 house
? 1

# --best -k: within k
< huose
< hose
< hous
$ edgrep --best -k 2 house
> 6:1:hose
> 11:1:hous

# --best -k P%
< hxxse
< hose
$ edgrep --best -k 20% house
> 6:1:hose

# all patterns share one least distance
< hose
< garden
$ edgrep -e house -e garden
> 5:0:garden

# in best mode -k also bounds each pattern
# 20% of 5 is 1; of 10 it is 2
< hxxse
< washixxton
$ edgrep --best -k 20% -e house -e washington
> 6:2:washixxton

# a pattern only matches with d < m
# "b" cannot be found with distance 1
< xacx
$ edgrep -e abc -e b
> 1:1:xacx

# -o: all occurrences with the best distance
< hose mouse garden
< horse
$ edgrep -o house
> 0:1:hose
> 5:1:mouse
> 18:1:horse

# -c counts the best records
< hose
< house
< house house
$ edgrep -c house
> 2

# -c, and no record is near
< xyz
$ edgrep -c abc
> 0
? 1

# -m limits the output, not the search
< hose
< house 1
< house 2
$ edgrep -m 1 house
> 5:0:house 1

# -q needs a limit: otherwise some record is always nearest
< hose
$ edgrep -q house
! edgrep: -q needs -k: without it something is always nearest
? 2
# --best -q with a limit
$ edgrep --best -k 1 -q house

# --best -q with a limit, and nothing within it
< xyz
$ edgrep --best -k 1 -q abc
? 1

# -l
file one
| hose
file two
| house
$ edgrep -l house one two
> two
# -L
$ edgrep -L house one two
> one

# the nearest over several files
file one
| hose
file two
| garden
| house
$ edgrep house one two
> two:7:0:house

# the last file has a smaller distance than the first
file one
| house
file two
| hose
file three
| house
$ edgrep house two one three
> one:0:0:house
> three:0:0:house

# the nearest record ends a file; the following small files have only farther ones
file one
|*40 my hxxse
| the house
file two
| hoose
file three
| hxose
| hooose
$ edgrep house one two three
> one:364:0:the house

# context applies to the best records
< a
< hose
< b
< house
< c
$ edgrep -C 1 house
> 7--b
> 9:0:house
> 15--c

# -v is refused
< hose
$ edgrep -v house
! edgrep: ...
? 2
# --best -k -v is refused
$ edgrep --best -k 1 -v house
! edgrep: ...
? 2

# the best distance decreases within a record
< xhoux hose house
$ edgrep -o house
> 11:0:house

# distances larger than a machine word
# only the first and the last character occur
< axxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxb
$ edgrep -o aqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqb
> 0:73:axxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxb

# farther results are dropped with their context while a long list is kept
< ahead
<*6000 hoxse xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
< before
<*9000 house xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
< behind
< far
$ edgrep --best=each -B1 -A1 -h --bare --engine=word -j1 --chunk-size=100k house
> before
>*9000 house xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
> behind

# -q with --best=each stops at the first record within -k: later inputs are not opened
file one
| xhosex
$ edgrep -q -k 1 --best=each house one missing
# -q with --best=each, and no record within -k
$ edgrep -q -k 1 --best=each none one
? 1

# --best=each with --where: -c counts only records that pass --where
< house x
< hose x
< house
< mouse x
$ edgrep --best=each -k 1 --where=x -c -e house -e mouse
> 2
# --best=each with --where: -l prints the name of the input
$ edgrep --best=each -k 1 --where=x -l -e house -e mouse
> (standard input)
# --best=each -o prints no context
$ edgrep --best=each -k 1 -o -C 1 -e house -e mouse
> 0:0:house
> 15:0:house
> 21:0:mouse

# --count-matches counts all occurrences of a record
< house mouse x
< hose x
< mouse
$ edgrep --best=each -k 1 --where=x --count-matches -e house -e mouse
> 2

# -o prints no context, although records are kept
< house
< house x
$ edgrep -o -k 0 -B 1 --cigar --where=x house
> 6:0:house
>     5=

# the nearest record's context stays while a long list of several inputs is rewritten
file one
| house
| behind
|*6000 othxer xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
file two
| before
|*9000 other xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
$ edgrep --best=each -k 1 -B1 -A1 -h --bare --engine=word -j1 --chunk-size=100k -e house -e other one two
> house
> behind
> --
> before
>*9000 other xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
