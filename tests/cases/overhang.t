--overhang: the first characters of a pattern may lie before the record, or its last ones after it.

# overhang at the end of a record
< xxabcdef\nxxabcde\nxxabcd\nxxabc\nxxab
$ edgrep -k 0 --overhang -o abcdef
> 2:0:abcdef
> 11:0:abcde
> 19:0:abcd
> 26:0:abc

# overhang at the beginning of a record
< abcdefxx\nbcdefxx\ncdefxx\ndefxx\nefxx
$ edgrep -k 0 --overhang -o abcdef
> 0:0:abcdef
> 9:0:bcdef
> 17:0:cdef
> 24:0:def

# no overhang elsewhere
< xabcdxcdefx
$ edgrep -k 0 --overhang -o abcdef
? 1

# no overhang at both ends
< bcde
$ edgrep -k 0 --overhang -o abcdef
? 1

# MIN characters must lie inside
< xab\nxabc\nxabcd
$ edgrep -k 0 --overhang=4 -o abcdef
> 10:0:abcd

# of equal costs, the occurrence with the most characters outside
< ca
$ edgrep -k 3 --overhang=1 -o bcaac
> 0:1:ca

# MIN may be 1
< fx a
$ edgrep -k 0 --overhang=1 -o abcdef
> 0:0:f
> 3:0:a

# a pattern of at most MIN characters must lie inside
< xab abc
$ edgrep -k 0 --overhang -o abc
> 4:0:abc

# the inside part has its share of -k: 2 of 10 are 1 of 5
< zzabXde\nzzabXdY
$ edgrep -k 2 --overhang -o abcdefghij
> 2:1:abXde

# a percentage is of the inside part
< zzabXdefghi\nzzabXdef
$ edgrep -k 12% --overhang -o abcdefghij
> 2:1:abXdefghi

# the smaller of both limits
< zzabXdefghi\nzzabXd
$ edgrep -k 2,20% --overhang -o abcdefghij
> 2:1:abXdefghi

# as much of the pattern inside as possible, even if less of it would have no error
< zzabcXefgabc
$ edgrep -k 2 --overhang -o --cigar abcdefgabcdef
> 2:1:abcXefgabc
>     3=1X6=

# overhang at the beginning costs as much as at the end
< defXbcdefzz
$ edgrep -k 2 --overhang -o --cigar abcdefabcdef
> 0:1:defXbcdef
>     3=1X5=

# of overlapping occurrences the one with more of the pattern inside stays
< defabcdef
$ edgrep -k 0 --overhang -o abcdef
> 0:0:def
> 3:0:abcdef

# the best occurrence of a record also has more of the pattern inside, though others are nearer
< zzaXcdefzzabc
$ edgrep -k 1 --overhang abcdef
> 2:1:zzaXcdefzzabc

# an insertion and a deletion inside
< zzabbcdefgh\nzzabdefgh
$ edgrep -k 20% --overhang -o --cigar abcdefghijkl
> 2:1:abbcdefgh
>     1=1I7=
> 14:1:abdefgh
>     2=1D5=

# other delimiters
< xxabc\0defxx\0xabcdef
$ edgrep -z -k 0 --overhang -o -c abcdef
> 3

# a carriage return is not part of the record
< xxabc\r\ndefxx\r\n
$ edgrep --crlf -k 0 --overhang -o abcdef
> 2:0:abc
> 7:0:def

# the input is one record
< def\ndef
$ edgrep --span-lines -k 0 --overhang abcdef
> 0:0:def

# characters of --skip do not count as inside
< x-a-b-c-
$ edgrep --skip=- -k 0 --overhang=3 -o abcdef
> 2:0:a-b-c

# sets of characters
< xx12a\n3zz
$ edgrep -P -k 0 --overhang=1 -o '\d\d[ab][bc]\d'
> 2:0:12a
> 6:0:3

# exchanged neighbours
< xxabdcef
$ edgrep -t -k 2 --overhang -o --cigar abcdefg
> 2:1:abdcef
>     2=1T2=

# both strands
< TTAGATCG\nCGATCTTT\nAGAGCTT\nTTGCTCT
$ edgrep -k 0 --overhang=4 --reverse-complement --show-strand -o AGATCGGAAGAGC
> 2:0:+:AGATCG
> 9:0:-:CGATCT
> 18:0:+:AGAGC
> 28:0:-:GCTCT

# several patterns with their own limits
file adapters
| 0\ta\tAGATCGGAAG
| 20%\tb\tCTGTCTCTTA
< TTAGATCG\nTTAGAACG\nTTCTGACTC
$ edgrep --table=adapters --overhang=4 -o --show-pattern=id
> 2:0:a:AGATCG
> 20:1:b:CTGACTC

