Distances, alignments and longest common subsequences of two files.

# the distance
file one
| kitten
file two
| sitting
$ edcmp one two
> 3
? 1
# indel: a substitution is two edits
$ edcmp --metric=indel one two
> 5
? 1
# the length of a longest common subsequence
$ edcmp --lcs-length one two
> 5
? 1
# a longest common subsequence
$ edcmp --lcs one two
> ittn
? 1
# JSON
$ edcmp --json one two
> {"length1":7,"length2":8,"metric":"levenshtein","distance":3,"similarity":0.625000,"lcs_length":5}
? 1
# JSON, indel
$ edcmp --json --metric indel one two
> {"length1":7,"length2":8,"metric":"indel","distance":5,"similarity":0.375000,"lcs_length":5}
? 1
# JSON within a limit
$ edcmp --json -k 3 one two
> {"length1":7,"length2":8,"metric":"levenshtein","limit":3,"distance":3,"similarity":0.625000,"lcs_length":5}
# JSON beyond a limit
$ edcmp --json -k2 one two
> {"length1":7,"length2":8,"metric":"levenshtein","limit":2,"distance":null,"similarity":null,"lcs_length":null}
? 1
# within a limit
$ edcmp -k 3 one two
> 3
# beyond a limit
$ edcmp -k 2 one two
> >2
? 1
# a limit that no distance reaches
$ edcmp -k 9223372036854775807 one two
> 3
# an alignment within a limit
$ edcmp -k 3 --cigar one two
> 1X3=1X1=1I1=
# no alignment beyond a limit
$ edcmp -k 2 --cigar --align one two
> >2
? 1
# -q: not equal
$ edcmp -q one two
? 1
# -q: within a limit
$ edcmp --silent -k 3 one two
# -q: beyond a limit
$ edcmp -q -k 2 one two
? 1
# -s is -q
$ edcmp -s one two
? 1

# equal files
file one
| the same
file two
| the same
$ edcmp one two
> 0

# both are empty
file one
file two
$ edcmp one two
> 0

# one is empty
file one
file two
| abc
$ edcmp one two
> 4
? 1

# an empty one: its alignment
file one
| abc\
file two
$ edcmp --cigar one two
> 3D
? 1

# two empty ones: their alignment is empty
file one
file two
$ edcmp --cigar one two
>

# standard input first
file two
| sitting
< kitten
$ edcmp - two
> 3
? 1

# standard input second
file one
| kitten
< sitting
$ edcmp one -
> 3
? 1

# both operands are standard input: equal
< anything
$ edcmp - -
> 0

# a longest common subsequence of equal files is the file
file one
| a line
| and one without end\
file two
| a line
| and one without end\
$ edcmp --lcs one two
> a line
> and one without end\

# nothing in common
file one
| abc\
file two
| xyz\
$ edcmp --lcs-length one two
> 0
? 1
# nothing in common, as a sequence
$ edcmp --lcs one two
? 1

# a CIGAR string
file one
| kitten\
file two
| sitting\
$ edcmp --cigar one two
> 1X3=1X1=1I
? 1
# the texts one above the other
$ edcmp --align one two
> 1 0 kitten-
>     *|||*|
> 2 0 sitting
? 1
# --cigar and --align together
$ edcmp --align --cigar one two
> 1X3=1X1=1I
> 1 0 kitten-
>     *|||*|
> 2 0 sitting
? 1
# -k P%: percent of the longer file's characters
$ edcmp -k 50% one two
> 3
# -k P%: beyond the limit; fractions of an edit are dropped
$ edcmp -k 42% one two
> >2
? 1
# -k N,P%: the smaller of both
$ edcmp -k 2,90% one two
> >2
? 1

# ties: deletions as early as possible
file one
| baab\
file two
| cab\
$ edcmp --cigar one two
> 1D1X2=
? 1

# ties: insertions as late as possible
file one
| xab\
file two
| aby\
$ edcmp --cigar one two
> 1D2=1I
? 1

# ties: the common prefix is kept, then the common suffix
file one
| abcab\
file two
| abab\
$ edcmp --cigar one two
> 2=1D2=
? 1

# ties: a run that is longer in the second file
file one
| aaaa\
file two
| aaaaaa\
$ edcmp --cigar one two
> 4=2I
? 1

# ties: indel deletes before it inserts
file one
| axb\
file two
| ayb\
$ edcmp --cigar --metric=indel one two
> 1=1D1I1=
? 1
# ties: a substitution before two edits
$ edcmp --cigar one two
> 1=1X1=
? 1

