Trimming: at the ends of a printed occurrence, characters that are no word characters are removed if that
does not change the distance.

# at the beginning
< (ouse)
$ edgrep -k 1 -o house
> 1:1:ouse

# at both ends
< (ous)
$ edgrep -k 2 -o house
> 1:2:ous

# word characters stay
< xouse
$ edgrep -k 1 -o house
> 0:1:xouse

# an underscore is a word character
< _ouse
$ edgrep -k 1 -o house
> 0:1:_ouse

# a digit is a word character
< hous3
$ edgrep -k 1 -o house
> 0:1:hous3

# characters that the pattern itself has stay
< see (house) there
$ edgrep -k 1 -o '(house)'
> 4:0:(house)

# OFFSET of a record is that of the trimmed occurrence
< a (ouse)
$ edgrep -k 1 house
> 3:1:a (ouse)

# several characters
< ab---
$ edgrep -k 3 -o abcde
> 0:3:ab

# an undecodable byte is no word character
< hous\xff
$ edgrep -k 1 -o house
> 0:1:hous

# a non-ASCII letter is a word character
< housé
$ edgrep -k 1 -o house
> 0:1:housé
# in byte mode it is no word character
$ edgrep -U -k 1 -o house
> 0:1:hous

# tab and carriage return
< \tous\r
$ edgrep -k 2 -o house
> 1:2:ous
