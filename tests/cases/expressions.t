-E: the pattern is an expression; the distance is that to the nearest of its sequences.

# an alternative
< cat dog cow
$ edgrep -k 0 -E -o 'cat|cow'
> 0:0:cat
> 8:0:cow

# the nearest alternative counts
< dug
$ edgrep -k 1 -E -o '(cat|dog)'
> 0:1:dug

# m is the length of the shortest sequence
< xx
$ edgrep -k 2 -E 'abc|de'
! edgrep: ...would match everything...
? 2

# an optional item: -k 0 -E -o 'colou?r'
< color colour colur
$ edgrep -k 0 -E -o 'colou?r'
> 0:0:color
> 6:0:colour
# an optional item: -k 1 -E -o 'colou?r$'
$ edgrep -k 1 -E -o 'colou?r$'
> 13:1:colur

# an anchor matches at its place even if the text after it is edited
< FATAL ERROR\nERRR\nFATL x
$ edgrep -k 1 -E '^ERROR|FATAL'
> 0:0:FATAL ERROR
> 12:1:ERRR
> 17:1:FATL x

# an insertion between the beginning of the record and the expression
< xERROR\nxxERROR
$ edgrep -k 1 -E '^ERROR'
> 0:1:xERROR

# the end of the record
< ab\nabc\nabcd
$ edgrep -k 0 -E -o 'ab$|bc$'
> 0:0:ab
> 4:0:bc

# loops: -k 0 -E -o '(ab)+'
< xabababy ac
$ edgrep -k 0 -E -o '(ab)+'
> 1:0:ababab
# loops: -k 1 -E -o '^x(ab)*y'
$ edgrep -k 1 -E -o '^x(ab)*y'
> 0:0:xabababy

# a loop over a whole record
< begin 1 2 3 4 5 6 7 8 9 end
$ edgrep -k 1 -E -o 'begn.*end'
> 0:1:begin 1 2 3 4 5 6 7 8 9 end

# a counted repetition
< 12-2024 1-202
$ edgrep -k 0 -E -o '[0-9]{2}-\d{4}'
> 0:0:12-2024

# no edit at all, not even after the last item, although a word would begin there
file text
| abx
| ab x
$ edgrep -k 1 -w -E --limit=~0 '(ab|x)' text
> 4:0:ab x

# no edit in an exact group: -k 1 -E -o '(ab){~0}cd'
< abcd abxd
$ edgrep -k 1 -E -o '(ab){~0}cd'
> 0:0:abcd
> 5:1:abxd
# no edit in an exact group: -k 1 -E -o 'ab(cd){~0}'
$ edgrep -k 1 -E -o 'ab(cd){~0}'
> 0:0:abcd

# an edit before an exact group, or after it
< a-bc-d
$ edgrep -k 2 -E -o 'a(bc){~0}d'
> 0:2:a-bc-d

# word borders: -k 0 -E -o '\bcat\b'
< the cat concatenates
$ edgrep -k 0 -E -o '\bcat\b'
> 4:0:cat
# word borders: -k 0 -E -o 'cat\B'
$ edgrep -k 0 -E -o 'cat\B'
> 11:0:cat
# word borders: -k 0 -E -o '\<c..'
$ edgrep -k 0 -E -o '\<c..'
> 4:0:cat
> 8:0:con
# word borders: -k 0 -E -o '..s\>'
$ edgrep -k 0 -E -o '..s\>'
> 17:0:tes

# the nearest occurrence
< abd\nacd\nxyz
$ edgrep -E 'a(b|c)*e'
> 0:1:abd
> 4:1:acd

# several expressions, and their numbers
< one two three
$ edgrep -k 0 -E -o --show-pattern -e 't(wo|en)' -e 'o(n|f)e'
> 0:0:2:one
> 4:0:1:two

# exchanged items are adjacent on a path through the expression
< caht cath
$ edgrep -k 1 -t -E -o 'ca(th|xx)'
> 0:1:caht
> 5:0:cath

# only substitutions
< axc aac abcd
$ edgrep -k 1 --metric=hamming -E -o 'a(b|bc)c'
> 0:1:axc
> 4:1:aac
> 8:0:abc

# whole records: -k 0 -x -E '(ab)*'
< abab\naba\nxabab
$ edgrep -k 0 -x -E '(ab)*'
! edgrep: pattern '(ab)*': at 1: it matches the empty sequence, so it would match everything
! edgrep:          ^
? 2
# whole records: -k 0 -x -E '(ab)+'
$ edgrep -k 0 -x -E '(ab)+'
> 0:0:abab

