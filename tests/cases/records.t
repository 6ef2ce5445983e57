Records: newline, -z, --delimiter, --span-lines, --where.

# an empty input has no record
< \
$ edgrep -k 0 -v abc
? 1

# a newline alone is an empty record
< 
$ edgrep -k 0 -v abc
> 0::

# empty records
< a\n\nb
$ edgrep -k 0 -v xyz
> 0::a
> 2::
> 3::b

# -z: records end with NUL
< house\0garden\0hose\0\
$ edgrep -z -k 1 house
> 0:0:house\0\
> 13:1:hose\0\

# -z: a newline is an ordinary character
< ho
< se\0garden\0\
$ edgrep -z -k 1 house
> 0:1:ho
> se\0\

# -z: the last record without NUL
< garden\0hose\
$ edgrep -z -k 1 house
> 7:1:hose\0\

# -z -o
< hose mouse\0\
$ edgrep -z -k 1 -o house
> 0:1:hose\0\
> 5:1:mouse\0\

# -z -n -c
< a\0hose\0\
$ edgrep -z -k 1 -n house
> 2:2:1:hose\0\

# -z -x over a newline
< hou
< se\0house\0\
$ edgrep -z -k 1 -x house
> 0:1:hou
> se\0\
> 7:0:house\0\

# --delimiter: a text
< hose;garden;house\
$ edgrep --delimiter=';' -k 1 house
> 0:1:hose
> 12:0:house

# --delimiter: a regex
< hose, garden;  house\
$ edgrep --delimiter='[,;] *' -k 1 house
> 0:1:hose
> 15:0:house

# --delimiter: a newline is an ordinary character
< ho
< se;x\
$ edgrep --delimiter=';' -k 1 -x house
> 0:1:ho
> se

# --delimiter: paragraphs
< one
< two
< 
< my hose
< here
$ edgrep --delimiter='\n\n+' -k 1 house
> 12:1:my hose
> here
> 

# --delimiter: offsets include the delimiters
< a--b--hose\
$ edgrep --delimiter=-- -k 1 house
> 6:1:hose

# --delimiter -v -n
< a--b--hose--c\
$ edgrep --delimiter=-- -k 1 -v -n house
> 1:0::a
> 2:3::b
> 4:12::c
# --delimiter -c
$ edgrep --delimiter=-- -k 1 -v -c house
> 3

# --delimiter: two in a row enclose an empty record
< a;;b;\
$ edgrep --delimiter=';' -k 0 -v xyz
> 0::a
> 2::
> 3::b

# --delimiter: matches never cross a delimiter
< hou;se\
$ edgrep --delimiter=';' -k 1 house
? 1

# --delimiter: several characters long
< hoseENDOFRECORDgardenENDOFRECORDmouse\
$ edgrep --delimiter=ENDOFRECORD -k 1 house
> 0:1:hose
> 32:1:mouse

# --delimiter: a regex that can match the empty text is an error
< abc
$ edgrep --delimiter='x*' -k 0 abc
! edgrep: ...
? 2
# --delimiter: an invalid regex is an error
$ edgrep --delimiter='[' -k 0 abc
! edgrep: ...
? 2

# --delimiter: chunks do not end inside a delimiter
< -----------------\
$ edgrep --delimiter='-{9}' --chunk-size=11 -k0 -B1 -
> 0--
> 9:0:--------

# --delimiter: chunks do not end inside a delimiter that could become longer
< baccccccc
$ edgrep --delimiter='[^a]+.' --chunk-size=6 -k1 -n ab
? 1

# --delimiter: .* stops at an undecodable byte, and may begin after it
< \xffbxb\xffxb
$ edgrep --delimiter='.*b' -v -k0 -n QQ
> 1:0::\xff
> 2:4::\xff
> 3:7::
> 

