Threshold mode (-k N, -k P%): every record with an occurrence within k edits, with the offset and the
distance of its best occurrence.

# a deletion
< my hous is
$ edgrep -k 1 house
> 3:1:my hous is

# a substitution
< the mouse ran
$ edgrep -k 1 house
> 4:1:the mouse ran

# an insertion
< a hoouse
$ edgrep -k 1 house
> 2:1:a hoouse

# an exact occurrence has distance 0
< one house
$ edgrep -k 1 house
> 4:0:one house

# a transposition is two edits
< huose
$ edgrep -k 2 house
> 0:2:huose
# a transposition is beyond one edit
$ edgrep -k 1 house
? 1

# only records within k
< the house
< the hose
< the hxxe
< the horse
$ edgrep -k 1 house
> 4:0:the house
> 14:1:the hose
> 32:1:the horse

# k = 0 is exact search
< hous
< house
$ edgrep -k 0 house
> 5:0:house

# -k2 as one argument
< huose
$ edgrep -k2 house
> 0:2:huose
# --max-distance=2
$ edgrep --max-distance=2 house
> 0:2:huose
# --max-distance 2
$ edgrep --max-distance 2 house
> 0:2:huose
# -k after the pattern
$ edgrep house -k 2
> 0:2:huose

# a percentage of the pattern's length
< hous
$ edgrep -k 20% house
> 0:1:hous
# a percentage is rounded down
$ edgrep -k 19% house
? 1

# each pattern has its own percentage
# 30% of 10 is 3, of 5 is 1
< washxxxton
< hxxse
$ edgrep -k 30% -e washington -e house
> 0:3:washxxxton

# 0%
< house
< hous
$ edgrep -k 0% house
> 0:0:house

# the best occurrence of a record is the nearest
< hose house
$ edgrep -k 1 house
> 5:0:hose house

# of equally near occurrences the first
< mouse, house, house
$ edgrep -k 1 house
> 7:0:mouse, house, house

# Figure 4 of the 2014 paper
# the last row of the table is 5 4 3 2 2 2 2 1 2
< aaabbbaa
$ edgrep -k 1 ababa
> 2:1:aaabbbaa
# Figure 4: with two edits there is no other occurrence
$ edgrep -k 2 -o ababa
> 2:1:abbba
# Figure 4: an exact occurrence is not found
$ edgrep -k 0 ababa
? 1

# a pattern of one character
< xyz
< zyx
$ edgrep -k 0 z
> 2:0:xyz
> 4:0:zyx

# the last record needs no newline
< no
< my hous\
$ edgrep -k 1 house
> 6:1:my hous

# an occurrence at the beginning of the text
< ouse of cards
$ edgrep -k 1 house
> 0:1:ouse of cards

# an occurrence does not cross a newline
< hou
< se
$ edgrep -k 1 house
? 1

# most of the pattern missing
< a
$ edgrep -k 4 house
? 1

# one character is enough with k = m - 1
< e
$ edgrep -k 4 house
> 0:4:e

# empty records have distance m
< \n\nx\n\
$ edgrep -k 1 xy
> 2:1:x

# NUL is an ordinary character
< ab\0cd
$ edgrep -k 1 abcd
> 0:1:ab\0cd

# a pattern longer than a machine word
# m = 80, one character dropped
< abcdefghijabcdefghijabcdefghijabcdefghjabcdefghijabcdefghijabcdefghijabcdefghij
$ edgrep -k 1 abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij
> 0:1:abcdefghijabcdefghijabcdefghijabcdefghjabcdefghijabcdefghijabcdefghijabcdefghij

# a pattern of exactly 64 characters
< xx0123456789012345678901234567890123456789012345678901234567890123zz
$ edgrep -k 3 0123456789012345678901234567890123456789012345678901234567890123
> 2:0:xx0123456789012345678901234567890123456789012345678901234567890123zz

# a pattern of exactly 65 characters
< xx01234567890123456789012345678901234567890123456789012345678901x34zz
$ edgrep -k 3 01234567890123456789012345678901234567890123456789012345678901234
> 2:1:xx01234567890123456789012345678901234567890123456789012345678901x34zz

# a record much longer than the chunk
<*300 abcdefghij\
< my hous
<*2 abcdefghij
$ edgrep -k 1 -o house
> 3003:1:hous

# offsets continue over records
<*100 123456789
< hose
$ edgrep -k 1 house
> 1000:1:hose

# the same line many times
<*5 hose
$ edgrep -k 1 house
> 0:1:hose
> 5:1:hose
> 10:1:hose
> 15:1:hose
> 20:1:hose

# -k N,P%: the percentage limits a short pattern
< the cot sat
$ edgrep -k 2,25% -e cat
? 1

# -k N,P%: the number limits a long pattern
< acomodashun
< acomodation
$ edgrep -k 2,25% accommodation
> 12:2:acomodation

# -k N,P%: each pattern has its own limit
< rcd rcde
< acmodatoin acomodation
$ edgrep -k 2,25% --show-pattern -o -e rode -e accommodation
> 4:1:1:rcde
> 20:2:2:acomodation

# -k N,P% is one argument
< abc
$ edgrep -k 25%,2 abc
! edgrep: -k: '25%,2': say N, P% or N,P%
? 2
# the message names what would help
$ edgrep -k 3 abc
! edgrep: pattern 'abc': distance 3 would match everything (it has 3 characters); try -k 3,25%
? 2