# blocks of 80 columns, offsets of both files
file one
|*9 0123456\x20\
|*1 89\
file two
|*5 0123456\x20\
|*1 x\
|*4 0123456\x20\
|*1 89\
$ edcmp --align one two
> 1  0 0123456 0123456 0123456 0123456 0123456 -0123456 0123456 0123456 0123456 89
>      |||||||||||||||||||||||||||||||||||||||| ||||||||||||||||||||||||||||||||||
> 2  0 0123456 0123456 0123456 0123456 0123456 x0123456 0123456 0123456 0123456 89
? 1

# controls are distinguishable, and lines have numbers
file one
| a\tb
file two
| a\nb
$ edcmp --align one two
> 1 1:0 a␉b␊
>       |*||
> 2 1:0 a␊b␊
? 1

# JSON of equal files
file one
file two
$ edcmp --json one two
> {"length1":0,"length2":0,"metric":"levenshtein","distance":0,"similarity":1.000000,"lcs_length":0}

# -k 0
file one
| kitten
file two
| kitten
$ edcmp -k 0 one two
> 0
# -q: equal
$ edcmp -q --json one two

# characters are code points
file one
| naïve Straße\
file two
| naive Strasse\
$ edcmp one two
> 3
? 1
# characters are bytes: -U
$ edcmp -U one two
> 4
? 1

# the C locale changes nothing
env LC_ALL=C
file one
| é
file two
| e
$ edcmp one two
> 1
? 1

# lengths count characters
file one
| äöü\
file two
| äu\
$ edcmp --json one two
> {"length1":3,"length2":2,"metric":"levenshtein","distance":2,"similarity":0.333333,"lcs_length":1}
? 1

# an alignment of code points; offsets are bytes
file one
| 日本語abc\
file two
| 日語abd\
$ edcmp --align --cigar one two
> 1=1D3=1X
> 1  0 日本語abc
>      |   | ||*
> 2  0 日--語abd
? 1

# common subsequences consist of whole characters
file one
| äöü€\
file two
| xöy€z\
$ edcmp --lcs one two
> ö€\
? 1

# an undecodable byte equals only itself
file one
| a\xc3\xff\xe2\x82b\
file two
| a\xc3\xfe\xe2\x82\xacb\
$ edcmp --cigar one two
> 2=1D2X1=
? 1

# an undecodable byte is no letter
file one
| \xe9\
file two
| é\
$ edcmp one two
> 1
? 1

# -i
file one
| Straße ÄÖÜ
file two
| STRAßE äöü
$ edcmp -i one two
> 0

# -i: the Kelvin sign is a k, the long s an s
file one
| K ſ\
file two
| k S\
$ edcmp -i one two
> 0

# -i: the output shows the first file's characters
file one
| aBcD\
file two
| xAbCd\
$ edcmp -i --lcs one two
> aBcD\
? 1

# -i -U: only ASCII letters have case
file one
| Äa\
file two
| äA\
$ edcmp -i -U one two
> 1
? 1

# -i with an empty first file
file one
file two
| Ä
$ edcmp -i one two
> 2
? 1

# a NUL is a character
file one
| a\0b
file two
| ab
$ edcmp one two
> 1
? 1

# longer than a word, a vector and a strip
file one
|*300 the quick brown fox\
file two
|*150 the quick brown fox\
|*1 jumps\
|*151 the quick brown fox\
$ edcmp one two
> 24
? 1

# longer than a word, a vector and a strip: edits
file one
|*300 the quick brown fox\
file two
|*150 the quick brown fox\
|*1 jumps\
|*149 the quick brown fox\
$ edcmp --cigar one two
> 2850=4D1X1=10D3X2831=
? 1

# an unlike pair
file one
|*100 abcdefghij\
file two
|*100 jihgfedcba\
$ edcmp --json one two
> {"length1":1000,"length2":1000,"metric":"levenshtein","distance":802,"similarity":0.198000,"lcs_length":199}
? 1

# a missing file
file one
| a
$ edcmp one missing
! edcmp: missing: No such file or directory
? 2

# two missing files
$ edcmp missing gone
! edcmp: missing: No such file or directory
! edcmp: gone: No such file or directory
? 2

# a directory
file one
| a
file d/x
| a
$ edcmp one d
! edcmp: d: Is a directory
? 2

# one operand
$ edcmp one
! edcmp: two files are needed (try 'edcmp --help')
? 2

# three operands
$ edcmp one two three
! edcmp: more than two files (try 'edcmp --help')
? 2

# an unknown option
$ edcmp --nothing one two
! edcmp: unknown option '--nothing' (try 'edcmp --help')
? 2

# a digit is no option
$ edcmp -3 one two
! edcmp: unknown option '-3' (try 'edcmp --help')
? 2

