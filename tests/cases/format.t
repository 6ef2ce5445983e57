--format: a string with fields instead of the line; --vimgrep is such a format.

# all fields of a record: its best occurrence
< so wrld, world
$ edgrep -k 1 --format='%f|%n|%c|%o|%d|%m|%r|%p|%t|%i|%s|%C|%%\n' world
> (standard input)|1|10|9|0|world|so wrld, world|1|world|1|+|5=|%
# with -o for each occurrence
$ edgrep -k 1 -o --format='%n %c %o %d %m %C\n' world
> 1 4 3 1 wrld 1=1D3=
> 1 10 9 0 world 5=

# escapes; no newline is added
< abc
$ edgrep -k 0 --format='\\\t%d\0' abc
> \\\t0\0\

# a format without fields
< abc
< abd
< abc
$ edgrep -k 0 --format='x' abc
> xx\

# an empty format prints nothing; the status says whether something was found
< abc
$ edgrep -k 0 --format= abc

# nothing found
< abd
$ edgrep -k 0 --format='%r\n' abc
? 1

# --vimgrep
< hello world
< no
< wrld worl
$ edgrep --vimgrep -k 1 world
> (standard input):1:7:0:hello world
> (standard input):3:1:1:wrld worl
> (standard input):3:6:1:wrld worl

# a later --format replaces --vimgrep's, and -o stays
< abc abc
$ edgrep --vimgrep --format='%o\n' -k 0 abc
> 0
> 4

# several files: %f is printed with -h, too
file a
| abc
file b
| x
| aabc
$ edgrep -h -k 0 --format='%f:%n:%o\n' abc a b
> a:1:0
> b:2:3

# options for other fields have no effect
< abc
$ edgrep -H -n -b -T -Z --column --show-pattern --show-strand --bare -k 0 --format='%m\n' abc
> abc

# -v: the fields of an occurrence are empty
< abc
< xyz
$ edgrep -v -k 0 --format='%n:%c:%o:%d:%m:%p:%t:%i:%s:%C:%r\n' abc
> 2::4::::::::xyz

# the pattern: number, text, id
file table
| 1\tfirst\tabc
| 0\t\txyz
< abd
< xyz
$ edgrep --table=table --format='%p %t %i\n'
> 1 abc first
> 2 xyz 2

# the strand
< AAAACCC
< GGGTTTT
$ edgrep --reverse-complement -k 0 --format='%s %m\n' AAAACCC
> + AAAACCC
> - GGGTTTT

# characters of several bytes: columns count characters, offsets count bytes
< éé abc
$ edgrep -k 0 --format='%c %o\n' abc
> 4 5

# --around: %m includes the characters around
< 0123 abc 4567
$ edgrep -k 0 --around=2 --format='%o[%m]\n' abc
> 5[3 abc 4]

# --span-lines: lines, and columns in them
< one
< tw
< o x two
$ edgrep --span-lines -k 1 --format='%n %c %o %d [%m]\n' two
> 2 1 4 1 [tw
> o]
> 3 5 11 0 [two]

# -z does not affect the format
< a\0b abc\0\
$ edgrep -z -k 0 --format='%n %r\n' abc
> 2 b abc

# -m
< abc
< abc
$ edgrep -m 1 -k 0 --format='%n\n' abc
> 1

# best mode
< abd
< abc
< abc
$ edgrep --format='%d %r\n' abcx
> 1 abc
> 1 abc

# --top and --best=each
< abd
< abcx
< abc
$ edgrep --top=2 --format='%d %n %c %C\n' abc
> 0 2 1 3=
> 0 3 1 3=

# --best=each prints a record once per pattern
< abc xyz
$ edgrep --best=each --format='%p %o %m\n' -e abc -e xyz
> 1 0 abc
> 2 4 xyz

# -q prints nothing
< abc
$ edgrep -q -k 0 --format='%r' abc

# --where
< abc 1
< abc 2
$ edgrep -k 0 --where=2 --format='%n\n' abc
> 2

# an unknown letter
< abc
$ edgrep -k 0 --format='%x' abc
! edgrep: --format: '%x': behind % say one of the letters f n c o d m r p t i s C, or %
? 2
# % at the end
$ edgrep -k 0 --format='a%' abc
! edgrep: --format: 'a%': behind % say one of the letters f n c o d m r p t i s C, or %
? 2
# an unknown escape
$ edgrep -k 0 --format='\x' abc
! edgrep: --format: '\\x': behind \\ say n, t, 0 or \\
? 2
# a backslash at the end
$ edgrep -k 0 --format='a\' abc
! edgrep: --format: 'a\\': behind \\ say n, t, 0 or \\
? 2
# --format and --json exclude each other
$ edgrep -k 0 --format=x --json abc
! edgrep: --format and --json exclude each other
? 2
# --format and --cigar exclude each other
$ edgrep -k 0 --format=x --cigar abc
! edgrep: --format (say %C) and --cigar exclude each other
? 2
# --vimgrep and context exclude each other
$ edgrep -k 0 --vimgrep -C 1 abc
! edgrep: --vimgrep and context (-A, -B, -C) exclude each other
? 2
# --vimgrep and -c exclude each other
$ edgrep -k 0 --vimgrep -c abc
! edgrep: --vimgrep and -c exclude each other
? 2
