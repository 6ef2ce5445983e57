Several patterns: the rules apply to each separately; the occurrences of a record are ordered by end,
then start, then the order of the patterns.

# -e twice
< a cat
< a dog
< a cow
$ edgrep -k 0 -e cat -e dog
> 2:0:a cat
> 8:0:a dog

# a newline in PATTERN
< a cat
< a dog
$ edgrep -k 0 $'cat\ndog'
> 2:0:a cat
> 8:0:a dog
# a newline in the argument of -e
$ edgrep -k 0 -e $'cat\ndog'
> 2:0:a cat
> 8:0:a dog

# --pattern=
< a cat
$ edgrep -k 0 --pattern=cat
> 2:0:a cat

# a pattern that begins with a dash
< x-y
$ edgrep -k 0 -e -y
> 1:0:x-y
# a pattern that begins with a dash, after --
$ edgrep -k 0 -- -y
> 1:0:x-y

# -f: one pattern per line
file pets
| cat
| dog
file text
| a cat
| a dog
$ edgrep -k 0 -f pets text
> 2:0:a cat
> 8:0:a dog

# -f: the last line needs no newline
file pets
| cat
| dog\
file text
| a dog
$ edgrep -k 0 -f pets text
> 2:0:a dog

# -f -: patterns from standard input
file text
| a cat
| a dog
< dog
$ edgrep -k 0 -f - text
> 8:0:a dog

# -f and -e together
file pets
| cat
file text
| a cat
| a dog
$ edgrep -k 0 -f pets -e dog text
> 2:0:a cat
> 8:0:a dog

# -f with an empty file selects nothing
file none
file text
| a cat
$ edgrep -k 0 -f none text
? 1
# -f with an empty file, and another pattern
$ edgrep -k 0 -f none -e cat text
> 2:0:a cat
# -f with an empty file and -v selects all
$ edgrep -k 0 -v -f none text
> 0::a cat
# -f with an empty file in best mode
$ edgrep -f none text
? 1

# empty lines in a list are ignored
file pets
|
| cat
|
| dog
|
file text
| a dog
$ edgrep -k 0 --show-pattern -f pets text
> 2:0:2:a dog

# a list of empty lines has no patterns
file none
|
|
file text
| a cat
$ edgrep -k 0 -f none text
? 1

# an empty pattern
< abc
$ edgrep -k 0 ''
! edgrep: ...
? 2
# an empty pattern among others
$ edgrep -k 0 -e abc -e ''
! edgrep: ...
? 2
# an empty line in PATTERN
$ edgrep -k 0 $'abc\n\nd'
! edgrep: ...
? 2
# -f with a missing file
$ edgrep -k 0 -f missing
! edgrep: missing: No such file or directory
? 2

# --show-pattern
< a dog and a cat
< a cat
$ edgrep -k 0 --show-pattern -e cat -e dog
> 2:0:2:a dog and a cat
> 18:0:1:a cat

# --show-pattern -o
< a dog and a cat
$ edgrep -k 0 -o --show-pattern -e cat -e dog
> 2:0:2:dog
> 12:0:1:cat

# equal patterns are one, but all are numbered
< a cat, a dog
$ edgrep -k 0 -o --show-pattern -e cat -e cat -e dog
> 2:0:1:cat
> 9:0:3:dog

# each pattern reports its own occurrences
< hose
$ edgrep -k 1 -o --show-pattern -e house -e horse
> 0:1:1:hose
> 0:1:2:hose

# overlapping occurrences of different patterns are all reported
< catalog
$ edgrep -k 0 -o --show-pattern -e alog -e cata -e tal
> 0:0:2:cata
> 2:0:3:tal
> 3:0:1:alog

# equal ends: the earlier start first
< xabc
$ edgrep -k 0 -o --show-pattern -e bc -e abc
> 1:0:2:abc
> 2:0:1:bc

# the best occurrence of a record is the nearest of all patterns
< hose cat
$ edgrep -k 1 --show-pattern -e house -e cat
> 5:0:2:hose cat

# a tie goes to the earliest end
< cat dog
$ edgrep -k 0 --show-pattern -e dog -e cat
> 0:0:2:cat dog

# a tie at one end goes to the earliest start
< abc
$ edgrep -k 0 --show-pattern -e bc -e abc
> 0:0:2:abc

# -v with several patterns
< a cat
< a dog
< a cow
$ edgrep -k 0 -v -e cat -e dog
> 12::a cow