# an unknown metric
$ edcmp --metric=damerau one two
! edcmp: --metric: 'damerau': say levenshtein, osa, indel or hamming
? 2

# an unknown algorithm
$ edcmp --algorithm=fast one two
! edcmp: --algorithm: 'fast': say auto, diagonals, strips or blocks
? 2

# an unknown engine
$ edcmp --engine=steam one two
! edcmp: --engine: 'steam': no such engine (--engine=help lists them)
? 2

# a bad limit
$ edcmp -k 5, one two
! edcmp: -k: '5,': say N, P% or N,P%
? 2

# two outputs exclude each other
$ edcmp --lcs --json one two
! edcmp: --lcs and --json exclude each other
? 2

# a limit excludes a common subsequence
$ edcmp --lcs-length -k 3 one two
! edcmp: --lcs-length and -k exclude each other
? 2

# an exchange is one edit
file one
| the recieved parcel
file two
| the received parcel
$ edcmp --metric=osa --cigar --align one two
> 7=1T11=
> 1  0 the recieved parcel␊
>      |||||||xx|||||||||||
> 2  0 the received parcel␊
? 1
# -t: exchanges, as with --metric=osa
$ edcmp -t --cigar one two
> 7=1T11=
? 1

# two exchanges
file one
| badcx
file two
| abcdx
$ edcmp --metric=osa --cigar one two
> 2T2=
? 1

# exchanged characters cannot be edited further
file one
| ca\
file two
| abc\
$ edcmp --metric=osa --cigar one two
> 1D1=2I
? 1

# an alignment prefers an exchange to an insertion and a deletion
file one
| xxabyy
file two
| xxbayy
$ edcmp --metric=osa --cigar one two
> 2=1T3=
? 1

# exchanges by strips
file one
| badcabcdefgh
file two
| abcdabdcehgf
$ edcmp --metric=osa --algorithm=strips --cigar one two
> 2T2=1T1=1X1=1X1=
? 1
# exchanges by diagonals
$ edcmp --metric=osa --algorithm=diagonals --cigar one two
> 2T2=1T1=1X1=1X1=
? 1

# exchanges within a limit
file one
| badc
file two
| abcd
$ edcmp --metric=osa -k 2 one two
> 2
# exchanges beyond a limit
$ edcmp --metric=osa -k 1 one two
> >1
? 1

# JSON with exchanges
file one
| teh
file two
| the
$ edcmp --metric=osa --json one two
> {"length1":4,"length2":4,"metric":"osa","distance":1,"similarity":0.750000,"lcs_length":3}
? 1

# exchanges with one file empty
file one
file two
| abc
$ edcmp --metric=osa --cigar one two
> 4I
? 1

# hamming: the number of different characters
file one
| GATTACA
file two
| GACTATA
$ edcmp --metric=hamming --cigar one two
> 2=1X2=1X2=
? 1

# hamming: characters, not bytes
file one
| größe
file two
| grosse
$ edcmp --metric=hamming one two
! edcmp: two: 7 characters, but 6 in one: --metric=hamming needs equal lengths
? 2

# hamming: as many bytes, but not as many characters, with -q
file one
| größer
file two
| grosser
$ edcmp --metric=hamming -q one two
! edcmp: two: 8 characters, but 7 in one: --metric=hamming needs equal lengths
? 2

# hamming: characters of several bytes
file one
| größe
file two
| grobe
$ edcmp --metric=hamming one two
> 2
? 1

# hamming and a longest common subsequence
file one
| abcd
file two
| bc
$ edcmp --metric=hamming --lcs-length one two
> 3
? 1

# hamming with an algorithm of other metrics
file one
file two
$ edcmp --metric=hamming --algorithm=strips one two
! edcmp: --algorithm: --metric=hamming has none to choose from
? 2
# the algorithm blocks does not support exchanges
$ edcmp --metric=osa --algorithm=blocks one two
! edcmp: --algorithm=blocks: only for --metric=indel, --lcs and --lcs-length
? 2
# devices do not support exchanges
$ edcmp --metric=osa --engine=cuda one two
! edcmp: --engine...
? 2
# hamming with an engine of other metrics
$ edcmp --metric=hamming --engine=cuda one two
! edcmp: --engine...
? 2

# -k P% of characters, not of bytes
file one
| éééé\
file two
| éèèè\
$ edcmp -k 75% one two
> 3

# -k 0% with empty files
file one
file two
$ edcmp -k 0% one two
> 0

# -s: equal
file one
| kitten
$ edcmp -s one one

# --text: the operands are the texts
$ edcmp --text kitten sitting
> 3
? 1

