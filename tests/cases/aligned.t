Alignments of expressions (--cigar): conditions, confusions, exchanges

# an additional character before the first item
< xabc
$ edgrep -k 1 -E -x --cigar abc
> 0:1:xabc
>     1I3=

# conditions in alignments see the characters before the occurrence
< xabc
< abc x
< abcd
$ edgrep -k 1 -E --cigar -o '\Babc'
> 1:0:abc
>     3=
> 6:1:bc
>     1D2=
> 12:1:bc
>     1D2=
# conditions in alignments see the characters after the occurrence
$ edgrep -k 0 -E --cigar -o 'abc\B'
> 11:0:abc
>     3=

# alignments and conditions: an additional character before the end
< bbba
$ edgrep -k 1 -E --cigar -o '.b$([ab])?'
> 1:1:bba
>     2=1I

# an additional character before a word that must end
< bbc ba
$ edgrep -k 1 -E --cigar -o '^bc\b'
> 0:1:bbc
>     1I2=

# an edge after an end state leads nowhere
< ab
$ edgrep -k 1 -E --cigar -o 'c($bc|b)'
> 0:1:ab
>     1X1=

# alignments and confusions: a possible confusion is not the nearest
file alike
| 1\tab\tc
| 1\tc\tab
| 1\tbc\ta
| 1\t \tab
< bc  b
$ edgrep -k 2 -E --confuse=alike --cigar -o bca
> 0:1:bc
>     2=1D
> 4:2:b
>     1=2D

# states within confusions are not on the path
file alike
| 1\tab\tc
| 1\tc\tab
| 1\tbc\ta
| 1\t \tab
< \x20
$ edgrep -k 1 -E --confuse=alike --cigar -o '(ab)+'
> 0:1: 
>     1C
# no confusion crosses the beginning of a record
$ edgrep -k 1 -E -t --confuse=alike --cigar -o '([ab]^b[ab]|c.)'
> 0:1: 
>     1D1=

# no exchange of two groups with limits
< ba
$ edgrep -k 1 -E -t --cigar -o '(a){~1}b'
> 0:1:b
>     1D1=
> 1:1:a
>     1=1D

# an exchange inside a group with limits
< xba
$ edgrep -k 1 -E -t --cigar -o 'x(ab){~1}'
> 0:1:xba
>     1=1T

# an exchange across groups of many alternatives whose edges meet in one state
< ccab
$ edgrep -k 1 -E -t --cigar -o '(ccb|add|dd|d)+(a|d|a)'
> 0:1:ccab
>     2=1T

# --align: edits have the colour of matches
env GREP_COLORS=ne:ms=7
< aXXd
$ edgrep -k 3 -o --align --bare --color=always abcdx
> \e[7maXXd\e[m
>     pattern 1 a\e[7mbc\e[md\e[7mx\e[m
>               |\e[7m**\e[m|
>     text    0 a\e[7mXX\e[md\e[7m-\e[m

# --align: controls, an undecodable byte, and a character of width zero
< a\xff
< b\xcc\x81\0\
$ edgrep -z -k 2 -o --align --bare $'a\tb\xcc\x81'
> a\xff
> b\xcc\x81\0    pattern 1 a-␉b.
>               | *||
>     text    0 a�␊b.
