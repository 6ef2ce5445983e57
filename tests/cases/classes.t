-P: the pattern is a sequence of items; each matches a set of characters.

# a set
< cat cot cut
$ edgrep -k 0 -P -o 'c[ao]t'
> 0:0:cat
> 4:0:cot

# m is the number of items
< cut
$ edgrep -k 1 -P 'c[ao]t'
> 0:1:cut
# k >= m counts items
$ edgrep -k 3 -P 'c[ao]t'
! edgrep: ...would match everything...
? 2

# a range
< x5 y7 zz
$ edgrep -k 0 -P -o '[xyz][0-9]'
> 0:0:x5
> 3:0:y7

# a negated set
< ab a1
$ edgrep -k 0 -P -o 'a[^0-9]'
> 0:0:ab

# \d
< call 555-1234 now
$ edgrep -k 0 -P -o '\d\d\d-\d\d\d\d'
> 5:0:555-1234

# \d with an edit
< call 555-12x4 now
$ edgrep -k 1 -P -o '\d\d\d-\d\d\d\d'
> 5:1:555-12x4

# . is any character
< a.c abc a😀c
$ edgrep -k 0 -P -o 'a.c'
> 0:0:a.c
> 4:0:abc
> 8:0:a😀c

# an escaped dot is a dot
< abc a.c
$ edgrep -k 0 -P -o 'a\.c'
> 4:0:a.c

# . matches an undecodable byte
< a\xffc
$ edgrep -k 0 -P -o 'a.c'
> 0:0:a\xffc
# a negated set matches an undecodable byte
$ edgrep -k 0 -P -o 'a[^b]c'
> 0:0:a\xffc
# a set does not match an undecodable byte
$ edgrep -k 0 -P 'a[b-z]c'
? 1

# a property
< Ünïcode
$ edgrep -k 0 -P -o '\p{Lu}\p{Ll}\p{Ll}'
> 0:0:Ünï

# a code point by number
< café
$ edgrep -k 0 -P -o 'caf\x{e9}'
> 0:0:café

# -i
< CAT
$ edgrep -k 0 -i -P 'c[ao]t'
> 0:0:CAT
# (?i)
$ edgrep -k 0 -P '(?i)c[ao]t'
> 0:0:CAT

# a POSIX class in a set
< a1 b2
$ edgrep -k 0 -P -o '[[:alpha:]][[:digit:]]'
> 0:0:a1
> 3:0:b2

# plain letters
< hose
$ edgrep -k 1 -P house
> 0:1:hose

# best mode
< caat
< ct
< cxt
$ edgrep -P 'c[ao]t'
> 0:1:caat
> 5:1:ct
> 8:1:cxt

# in byte mode . is one byte
< éa
$ edgrep -U -k 0 -P -o '.a'
> 1:0:\xa9a

# --span-lines: . matches a newline
< a
< c
$ edgrep -k 0 --span-lines -P 'a.c'
> 0:0:a
> c

# several patterns
< a1
< b2
$ edgrep -k 0 -P --show-pattern -e 'b\d' -e '[a]\d'
> 0:0:2:a1
> 3:0:1:b2

# -w
< xcat cot
$ edgrep -k 0 -P -w -o 'c[ao]t'
> 5:0:cot

# -U: an escaped byte that is no ASCII
< \xe9b
$ edgrep -U -P -k 0 -o $'\\\xe9b'
> 0:0:\xe9b

# a comment after a set that ends like a set
< ab
$ edgrep -P -k 0 -o '(?x)[a] #]'
> 0:0:a

# it looks like a POSIX class, but begins a word
< ab
$ edgrep -P -k 0 '[[:<:]]a'
! edgrep: pattern '[[:<:]]a': at 1: '[[:<:]]' is not a single character (quantifiers, groups, alternation ... are not allowed with -P)
? 2

# (?xxx) is (?xx): blanks in sets are ignored, too
< a\tb
$ edgrep -P -k 0 -c $'(?xxx)a[\tc]b'
> 0
? 1
# (?xx-x) ignores nothing
$ edgrep -P -k 0 -c $'(?xx-x)a[\tc]b'
> 1
