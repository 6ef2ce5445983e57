--metric=METRIC and -t: what an edit is.

# an exchange is one edit
< and teh house
$ edgrep -k 1 -t -o the
> 4:1:teh
# --transpositions
$ edgrep -k 1 --transpositions -o the
> 4:1:teh
# --metric=osa
$ edgrep -k 1 --metric=osa -o the
> 4:1:teh

# without -t two edits are too many
< tiemout
$ edgrep -k 1 timeout
? 1

# with -t one edit is enough
< conection tiemout
< timeout
$ edgrep -k1 -t timeout
> 10:1:conection tiemout
> 18:0:timeout

# the nearest, by substitutions
< relieve
< receive
$ edgrep --bare recieve
> relieve

# the nearest, by exchanges
< relieve
< receive
< release
$ edgrep -t --bare recieve
> relieve
> receive

# the nearest, two edits apart
< relieve it
< receipe
< recive
< receive
$ edgrep -t -x recieve
> 19:1:recive
> 26:1:receive

# the last --metric wins
< teh
$ edgrep -t --metric=levenshtein -k 1 -x the
? 1

# two exchanges
< badc
$ edgrep -t -k 2 -o abcd
> 0:2:badc

# two exchanges of three characters are not allowed
< bca
$ edgrep -t -k 1 -x abc
? 1

# exchanged characters cannot be edited further
< abcxx
$ edgrep -t -k 2 -x caxx
? 1
# exchanged and edited characters take three edits
$ edgrep -t -k 3 -x --cigar caxx
> 0:3:abcxx
>     1I2X2=

# an exchange at the beginning of an occurrence
< a-bacdef-a
$ edgrep -t -k 1 -o --cigar abcdef
> 2:1:bacdef
>     1T4=

# an exchange at its end
< a-abcdfe-a
$ edgrep -t -k 1 -o --cigar abcdef
> 2:1:abcdfe
>     4=1T

# an exchange at the beginning and at the end of a text
< bacdfe
$ edgrep -t -k 2 -o --cigar abcdef
> 0:2:bacdfe
>     1T2=1T

# no exchange across the beginning of a record
< xb
< acd
$ edgrep -t -k 1 -o abcd
> 3:1:acd

# no exchange across a NUL
< xxb\0acdxx\
$ edgrep -t -z -k 1 -o abcd
> 4:1:acd\0\

# no exchange across a delimiter
< xxb;acdxx
$ edgrep -t --delimiter=; -k 1 -o abcd
> 4:1:acd

# an exchange across a newline with --span-lines
< ab
< cd
$ edgrep -t --span-lines -P -k 1 --cigar 'a\nbcd'
> 0:1:ab
> cd
>     1=1T2=

# an exchange with a character that is trimmed
< the hosue. is
$ edgrep -t -k 1 -o house.
> 4:1:hosue.

# an exchanged blank is not trimmed
< teh house
< th ehouse
$ edgrep -t -k 1 -o --cigar 'the house'
> 0:1:teh house
>     1=1T6=
> 10:1:th ehouse
>     2=1T5=

# other blanks are trimmed
< my hous is
$ edgrep -t -k 1 -o house
> 3:1:hous

# -i
< TEH
$ edgrep -t -i -k 1 the
> 0:1:TEH

# -w
< bteh teh
$ edgrep -t -w -k 1 -o the
> 5:1:teh

# -x
< teh
< tehxx
$ edgrep -t -x -k 1 the
> 0:1:teh

# -P
< 1a2b 12ab
$ edgrep -t -P -k 1 -o --cigar '\d[a-z]\d[a-z]'
> 0:0:1a2b
>     4=
> 5:1:12ab
>     1=1T1=

# characters of several bytes
< größe grßöe
$ edgrep -t -k 1 -o --cigar größe
> 0:0:größe
>     5=
> 8:1:grßöe
>     2=1T1=

# bytes
< grßöe
$ edgrep -t -U -k 1 -o größe
? 1

# -v
< teh
< tan
$ edgrep -t -k 1 -v the
> 4::tan

# several patterns
< teh raod
$ edgrep -t -k 1 -o --show-pattern -e road -e the
> 0:1:2:teh
> 4:1:1:raod

# --where
< teh 1
< teh 2
$ edgrep -t -k 1 --where=2 the
> 6:1:teh 2

# an exchange in --align
< a teh b
$ edgrep -t -k 1 -o --align the
> 2:1:teh
>     pattern 1 the
>               |xx
>     text    2 teh

