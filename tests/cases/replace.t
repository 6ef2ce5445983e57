--replace: occurrences are replaced in the output; --passthru: all records are printed.

# the occurrences of RECORD are replaced; OFFSET and DISTANCE are those of the best one
< a hose, a house
< nothing
< housed
$ edgrep -k 1 --replace='<&>' house
> 10:0:a <hose>, a <house>
> 24:0:<house>d

# --bare: only the text
< colour and colr
$ edgrep -k 1 --bare --replace=color color
> color and color

# an empty replacement
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

# --around: the text around is unchanged
< 123 house 456
$ edgrep -k 0 --around=2 --replace='[&]' house
> 4:0:3 [house] 4

# --span-lines
< one t
< wo
$ edgrep -k 1 --span-lines -n --replace='[&]' two
> 1:4:1:[t
> wo]

# of overlapping occurrences the one that ends first is replaced
< abcde
$ edgrep -k 0 --bare --replace='[&]' -e bcd -e abc -e cde -e d
> [abc][d]e
# of overlapping occurrences with the same beginning, too
$ edgrep -k 0 --bare --replace='[&]' -e abcd -e abc
> [abc]de

# context is unchanged
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

# characters of several bytes, and undecodable bytes
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

# --best=each: one line for each pattern, with its own occurrences
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

# --cigar of the occurrences that were replaced
< abc
$ edgrep -k 0 --cigar --replace=x abc
> 0:0:x
>     3=
# -c counts as usual
$ edgrep -k 0 -c --replace=x abc
> 1

# --passthru: other records are context
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

# --passthru and nothing selected: everything is printed, with status 1
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

# --passthru -m: records after the last selected one are context
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

# --passthru --where: records that are not searched are printed, too
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

# an invalid escape
< abc
$ edgrep -k 0 --replace='\x' abc
! edgrep: --replace: '\\x': behind \\ say n, t, \\, & or a digit from 1 to 9
? 2
# --json
$ edgrep -k 0 --json --replace=x abc
! edgrep: --replace and --json exclude each other
? 2
# --passthru and -o
$ edgrep -k 0 -o --passthru abc
! edgrep: --passthru and -o exclude each other
? 2
# --passthru without -k
$ edgrep --passthru abc
! edgrep: --passthru needs -k: without it only the least distance is selected
? 2
# --passthru with --best
$ edgrep --best -k 1 --passthru abc
! edgrep: --passthru and --best exclude each other
? 2
# --passthru and context
$ edgrep -k 0 -C 1 --passthru abc
! edgrep: --passthru and context (-A, -B, -C) exclude each other
? 2

# groups of -E, in any order
< so wrld-abxc
$ edgrep -k 1 -E --bare --replace='\2[\1]' '(world)-(ab(x|y)c)'
> so abxc[wrld]

# a group within a group
< abxc
$ edgrep -k 0 -E -o --replace='\1 \2 \3.' '(ab(x|y)(c))'
> 0:0:abxc x c.

# a group of an unused alternative is empty
< b
$ edgrep -k 0 -E -o --replace='[\1][\2][\3]' '(a)|(b)'
> 0:0:[][b][]

# of several repetitions the last counts
< a1a2a3
$ edgrep -k 0 -E -o --replace='\1' '(a[0-9])+'
> 0:0:a3
# as many groups as the pattern has
$ edgrep -k 0 -E -o --replace='\1' '(a[0-9]){2}'
> 0:0:a2

# (?: ) and (?i: ) have no number
< xAbc
$ edgrep -k 0 -E -o --replace='\1' '(?:x)(?i:a)(b)c'
> 0:0:b

# an expression that is a sequence has groups, too
< a hose!
$ edgrep -k 1 -E --replace='\2\1' '(ho)u(se)'
> 2:1:a seho!

# an insertion between items of a group is in it, one beside them is not
< abXcd
< aXbcd
$ edgrep -k 1 -E -o --replace='[\1]' 'a(bc)d'
> 0:1:[bXc]
> 6:1:[bc]