# --text: an empty string
$ edcmp --text '' abc
> 3
? 1

# --text: no file is opened
$ edcmp --text - -
> 0

# --text and --cigar
$ edcmp --text --cigar kitten sitting
> 1X3=1X1=1I
? 1

# --text needs two operands
$ edcmp --text kitten
! edcmp: two strings are needed (try 'edcmp --help')
? 2

# --text: hamming
$ edcmp --text --metric=hamming abc abcd
! edcmp: STRING2: 4 characters, but 3 in STRING1: --metric=hamming needs equal lengths
? 2

# --summary
$ edcmp --text --summary kitten sitting
> distance: 3
> similarity: 57.14%
> equal: 4
> substitutions: 2
> insertions: 1
> deletions: 0
> exchanges: 0
? 1

# --summary of exchanges
$ edcmp --text --summary --metric=osa abcd badcc
> distance: 3
> similarity: 40.00%
> equal: 0
> substitutions: 0
> insertions: 1
> deletions: 0
> exchanges: 2
? 1

# --summary of equal files
$ edcmp --text --summary '' ''
> distance: 0
> similarity: 100.00%
> equal: 0
> substitutions: 0
> insertions: 0
> deletions: 0
> exchanges: 0

# --summary beyond the limit
$ edcmp --text --summary -k 2 kitten sitting
> >2
? 1

# --summary and --json
$ edcmp --text --summary --json a b
! edcmp: --summary and --json exclude each other
? 2

# --align: equal files have no differences
file one
| the same
$ edcmp --align one one
# --align=full: the whole alignment
$ edcmp --align=full one one
> 1 0 the same␊
>     |||||||||
> 2 0 the same␊

# --align: blocks with differences, and one block of context
file one
| 0123456789012345678901234567890123456789012345678901234567890123456789012\
| 0123456789012345678901234567890123456789012345678901234567890123456789012\
| 012345678901234567890123456789012345678901x345678901234567890123456789012\
| 0123456789012345678901234567890123456789012345678901234567890123456789012\
| 0123456789012345678901234567890123456789012345678901234567890123456789012\
file two
| 0123456789012345678901234567890123456789012345678901234567890123456789012\
| 0123456789012345678901234567890123456789012345678901234567890123456789012\
| 0123456789012345678901234567890123456789012345678901234567890123456789012\
| 0123456789012345678901234567890123456789012345678901234567890123456789012\
| 0123456789012345678901234567890123456789012345678901234567890123456789012\
$ edcmp --align one two
> ...
> 1  74 12345678901234567890123456789012345678901234567890123456789012345678901201
>       ||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||
> 2  74 12345678901234567890123456789012345678901234567890123456789012345678901201
> 1 148 2345678901234567890123456789012345678901x345678901234567890123456789012012
>       ||||||||||||||||||||||||||||||||||||||||*|||||||||||||||||||||||||||||||||
> 2 148 23456789012345678901234567890123456789012345678901234567890123456789012012
> 1 222 34567890123456789012345678901234567890123456789012345678901234567890120123
>       ||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||
> 2 222 34567890123456789012345678901234567890123456789012345678901234567890120123
> ...
? 1

# --align with another value
$ edcmp --text --align=some a b
! edcmp: --align: 'some': say changes or full
? 2

