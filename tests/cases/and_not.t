--and and --not: records that also have, or do not have, another occurrence. --max-per-pattern.

# --and, with the same -k
< red house
< blue house
< rad hous
$ edgrep -k 1 --and=red hous
> 4:0:red house
> 25:0:rad hous

# --not
< red house
< green hose
< grien house
$ edgrep -k 1 --not=green hous
> 4:0:red house

# several --and and --not; occurrences of --and are not reported
< a cat and a dog
< a cat and a cow
< a cat, a dog and a bird
$ edgrep -k 0 -o --and=dog --not=bird --and=and cat
> 2:0:cat

# -v: records without the pattern that pass --and and --not
< cat
< dog
< cat dog
< cow dog
$ edgrep -k 0 -v --and=dog cat
> 4::dog
> 16::cow dog

# -c, and with -i
< Cat DOG
< cat
$ edgrep -k 0 -i -c --and=dog cat
> 1

# -w and -x apply to --and and --not
< cat dogs
< cat dog
$ edgrep -k 0 -w --and=dog cat
> 9:0:cat dog

# --and with an expression
< cat 123
< cat abc
$ edgrep -k 0 -E --and='[0-9]{3}' 'c(a|o)t'
> 0:0:cat 123

# --span-lines: the record is the input
file a
| cat
| dog
file b
| cat
$ edgrep -k 0 --span-lines --and=dog cat a b
> a:0:0:cat

# context shows records that are not selected
< cat
< cat dog
$ edgrep -k 0 -B1 --and=dog cat
> 0--cat
> 4:0:cat dog

# --and needs -k
< x
$ edgrep --and=dog cat
! edgrep: --and and --not need -k, without --best and --top
? 2
# --and with a bad pattern
$ edgrep -k 3 --not=dog house
! edgrep: pattern 'dog': distance 3 would match everything (it has 3 characters); try -k 3,25%
? 2

# --max-per-pattern counts records of all inputs
file a
| cat
| cat dog
| dog
file b
| dog
| cat
$ edgrep -k 0 --max-per-pattern=2 -e cat -e dog a b
> a:0:0:cat
> a:4:0:cat dog
> a:12:0:dog

# --max-per-pattern with -o counts occurrences
< cat cat dog
< cat dog dog
$ edgrep -k 0 -o --max-per-pattern=2 -e cat -e dog
> 0:0:cat
> 4:0:cat
> 8:0:dog
> 16:0:dog

# --max-per-pattern with -c
< cat
< cat
< cat
$ edgrep -k 0 -c --max-per-pattern=2 cat
> 2

# --max-per-pattern with --count-matches
< cat cat
< cat cat
$ edgrep -k 0 --count-matches --max-per-pattern=3 cat
> 3

# a record that --not excludes does not count
< cat
< cat dog
< cat dog
$ edgrep -k 0 --max-per-pattern=1 --and=dog cat
> 4:0:cat dog

# both strands are one pattern
< ACC
< GGT
$ edgrep -k 0 --reverse-complement --max-per-pattern=1 ACC
> 0:0:ACC

# context after the last selected record
< cat
< a
< cat
$ edgrep -k 0 -A1 --max-per-pattern=1 cat
> 0:0:cat
> 4--a

# --max-per-pattern needs -k
< x
$ edgrep --max-per-pattern=1 cat
! edgrep: --max-per-pattern needs -k, without --best and --top
? 2