# a group whose items are all deleted is empty
< acd
$ edgrep -k 1 -E -o --replace='[\1]' 'a(b)cd'
> 0:1:[]

# an exchange
< abdcef
$ edgrep -t -k 1 -E -o --replace='[\1]' 'ab(cd)ef'
> 0:1:[dc]

# a group without edits
< abcd
$ edgrep -k 1 -E -o --replace='[\1]' 'a(bc){~0}d'
> 0:0:[bc]

# --metric=hamming
< abXd
$ edgrep --metric=hamming -k 1 -E -o --replace='[\1]' 'a(bc)d'
> 0:1:[bX]

# words and borders
< foo bar
$ edgrep -k 0 -E --bare --replace='\2 \1' '\<([a-z]+) ([a-z]+)$'
> bar foo

# --around
< 1foo2
$ edgrep -k 0 -E --around=1 --replace='\1' '(f)oo'
> 1:0:1f2

# --passthru
< foo 1
< x
$ edgrep -k 0 -E --bare --passthru --replace='\1 foo' 'foo ([0-9])'
> 1 foo
> x

# several expressions
< foo bar
$ edgrep -k 0 -E --bare --replace='<\1>' -e 'f(o)o' -e 'b(a)r'
> <o> <a>

# equal patterns (a) and a are one, the first
< a
$ edgrep -k 0 -E --bare --replace='<\1>' -e '(a)' -e a
> <a>

# groups in best mode
< fo bar
$ edgrep -E --bare --replace='<\1>' '(foo|xyz)'
> <fo> bar

# groups need -E
< abc
$ edgrep -k 0 --replace='\1' abc
! edgrep: --replace: \\1 to \\9 need -E: only an expression has groups
? 2

# groups of a folded text are printed as in the original text
< call 555   1234 now
$ edgrep -k 1 -E --bare --fold-space --replace='<\2:\1>' '([0-9]{3} )([0-9]{4})'
> call <1234:555 > now

# skipped characters belong to a group only inside it
< a-b-c-d
$ edgrep -k 0 -E --bare --skip=- --replace='<\1><\2>' '(ab)(cd)'
> <a-b><c-d>

# accents stay with their letters
< un cafe\xcc\x81 noir
$ edgrep -k 0 -E --bare --fold-accents --replace='<\1|\2>' '(caf)(e)'
> un <caf|e\xcc\x81> noir
# groups of normalized text
$ edgrep -k 0 -E --bare --normalize --replace='<\2|\1>' '(caf)(.)'
> un <e\xcc\x81|caf> noir

# a word broken over two lines
< an exam-
< ple of it
$ edgrep -k 0 -E --bare --dehyphenate --replace='<\2 \1>' '(example) (of)'
> <of exam-
> ple>

# groups of --block are those of the occurrence
< int add(int a)
< {
<     return a;
< }
$ edgrep -k 0 -E --bare --block=loose --replace='\1(\2)' '(\w+)\(int (\w+)\)'
> add(a)

# a condition in a group cannot be repeated
< abc
$ edgrep -k 0 -E '(^)*abc'
! edgrep: pattern '(^)*abc': at 4: there is nothing to repeat
! edgrep:             ^
? 2

# a group without characters in folded text
< x--ab
$ edgrep -E -k 0 -o --skip=- --replace='[\1]' '(y)?ab'
> 3:0:[]

# a group whose items are all deleted, in folded text: without the characters skipped there
< x--a--c
$ edgrep -E -k 1 -o --skip=- --replace='[\1]' 'a(b)c'
> 3:1:[]

# a confusion with more characters than items belongs to the group that it ends
file alike
| 1\tm\trn
< rnust
$ edgrep -E -k 1 -o --confuse=alike --replace='[\1]' '(m)ust'
> 0:1:[rn]

# more occurrences than can wait for the end of their record
<*4999 a\
< a
$ edgrep --bare -k 0 --replace=b a
>*4999 b\
> b
