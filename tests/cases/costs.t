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
! edgrep: pattern 'abcd': distance 8 would match everything (to delete all of it costs 8)
? 2

# what is no cost
< x
$ edgrep --insert-cost=0 abc
! edgrep: --insert-cost: '0': too small
? 2
