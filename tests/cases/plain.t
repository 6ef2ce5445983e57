Which characters are compared: --skip, --fold-space, --normalize, --fold-accents.

# --skip: skipped characters do not match, but they are printed, and they count in offsets
< a-b--c
$ edgrep --skip=- -k 0 -o bc
> 2:0:b--c

# --skip: an occurrence begins and ends with characters that are not skipped
< -ab-
$ edgrep --skip=- -k 0 -o ab
> 1:0:ab

# --skip: skipped characters are dropped from a literal pattern
< 555 0199
$ edgrep --skip='[\s-]' -k 0 -o 555-01-99
> 0:0:555 0199

# --skip: skipped characters are not dropped from a pattern of -P
< a-b
$ edgrep --skip=- -P -k 0 'a-b'
? 1

# --skip: edits cost the same as without it
< 1.2.3.4.x
$ edgrep --skip='[.]' -k 1 -o 1235
> 0:1:1.2.3.4

# --skip: a newline within a record, a delimiter before it
< >one
< ACGT
< ACGG
< >two
< TTTT
$ edgrep --delimiter='>.*\n' --skip='\n' -k 0 -n -o TACG
> 2:8:0:T
> ACG

# --skip: a delimiter is never skipped
< ab
< cd
$ edgrep --skip='\s' -k 0 bc
? 1

# --skip: -w tests the characters that are left
< a -b
$ edgrep --skip=- -w -k 0 b
> 3:0:a -b

# --skip: characters are adjacent if only skipped ones are between them
< a-b
$ edgrep --skip=- -w -k 0 b
? 1

# --skip: -x matches all that is left
< --ab-
$ edgrep --skip=- -x -k 0 ab
> 2:0:--ab-

# --skip: long runs of skipped characters
<*300 -
< x
<*300 -
< y
$ edgrep --span-lines --skip='[\n-]' -k 0 -c xy
> 1

# --skip: undecodable bytes on both sides do not form a character
< \xc3-\xa9
$ edgrep --skip=- -k 0 é
? 1
# --skip: these bytes are found as undecodable bytes
$ edgrep --skip=- -k 0 -P -c '[^a][^a]'
> 1

# --skip: with -i it skips letters of either case
< aXbxc
$ edgrep --skip=x -i -k 0 abc
> 0:0:aXbxc

# --skip: in byte mode
< a\xffb
$ edgrep -U --skip='\xff' -k 0 ab
> 0:0:a\xffb

# --skip: alignments show the characters that are left, and their places
< a-b-xd
$ edgrep --skip=- -k 1 --align --cigar -o abcd
> 0:1:a-b-xd
>     2=1X1=
>     pattern 1 abcd
>               ||*|
>     text    0 abxd

# --skip: an expression
< a-b-b-c
$ edgrep -E --skip=- -k 0 -o 'ab+c'
> 0:0:a-b-b-c

# --skip: nothing is left of the pattern
< a
$ edgrep --skip=- -k 0 -e --
! edgrep: pattern '--': at 1: all of it is passed over
? 2
# --skip: not a set
$ edgrep --skip=ab -k 0 x
! edgrep: --skip 'ab': at 1: this is not one set of characters, as [\\s-] or \\n
? 2
# --skip: a set that PCRE2 rejects
$ edgrep --skip='[b-a]' -k 0 x
! edgrep: --skip '[b-a]': at ...
? 2

# --fold-space: line breaks and spaces
< the GNU General
<    Public   License
$ edgrep --span-lines --fold-space -k 0 'General Public License'
> 8:0:General
>    Public   License

# --fold-space: in the pattern too
< a b
$ edgrep --fold-space -k 0 -o $'a \t  b'
> 0:0:a b

# --fold-space: the space has the offset of the run
< a\t b
$ edgrep --fold-space -k 0 -o --align 'a b'
> 0:0:a\t b
>     pattern 1 a b
>               |||
>     text    0 a b

# --fold-space: each run counts as one
< a   b
$ edgrep --fold-space -k 1 -o acb
> 0:1:a   b

# --fold-space: skipped characters do not separate runs of white space
< a - b
$ edgrep --fold-space --skip=- -k 0 -o 'a b'
> 0:0:a - b

# --fold-space: long runs
< a
<*400 
< b
$ edgrep --span-lines --fold-space -k 0 -c 'a b'
> 1

