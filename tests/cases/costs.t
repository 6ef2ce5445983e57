Costs: what each kind of edit costs.

# a deletion that costs 3
< abd\nabxcd
$ edgrep -k 2 -o --delete-cost=3 abcd
> 4:1:abxcd

# the least sum of costs
< abd abxcd
$ edgrep -o --delete-cost=3 --insert-cost=4 --substitute-cost=5 abcd
> 0:3:abd

# no substitutions and no deletions
< hat hast hst
$ edgrep -k 1 -o --substitute-cost=never --delete-cost=never hat
> 0:0:hat
> 4:1:hast

# no insertions and no deletions are hamming: any engine takes that
< cat cut ct
$ edgrep -k 1 -o --insert-cost=never --delete-cost=never cat
> 0:0:cat
> 4:1:cut

# a cheap exchange
< hte teh xhe
$ edgrep -k 1 -o --transpose-cost=1 --substitute-cost=3 --insert-cost=2 --delete-cost=2 the
> 0:1:hte
> 4:1:teh

# costs along an expression
< axc a
$ edgrep -k 1 -o -E --substitute-cost=never --delete-cost=2 '(a|b)c+'
> 0:1:axc

# k is a cost
< abcd
$ edgrep -k 8 --delete-cost=2 abcd
! edgrep: pattern 'abcd': distance 8 would match everything (to delete all of it costs 8); try -k 8,25%
? 2

# what is no cost
< x
$ edgrep --insert-cost=0 abc
! edgrep: --insert-cost: '0': too small; the least is 1
? 2

# a confusion, in either direction, for its cost
file alike
| 1\trn\tm
|
| 2\tcl\td
file text
| modern modem
| rnodem
| rnodern
$ edgrep -k 2 -o --insert-cost=3 --delete-cost=3 --substitute-cost=3 --confuse=alike modern text
> 0:0:modern
> 7:1:modem
> 13:2:rnodem
> 20:1:rnodern

# a confusion of no cost with k = 0
file alike
| 0\tm\tnnn
file text
| xnnnannnx mam
$ edgrep -k 0 -o --confuse=alike mam text
> 1:0:nnnannn
> 10:0:mam

# the nearest: a confusion of no cost is as near as the pattern itself
file alike
| 0\trn\tm
file text
| x modem
| y modern
| z modem
$ edgrep --best -c --confuse=alike modern text
> 3

# sets, and -i
file alike
| 1\tRN\tm
file text
| BAM
| barn
| bam
$ edgrep -k 1 -i -o -E --substitute-cost=never --delete-cost=never --insert-cost=never --confuse=alike 'ba(x|[qr])n+' text
> 0:1:BAM
> 4:0:barn
> 9:1:bam

# none within an exact group
file alike
| 1\trn\tm
file text
| bam
$ edgrep -k 1 -E --confuse=alike 'ba(rn){~0}' text
? 1

# hamming and a confusion of other lengths
file alike
| 1\trn\tm
file text
| bam bxrn
$ edgrep -k 1 -o --metric=hamming --confuse=alike barn text
> 0:1:bam
> 4:1:bxrn

# too many characters
file alike
| 1\tabcd\te
$ edgrep --confuse=alike x alike
! edgrep: alike:1: A has more than 3 characters
? 2

# the cost of a confusion
file alike
| 1\ta\tb
| 256\ta\tb
$ edgrep --confuse=alike x alike
! edgrep: alike:2: the cost must be a number from 0 to 255
? 2

# a tab is missing
file alike
| 1\tab
$ edgrep --confuse=alike x alike
! edgrep: alike:1: a line is COST, a tab, A, a tab, B
? 2

# a side is empty
file alike
|
| 1\ta\t
$ edgrep --confuse=alike x alike
! edgrep: alike:2: B is empty
? 2

# no UTF-8
file alike
| 1\ta\t\xff
$ edgrep --confuse=alike x alike
! edgrep: alike:1: this is not valid UTF-8
? 2

# no such file of confusions
file text
| x
$ edgrep --confuse=missing x text
! edgrep: missing: No such file or directory
? 2

# a confusion in an alignment: one edit, as many characters as it has
file alike
| 1\trn\tm
| 1\tcl\td
file text
| rnodern cloor
$ edgrep -k 3 -o --align --cigar --confuse=alike 'modem door' text
> 0:3:rnodern cloor
>     1C3=1C1=1C3=
>     pattern  1 m-odem- d-oor
>                ~~|||~~|~~|||
>     text     0 rnodern cloor

# two confusions, one behind the other
file alike
| 1\trn\tm
$ edgrep -k 2 -o --cigar --confuse=alike mmx text
file text
| rnrnx
> 0:2:rnrnx
>     2C1=

# a confusion with fewer characters in the text
file alike
| 1\trn\tm
file text
| modem
$ edgrep -k 1 -o --align --cigar --confuse=alike modern text
> 0:1:modem
>     4=1C
>     pattern 1 modern
>               ||||~~
>     text    0 modem-

# a substitution comes before a confusion
file alike
| 1\ta\tb
| 0\tcd\tdc
| 2\tef\tgh
file text
| b_dc_gh
$ edgrep -k 3 -o --cigar --confuse=alike a_cd_ef text
> 0:3:b_dc_gh
>     1X1=1C1=2X