# --delimiter: a multi-line ^ after the newline at the end of the text read so far
< a
< #b
< #c\
$ edgrep --delimiter='(?m)\n^#' -v -k0 -n QQ
> 1:0::a
> 2:3::b
> 3:6::c

# --delimiter: a multi-line ^ does not match at the end of the text
< a
< ;b
$ edgrep --delimiter='(?m)\n^|;' -v -k0 -n QQ
> 1:0::a
> 2:2::
> 3:3::b
> 

# --delimiter: a nested lookbehind looks back as far as both together
< xbacaacbaac\
$ edgrep --delimiter='(*NO_JIT)(?<=(?<!b)a)c' -v -k0 -n QQ
> 1:0::xbacaa
> 2:7::baa

# --delimiter: verbs that affect other places cannot be searched piece by piece
< xaxxx;abyyyabzz
$ edgrep --delimiter='a(*COMMIT)b' -v -k0 x
! edgrep: --delimiter 'a(*COMMIT)b': at 2: (*COMMIT) cannot be searched piece by piece
? 2

# --delimiter: \K cannot be searched piece by piece
< abaaaaaabaaaaaabaabbaaab
$ edgrep --delimiter='(?:ab|a)+\w\K\w{2}' -c -k0 b
! edgrep: --delimiter '(?:ab|a)+\\w\\K\\w{2}': at 12: \\K cannot be searched piece by piece
? 2

# --delimiter: \X looks back over all flags
< a
$ edgrep --delimiter='\X,' -k0 b
! edgrep: ...: at 1: ... cannot be searched piece by piece
? 2

# --delimiter: quoted text and comments are not taken for such constructs
< a\\Kb
$ edgrep --delimiter='(?x)\Q\K\E # \K' -v -k0 -n QQ
> 1:0::a
> 2:3::b
> 

# -z and --delimiter exclude each other
< abc
$ edgrep -z --delimiter=x -k 0 abc
! edgrep: ...
? 2
# -z and --span-lines exclude each other
$ edgrep -z --span-lines -k 0 abc
! edgrep: ...
? 2
# --delimiter and --span-lines exclude each other
$ edgrep --delimiter=x --span-lines -k 0 abc
! edgrep: ...
? 2

# --span-lines: a match over a newline
< say hello
< world
$ edgrep --span-lines -k 1 'hello world'
> 4:1:hello
> world

# --span-lines: a newline in PATTERN does not separate patterns
< say hello
< world, my word
$ edgrep --span-lines -k 1 $'hello\nword'
> 4:1:hello
> world

# --span-lines: a word broken in two
< the hou
< se
$ edgrep --span-lines -k 1 house
> 4:1:hou
> se

# --span-lines -n: the line where the occurrence begins
< a
< b
< hou
< se
$ edgrep --span-lines -n -k 1 house
> 3:4:1:hou
> se

# --span-lines -c counts occurrences
< house house
< house
$ edgrep --span-lines -c -k 0 house
> 3
# --span-lines -m counts occurrences
$ edgrep --span-lines -m 2 -k 0 house
> 0:0:house
> 6:0:house

# --span-lines -v is an error
< abc
$ edgrep --span-lines -v -k 0 abc
! edgrep: ...
? 2
# --span-lines with context is an error
$ edgrep --span-lines -C 1 -k 0 abc
! edgrep: ...
? 2

# --span-lines: best mode
< hose
< hou
< se
$ edgrep --span-lines house
> 0:1:hose
> 5:1:hou
> se

# --span-lines -x: the whole input
< hou
< se\
$ edgrep --span-lines -k 1 -x house
> 0:1:hou
> se

# --where: only records that match
< error: hose
< note: house
$ edgrep -k 1 --where=^error house
> 7:1:error: hose
# --where-not
$ edgrep -k 1 --where-not=^error house
> 18:0:note: house

# --where: a repeat before an optional atomic group may give characters back
< aa
$ edgrep -k 0 --where='a+b?+a' a
> 0:0:aa