# a record across many lines
< ab\ncd\nef
$ edgrep -k 0 -E --span-lines 'b\n(c|d)*\ne'
> 1:0:b
> cd
> e

# an unsupported feature is named, with its place: -E 'ab(?=c)'
< x
$ edgrep -E 'ab(?=c)'
! edgrep: pattern 'ab(?=c)': at 3: look-around is not supported: see --where
! edgrep:            ^
? 2
# an unsupported feature is named, with its place: -E 'a++'
$ edgrep -E 'a++'
! edgrep: pattern 'a++': at 3: possessive quantifiers are not supported
! edgrep:            ^
? 2
# an unsupported feature is named, with its place: -E 'ab)c'
$ edgrep -E 'ab)c'
! edgrep: pattern 'ab)c': at 3: its '(' is missing
! edgrep:            ^
? 2
# an invalid limit is named, with its place: -E 'a(bc){~1x}'
$ edgrep -E 'a(bc){~1x}'
! edgrep: pattern 'a(bc){~1x}': at 6: say a number for each kind of edit, as +1 -0 #2 ~2
! edgrep:               ^
? 2
# the caret of a message accounts for wide characters and tabs
$ edgrep -E $'日本\ta(?=c)'
! edgrep: pattern '日本\ta(?=c)': at 5: look-around is not supported: see --where
! edgrep:              \t ^
? 2