# --align counts the pattern's characters from its first
< defxx
$ edgrep -k 0 --overhang -o --align abcdef
> 0:0:def
>     pattern 4 def
>               |||
>     text    0 def

# --json has the number of characters outside
file text
| xxabcd
$ edgrep -k 0 --overhang --json abcdef text
> {"type":"begin","data":{"path":{"text":"text"}}}
> {"type":"match","data":{"path":{"text":"text"},"lines":{"text":"xxabcd\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"abcd"},"start":2,"end":6,"line_number":1,"column":3,"last_line":1,"distance":0,"outside":2,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"text"},"binary_offset":null,"stats":{"bytes_searched":7,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":7,"matched_lines":1,"matches":1}}}

# FASTA: the ends of entries, not of lines
file reads.fa
| >one
| TTAG
| ATCG
| >two
| GGAAGTT
$ edgrep --fasta -k 0 --overhang=4 --bed AGATCGGAAG reads.fa
> one\t2\t8\t1\t0\t+
> two\t0\t5\t1\t0\t+

# records with --and
< xxabc yy\nxxabc
$ edgrep -k 0 --overhang --not=yyz abcdef
> 11:0:xxabc

# -v
< xxabc\nxxab
$ edgrep -k 0 --overhang -v abcdef
> 6::xxab

# without -k
$ edgrep --overhang abcdef
! edgrep: --overhang needs -k: it says how many edits a part of the pattern may have
? 2

# best mode
$ edgrep --overhang -k 2 --best abcdef
! edgrep: --overhang and --best exclude each other
? 2

# --top
$ edgrep --overhang -k 2 --top=2 abcdef
! edgrep: --overhang and --top exclude each other
? 2

# an expression
$ edgrep --overhang -k 2 -E abcdef
! edgrep: --overhang and -E exclude each other
? 2

# limits
$ edgrep --overhang -k 2 --limit=~1 abcdef
! edgrep: --overhang and --limit exclude each other
? 2

# costs
$ edgrep --overhang -k 2 --insert-cost=2 abcdef
! edgrep: --overhang and costs of edits exclude each other
? 2

# --metric=hamming
$ edgrep --overhang -k 2 --metric=hamming abcdef
! edgrep: --overhang and --metric=hamming exclude each other
? 2

# -w
$ edgrep --overhang -k 2 -w abcdef
! edgrep: --overhang and -w exclude each other
? 2

# -x
$ edgrep --overhang -k 2 -x abcdef
! edgrep: --overhang and -x exclude each other
? 2

# --histogram
$ edgrep --overhang -k 2 --histogram abcdef
! edgrep: --overhang and --histogram exclude each other
? 2

# MIN of 0
$ edgrep --overhang=0 -k 2 abcdef
! edgrep: ...
? 2

# -t: an exchange next to the overhang
< CBDEFGHIxx
< xxABCDFEG
$ edgrep -t -k 20% --overhang -o --cigar ABCDEFGHI
> 0:1:CBDEFGHI
>     1T6=
> 13:1:ABCDFEG
>     4=1T1=

# the beginning is trimmed while the end overhangs
< x-GATTAC
< x-GATT
$ edgrep -k 20% --overhang -o --cigar .GATTAC
> 2:1:GATTAC
>     1D6=
> 11:1:GATT
>     1D4=

# a record that allows overhang at both ends: the one with the fewest edits
< ab
$ edgrep --overhang=2 -k 2 -o --cigar abbaba
> 0:0:ab
>     2=

# a record that allows overhang at both ends, with edits on each side
< aaaa
$ edgrep --overhang=3 -k 50% -o baaaabba
> 0:1:aaaa

# -c only counts occurrences
< ab-- xx --ab
< xxxx
< --ab
$ edgrep --overhang=2 -k 0 --count-matches -e '--ab--'
> 3

# alignments of folded text
< house  x
$ edgrep --overhang=2 --fold-space -k 1 -o --align 'my house x'
> 0:0:house  x
>     pattern  4 house x
>                |||||||
>     text     0 house x

# most ends of records have q-grams of all patterns, but one pattern cannot overhang
<*70 xxabcdef
< xxabcd
< xabcx
< zz
< xbcdef
$ edgrep -k1 --overhang=4 -e zzzz -e abcdefgh -e bcdefghi --count-matches
> 142
# the records of these ends, with -c
$ edgrep -k1 --overhang=4 -e zzzz -e abcdefgh -e bcdefghi -c
> 72

# a q-gram whose last character would be outside, at the beginning of the text
< defghijkl\nxx\nabcdefghi\
$ edgrep -k 2 --overhang=10 -o abcdefghijkl
> 0:1:defghijkl
> 13:1:abcdefghi
