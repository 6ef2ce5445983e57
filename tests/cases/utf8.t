Characters: code points in every locale, bytes with -U; an undecodable byte is a character that equals
only itself.

# a letter with an accent is one character
< cafe
$ edgrep -k 1 café
> 0:1:cafe

# in the C locale, too
env LC_ALL=C
< cafe
$ edgrep -k 1 café
> 0:1:cafe

# in a locale that is not installed
env LC_ALL=xx_XX.ISO-8859-1
< cafe
$ edgrep -k 1 café
> 0:1:cafe

# -U makes characters bytes
< cafe
$ edgrep -U -k 1 café
? 1
# -U makes characters bytes: two edits
$ edgrep --binary -k 2 café
> 0:2:cafe

# offsets are bytes
< ééé café
$ edgrep -k 0 café
> 7:0:ééé café

# four-byte characters
< 😀😁😂
$ edgrep -k 1 -o 😀😃😂
> 0:1:😀😁😂

# three-byte characters
< 日本語の本
$ edgrep -k 0 -o 本
> 3:0:本
> 12:0:本

# an undecodable byte costs one edit
< caf\xe9
$ edgrep -k 1 -o -x cafe
> 0:1:caf\xe9
# an undecodable byte in the pattern equals the same byte
$ edgrep -k 0 -o $'caf\xe9'
> 0:0:caf\xe9

# an undecodable byte differs from the code point of the same number
< café
$ edgrep -k 0 $'caf\xe9'
? 1

# a truncated sequence at the end of input
< abc\xe2\x82\
$ edgrep -k 2 -x abcde
> 0:2:abc\xe2\x82

# a truncated sequence before another character
< abc\xe2\x82d
$ edgrep -k 2 -x abcd
> 0:2:abc\xe2\x82d

# a surrogate is three characters
< a\xed\xa0\x80d
$ edgrep -k 3 -x abcd
> 0:3:a\xed\xa0\x80d

# an overlong form is two characters
< a\xc0\xafd
$ edgrep -k 2 -x abcd
> 0:2:a\xc0\xafd

# beyond the last code point: four characters
< a\xf4\x90\x80\x80d
$ edgrep -k 5 -x abcdef
> 0:5:a\xf4\x90\x80\x80d

# the last code point is one character
< a\xf4\x8f\xbf\xbfd
$ edgrep -k 1 -x abd
> 0:1:a\xf4\x8f\xbf\xbfd

# two-byte characters everywhere
< äöüäöüäöü
$ edgrep -k 1 -o öäö
> 0:1:äö
> 8:1:öüäö

# a combining accent is a character
< cafe\xcc\x81
$ edgrep -k 1 -x café
? 1
# a combining accent in a byte pattern: both forms are two edits apart
$ edgrep -k 2 -x café
> 0:2:cafe\xcc\x81

# only undecodable bytes
< \xfd\xfe\xff
$ edgrep -k 0 -o $'\xfe'
> 1:0:\xfe

# NUL bytes around
< \0\0café\0
$ edgrep -k 0 -o café
> 2:0:café

# a text that begins inside a character, before the piece that occurs
< \x80ouse
$ edgrep -k 1 house
> 1:1:\x80ouse

# --binary: columns count bytes, also of a text where nothing can occur
<*30 ää
< ää house
$ edgrep --binary --span-lines --column -k 0 house
> 6:155:0:house
