What is printed of a selected record.

# -n: the number of the record
< a
< hose
< b
< house
$ edgrep -k 1 -n house
> 2:2:1:hose
> 4:9:0:house

# --line-number
< a
< hose
$ edgrep -k 1 --line-number house
> 2:2:1:hose

# -H: the name of standard input
< hose
$ edgrep -k 1 -H house
> (standard input):0:1:hose

# -H -n
< hose
$ edgrep -k 1 -Hn house
> (standard input):1:0:1:hose

# --label
< hose
$ edgrep -k 1 -H --label=web house
> web:0:1:hose

# one file: no name
file one
| hose
$ edgrep -k 1 house one
> 0:1:hose

# one file with -H
file one
| hose
$ edgrep -k 1 -H house one
> one:0:1:hose

# two files: names
file one
| hose
file two
| garden
| house
$ edgrep -k 1 house one two
> one:0:1:hose
> two:7:0:house

# two files with -h
file one
| hose
file two
| garden
| house
$ edgrep -k 1 -h house one two
> 0:1:hose
> 7:0:house

# a dash is standard input
file one
| hose
< garden
< house
$ edgrep -k 1 house one -
> one:0:1:hose
> (standard input):7:0:house

# the same file twice
file one
| hose
$ edgrep -k 1 house one one
> one:0:1:hose
> one:0:1:hose

# line numbers and offsets begin anew with each file
file one
| a
| hose
file two
| hose
$ edgrep -k 1 -n house one two
> one:2:2:1:hose
> two:1:0:1:hose

# -Z
file one
| hose
file two
| hose
$ edgrep -k 1 -Z house one two
> one\00:1:hose
> two\00:1:hose

# -l -Z
file one
| hose
file two
| hose
$ edgrep -k 1 -l -Z house one two
> one\0two\0\

# --bare
< my hous is
$ edgrep -k 1 --bare house
> my hous is

# --bare -n
< x
< my hous is
$ edgrep -k 1 --bare -n house
> 2:my hous is

# --bare -b
< x
< my hous is
$ edgrep -k 1 --bare -b house
> 2:my hous is

# --bare -b -o
< x
< my hous is
$ edgrep -k 1 --bare -b -o house
> 5:hous

# --bare -H -n -b
file one
| x
| my hous is
$ edgrep -k 1 --bare -Hnb house one
> one:2:2:my hous is

# -b without --bare changes nothing
< my hous is
$ edgrep -k 1 -b house
> 3:1:my hous is

# -a changes nothing
< my\0hous
$ edgrep -k 1 -a house
> 3:1:my\0hous

# -v
< hose
< garden
< house
< tree
$ edgrep -k 1 -v house
> 5::garden
> 18::tree

# -v -n
< hose
< garden
$ edgrep -k 1 -v -n house
> 2:5::garden

# -v --bare
< hose
< garden
$ edgrep -k 1 -v --bare house
> garden

# -c
< hose
< garden
< house house
$ edgrep -k 1 -c house
> 2

# -c -v
< hose
< garden
< house house
$ edgrep -k 1 -c -v house
> 1

# -c with nothing selected
< garden
$ edgrep -k 1 -c house
> 0
? 1

# -c with two files
file one
| hose
file two
| garden
$ edgrep -k 1 -c house one two
> one:1
> two:0

# -c -h
file one
| hose
file two
| garden
$ edgrep -k 1 -c -h house one two
> 1
> 0

# -c -Z
file one
| hose
file two
| garden
$ edgrep -k 1 -c -Z house one two
> one\01
> two\00

# -c -m
< house
< house
< house
$ edgrep -k 1 -c -m 2 house
> 2

# --count-matches: occurrences, not records
< hose
< garden
< house house
$ edgrep -k 1 --count-matches house
> 3

# --count-matches with -c, and several patterns
< hose garden
< house house garden
$ edgrep -k 1 -c --count-matches -e house -e garden
> 5

# --count-matches with nothing selected
< garden
$ edgrep -k 1 --count-matches house
> 0
? 1

# --count-matches with two files; -Z
file one
| hose, house, hous
file two
| garden
$ edgrep -k 1 --count-matches -Z house one two
> one\03
> two\00

# --count-matches -m: those of the first records
< house house
< house
< house
$ edgrep -k 1 --count-matches -m 2 house
> 3

# --count-matches of a word
< house houses house
$ edgrep -k 0 -w --count-matches house
> 2

# --count-matches without -k: the nearest ones
< hoxse hose
< house hose house
$ edgrep --count-matches house
> 2

# --count-matches of what --where admits
< house house a
< house b
$ edgrep -k 1 --count-matches --where b house
> 1

# --count-matches --span-lines
< house ho
< use
$ edgrep -k 1 --count-matches --span-lines house
> 2

# --count-matches -l
file one
| house house
$ edgrep -k 1 --count-matches -l house one
> one

# -l
file one
| hose
file two
| garden
file three
| house
| house
$ edgrep -k 1 -l house one two three
> one
> three

# -L
file one
| hose
file two
| garden
$ edgrep -k 1 -L house one two
> two

# -L when nothing is selected
file one
| garden
$ edgrep -k 1 -L house one
> one
? 1

# -l of standard input
< hose
$ edgrep -k 1 -l house
> (standard input)

# -l -v
file one
| hose
file two
| garden
$ edgrep -k 1 -l -v house one two
> two

# -l wins over -c
file one
| hose
$ edgrep -k 1 -l -c house one
> one

# -q
< hose
$ edgrep -k 1 -q house

# -q wins over -l and -c
file one
| hose
$ edgrep -k 1 -q -l -c house one

# -m
< hose 1
< garden
< hose 2
< hose 3
$ edgrep -k 1 -m 2 house
> 0:1:hose 1
> 14:1:hose 2

# -m for each file
file one
| hose 1
| hose 2
file two
| hose 3
| hose 4
$ edgrep -k 1 -m 1 house one two
> one:0:1:hose 1
> two:0:1:hose 3

# -m 0
< hose
$ edgrep -k 1 -m 0 house
? 1

# -m -v
< hose
< a
< b
$ edgrep -k 1 -v -m 1 house
> 5::a

# --line-buffered
< hose
< house
$ edgrep -k 1 --line-buffered house
> 0:1:hose
> 5:0:house

# bytes go out unchanged when no terminal is there
< \x1b[31mhose\xff\x00\x07
$ edgrep -k 1 house
> 5:1:\x1b[31mhose\xff\x00\x07

# -o with NUL and undecodable bytes
< ho\xffse ho\0se
$ edgrep -k 1 -o house
> 0:1:ho\xffse
> 6:1:ho\0se

# the last record gets its newline
< hose\
$ edgrep -k 1 house
> 0:1:hose

# -o of several patterns, with names
file one
| cat dog
$ edgrep -k 0 -o -n -H --show-pattern -e dog -e cat one
> one:1:0:0:2:cat
> one:1:4:0:1:dog

# clustered options
< x
< hose
$ edgrep -nHok1 house
> (standard input):2:2:1:hose

# -m less than 0 is no limit, as in grep
< a
< b
< a
$ edgrep -k 0 -m -1 --bare a
> a
> a

# -m and context beyond 63 bits are as much as there is
< a
< b
< a
$ edgrep -k 0 -m 99999999999999999999 -A 99999999999999999999 -B 99999999999999999999 --bare a
> a
> b
> a
