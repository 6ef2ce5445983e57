# a group with one edit, and an exact one
< xxACGTACGTyyyyyyyyyyTTTTzz
< ACGAACGTyyyyyyyyyyTTTT
< ACGAACTTyyyyyyyyyyTTTT
< ACGTACGTyyyyyyyyyyTTAT
$ edgrep -k 2 -E -o --cigar '(ACGTACGT){~1}.{10}(TTTT){~0}'
> 2:0:ACGTACGTyyyyyyyyyyTTTT
>     22=
> 27:1:ACGAACGTyyyyyyyyyyTTTT
>     3=1X18=

# edits outside the groups are limited only by -k
< ACGTACGTyyyyyyyyyTTTT
< ACGTCGTyyyyyyyyyTTTT
< ACGCGTyyyyyyyyyyTTTT
$ edgrep -k 2 -E -o '(ACGTACGT){~1}.{10}(TTTT){~0}'
> 0:1:ACGTACGTyyyyyyyyyTTTT
> 22:2:ACGTCGTyyyyyyyyyTTTT

# kinds of edits: only substitutions
< pattern
< pittern
< patern
< pattxern
< pitturn
$ edgrep -k 2 -o --limit=+0,-0 pattern
> 0:0:pattern
> 8:1:pittern
> 32:2:pitturn

# kinds of edits: no substitution, so a deletion and an insertion
< pittern
$ edgrep -k 2 -o --cigar --limit=#0 pattern
> 0:2:pittern
>     1=1D1I5=
# the limits allow too few edits
$ edgrep -k 3 -o --limit='#0 +0 -1' pattern
? 1

# limits on kinds and on the total
< one two three
< ine two three
< ine tvo three
< ine tvo thre
$ edgrep -k 9 -o -E '(one two three){#2 ~2}'
> 0:0:one two three
> 14:1:ine two three
> 28:2:ine tvo three

# repetitions of a group share its limit
< ab-ab-ab-
< ax-ab-ab-
< ax-ax-ab-
$ edgrep -k 3 -o -E 'z?(ab-){~1}{3}'
> 0:0:ab-ab-ab-
> 10:1:ax-ab-ab-

# an edit counts only for the innermost group
< abXde
< aXcdX
$ edgrep -k 3 -o -x -E '((ab){~1}cde){~1}'
> 0:1:abXde
> 6:2:aXcdX

# every edit counts for -k
< aXcdX
$ edgrep -k 3 -x -E --limit=~1 '((ab){~1}cde){~1}'
? 1

# insertions at the ends of a pattern that must match the whole record
< pattern
< xpattern
< patternx
$ edgrep -k 2 -x --limit=+0 pattern
> 0:0:pattern

# an exchange counts only for ~
< pattren
$ edgrep -k 2 -t -o --cigar --limit=+0,-0,#0 pattern
> 0:1:pattren
>     4=1T1=
# ~0 forbids an exchange
$ edgrep -k 2 -t -o -E '(pattern){~0}'
? 1

# an exchange cannot cross the border of a group with limits
< abcd
< acbd
$ edgrep -k 2 -t -x --cigar -E '(ab){~1}cd'
> 0:0:abcd
>     4=
> 5:2:acbd
>     1=2X1=

# limits count edits, not costs
< pattern
< pittern
< pitturn
$ edgrep -k 9 --substitute-cost=3 --insert-cost=2 --limit=#1,-0,+0 pattern
> 0:0:pattern
> 8:3:pittern

# best mode: the nearest within the limits
< patern
< pittarn
$ edgrep --limit=-0 pattern
> 7:2:pittarn

# the limits forbid deleting everything, so no -k matches everything
< pattern
< xyz
$ edgrep -k 7 --limit=-2,#2,+0 pattern
> 0:0:pattern

# with --metric=hamming
< pattern
< pitturn
$ edgrep -k 3 --metric=hamming --limit=#1 pattern
> 0:0:pattern

# literal patterns with -i are still literal, and undecodable bytes are characters
< PATTERN
< PAT\xffERN
$ edgrep -k 2 -i -o --limit=+0,-0 pattern
> 0:0:PATTERN
> 8:1:PAT\xffERN

# each kind can be limited once
$ edgrep --limit=+1,+2 pattern
! edgrep: --limit: '+1,+2': each kind of edit has one limit
? 2

# a limit has a maximum
$ edgrep --limit=~17 pattern
! edgrep: --limit: '~17': a limit is at most 16
? 2

# empty limits
$ edgrep --limit= pattern
! edgrep: --limit: '': say a number for each kind of edit, as +1 -0 #2 ~2
? 2

# too many states
< x
$ edgrep -E --limit=+16,-16,#16,~16 '([a-c]{100}){+16 -16 #16 ~16}'
! edgrep: pattern '([a-c]{100}){+16 -16 #16 ~16}': at 1: more than 65536 states for the limits of its edits
? 2

# an insertion after the last item of a group is outside the group
< abXc
$ edgrep -k 1 -E '((ab){+1}c){~0}'
? 1

# an insertion before the first item of a group is outside the group
< cXab
$ edgrep -k 1 -E '(c(ab){+1}){~0}'
? 1

# an insertion between items of the inner group counts there
< aXbc
$ edgrep -k 1 -E -o '((ab){~1}c){~0}'
> 0:1:aXbc

# an insertion between two groups counts in the group around both
< abXcd
$ edgrep -k 1 -E '((ab){~1}(cd){~1}){~0}'
? 1
# an insertion in three nested groups
$ edgrep -k 1 -E '(((ab){~1}c){~0}d){~1}'
? 1

# costs that equal a metric: a substitution is one edit
< aba
$ edgrep -k 2 -x --limit=+0,-0,#1 --substitute-cost=2 aaa
> 0:2:aba
# costs that equal a metric: a substitution of cost 3 and a deletion of cost 2
$ edgrep -k 3 --limit=+0,-0 --substitute-cost=3 --delete-cost=2 aaa
> 0:3:aba

# costs that equal a metric: an exchange is one edit
< aab
$ edgrep -k 2 -x --limit=~1 --transpose-cost=2 aba
> 0:2:aab

# --histogram has all distances up to -k, even if limits allow only less
< abcdefgh
< abxdefgh
$ edgrep -k 3 --histogram --limit=~1 abcdefgh
> 0	1
> 1	1
> 2	0
> 3	0

# best mode: at most one deletion, any number of substitutions
< a record where nothing is near
$ edgrep --limit=-1 -o vwxyzvwxyz
> 3:9:ecord wher
