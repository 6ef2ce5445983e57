The output of a selected record.

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
$ edgrep -k 1 -Hn house
> (standard input):1:0:1:hose
# --label
$ edgrep -k 1 -H --label=web house
> web:0:1:hose

# one file: no name
file one
| hose
$ edgrep -k 1 house one
> 0:1:hose
# one file with -H
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

# line numbers and offsets start again with each file
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
$ edgrep -k 1 --bare -b house
> 2:my hous is
# --bare -b -o
$ edgrep -k 1 --bare -b -o house
> 5:hous

# --bare -H -n -b
file one
| x
| my hous is
$ edgrep -k 1 --bare -Hnb house one
> one:2:2:my hous is

# -b without --bare has no effect
< my hous is
$ edgrep -k 1 -b house
> 3:1:my hous is

# -a has no effect
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
$ edgrep -k 1 -v --bare house
> garden

# -c
< hose
< garden
< house house
$ edgrep -k 1 -c house
> 2
# -c -v
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
$ edgrep -k 1 -c -h house one two
> 1
> 0
# -c -Z
$ edgrep -k 1 -c -Z house one two
> one\01
> two\00
# -L
$ edgrep -k 1 -L house one two
> two
# -l -v
$ edgrep -k 1 -l -v house one two
> two

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

# --count-matches of the records that pass --where
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

# -l overrides -c
file one
| hose
$ edgrep -k 1 -l -c house one
> one

# -q
< hose
$ edgrep -k 1 -q house

# -q overrides -l and -c
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
# --line-buffered with alignments
$ edgrep -k 1 --line-buffered --cigar house
> 0:1:hose
>     2=1D2=
> 5:0:house
>     5=

# bytes are printed unchanged except on a terminal
< \x1b[31mhose\xff\x00\x07
$ edgrep -k 1 house
> 5:1:\x1b[31mhose\xff\x00\x07

# -o with NUL and undecodable bytes
< ho\xffse ho\0se
$ edgrep -k 1 -o house
> 0:1:ho\xffse
> 6:1:ho\0se

# a missing newline after the last record is added
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

# a negative -m is no limit, as in grep
< a
< b
< a
$ edgrep -k 0 -m -1 --bare a
> a
> a
# -m and context above 63 bits have no limit
$ edgrep -k 0 -m 99999999999999999999 -A 99999999999999999999 -B 99999999999999999999 --bare a
> a
> b
> a

# --column: the number of the character at which the best occurrence begins
< äö house
< hose
< garden
$ edgrep -k 1 --column house
> 4:5:0:äö house
> 1:11:1:hose

# --column -n: the column follows LINE; context has none
< a
< a hose house
< b
$ edgrep -k 1 -n --column -C 1 house
> 1--0--a
> 2:8:9:0:a hose house
> 3--15--b

# --column -o: each occurrence's own
< a hose äö house
$ edgrep -k 1 -n --column -o house
> 1:3:2:1:hose
> 1:11:12:0:house

# --column: bytes with -U
< äö house
$ edgrep -k 1 -U --column house
> 6:5:0:äö house

# --column: an undecodable byte is a character
< \xff\xc3 house
$ edgrep -k 1 --column house
> 4:3:0:\xff\xc3 house

# --column --bare
< a house
$ edgrep -k 0 --column --bare house
> 3:a house

# --column --span-lines: columns count from the beginning of the line
< a ho
< use b house
< house
$ edgrep -k 1 -n --column --span-lines house
> 1:3:2:1:ho\nuse
> 2:7:11:0:house
> 3:1:17:0:house

# --column --span-lines: an occurrence that begins before several newlines
< ä
< aax
<
<
< x
$ edgrep -k 0 -n --column --span-lines -P 'x\n\n\nx'
> 2:3:5:0:x\n\n\nx

# --column: the beginning after trimming
< my  hous is
$ edgrep -k 1 --column -o house
> 5:4:1:hous

# --column -v: no occurrence, so no column
< a
$ edgrep -k 0 -v --column -n house
> 1::0::a

# --column --show-pattern -H
< a house
$ edgrep -k 0 -H --label=in --column --show-pattern house
> in:3:2:0:1:a house
# --column in colour
$ edgrep -k 0 --column --color=always house
> \e[32m\e[K3\e[m\e[K\e[36m\e[K:\e[m\e[K\e[32m\e[K2\e[m\e[K\e[36m\e[K:\e[m\e[K\e[32m\e[K0\e[m\e[K\e[36m\e[K:\e[m\e[Ka \e[01;31m\e[Khouse\e[m\e[K

# --around: characters of the record around each occurrence; it implies -o
< an äö hose bc
< house
$ edgrep -k 1 --around=3 house
> 8:1:äö hose bc
> 16:0:house

# --around stops at the ends of the record
< before
< a house
< behind
$ edgrep -k 0 -n --around=100 house
> 2:9:0:a house

# --around=0 is -o
< a house b
$ edgrep -k 0 --around=0 house
> 2:0:house

# --around: the text around two occurrences may overlap
< house house
$ edgrep -k 0 --around=4 --bare house
> house hou
> use house

# --around --span-lines
< a
< house
< b
$ edgrep -k 0 --around=2 --span-lines house
> 2:0:a\nhouse\nb

# --around -U: bytes
< ä house
$ edgrep -k 0 -U --around=2 house
> 3:0:\xa4 house

# --around with undecodable bytes
< \xc3\xa4\xa4 house\xe2\x82
$ edgrep -k 0 --around=2 house
> 4:0:\xa4 house\xe2\x82

# --around in colour, --cigar
< a house b
$ edgrep -k 0 --bare --around=2 --cigar --color=always house
> a \e[01;31m\e[Khouse\e[m\e[K b
>     5=

# --around: the text around has the colour of the line
env GREP_COLORS=sl=1
< a house
$ edgrep -k 0 --bare --around=1 --color=always house
> \e[1m\e[K \e[m\e[K\e[01;31m\e[Khouse\e[m\e[K

# --around -c counts as -c
< house house
$ edgrep -k 0 --around=2 -c house
> 1

# --around -m
< a house b house c
< a house b
$ edgrep -k 0 --around=2 -m 1 house
> 2:0:a house b
> 10:0:b house c

# --bare keeps the fields of --show-pattern and --show-strand
< abc
< xyw
$ edgrep -k 1 -n --bare --show-pattern --show-strand -e abc -e xyz
> 1:1:+:abc
> 2:2:+:xyw

# --bare with --show-pattern and context
< abc
< x
$ edgrep -k 0 --bare --show-pattern=text -A 1 -e abc
> abc:abc
> -x

# --span-lines and -m: the text after the last occurrence of its part is skipped
< ab ab
< ab ab
$ edgrep -k 0 --span-lines -m 2 -o --cigar ab
> 0:0:ab
>     2=
> 3:0:ab
>     2=

# -T: numbers are aligned, and a tab begins the text
file one
| abc foo
|
| foo
| x
$ edgrep -k 0 -T -A 1 foo one
>  4:0:\tabc foo
>  8--
>  9:0:\tfoo
> 13--\tx
# -T --bare -n
$ edgrep -k 0 --bare -n -T -A 1 foo one
>  1:\tabc foo
>  2-
>  3:\tfoo
>  4-\tx