# --show-pattern -v has no number
< a cow
$ edgrep -k 0 -v --show-pattern -e cat -e dog
> 0:::a cow

# -c counts a record once
< cat dog
< cat
$ edgrep -k 0 -c -e cat -e dog
> 2

# patterns of very different lengths
< x 0123456789012345678901234567890123456789012345678901234567890123456789 ab
$ edgrep -k 1 -o --show-pattern -e abc -e 0123456789012345678901234567890123456789x012345678901234567890123456789
> 2:1:2:0123456789012345678901234567890123456789012345678901234567890123456789
> 73:1:1:ab

# PATTERN is literal text
< a.b
< axb
$ edgrep -k 0 a.b
> 0:0:a.b

# special characters of regular expressions
< x[a-z]*(b|c)+$
$ edgrep -k 0 -o '[a-z]*(b|c)+$'
> 1:0:[a-z]*(b|c)+$

# a backslash is an ordinary character
< a\\b
$ edgrep -k 0 'a\b'
> 0:0:a\\b

# k is compared with each pattern's length
< abc
$ edgrep -k 2 -e abc -e ab
! edgrep: ...ab...would match everything...
? 2

# -F: patterns are literal, which is the default
< a.c abc
$ edgrep -k 0 -F -o a.c
> 0:0:a.c
# -F with -E: -E wins
$ edgrep -k 0 -E -F -o 'a[b]c'
> 4:0:abc

# --regexp is -e
< abc
< xyz
$ edgrep -k 0 --regexp=xyz --regexp abc
> 0:0:abc
> 4:0:xyz

# -y is -i
< ABC
$ edgrep -k 0 -y abc
> 0:0:ABC

# --no-ignore-case undoes an earlier -i
< ABC
< abc
$ edgrep -k 0 -i --no-ignore-case abc
> 4:0:abc

# a later -i wins
< ABC
$ edgrep -k 0 --no-ignore-case -i abc
> 0:0:ABC

# -f: a byte order mark is not part of the first pattern
file list
| \xef\xbb\xbfabc
| \xef\xbb\xbfx
< abc
< x
$ edgrep -k 0 -x -f list
> 0:0:abc

# --table with a byte order mark
file list
| \xef\xbb\xbf1\tabc
< ab
$ edgrep --table=list
> 0:1:ab

# --pattern-file: the whole file is one pattern
file block
| ab
| cd
< x
< ab
< ce
< y
$ edgrep -k 1 -n --span-lines --pattern-file=block
> 2:2:1:ab
> ce

# --pattern-file: CR LF is a newline, and one newline at the end is ignored
file block
| \xef\xbb\xbfab\r
| cd\r
< ab
< cd
$ edgrep -k 0 --span-lines --pattern-file=block
> 0:0:ab
> cd

# --pattern-file: of two newlines at the end one remains
file block
| ab
|
< ab
< cd
$ edgrep -k 0 -c --span-lines --pattern-file=block
> 1

# --pattern-file of one line needs no --span-lines
file block
| ab
< x ab
$ edgrep -k 0 --pattern-file=block
> 2:0:x ab

# --pattern-file: with -z records have lines
file block
| ab
| cd
< ab\ncd\0x\0\
$ edgrep -z -k 0 --pattern-file=block
> 0:0:ab\ncd\0\

# --pattern-file with other patterns
file block
| ab
< ab
< xy
$ edgrep -k 0 --show-pattern -e xy --pattern-file=block
> 0:0:2:ab
> 3:0:1:xy

# --pattern-file: several lines in a record of one line
file block
| ab
| cd
< ab
$ edgrep -k 0 --pattern-file=block
! edgrep: block: the pattern has several lines, a record has one: say --block or --span-lines
? 2

# --pattern-file: no such file
< ab
$ edgrep -k 0 --pattern-file=none
! edgrep: none: No such file or directory
? 2

# --pattern-file: an empty file is an empty pattern
file block
|
< ab
$ edgrep -k 0 --pattern-file=block
! edgrep: ...empty...
? 2

# --pattern-file: a CR without LF is an ordinary character
file block
| a\rb\r\
< xa\rb\ry
$ edgrep -k 0 -o --pattern-file=block
> 1:0:a\rb\r

# --pattern-file: an empty file
file block
< x
$ edgrep -k 0 --pattern-file=block
! edgrep: empty pattern
? 2