# --normalize: decomposed
< Ju\xcc\x88rgen
$ edgrep --normalize -k 0 -o Jürgen
> 0:0:Ju\xcc\x88rgen
# --normalize: without it, two edits
$ edgrep -k 2 -o Jürgen
> 0:2:Ju\xcc\x88rgen

# --normalize: the pattern decomposed
< Jürgen
$ edgrep --normalize -k 0 -o $'Ju\xcc\x88rgen'
> 0:0:Jürgen

# --normalize: an occurrence includes all of its last character
< cafe\xcc\x81s
$ edgrep --normalize -k 0 -o café
> 0:0:cafe\xcc\x81

# --normalize: the letter without its accent is another character
< cafe\xcc\x81
$ edgrep --normalize -k 0 cafe
? 1

# --normalize: marks in another order
< q\xcc\x87\xcc\xa3
$ edgrep --normalize -k 0 -o $'q\xcc\xa3\xcc\x87'
> 0:0:q\xcc\x87\xcc\xa3

# --normalize: Hangul, and a sign that stands for a letter
< \xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab \xe2\x84\xab
$ edgrep --normalize -k 0 -o '한 Å'
> 0:0:\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab \xe2\x84\xab

# --normalize: many marks on a letter
< xa\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\xa3y
$ edgrep --normalize -k 0 -c ạ
> 1

# --normalize: a mark at the beginning of a record is a character
< e
< \xcc\x81
$ edgrep --normalize -k 0 -c é
> 0
? 1

# --normalize: -i applies to the normalized text
< E\xcc\x81
$ edgrep --normalize -i -k 0 -o é
> 0:0:E\xcc\x81
# --normalize: -P and -E are normalized before they are parsed
$ edgrep --normalize -P -k 0 -o $'[eE\xcc\x81x]'
> 0:0:E\xcc\x81

# --normalize: occurrences are ordered by their ends in the normalized text
< n\xcc\x88\xe0\xa4\xbc
$ edgrep --normalize -k 0 -o --show-pattern -e $'n\xcc\x88\xe0\xa4\xbc' -e $'\xe0\xa4\xbc'
> 1:0:2:\xcc\x88\xe0\xa4\xbc
> 0:0:1:n\xcc\x88\xe0\xa4\xbc

# --normalize: a base with an accent is another character, which matches no base
< qCqg\xcc\x81qA
$ edgrep --normalize --iupac --skip=q --metric=hamming -k 1 --cigar -o CGA
> 1:1:Cqg\xcc\x81qA
>     1=1X1=

# --normalize: not in byte mode
< a
$ edgrep --normalize -U -k 0 x
! edgrep: --normalize and -U exclude each other
? 2

# --fold-accents
< Jürgen Ju\xcc\x88rgen Jurgen
$ edgrep --fold-accents -k 0 -o jurgen -i
> 0:0:Jürgen
> 8:0:Ju\xcc\x88rgen
> 17:0:Jurgen

# --fold-accents: in the pattern too
< Jurgen
$ edgrep --fold-accents -k 0 Jürgen
> 0:0:Jurgen

# --fold-accents: an accent belongs to the letter before it
< re\xcc\x81sume\xcc\x81s
$ edgrep --fold-accents -k 0 -o resume
> 0:0:re\xcc\x81sume\xcc\x81

# --skip, --fold-space and other options together
< Ju\xcc\x88r-\xc2\xa0 gen
$ edgrep --fold-accents --fold-space --skip=- -k 0 -o 'jur gen' -i
> 0:0:Ju\xcc\x88r-\xc2\xa0 gen

# --skip: if the pattern that is left is its own reverse complement, it is on one strand only
< ACGT
$ edgrep --reverse-complement --skip=b -k 0 -o --show-strand ACbGT
> 0:0:+:ACGT

# --crlf: the carriage return of a delimiter is not skipped
< a b\r
< c\r
$ edgrep --crlf --skip='\s' -x -k 0 -n -e ab -e abc
> 1:0:0:a b

# --crlf: other carriage returns may be skipped
< a\rb\r\r
$ edgrep --crlf --skip='\r' -k 0 -o -e ab
> 0:0:a\rb

# --crlf: skipped characters between CR and LF do not make them a delimiter
< house\r-
$ edgrep --crlf --skip=- -k 0 --bare -o $'house\r'
> house\r

# --crlf: with --fold-space other carriage returns are white space
< a \r\r
< b
$ edgrep --crlf --fold-space -x -k 0 -n 'a '
> 1:0:0:a \r