# --color
$ edcmp --text --align --color=always abc axc
> 1 0 a\e[01;31m\e[Kb\e[m\e[Kc
>     |\e[01;31m\e[K*\e[m\e[K|
> 2 0 a\e[01;31m\e[Kx\e[m\e[Kc
? 1

# --pairs
< kitten\tsitting
< \t
< the same\tthe same
< a\t
$ edcmp --pairs
> 3
> 0
> 0
> 1
? 1

# --pairs: no newline at the end
< a\tb
< abc\tabd\
$ edcmp --pairs
> 1
> 1
? 1

# --pairs: empty input
< \
$ edcmp --pairs

# --pairs: all pairs are equal
< a\ta
< b\tb
$ edcmp --pairs
> 0
> 0

# --pairs: as many characters as a word has bits
< aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\taaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaxbcd
$ edcmp --pairs
> 4
? 1

# --pairs -k
< kitten\tsitting
< kitten\tmitten
$ edcmp --pairs -k 2
> >2
> 1
? 1

# --pairs -k P%: of the longer string
< kitten\tsitting
< abcdefghij\tabcdefghi
$ edcmp --pairs -k 10%
> >0
> 1
? 1

# --pairs: all pairs are within the limit
< kitten\tsitting
< kitten\tmitten
$ edcmp --pairs -k 50%
> 3
> 1

# --pairs: a line without a tab, and one with two
< kitten\tsitting
< kitten
< a\tb\tc
< a\tb
$ edcmp --pairs
> 3
>
>
> 1
! edcmp: (standard input): line 2: no tab
! edcmp: (standard input): line 3: more than one tab
? 2

# --pairs with a missing file: the other files are compared
file one
| a\tb
$ edcmp --pairs nothing one
> 1
! edcmp: nothing: No such file or directory
? 2

# --pairs: several files
file one
| a\tb
file two
| a\ta
$ edcmp --pairs one two
> 1
> 0
? 1

# --pairs: characters, and undecodable bytes
< Straße\tStrasse
< \xff\xfe\t\xff\xfd
< é\tè
$ edcmp --pairs
> 2
> 1
> 1
? 1

# --pairs -U
< Straße\tStrasse
< é\tè
$ edcmp --pairs -U
> 2
> 1
? 1

# --pairs -i
< KITTEN\tkitten
< ÉCOLE\técole
< Kelvin\tKELVIN
$ edcmp --pairs -i
> 0
> 0
> 0

# --pairs --metric=osa
< recieve\treceive
$ edcmp --pairs --metric=osa
> 1
? 1

# --pairs --metric=indel
< kitten\tsitting
$ edcmp --pairs --metric=indel
> 5
? 1

# --pairs --metric=hamming
< abcd\tabxx
< abcd\tabc
$ edcmp --pairs --metric=hamming
> 2
>
! edcmp: (standard input): line 2: --metric=hamming needs equally many characters
? 2

# --pairs --lcs-length
< kitten\tsitting
$ edcmp --pairs --lcs-length
> 4
? 1

# --pairs --json
< kitten\tsitting
< none
< same\tsame
$ edcmp --pairs --json -k 2
> {"length1":6,"length2":7,"metric":"levenshtein","limit":2,"distance":null,"similarity":null,"lcs_length":null}
> null
> {"length1":4,"length2":4,"metric":"levenshtein","limit":2,"distance":0,"similarity":1.000000,"lcs_length":4}
! edcmp: (standard input): line 2: no tab
? 2

# --pairs -q stops at the first pair beyond the limit
< a\ta
< a\tb
< no pair
$ edcmp --pairs -q
? 1

# --pairs --cigar
< kitten\tsitting
< \t
< ab\tba
< no pair
< a\tbcd
$ edcmp --pairs --cigar -t -k 2
> >2
>
> 1T
>
> >2
! edcmp: (standard input): line 4: no tab
? 2

# --pairs --cigar: the edits of words
< one two three\tone too three four
$ edcmp --pairs --cigar -w
> 1=1X1=1I
? 1

# --pairs: unsupported options
$ edcmp --pairs --align
! edcmp: --pairs and --align exclude each other
? 2

# --pairs and --text
$ edcmp --pairs --text a b
! edcmp: --pairs and --text exclude each other
? 2

# -w: a rewrapped text is equal
file one
| It barked, and
| recieved a parcel.
file two
| It barked,
|  and  recieved a parcel.\
$ edcmp -w one two
> 0

# -w: words and other characters count
file one
| It barked, and
| recieved a parcel.
file two
| It barked and received
| two small parcels.
$ edcmp -w --cigar --align --color=never one two
> 2=1D1=3X1I1=
> 1 1: 0 It barked , and\xe2\x90\x8arecieved a   parcel -------.\xe2\x90\x8a
>        || ||||||   ||| ******** *** ******        |
> 2 1: 0 It barked - and received\xe2\x90\x8atwo small  parcels.\xe2\x90\x8a
? 1

# -w: space before the first word, none at the end
$ edcmp -w --align=full --text '  a b' 'b   a c'
> 1 0 -  a b
>        | *
> 2 0 b  a c
? 1

# -w -i, exchanged words
$ edcmp -wi --metric=osa --align --text 'Ö x ß日本 é.' 'ö ß日本 x  è.'
> 1  0 Ö x     ß日本 é.
>      | xx x  xx x  *|
> 2  0 ö ß日本 x     è.
? 1

# -w: a mark belongs to its word, an undecodable byte does not
$ edcmp -w --json --text $'e\xcc\x81a_1 x\xff\xffy' 'z'
> {"length1":5,"length2":1,"metric":"levenshtein","distance":5,"similarity":0.000000,"lcs_length":0}
? 1

# -w -U: only ASCII letters are letters
$ edcmp -w -U --json --text 'aé b_1' 'a'
> {"length1":4,"length2":1,"metric":"levenshtein","distance":3,"similarity":0.250000,"lcs_length":1}
? 1

# -w --lcs: words stay separate when the words between them are removed
$ edcmp -w --lcs --text 'barked, and  (one)' 'barked and one'
> barked and  one\
? 1

# -w: all white space of Unicode, and its neighbours
$ edcmp -w --text $'a\xc2\x85b\xc2\xa0c\xe1\x9a\x80d\xe2\x80\x80e\xe2\x80\x8af\xe2\x80\xa8g\xe2\x80\xa9h\xe2\x80\xafi\xe2\x81\x9fj\xe3\x80\x80k\x0b\x0cl' 'a b c d e f g h i j k l'
> 0

# -w: a character adjacent to white space is no white space
$ edcmp -w --text $'a\xe2\x80\x8bb' 'a b'
> 1
? 1

# -w -U: only ASCII white space is white space
$ edcmp -w -U --text $'a\xc2\x85b' 'a b'
> 2
? 1

# -w: no words
$ edcmp -w --json --text ' ' ''
> {"length1":0,"length2":0,"metric":"levenshtein","distance":0,"similarity":1.000000,"lcs_length":0}

# -w --align: one text without words
$ edcmp -w --align=full --text ' ' 'ab  c'
> 1 0 -- -
>     
> 2 0 ab c
? 1

# -w: a long alignment is not split inside words
file one
| one two three four five six seven eight nine ten eleven twelve thirteen fourteen
file two
| one two three four five six seven eight nine ten eleven twelve fourteen fifteen
$ edcmp -w --align one two
> 1  0 one two three four five six seven eight nine ten eleven twelve thirteen
>      ||| ||| ||||| |||| |||| ||| ||||| ||||| |||| ||| |||||| ||||||
> 2  0 one two three four five six seven eight nine ten eleven twelve --------
> 1 72 fourteen␊-------
>      ||||||||
> 2 63 fourteen fifteen␊
? 1

# -w --metric=hamming
file one
| a b
file two
| a b c
$ edcmp -w --metric=hamming one two
! edcmp: two: 3 words, but 2 in one: --metric=hamming needs equal lengths
? 2

# --pairs -w: the words of each line, with white space before and after them, and only white space
< one two three\tone three
<  a  b \ta b
< \t
<   \ta
< \tone
< É,x É.\té,x é.
$ edcmp --pairs -w -i
> 1
> 0
> 0
> 1
> 1
> 0
? 1

# --pairs -w: all white space, and neighbouring code points
< a\x0bb\ta b
< a\x0cb\ta b
< a\x0db\ta b
< a\xc2\x85b\ta b
< a\xc2\xa0b\ta b
< a\xe1\x9a\x80b\ta b
< a\xe2\x80\x80b\ta b
< a\xe2\x80\x85b\ta b
< a\xe2\x80\x8ab\ta b
< a\xe2\x80\xa8b\ta b
< a\xe2\x80\xa9b\ta b
< a\xe2\x80\xafb\ta b
< a\xe2\x81\x9fb\ta b
< a\xe3\x80\x80b\ta b
< a\x08b\ta b
< a\x0eb\ta b
< a\x1fb\ta b
< a\xc2\x84b\ta b
< a\xc2\x86b\ta b
< a\xc2\xa1b\ta b
< a\xe1\x99\xbfb\ta b
< a\xe1\x9a\x81b\ta b
< a\xe1\xbf\xbfb\ta b
< a\xe2\x80\x8bb\ta b
< a\xe2\x80\xa7b\ta b
< a\xe2\x80\xaab\ta b
< a\xe2\x80\xb0b\ta b
< a\xe2\x81\xa0b\ta b
< a\xe2\xbf\xbfb\ta b
< a\xe3\x80\x81b\ta b
< a\x85b\ta b
$ edcmp --pairs -w
> 0
> 0
> 0
> 0
> 0
> 0
> 0
> 0
> 0
> 0
> 0
> 0
> 0
> 0
> 1
> 1
> 1
> 1
> 1
> 1
> 2
> 2
> 1
> 1
> 1
> 1
> 1
> 1
> 1
> 1
> 1
? 1

# --pairs -w: whole words are compared, even if the first string of all is empty
< \tx
< kitten sits\tsitting kitten
< a b c\tb c a
$ edcmp --pairs -w
> 1
> 2
> 2
? 1

# --pairs -w -k P%: percent of the words of the longer string
< a b c d\ta b c x
< a b c d\ta b x y
$ edcmp --pairs -w -k 25%
> 1
> >1
? 1

# --pairs -w --json
< a b c\ta c
$ edcmp --pairs -w --json
> {"length1":3,"length2":2,"metric":"levenshtein","distance":1,"similarity":0.666667,"lcs_length":2}
? 1

# --pairs -w --lcs-length
< a b c\tb x c
$ edcmp --pairs -w --lcs-length
> 2
? 1

# --pairs -w --metric=hamming
< a b c\tb b c
< a b\ta
$ edcmp --pairs -w --metric=hamming
> 1
>
! edcmp: (standard input): line 2: --metric=hamming needs equally many words
? 2

# --pairs -w -U: each non-ASCII byte is a word
< é\tè
< aé\taé
$ edcmp --pairs -w -U
> 1
> 0
? 1

# --transpositions with --pairs
< recieve\treceive
< abc\tacb
$ edcmp --transpositions --pairs
> 1
> 1
? 1

# the last of -t and --metric wins
< recieve\treceive
$ edcmp -t --metric=levenshtein --pairs
> 2
? 1

# --unified: indentation is ignored
file one
| {
|     one two
|     three
|
|     four
| }
file two
| {
| one two
|   three 3
|
| four
| }
$ edcmp --unified one two
> --- one
> +++ two
> @@ -1,6 +1,6 @@
>  {
>      one two
> -    three
> +  three 3
> \x20
>      four
>  }
? 1

# --unified=0
file one
| a
| b c
| d
file two
| a
| b x
| d
$ edcmp --unified=0 one two
> --- one
> +++ two
> @@ -2 +2 @@
> -b c
> +b x
? 1

# --unified: equal words with different line breaks
file one
| a b
| c
file two
| a
| b c
$ edcmp --unified one two

# --unified: lines that only one file has
file one
| a b
file two
| a b
| c\
$ edcmp --unified one two
> --- one
> +++ two
> @@ -1 +1,2 @@
>  a b
> +c
> \\ No newline at end of file
? 1

# --unified: a dropped mark before the first word
file one
| \n\xcc\x81  \nword\
file two
| \nother\nword\
$ edcmp --unified --fold-accents one two
> --- one
> +++ two
> @@ -1,3 +1,3 @@
>  
> -\xcc\x81  
> +other
>  word
> \\ No newline at end of file
? 1

# --unified: very many empty lines before the first word
file one
|*300000 
| word
file two
|*300000 
| other
$ edcmp --unified=0 one two
> --- one
> +++ two
> @@ -300001 +300001 @@
> -word
> +other
? 1

# --unified: one file is empty
file one
| a b
$ edcmp --unified /dev/null one
> --- /dev/null
> +++ one
> @@ -0,0 +1 @@
> +a b
? 1

# --unified -k: beyond the limit
file two
| a b
$ edcmp --unified -k1 /dev/null two
> >1
? 1

# --unified: words in colour
$ edcmp --unified --color=always --text 'a b' 'a c'
> --- \e[35m\e[KSTRING1\e[m\e[K
> +++ \e[35m\e[KSTRING2\e[m\e[K
> \e[36m\e[K@@ -1 +1 @@\e[m\e[K
> -a \e[01;31m\e[Kb\e[m\e[K
> \\ No newline at end of file
> +a \e[01;31m\e[Kc\e[m\e[K
> \\ No newline at end of file
? 1

# --unified: words in colour without white space between them
$ edcmp --unified --color=always --text 'a.b c' 'd;b c'
> --- \e[35m\e[KSTRING1\e[m\e[K
> +++ \e[35m\e[KSTRING2\e[m\e[K
> \e[36m\e[K@@ -1 +1 @@\e[m\e[K
> -\e[01;31m\e[Ka\e[m\e[K\e[01;31m\e[K.\e[m\e[Kb c
> \\ No newline at end of file
> +\e[01;31m\e[Kd\e[m\e[K\e[01;31m\e[K;\e[m\e[Kb c
> \\ No newline at end of file
? 1

# --unified: unsupported options
$ edcmp --unified --cigar a b
! edcmp: --unified and --cigar exclude each other
? 2

# --unified: not a number
$ edcmp --unified=x a b
! edcmp: --unified: 'x': not a number
? 2

# --normalize: a letter with an accent is one character
file one
| un caf\xc3\xa9 noir
file two
| un cafe\xcc\x81 noire
$ edcmp --normalize --cigar --align one two
> 12=1I1=
> 1  0 un caf\xc3\xa9 noir-\xe2\x90\x8a
>      |||||||||||| |
> 2  0 un cafe\xcc\x81 noire\xe2\x90\x8a
? 1

# --normalize: equal
$ edcmp --normalize -q --text 'café' $'cafe\xcc\x81'

# --normalize: lengths and percentages count normalized characters
$ edcmp --normalize --json -k 50% --text $'e\xcc\x81a\xcc\x8a' 'xéy'
> {"length1":2,"length2":3,"metric":"levenshtein","limit":1,"distance":null,"similarity":null,"lcs_length":null}
? 1

# --normalize with -i
$ edcmp --normalize -i --text $'CAFE\xcc\x81' 'café'
> 0

# --fold-accents: a common subsequence is printed as in the first file
$ edcmp --fold-accents --lcs --text $'cafe\xcc\x81 \xc3\xa0 la' 'cafè a l'
> cafe\xcc\x81 \xc3\xa0 l\
? 1

# --fold-accents: a mark at the beginning, and a text of one mark
$ edcmp --fold-accents --cigar --align=full --text $'\xcc\x81x' $'\xcc\x81'
> 1D
> 1 0 x
>     
> 2 0 -
? 1

# --fold-accents: bytes separated by a dropped mark do not join
file one
| x\xe2\xcc\x81\x82\xac
file two
| x\xe2\x82\xac
$ edcmp --fold-accents --cigar one two
> 1=2D1X1=
? 1

# --fold-space: a run of white space is one space
file one
| a  b
|
|  c d
file two
| a b c   e
$ edcmp --fold-space --cigar --align one two
> 6=1X1=
> 1 1: 0 a b\xe2\x90\x8ac d\xe2\x90\x8a
>        ||||||*|
> 2 1: 0 a b c e\xe2\x90\x8a
? 1
# --fold-space --lcs: white space as in the first file
$ edcmp --fold-space --lcs one two
> a  b
>
>  c 
? 1

# --fold-space -U: bytes
$ edcmp --fold-space -U --text 'a   é' 'a e'
> 2
? 1

# --normalize -w: words
file one
| un cafe\xcc\x81 noir.
file two
| un  caf\xc3\xa9
| brun
$ edcmp --normalize -w --cigar --align one two
> 2=1D1X
> 1 1: 0 un cafe\xcc\x81 noir.   \xe2\x90\x8a
>        || ||||     ****
> 2 1: 0 un caf\xc3\xa9\xe2\x90\x8a----brun\xe2\x90\x8a
? 1
# --normalize -w --lcs: the common words
$ edcmp --normalize -w --lcs one two
> un cafe\xcc\x81 \
? 1

# --normalize --unified: equal lines
file one
| un cafe\xcc\x81
| noir
file two
|   un caf\xc3\xa9
| brun
$ edcmp --normalize --unified one two
> --- one
> +++ two
> @@ -1,2 +1,2 @@
>  un cafe\xcc\x81
> -noir
> +brun
? 1

# --fold-accents --unified: words of one character in colour
$ edcmp --fold-accents --unified --color=always --text $'\xe2\xab\x9c a' $'b a'
> --- \e[35m\e[KSTRING1\e[m\e[K
> +++ \e[35m\e[KSTRING2\e[m\e[K
> \e[36m\e[K@@ -1 +1 @@\e[m\e[K
> -\e[01;31m\e[K\xe2\xab\x9c\e[m\e[K a
> \\ No newline at end of file
> +\e[01;31m\e[Kb\e[m\e[K a
> \\ No newline at end of file
? 1

# --pairs with normal forms
< cafe\xcc\x81  x\tcaf\xc3\xa9 x
< E\tE\xcc\x80
<  a\ta 
< plain\tplane
< \xe2\xcc\x81\x82\xac\t\xe2\x82\xac
$ edcmp --pairs --fold-accents --fold-space --cigar
> 6=
> 1=
> 1D1=1I
> 3=1D1=1I
> 2D1X
? 1

# --pairs -w with normal forms
< un cafe\xcc\x81\tcaf\xc3\xa9
$ edcmp --pairs --normalize -w --json
> {"length1":2,"length2":1,"metric":"levenshtein","distance":1,"similarity":0.500000,"lcs_length":1}
? 1

# --pairs with white space folded, as bytes
< a  b\ta b
$ edcmp --pairs --fold-space -U
> 0

# --normalize excludes bytes
$ edcmp --normalize -U a b
! edcmp: --normalize and -U exclude each other
? 2

# --fold-accents excludes bytes
$ edcmp --fold-accents -U a b
! edcmp: --fold-accents and -U exclude each other
? 2

# -q: the second file is missing
file one
| kitten
$ edcmp -q one nothing
! edcmp: nothing: No such file or directory
? 2

# a hamming alignment beyond a limit
file one
| GATTACA
file two
| GACTATA
$ edcmp --metric=hamming --cigar -k 1 one two
> >1
? 1

# a character and a long text, beyond a limit
file one
| a\
file two
|*500 b\
$ edcmp -k 3 one two
> >3
? 1
