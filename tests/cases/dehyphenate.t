--dehyphenate: words broken over lines, and line breaks between words.

# a hyphen at the end of a line, and a break
< the encyclo-
< pedia of
< all things
$ edgrep -k 0 -n --dehyphenate 'encyclopedia of all'
> 1:4:0:encyclo-
> pedia of
> all

# white space at the beginning of the next line
< encyclo-
<     pedia
$ edgrep -k 0 --dehyphenate encyclopedia
> 0:0:encyclo-
>     pedia

# carriage returns
< a\r
< b-\r
< c
$ edgrep -k 0 -c --dehyphenate 'a bc'
> 1

# a soft hyphen, and U+2010
< xa­
< b‐
< cx
$ edgrep -k 0 -c --dehyphenate xabcx
> 1

# a hyphen within a line stays
< well-known
$ edgrep -k 0 --dehyphenate wellknown
? 1

# a hyphen before other white space stays
< well- 
< known
$ edgrep -k 0 -c --dehyphenate 'well- known'
> 1

# blanks count one by one, except at breaks
< a  b
$ edgrep -k 0 -c --dehyphenate 'a b'
> 0
? 1
# with --fold-space blanks count as one
$ edgrep -k 0 -c --dehyphenate --fold-space 'a b'
> 1

# the pattern is dehyphenated, too
< abc
$ edgrep -k 0 --dehyphenate $'a-\nbc'
> 0:0:abc

# --block prints whole lines
< say encyclo-
< pedia now
< x
$ edgrep -k 0 --dehyphenate --block encyclopedia
> 0:0:say encyclo-
> pedia now

# --cigar
< encyclo-
< podia
$ edgrep -k 1 --cigar --dehyphenate encyclopedia
> 0:1:encyclo-
> podia
>     8=1X3=