# --crlf: --normalize, record by record
< Ju\xcc\x88rgen\r
< \xcc\x88Jurgen\r
< Jürgen\r\
$ edgrep --crlf --normalize -k 0 -n Jürgen
> 1:0:0:Ju\xcc\x88rgen
> 3:20:0:Jürgen\r

# --crlf: the end of a record
< ab-\r
< ab-x\r
$ edgrep --crlf --skip=- -E -k 0 -n 'ab$'
> 1:0:0:ab-

# --crlf: alignments
< x\r
< a-b\r
$ edgrep --crlf --skip=- -k 1 -o --cigar abc
> 3:1:a-b
>     2=1D

# --column: counts characters of the original record
< a    äö house
< Ju\xcc\x88rgen's house
$ edgrep --fold-space --normalize -k 0 --column -e 'äö house' -e "s house"
> 6:5:0:a    äö house
> 9:25:0:Ju\xcc\x88rgen's house

# --column: counts characters of the original line
< ab
< cdx
< yef
$ edgrep --span-lines --skip='\n' -k 0 -n --column xye
> 2:3:5:0:x
> ye

# --column: after many skipped characters
< ab
<*300 
< cd
$ edgrep --span-lines --skip='\n' -k 0 -n --column -e bc -e d
> 1:2:1:0:b
>*300 
> c
> 302:2:304:0:d

# --around: counts characters of the original record
< >one
< ACGT
< ACGG
$ edgrep --delimiter='>.*\n' --skip='\n' -k 0 --around=3 TACG
> 8:0:ACGT
> ACGG
> 

# --around: a letter and its accent are two characters
< xe\xcc\x81abc house
$ edgrep --normalize -k 0 --around=2 abc
> 4:0:e\xcc\x81abc h

# --around: stops before the carriage return of a delimiter
< a house b\r
< c
$ edgrep --crlf --fold-space -k 0 --around=10 house
> 2:0:a house b

# --skip: sets beyond U+FFFF, some of them empty
< a😀b a🙂🙃b
< a𝔘b ab
$ edgrep --skip='[\x{1f600}-\x{1f64f}]' -k 0 -o -n ab
> 1:0:0:a😀b
> 1:7:0:a🙂🙃b
> 2:25:0:ab

# --skip: a negated set beyond U+FFFF
< a😀𝔘b \xf0\x9f
$ edgrep --skip='[^a-z\n]' -k 0 -o ab
> 0:0:a😀𝔘b

# --skip: a set of many ranges
< xaycx eb\xc3\xa9d
$ edgrep --skip='[acegikmoqsuwy]' -k 0 -o xx
> 0:0:xaycx
# --skip: a set of many ranges and a non-ASCII character
$ edgrep --skip='[acegikmoqsuwy]' -k 0 -o béd
> 7:0:béd

# --skip: NUL, which pads no text
< axb
< a\0xb
$ edgrep --skip='[\x00x]' -k 0 -o ab
> 0:0:axb
> 4:0:a\0xb

# --skip in bytes
< \xe9-\xe9b
$ edgrep -U --skip=- -k 0 -o $'\xe9\xe9'
> 0:0:\xe9-\xe9

# --fold-space: a long part without white space after a space
< a abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz  end
$ edgrep --fold-space -k 0 -o 'xyz end'
> 129:0:xyz  end

# --fold-space and --normalize: the delimiter is a space, and white space stays folded
< ab\tcd e\xcc\x81 x\t\te\xcc\x81
$ edgrep --fold-space --normalize --delimiter=' ' -k 0 -o -n 'x é'
> 3:10:0:x\t\te\xcc\x81

# -w with edits: word borders are those of the text that is left
< x-abc
< x abc
$ edgrep --skip=- -w -k 1 abc
> 0:1:x-abc
> 8:0:x abc

# --column: a line before the chunk, with many skipped characters between
< zz
< yya\
<*100 -------------------------------------------------\
< .
<*60 -------------------------------------------------\
< .
< --b
$ edgrep --span-lines --column -n -k 0 --skip='[\n.-]' --replace=x ab
> 2:3:5:0:x

# a space followed by an accent is not part of the match before it
< ab  \xcc\x81x
$ edgrep -k 0 -o --column --normalize --fold-space $'\xcc\x81x'
> 5:4:0:\xcc\x81x