# an exchange in colour
< teh
$ edgrep -t -k 1 -o --bare --align --color=always the
> \e[01;31m\e[Kteh\e[m\e[K
>     pattern 1 t\e[01;31m\e[Khe\e[m\e[K
>               |\e[01;31m\e[Kxx\e[m\e[K
>     text    0 t\e[01;31m\e[Keh\e[m\e[K

# an alignment prefers a match to an exchange, and an exchange to a substitution
< xabab
$ edgrep -t -k 3 -x --cigar abba
> 0:2:xabab
>     1I2=1T

# a pattern of several machine words, and an exchange across two of them
< xxxxabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkmlnopqrstuvwxyzxxxx
$ edgrep -t -k 1 -o --cigar abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz
> 4:1:abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkmlnopqrstuvwxyz
>     63=1T13=

# best mode
< hte cat
< the hat
< teh cat
$ edgrep -t --best 'the cat'
> 0:1:hte cat
> 8:1:the hat
> 16:1:teh cat

# k = m would match everything
< abc
$ edgrep -t -k 3 abc
! edgrep: ...abc...would match everything...
? 2

# indel: a substitution is two edits
< the mouse
$ edgrep --metric=indel -k 1 house
> 5:1:the mouse
# indel: the substitution alone
$ edgrep --metric=indel -k 2 -w -o --cigar house
> 4:2:mouse
>     1D1I4=

# indel: an exchange is two edits, too
< teh
$ edgrep --metric=indel -k 2 -x --cigar the
> 0:2:teh
>     1=1D1=1I

# indel: best mode
< abxd
< abcxd
< abd
$ edgrep --metric=indel --best abcd
> 5:1:abcxd
> 11:1:abd

# hamming: substitutions only
< GATTACA GATACA GACTACA
$ edgrep --metric=hamming -k 1 -o --cigar GATTACA
> 0:0:GATTACA
>     7=
> 15:1:GACTACA
>     2=1X4=

# hamming: barcodes
< ACGTAC
< ACGTTC
< ACGTT
< TTGTAC
< AACGTAC
$ edgrep --metric=hamming -k 1 -x -e ACGTAC
> 0:0:ACGTAC
> 7:1:ACGTTC

# hamming: an occurrence has as many characters as the pattern
< abc
$ edgrep --metric=hamming -k 3 abcd
? 1

# hamming: occurrences are not trimmed
< my hous is
$ edgrep --metric=hamming -k 1 -o house
> 3:1:hous 

# hamming: adjacent ends have independent distances
< aaaaabaaaa
$ edgrep --metric=hamming -k 0 -o aaaaa
> 0:0:aaaaa

# hamming: adjacent ends, where a nearer one follows
< abababab
$ edgrep --metric=hamming -k 1 -o baba
> 1:0:baba

# hamming: best mode
< xxcd
< abxx
< abcx
$ edgrep --metric=hamming abcd
> 10:1:abcx

# hamming: a distance of m is no match
< wxyz
$ edgrep --metric=hamming abcd
? 1

# hamming: k = m would match everything
< abc
$ edgrep --metric=hamming -k 3 abc
! edgrep: ...abc...would match everything...
? 2

# hamming: -w
< xabcd abce
$ edgrep --metric=hamming -w -k 1 -o abcd
> 6:1:abce

# hamming: more than 64 items
< xabcdefghijklmnopqrstuvwxyzabcdefghij.lmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz
$ edgrep --metric=hamming -k 2 -o --cigar abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz
> 1:1:abcdefghijklmnopqrstuvwxyzabcdefghij.lmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz
>     36=1X41=

# an unknown metric
< abc
$ edgrep --metric=damerau abc
! edgrep: --metric: 'damerau': say levenshtein, osa, indel or hamming
? 2

# hamming: -c counts a record that begins in the same block of columns where the last selected one ends
< zzzzzcczcaazzzzzzz
< cczcaa
<*164 zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz
$ edgrep --metric=hamming -k 1 -c ccccaa
> 2
# hamming: -vc does not count it
$ edgrep --metric=hamming -k 1 -vc ccccaa
> 164

# hamming: -c in a text where few records match
<*44 the freedom to share and to change all versions of a program
< programs which are used unmodified
< which are not part of the work
<*78 the freedom to share and to change all versions of a program
< programs which are used unmodified
< which are not part of the work
<*98 the freedom to share and to change all versions of a program
< programs which are used unmodified
< which are not part of the work
<*52 the freedom to share and to change all versions of a program
< programs which are used unmodified
< which are not part of the work
<*110 the freedom to share and to change all versions of a program
< programs which are used unmodified
< which are not part of the work
$ edgrep --metric=hamming -k 1 -c whic
> 10

# --align: controls and undecodable bytes
< a\tb\xffd
$ edgrep --align -k 2 $'a\tb\xfec'
> 0:2:a\tb\xffd
>     pattern 1 a\xe2\x90\x89b\xef\xbf\xbdc
>               |||**
>     text    0 a\xe2\x90\x89b\xef\xbf\xbdd

# --align: a newline
< a
< b
$ edgrep --align --span-lines -k 1 $'a\nc'
> 0:1:a
> b
>     pattern 1 a\xe2\x90\x8ac
>               ||*
>     text    0 a\xe2\x90\x8ab

# hamming: a nearer candidate that waits in one chunk overlaps a farther one in the next
< aaaab
$ edgrep --metric=hamming --top=2 -o -k 1 aaaa
> 0:0:aaaa
