--replace: occurrences are replaced in what is printed; --passthru: all records are printed.

# RECORD with its occurrences replaced; OFFSET and DISTANCE are those of the best one
< a hose, a house
< nothing
< housed
$ edgrep -k 1 --replace='<&>' house
> 10:0:a <hose>, a <house>
> 24:0:<house>d

# --bare: nothing but the text
< colour and colr
$ edgrep -k 1 --bare --replace=color color
> color and color

# an empty text
< abc-abd
$ edgrep -k 1 --bare --replace= abc
> -

# escapes
< abc
$ edgrep -k 0 --bare --replace='\&\\\t&\n.' abc
> &\\\tabc
> .

# -o: MATCHED is replaced
< a hose, a house
$ edgrep -k 1 -o --replace='[&]' house
> 2:1:[hose]
> 10:0:[house]

# --around: what is around it stays
< 123 house 456
$ edgrep -k 0 --around=2 --replace='[&]' house
> 4:0:3 [house] 4

# --span-lines
< one t
< wo
$ edgrep -k 1 --span-lines -n --replace='[&]' two
> 1:4:1:[t
> wo]

# of occurrences that overlap that which ends first is replaced
< abcde
$ edgrep -k 0 --bare --replace='[&]' -e bcd -e abc -e cde -e d
> [abc][d]e

# of two that begin alike, too
< abcde
$ edgrep -k 0 --bare --replace='[&]' -e abcd -e abc
> [abc]de

# context stays as it is
< abc
< abd
$ edgrep -k 0 -A 1 --replace=x abc
> 0:0:x
> 4--abd

# -v: nothing is replaced
< abc
< xyz
$ edgrep -k 0 -v --replace=- abc
> 4::xyz

# characters of several bytes, and bytes that are no characters
< é\xffabcé\xff
$ edgrep -k 0 --bare --replace=ü abc
> é\xffüé\xff

# -z
< abc\0x abc\0\
$ edgrep -z -k 0 --bare --replace=y abc
> y\0x y\0\

# --crlf
< abc\r
$ edgrep --crlf -k 0 --bare --replace=y abc
> y

# best mode
< abd
< abc abc
$ edgrep --replace=y abc
> 4:0:y y

# --best=each: once for each pattern, each with its own occurrences
< abc xyz
$ edgrep --best=each --replace='[&]' -e abc -e xyz
> 0:0:[abc] xyz
> 4:0:abc [xyz]

# --top
< abd
< abc
$ edgrep --top=1 --replace='[&]' abc
> 4:0:[abc]

# --replace and --color
< abc abd
$ edgrep -k 0 --bare --color=always --replace='[&]' abc
> \e[01;31m\e[K[abc]\e[m\e[K abd

# --cigar of what was replaced
< abc
$ edgrep -k 0 --cigar --replace=x abc
> 0:0:x
>     3=

# -c counts as ever
< abc
$ edgrep -k 0 -c --replace=x abc
> 1

# --passthru: the others as context
< abc
< x
< ab
$ edgrep -k 1 -n --passthru abc
> 1:0:0:abc
> 2-4--x
> 3:6:1:ab

# --passthru --replace: a text with its occurrences replaced
< abc
< x
<
< ab-abc
$ edgrep -k 1 --bare --passthru --replace='<&>' abc
> <abc>
> x
>
> <ab>-<abc>

# --passthru, where nothing is selected: all is printed, and the status is 1
< x
< y
$ edgrep -k 0 --bare --passthru abc
> x
> y
? 1

# --passthru -v: those with an occurrence are context
< abc
< x
$ edgrep -k 0 -v --passthru abc
> 0--abc
> 4::x

# --passthru -m: what is behind the last selected one is context
< abc
< x
< abc
< y
$ edgrep -k 0 -m 1 --passthru --replace=z abc
> 0:0:z
> 4--x
> 6--abc
> 10--y

# --passthru -m leaves standard input at its end
< abc
< x
$ edgrep -k 0 -m 1 --passthru abc
> 0:0:abc
> 4--x
@ 6

# --passthru -m 0 reads nothing
< abc
$ edgrep -k 0 -m 0 --passthru abc
? 1

# --passthru --where: what is not searched is printed, too
< abc 1
< abc 2
$ edgrep -k 0 --passthru --where=2 abc
> 0--abc 1
> 6:0:abc 2

# --passthru over several files
file a
| abc
| x
file b
| y
$ edgrep -k 0 --passthru abc a b
> a:0:0:abc
> a-4--x
> b-0--y

# --passthru and colours
< abc
< x
$ edgrep -k 0 --bare --color=always --passthru abc
> \e[01;31m\e[Kabc\e[m\e[K
> x

# --passthru -c
< abc
< x
$ edgrep -k 0 -c --passthru abc
> 1

# many records
<*300 abc
<*300 x
< abc
$ edgrep -k 0 --bare --passthru --replace=y abc
>*300 y
>*300 x
> y

# a wrong escape
< abc
$ edgrep -k 0 --replace='\x' abc
! edgrep: --replace: '\\x': behind \\ say n, t, \\ or &
? 2

# --json
< abc
$ edgrep -k 0 --json --replace=x abc
! edgrep: --replace and --json exclude each other
? 2

# --passthru and -o
< abc
$ edgrep -k 0 -o --passthru abc
! edgrep: --passthru and -o exclude each other
? 2

# --passthru without -k
< abc
$ edgrep --passthru abc
! edgrep: --passthru needs -k: without it only the least distance is selected
? 2

# --passthru with --best
< abc
$ edgrep --best -k 1 --passthru abc
! edgrep: --passthru and --best exclude each other
? 2

# --passthru and context
< abc
$ edgrep -k 0 -C 1 --passthru abc
! edgrep: --passthru and context (-A, -B, -C) exclude each other
? 2
