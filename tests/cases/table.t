--table: lines PATTERN, K, a tab and PATTERN, or K, a tab, ID, a tab and PATTERN; K and ID may be
empty.

# patterns alone, with a distance, and with an id
file names
| cat
| 1\thorse
| 20%\th\tgarden
| \tx\ttree
file text
| a cat, a ct
| a hose
| a gardn
| a gadn, a tree
$ edgrep -k 0 --table=names -o --show-pattern=id text
> 2:0:1:cat
> 14:1:2:hose
> 21:1:h:gardn
> 37:0:x:tree

# distances are as for -k
file names
| 1,25%\troad
| 2,10%\taccommodation
| 0\tx\tcat
file text
| a raod, a rod
| acomodation acommodation
| ct cat
$ edgrep --table=names -o text
> 10:1:rod
> 26:1:acommodation
> 42:0:cat

# with distances in the table -v works, as with -k
file names
| 1\thorse
< a hose
< a hous
$ edgrep --table=names -v
> 7::a hous

# with --best each pattern has its own limit
file names
| 1\thorse
| 2\tgarden
< a gadrn
< a hors
< a hose
$ edgrep --best --table=names
> 10:1:a hors
> 17:1:a hose

# without any distance: best mode
file names
| \th\thorse
| garden
< a gadrn
< a hors
$ edgrep --table=names --show-pattern=id
> 10:1:h:a hors

# from standard input
file text
| a cat
| a dog
< 0\td\tdog
$ edgrep --table=- --show-pattern=id text
> 8:0:d:a dog

# with -e and -f: all patterns are searched, and numbered in this order
file pets
| cow
file names
| 1\th\thorse
file text
| a cat
| a cow
| a hose
$ edgrep -k 0 -e cat --table=names -f pets --show-pattern=id text
> 2:0:1:a cat
> 8:0:3:a cow
> 14:1:h:a hose

# empty lines are ignored; the last line needs no newline
file names
|
| 0\tcat
|
| 0\tdog\
file text
| a dog
$ edgrep --table=names --show-pattern text
> 2:0:2:a dog

# only the first two tabs separate; others belong to the pattern
file names
| 0\tx\ta\tb
< a\tb
$ edgrep --table=names -o
> 0:0:a\tb

# equal patterns are searched once, as the first, with its distance and id
file names
| 0\tx\tcat
| 1\ty\tcat
< a ct
< a cat
$ edgrep --table=names --show-pattern=id
> 7:0:x:a cat

# the text of the pattern
< a hose
< a gardn
$ edgrep -k 1 -o --show-pattern=text -e horse -e garden
> 2:1:horse:hose
> 9:1:garden:gardn

# --show-pattern=number is the same as --show-pattern
< a cat
$ edgrep -k 0 --show-pattern=number -e dog -e cat
> 2:0:2:a cat

# context has no id
file names
| 0\tx\tcat
< a cow
< a cat
$ edgrep --table=names --show-pattern=id -B 1
> 0---a cow
> 8:0:x:a cat

# --bare keeps the id
file names
| 0\tx\tcat
< a cat
$ edgrep --table=names --show-pattern=id --bare
> x:a cat

# --json: an id if the pattern has one
file names
| 0\tx\tcat
| dog
file text
| a cat
| a dog
$ edgrep -k 0 --json --table=names text
> {"type":"begin","data":{"path":{"text":"text"}}}
> {"type":"match","data":{"path":{"text":"text"},"lines":{"text":"a cat\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"cat"},"start":2,"end":5,"line_number":1,"column":3,"last_line":1,"distance":0,"pattern":1,"id":{"text":"x"}}]}}
> {"type":"match","data":{"path":{"text":"text"},"lines":{"text":"a dog\\n"},"line_number":2,"absolute_offset":6,"submatches":[{"match":{"text":"dog"},"start":2,"end":5,"line_number":2,"column":3,"last_line":2,"distance":0,"pattern":2}]}}
> {"type":"end","data":{"path":{"text":"text"},"binary_offset":null,"stats":{"bytes_searched":12,"matched_lines":2,"matches":2}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":12,"matched_lines":2,"matches":2}}}

# sets of characters and expressions
file names
| 0\td\tb\\d
| 1\tc\t[ab]ccc
< b7 bcc
$ edgrep -P --table=names --show-pattern=id -o
> 0:0:d:b7
> 3:1:c:bcc

# an id that is not valid UTF-8
file names
| 0\t\xff\tcat
< a cat
$ edgrep --table=names --show-pattern=id
> 2:0:\xff:a cat

# an invalid distance
file names
| cat
|
| x\tcat
$ edgrep --table=names
! edgrep: names:3: K must be N, P%, N,P% or empty: a line is PATTERN, K<TAB>PATTERN or K<TAB>ID<TAB>PATTERN
? 2

# a line without pattern
file names
| 1\t
$ edgrep --table=names
! edgrep: names:1: there is no pattern
? 2

# some patterns have a distance, others none
file names
| 1\tcat
| \tx\tdog
$ edgrep --table=names
! edgrep: names:2: no K on this line, and no -k
? 2

# some patterns have a distance, -e has none
file names
| 1\tcat
$ edgrep --table=names -e dog
! edgrep: pattern 'dog' has no K, and there is no -k
? 2

# a distance that does not restrict
file names
| 1\thouse
| 3\tcat
$ edgrep --table=names
! edgrep: names:2: pattern 'cat': distance 3 would match everything (it has 3 characters); try 3,25%
? 2

# an invalid pattern
file names
| 0\tx\ta[
$ edgrep -P --table=names
! edgrep: names:1: pattern 'a[': at 3: missing terminating ] for character class
? 2

# a missing file
$ edgrep --table=none
! edgrep: none: No such file or directory
? 2

# an unknown argument of --show-pattern
$ edgrep --show-pattern=name cat
! edgrep: --show-pattern: 'name': say number, text or id
? 2

# a NUL in K
file names
| 1\0\tcat
< cat
$ edgrep --table=names
! edgrep: names:1: K must be N, P%, N,P% or empty: a line is PATTERN, K<TAB>PATTERN or K<TAB>ID<TAB>PATTERN
? 2