# a message names the line of an expression in a file
file patterns
| fine
| a(b
$ edgrep -E -f patterns x
! edgrep: patterns:2: pattern 'a(b': at 2: its ')' is missing
! edgrep:                       ^
? 2

# settings apply to the end of their group
< ABC Abc aBC abc
$ edgrep -k 0 -E -o '(?i)ab(?-i)c|(?:a(?i)B)C'
> 4:0:Abc
> 8:0:aBC
> 12:0:abc

# a setting overrides -i
< Ab aB
$ edgrep -k 0 -i -E -o '(?-i:a)b'
> 3:0:aB

# white space and comments with (?x)
< 2026-11-22
$ edgrep -k 0 -E -o '(?x) \d{4} (?# year ) - (?:0|1) \d # month'
> 0:0:2026-11

# a quantifier of a quantifier
< aaaaaa
$ edgrep -k 0 -E -o 'a{2}{3}'
> 0:0:aaaaaa

# a loop of loops
< xaabaabx
$ edgrep -k 0 -E -o '(a*b?)*x'
> 0:0:x
> 1:0:aabaabx

# the dot and newlines
< a\nb
$ edgrep -k 0 -z -c -E 'a.b'
> 0
? 1
# the dot and newlines with (?s)
$ edgrep -k 0 -z -c -E '(?s)a.b'
> 1

# -P and -E exclude each other
< x
$ edgrep -E -P a
! edgrep: -P and -E exclude each other
? 2

# the alignment is with the sequence that was found
< the colur is
$ edgrep -k 1 -E -o --cigar --align 'colou?r'
> 4:1:colur
>     3=1D2=
>     pattern 1 colour
>               ||| ||
>     text    4 col-ur

# the alignment is with the first of equally near alternatives
< ac
$ edgrep -k 1 -E -x --cigar '(ab|ac|a)c'
> 0:0:ac
>     2=

# an alignment has no edit in an exact group
< abb
$ edgrep -k 1 -E -x --cigar '(ab){~0}bc'
> 0:1:abb
>     3=1D

# an exchange across the end of a group
< abxdc
$ edgrep -k 1 -t -E -o --cigar 'ab(x|y)(c|cc)d'
> 0:1:abxdc
>     3=1T

# an exchange across the border of required pieces
< Failed password for root
< Failed passwrod fro root
< Faield password for root
< Failed psasword for rooot
$ edgrep -E -t -k2 "Failed password (for|of) root"
> 0:0:Failed password for root
> 25:2:Failed passwrod fro root
> 50:1:Faield password for root
> 75:2:Failed psasword for rooot

# an exact group is always a required piece
< Faild paswort for root from port 64022
< Failed password for root from prt 64022
< Failed password for root from port 65022
$ edgrep -E -k3 "Failed password .*( port 64){~0}[0-9]+"
> 0:3:Faild paswort for root from port 64022

# alternatives and loops have their own required pieces
< panic: cannot read the file
< errr: cold not opn the file
< fatal: cannot write the the the file
< fatal: cannot find the file
$ edgrep -E -k3 "(error|fatal|panic): (cannot|could not) (open|read|write)( the)+ file"
> 0:0:panic: cannot read the file
> 28:3:errr: cold not opn the file
> 56:0:fatal: cannot write the the the file
> 93:3:fatal: cannot find the file

# a transition of more than 64 states back is removed, without two characters, too
< the quick brown fox jumps over the lazy dog and goes home in the evening,he quick brown fox jumps over the lazy dog and goes home in the evening,
< the quick brown fox jumps over the lazy dog and goes home in the evening,the quick brown fox jumps over the lazy dog and goes home in the evening,
< the quick brown fox jumps over the lazy dog and goes home in the evening,e quick brown fox jumps over the lazy dog and goes home in the evening,
$ edgrep -E -x -k2 '(the quick brown fox jumps over the lazy dog and goes home in the evening,)+'
> 0:1:the quick brown fox jumps over the lazy dog and goes home in the evening,he quick brown fox jumps over the lazy dog and goes home in the evening,
> 146:0:the quick brown fox jumps over the lazy dog and goes home in the evening,the quick brown fox jumps over the lazy dog and goes home in the evening,
> 293:2:the quick brown fox jumps over the lazy dog and goes home in the evening,e quick brown fox jumps over the lazy dog and goes home in the evening,

# -t: two items with a word border between them are not exchanged
< xbacx
$ edgrep -E -t -k 1 -o 'a\Bbc'
> 2:1:ac
# -t: two items without a border between them are exchanged
$ edgrep -E -t -k 1 -o 'abc'
> 1:1:bac

# an item that is not a single character
< ab
$ edgrep -k 0 -E 'a[[:<:]]b'
! edgrep: pattern 'a[[:<:]]b': at 2: this is not a single character
! edgrep:           ^
? 2
# an item that PCRE2 rejects at its beginning
$ edgrep -k 0 -E 'ab\p{Foo}'
! edgrep: pattern 'ab\\p{Foo}': at 3: unknown property after \\P or \\p
! edgrep:            ^
? 2
# an item that PCRE2 rejects at its end
$ edgrep -k 0 -E 'ab\x{'
! edgrep: pattern 'ab\\x{': at 3: digits missing in \\x{} or \\o{} or \\N{U+}
! edgrep:            ^
? 2

# alignments along repetitions of an optional item
< xbacely
< xbaceyxabdcye
$ edgrep -k 1 -E --metric=osa --cigar -o 'x((a?|b?)*(c?|d?)*)*ey'
> 0:1:xbacely
>     5=1I1=
> 8:0:xbacey
>     6=
> 14:1:xabdcye
>     5=1T

# alignments where a path along the repetitions is a dead end
< xaaby
$ edgrep -k 1 -E --cigar -o 'x((a?|b?)*(c?|d?)*)*ey'
> 0:1:xaaby
>     4=1D1=

# an expression with too many states to look for required pieces
< xaab
$ edgrep -k 1 -E -c '(x|y)a{4200}b'
> 0
? 1

# -x: an insertion before all items, with NFA paths as bits
env EDGREP_PLAN=bit-nfa
< xabc
< xxabc
$ edgrep -k 1 -x -E 'a(b|d+)c'
> 0:1:xabc

# -x: an insertion before all items, with NFA paths as bytes
env EDGREP_PLAN=byte-nfa
< xabc
< xxabc
$ edgrep -k 1 -x -E 'a(b|d+)c'
> 0:1:xabc

# best mode: a group that every occurrence has is searched for first
< xx gardan yyyy hose
< gaxxxen house
< gardn zzz
< zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz gargen zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz housezz
$ edgrep --best -o -E '(garden){~1}(house){~0}'
> 87:39:gargen zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz house
# no record with the group has an occurrence
$ edgrep --best -c -E '(garden){~1}(mouse){~0}'
> 0
? 1
# the two nearest
$ edgrep --top=2 -o -E '(garden){~1}(o){~0}'
> 3:8:gardan yyyy ho
> 87:40:gargen zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz ho
# the expression is a group
$ edgrep --best -o -E '(garden){+0 -1 #1}'
> 3:1:gardan
> 34:1:gardn
> 87:1:gargen
# what lies outside of it counts for whole records
$ edgrep -x --best -E '(garden){~1}'
> 34:5:gardn zzz
# of two groups with the same items each has limits of its own
$ edgrep -k 3 -o --show-pattern -E -e '(garden){~1}' -e '(garden){~3}' -e garden
> 3:1:1:gardan
> 3:1:2:gardan
> 3:1:3:gardan
> 20:3:2:gaxxxen
> 20:3:3:gaxxxen
> 34:1:1:gardn
> 34:1:2:gardn
> 34:1:3:gardn
> 87:1:1:gargen
> 87:1:2:gargen
> 87:1:3:gargen