# --where: .* before \R may give characters back
< ab\r\r
$ edgrep -k 0 --where='b.*\R' a
> 0:0:ab\r\r

# --where twice: both must hold
< a1 hose
< a hose
< 1 hose
$ edgrep -k 1 --where=a --where='\d' house
> 3:1:a1 hose

# --where and --where-not
< a1 hose
< a hose
$ edgrep -k 1 --where=a --where-not='\d' house
> 10:1:a hose

# --where: excluded records count in LINE
< x
< error: hose
$ edgrep -k 1 -n --where=error house
> 2:9:1:error: hose

# --where: excluded records are not selected by -v
< error: garden
< note: garden
$ edgrep -k 1 -v --where=error house
> 0::error: garden

# --where: excluded records may be context
< note: house
< error: hose
$ edgrep -k 1 -C 1 --where=error house
> 0--note: house
> 19:1:error: hose
# --where: the best distance ignores excluded records
$ edgrep --where=error house
> 19:1:error: hose

# --where: a verb keeps PCRE2's optimizations: the search starts at the first a
< xab
$ edgrep -k 0 --where='(*COMMIT)a(b|c)*' ab
> 1:0:xab

# --where: characters, not bytes
< é hose
$ edgrep -k 1 --where='^. ' house
> 3:1:é hose

# --where-not: a record that it refuses ends at its carriage return, as context, too
< bad one\r
< the hous\r
< bad hose\r
$ edgrep --crlf --where-not=bad -A1 -B1 house
> 0--bad one
> 13:1:the hous
> 19--bad hose

# --where-not: two such records, and an empty one
< bad one\r
< \r
< bad two\r
< the hous\r
$ edgrep --crlf --where-not='bad|^$' -B3 house
> 0--bad one
> 9--
> 11--bad two
> 24:1:the hous

# --where: -i does not apply to it
< ERROR hose
$ edgrep -k 1 -i --where=error house
? 1

# --where: .* stops at an undecodable byte, and may begin after it
< \xffb
$ edgrep --where='.*b' -k0 -c b
> 1

# --where: text after a record that ends with a truncated sequence does not matter
< x\xf1\x82,5\xc2J1\xf8\x80J
$ edgrep --delimiter='[,J]' --where-not='\Z\b(?<!Q)' -v -k0 -n QQ
> 1:0::x\xf1\x82
> 2:4::5\xc2
> 3:7::1\xf8\x80
> 4:11::
> 

# --where: ^ matches before a byte 80 to BF, also in PCRE2's interpreter
< \x82a
$ edgrep --where='(*NO_JIT)^' -k0 -c a
> 1

# --where: the same for \N*
< \xffb
$ edgrep --where='\N*b' -k0 -c b
> 1
# --where: the same for a lazy quantifier
$ edgrep --where='.*?b' -k0 -c b
> 1
# --where: ^ does not match after an undecodable byte
$ edgrep --where='^b' -k0 -c b
> 0
? 1

# --where: $ matches after an undecodable byte, with and without JIT
< b\xff
$ edgrep --where='$' --where='(*NO_JIT)x*$' --where-not='b$' -k0 -c b
> 1

# --where, --delimiter: an atomic group gives nothing back
< xaaaaaaay
$ edgrep --where-not='a(?>a+|a)(?=a)' --delimiter='a(?>a+|a)(?=a)' -k0 -c y
> 1

# --where: an invalid regex is an error
< abc
$ edgrep -k 0 --where='(' abc
! edgrep: ...
? 2

# --where -o -c
< error hose hose
< note hose
$ edgrep -k 1 -o --where=error house
> 6:1:hose
> 11:1:hose

# --where -x
< house
< hose
$ edgrep -k 1 -x --where=u house
> 0:0:house

# --where with a record longer than the chunk
<*60 abcdefghij\
< END my hose
<*60 abcdefghij\
< BEG my hose
$ edgrep -k 1 -o --where=END house
> 607:1:hose
