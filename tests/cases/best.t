Best mode (no -k, or --best): the records that come nearest to the pattern.

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

# a better record at the end throws away what was found before
<*50 the hose
< the house
$ edgrep house
> 454:0:the house

# matching nothing at all is no match
< xyz
$ edgrep abc
? 1

# one common character is a match
< xbz
$ edgrep abc
> 0:2:xbz

# a pattern of one character is only ever found exactly
< xyz
< abc
$ edgrep b
> 5:0:abc

# a pattern of one character, not there
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

# --best -k: the nearest, if it is within k
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

# the distance is one for all patterns
< hose
< garden
$ edgrep -e house -e garden
> 5:0:garden

# -k is each pattern's own bound in best mode too
# 20% of 5 is 1; of 10 it is 2
< hxxse
< washixxton
$ edgrep --best -k 20% -e house -e washington
> 6:2:washixxton

# a pattern takes part only with d < m
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

# -c with nothing near
< xyz
$ edgrep -c abc
> 0
? 1

# -m bounds what is printed, not what is read
< hose
< house 1
< house 2
$ edgrep -m 1 house
> 5:0:house 1

# -q needs a limit: something is always nearest
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

# the best over several files
file one
| hose
file two
| garden
| house
$ edgrep house one two
> two:7:0:house

# the best distance of the first file is beaten by the last
file one
| house
file two
| hose
file three
| house
$ edgrep house two one three
> one:0:0:house
> three:0:0:house

# the nearest record ends a file; what comes nearest in small files behind it is not as near
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

# the threshold falls in a record
< xhoux hose house
$ edgrep -o house
> 11:0:house

# distances beyond a machine word
# nothing but the first and the last character are there
< axxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxb
$ edgrep -o aqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqb
> 0:73:axxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxb

# far results are dropped, and their context with them, while a long list is kept
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

# -q with --best=each ends at the first record within -k: no later input is opened
file one
| xhosex
$ edgrep -q -k 1 --best=each house one missing
# -q with --best=each, and nothing within -k
$ edgrep -q -k 1 --best=each none one
? 1

# --best=each with --where: -c counts the records of the others
< house x
< hose x
< house
< mouse x
$ edgrep --best=each -k 1 --where=x -c -e house -e mouse
> 2
# and -l prints the name of the input
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

# -o prints no context where records are kept
< house
< house x
$ edgrep -o -k 0 -B 1 --cigar --where=x house
> 6:0:house
>     5=

# the context of what is nearest stays while a long list of several inputs is rewritten
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
