Costs: what each kind of edit costs.

# a deletion that costs 3
< abd\nabxcd
$ edgrep -k 2 -o --delete-cost=3 abcd
> 4:1:abxcd

# the smallest sum of costs
< abd abxcd
$ edgrep -o --delete-cost=3 --insert-cost=4 --substitute-cost=5 abcd
> 0:3:abd

# no substitutions and no deletions
< hat hast hst
$ edgrep -k 1 -o --substitute-cost=never --delete-cost=never hat
> 0:0:hat
> 4:1:hast

# no insertions and no deletions equal hamming: any engine accepts this
< cat cut ct
$ edgrep -k 1 -o --insert-cost=never --delete-cost=never cat
> 0:0:cat
> 4:1:cut

# a cheap exchange
< hte teh xhe
$ edgrep -k 1 -o --transpose-cost=1 --substitute-cost=3 --insert-cost=2 --delete-cost=2 the
> 0:1:hte
> 4:1:teh

# costs with an expression
< axc a
$ edgrep -k 1 -o -E --substitute-cost=never --delete-cost=2 '(a|b)c+'
> 0:1:axc

# k is a cost
< abcd
$ edgrep -k 8 --delete-cost=2 abcd
! edgrep: pattern 'abcd': distance 8 would match everything (to delete all of it costs 8); try -k 8,25%
? 2

# -k with a value that is no cost
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

# a confusion of cost 0 with k = 0
file alike
| 0\tm\tnnn
file text
| xnnnannnx mam
$ edgrep -k 0 -o --confuse=alike mam text
> 1:0:nnnannn
> 10:0:mam

# a confusion of cost 0 can replace a whole pattern, or a part of one
env EDGREP_PLAN=unit-costs
file alike
| 0\tfi\tL
file text
| some L, ofLce
| office
$ edgrep -k 0 -o --confuse=alike -e fi -e office text
> 5:0:L
> 10:0:L
> 8:0:ofLce
> 16:0:fi
> 14:0:office

# the nearest: a confusion of cost 0 is as near as the pattern itself
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

# no confusion within an exact group
file alike
| 1\trn\tm
file text
| bam
$ edgrep -k 1 -E --confuse=alike 'ba(rn){~0}' text
? 1

# hamming and a confusion of different lengths
file alike
| 1\trn\tm
file text
| bam bxrn
$ edgrep -k 1 -o --metric=hamming --confuse=alike barn text
> 0:1:bam
> 4:1:bxrn

# a confusion with too many characters
file alike
| 1\tabcd\te
$ edgrep --confuse=alike x alike
! edgrep: alike:1: A has more than 3 characters
? 2

# a confusion with a bad cost
file alike
| 1\ta\tb
| 256\ta\tb
$ edgrep --confuse=alike x alike
! edgrep: alike:2: the cost must be a number from 0 to 255
? 2

# a confusion without a tab
file alike
| 1\tab
$ edgrep --confuse=alike x alike
! edgrep: alike:1: a line is COST, a tab, A, a tab, B
? 2

# a confusion with an empty side
file alike
|
| 1\ta\t
$ edgrep --confuse=alike x alike
! edgrep: alike:2: B is empty
? 2

# a confusion that is not valid UTF-8
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

# a confusion in an alignment: one edit, with as many characters as it has
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

# two confusions in a row
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

# an alignment prefers a substitution to a confusion
file alike
| 1\ta\tb
| 0\tcd\tdc
| 2\tef\tgh
file text
| b_dc_gh
$ edgrep -k 3 -o --cigar --confuse=alike a_cd_ef text
> 0:3:b_dc_gh
>     1X1=1C1=2X

# of two equal confusions an alignment uses the first of the file
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

# an exchange of items that are adjacent on a path
< act
$ edgrep -k 1 -o -t -E --align --cigar '(dog|cat|xy)'
> 0:1:act
>     1T1=
>     pattern 1 cat
>               xx|
>     text    0 act

# an alignment prefers an exchange to two substitutions of the same cost
< ba
$ edgrep -k 3 -o --cigar --transpose-cost=2 --delete-cost=2 ab
> 0:2:ba
>     1T

# exchanges with an expression: the first sequence that is nearest
< xba
$ edgrep -k 1 -o -t -E --align --cigar 'x(ac|[ab](|c)b)(){~0}'
> 0:1:xba
>     1=1T
>     pattern 1 x?b
>               |xx
>     text    0 xba

# confusions with an expression
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

# costs that equal indel: any engine accepts this
< hat hct
$ edgrep --engine=word -k 2 -o --substitute-cost=2 hat
> 0:0:hat
> 4:2:hct

# costs that equal osa
< teh
$ edgrep --engine=word -k 1 -o --transpose-cost=1 the
> 0:1:teh
# costs that equal hamming, with an exchange that costs as much as two substitutions
$ edgrep --engine=word -k 2 -o --insert-cost=never --delete-cost=never --transpose-cost=2 the
> 0:2:teh

# costs that equal levenshtein, after --metric, for an expression that is a sequence
< colour
$ edgrep --engine=word -k 1 -o -E --metric=hamming --insert-cost=1 --delete-cost=1 --transpose-cost=never 'colo{1}r'
> 0:1:colour

# costs that equal indel, with an edit that indel does not have: alignments show it
< aba
$ edgrep -k 2 -o --cigar --substitute-cost=2 aaa
> 0:2:aba
>     1=1X1=

# costs that equal indel, with an exchange
< aabbb
$ edgrep -k 2 -x --format='%d %C\n' --transpose-cost=2 ababb
> 2 1=1T2=

# costs that equal indel, with groups of an expression
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

# a cost after another character
file alike
| /\ta\tb
$ edgrep --confuse=alike x alike
! edgrep: alike:1: the cost must be a number from 0 to 255
? 2

# no digits in a cost
file alike
| \ta\tb
$ edgrep --confuse=alike x alike
! edgrep: alike:1: the cost must be a number from 0 to 255
? 2

# a line of confusions without a tab
file alike
| 1
$ edgrep --confuse=alike x alike
! edgrep: alike:1: a line is COST, a tab, A, a tab, B
? 2

# a line of confusions with a tab too many
file alike
| 1\ta\tb\tc
$ edgrep --confuse=alike x alike
! edgrep: alike:1: a line is COST, a tab, A, a tab, B
? 2

# too many characters on the second side
file alike
| 1\ta\tbcde
$ edgrep --confuse=alike x alike
! edgrep: alike:1: B has more than 3 characters
? 2

# --skip leaves nothing of a side
file alike
| 1\t-\tb
$ edgrep --skip=- --confuse=alike x alike
! edgrep: alike:1: A is empty
? 2

# a backslash and a quote are ordinary characters in confusions, also for an expression
file alike
| 1\t\\\tb
| 1\tE\tc
< abd xcy
$ edgrep -k 1 -E -o --confuse=alike 'a\\d|xEy'
> 0:1:abd
> 4:1:xcy

# the least cost of each pattern, searched by edits of cost 1 first
env EDGREP_PLAN=unit-costs
< a huose in a gaxden
< the hoxse garn
< hse, gardn
$ edgrep --best=each -o --substitute-cost=2 --insert-cost=3 --delete-cost=2 -e house -e garden
> 13:2:gaxden
> 24:2:hoxse
> 40:2:gardn

# best mode: each pattern has its own k, and the second pattern's does not limit the first
file own
| 5\t\tzaz
| 1\t\tyaa
file text
| aa.a.b..e.
$ edgrep --best --insert-cost=1 --delete-cost=2 --substitute-cost=2 --table=own text
> 0:4:aa.a.b..e.