# of two confusions the first one of the file
file alike
| 1\tab\txy
| 1\tb\ty
| 0\ta\tx
file text
| xy
$ edgrep -k 1 -o --cigar --substitute-cost=never --confuse=alike ab text
> 0:1:xy
>     1C

# an exchange with costs
< hte cat
$ edgrep -k 2 -o --align --cigar --transpose-cost=1 --substitute-cost=2 'the act'
> 0:2:hte cat
>     1T2=1T1=
>     pattern 1 the act
>               xx||xx|
>     text    0 hte cat

# an exchange of items that follow each other on a path
< act
$ edgrep -k 1 -o -t -E --align --cigar '(dog|cat|xy)'
> 0:1:act
>     1T1=
>     pattern 1 cat
>               xx|
>     text    0 act

# an exchange comes before two substitutions of the same cost
< ba
$ edgrep -k 3 -o --cigar --transpose-cost=2 --delete-cost=2 ab
> 0:2:ba
>     1T

# exchanges along an expression: the first sequence that is nearest
< xba
$ edgrep -k 1 -o -t -E --align --cigar 'x(ac|[ab](|c)b)(){~0}'
> 0:1:xba
>     1=1T
>     pattern 1 x?b
>               |xx
>     text    0 xba

# confusions along an expression
file alike
| 1\trn\tm
file text
| bam barrn
$ edgrep -k 1 -o -E --align --cigar --substitute-cost=2 --confuse=alike 'ba(x|r?[rst]+n)' text
> 0:1:bam
>     2=1C
>     pattern 1 ba?n
>               ||~~
>     text    0 bam-
> 4:0:barrn
>     5=
>     pattern 1 bar?n
>               |||||
>     text    4 barrn

# costs that amount to indel: any engine takes that
< hat hct
$ edgrep --engine=word -k 2 -o --substitute-cost=2 hat
> 0:0:hat
> 4:2:hct

# to osa
< teh
$ edgrep --engine=word -k 1 -o --transpose-cost=1 the
> 0:1:teh
# to hamming, with an exchange that costs as much as two substitutions
$ edgrep --engine=word -k 2 -o --insert-cost=never --delete-cost=never --transpose-cost=2 the
> 0:2:teh

# to levenshtein, whatever the metric was before, along an expression that is only a sequence
< colour
$ edgrep --engine=word -k 1 -o -E --metric=hamming --insert-cost=1 --delete-cost=1 --transpose-cost=never 'colo{1}r'
> 0:1:colour

# costs that amount to indel, and an edit that indel does not have: alignments show it
< aba
$ edgrep -k 2 -o --cigar --substitute-cost=2 aaa
> 0:2:aba
>     1=1X1=

# the same for an exchange
< aabbb
$ edgrep -k 2 -x --format='%d %C\n' --transpose-cost=2 ababb
> 2 1=1T2=

# and for the groups of an expression
< aba
$ edgrep -k 2 -x -E --bare --replace='\1' --substitute-cost=2 'a(a|c)a'
> b

# an exchange that costs more than two substitutions
< aabbb
$ edgrep -k 2 -x --format='%d %C\n' --transpose-cost=3 ababb
> 2 1=2X2=

# a cost with a letter
file alike
| 1x\ta\tb
$ edgrep --confuse=alike x alike
! edgrep: alike:1: the cost must be a number from 0 to 255
? 2

# with a character before the digits
file alike
| /\ta\tb
$ edgrep --confuse=alike x alike
! edgrep: alike:1: the cost must be a number from 0 to 255
? 2

# no cost
file alike
| \ta\tb
$ edgrep --confuse=alike x alike
! edgrep: alike:1: the cost must be a number from 0 to 255
? 2

# no tab
file alike
| 1
$ edgrep --confuse=alike x alike
! edgrep: alike:1: a line is COST, a tab, A, a tab, B
? 2

# a tab too many
file alike
| 1\ta\tb\tc
$ edgrep --confuse=alike x alike
! edgrep: alike:1: a line is COST, a tab, A, a tab, B
? 2

# too many characters on the other side
file alike
| 1\ta\tbcde
$ edgrep --confuse=alike x alike
! edgrep: alike:1: B has more than 3 characters
? 2

# a side of which --skip leaves nothing
file alike
| 1\t-\tb
$ edgrep --skip=- --confuse=alike x alike
! edgrep: alike:1: A is empty
? 2

# a backslash and a quote are characters in an expression, too
file alike
| 1\t\\\tb
| 1\tE\tc
< abd xcy
$ edgrep -k 1 -E -o --confuse=alike 'a\\d|xEy'
> 0:1:abd
> 4:1:xcy

# the least cost of each pattern, searched for by edits of cost 1 first
env EDGREP_PLAN=unit-costs
< a huose in a gaxden
< the hoxse garn
< hse, gardn
$ edgrep --best=each -o --substitute-cost=2 --insert-cost=3 --delete-cost=2 -e house -e garden
> 13:2:gaxden
> 24:2:hoxse
> 40:2:gardn

# best mode: each pattern has a k of its own, and what the second allows does not bound the first
file own
| 5\t\tzaz
| 1\t\tyaa
file text
| aa.a.b..e.
$ edgrep --best --insert-cost=1 --delete-cost=2 --substitute-cost=2 --table=own text
> 0:4:aa.a.b..e.
