--iupac: a letter of the pattern matches its bases, in either case; U equals T.
--reverse-complement searches both strands.

# a letter matches its bases
< AAG AAC AAT aag
$ edgrep -k 0 --iupac -o AAR
> 0:0:AAG
> 12:0:aag

# all letters
< ACGTU
$ edgrep -k 0 --iupac -o --show-pattern=text -e R -e Y -e S -e W -e K -e M -e B -e D -e H -e V -e N
> 0:0:R:A
> 0:0:W:A
> 0:0:M:A
> 0:0:D:A
> 0:0:H:A
> 0:0:V:A
> 0:0:N:A
> 1:0:Y:C
> 1:0:S:C
> 1:0:M:C
> 1:0:B:C
> 1:0:H:C
> 1:0:V:C
> 1:0:N:C
> 2:0:R:G
> 2:0:S:G
> 2:0:K:G
> 2:0:B:G
> 2:0:D:G
> 2:0:V:G
> 2:0:N:G
> 3:0:Y:T
> 3:0:W:T
> 3:0:K:T
> 3:0:B:T
> 3:0:D:T
> 3:0:H:T
> 3:0:N:T
> 4:0:Y:U
> 4:0:W:U
> 4:0:K:U
> 4:0:B:U
> 4:0:D:U
> 4:0:H:U
> 4:0:N:U

# U equals T in pattern and text, and case does not matter
< GATTACA
< gauuaca
$ edgrep -k 0 --iupac gaUtaca
> 0:0:GATTACA
> 8:0:gauuaca

# N in the text is no base
< ACNT
$ edgrep -k 1 --iupac -o ACGT
> 0:1:ACNT
# with --iupac=both N in the text matches any base
$ edgrep -k 0 --iupac=both -o ACGT
> 0:0:ACNT

# two letters match if their sets intersect
< ARA
< AYA
< AHA
$ edgrep -k 0 --iupac=both AKA
> 0:0:ARA
> 4:0:AYA
> 8:0:AHA

# other letters of the text match nothing
< A-T AXT
$ edgrep -k 1 --iupac=both -o ANT
> 0:1:A-T
> 4:1:AXT

# -i changes nothing, not even for the Kelvin sign and the long s
< \xe2\x84\xaa\xc5\xbf ks
$ edgrep -k 0 --iupac=both -i -o KS
> 6:0:ks

# equal patterns are searched once: case and U make no difference
< GATT
$ edgrep -k 0 --iupac -o --show-pattern -e gauu -e GATT
> 0:0:1:GATT

# both strands
< TTGATTACATT
< TTTGTAATCTT
$ edgrep -k 0 --reverse-complement --show-strand -o GATTACA
> 2:0:+:GATTACA
> 14:0:-:TGTAATC

# the strand is printed after the pattern's number
< GATTACA TGTAATC
$ edgrep -k 0 --reverse-complement --show-strand --show-pattern -o -e CCC -e GATTACA
> 0:0:2:+:GATTACA
> 8:0:2:-:TGTAATC

# what --skip ignores is not in the reverse complement
< CCGAT-TACA
< CCTGTAA-TC
$ edgrep -k 0 --reverse-complement --skip=- --show-strand -o GAT-TACA
> 2:0:+:GAT-TACA
> 13:0:-:TGTAA-TC

# ambiguous letters have complements
< AAGAAG
< CCTTTC
$ edgrep -k 0 --reverse-complement --show-strand -o GARRG
> 8:0:-:CTTTC

# the reverse complement with edits
< TGTATC
$ edgrep -k 1 --reverse-complement --show-strand --cigar -o GATTACA
> 0:1:-:TGTATC
>     3=1D3=

# a pattern that is its own reverse complement is only +
< GAATTC
$ edgrep -k 0 --reverse-complement --show-strand -o GAATTC
> 0:0:+:GAATTC

# + is first in ties
< AATT
$ edgrep -k 2 -x --reverse-complement --show-strand -o AACC
> 0:2:+:AATT
> 0:2:-:AATT
# + is the best occurrence in ties
$ edgrep -k 2 -x --reverse-complement --show-strand AACC
> 0:2:+:AATT

# the strands are separate patterns: overlapping occurrences are reported for both
< ACGT
$ edgrep -k 0 --reverse-complement --show-strand -o ACG
> 0:0:+:ACG
> 1:0:-:CGT

# patterns that are reverse complements of each other are two patterns
< AAC
$ edgrep -k 0 --reverse-complement --show-strand --show-pattern -o -e AAC -e GTT
> 0:0:1:+:AAC
> 0:0:2:-:AAC

# the best occurrence of a record: with the same end and start, +
< ACCGA
$ edgrep -k 1 --reverse-complement --show-strand ACCGT
> 0:1:+:ACCGA

# best mode over both strands
< GATTATT
< TGTAATG
$ edgrep --reverse-complement --show-strand GATTACA
> 8:1:-:TGTAATG

# --best=each: both strands are one pattern, with one least distance
< GATTATT
< TGTAATG CCCC
< TGTAAGG
$ edgrep --best=each --reverse-complement --show-strand --show-pattern -e GATTACA -e CCCCA
> 8:1:1:-:TGTAATG CCCC
> 16:1:2:+:TGTAATG CCCC

# --best=each: the record is printed once, with + first in ties
< AATT
< ACGT
$ edgrep --best=each -x --reverse-complement --show-strand --show-pattern -e AACC -e ACG
> 0:2:1:+:AATT
> 5:1:2:+:ACGT

# -o: the nearest occurrences of each strand in a record
< GATTTT TGTAAAC
< GGATAACA TGTTATC TGTAATC
$ edgrep --best=each -o --reverse-complement --show-strand -e GATTACA -e GATAACA --show-pattern
> 16:0:2:+:GATAACA
> 24:0:2:-:TGTTATC
> 32:0:1:-:TGTAATC

# --top: a record is one result, of the nearer strand
< GATTATT TGTAATC
< GATTACC
< TGTAAAA
$ edgrep --top=2 --reverse-complement --show-strand GATTACA
> 8:0:-:GATTATT TGTAATC
> 16:1:+:GATTACC

# --top -o: each occurrence of either strand is one result
< TGTAATC GATTACA
< GATTACC TGTAATG
$ edgrep --top=3 -o --reverse-complement --show-strand GATTACA
> 0:0:-:TGTAATC
> 8:0:+:GATTACA
> 16:1:+:GATTACC

# --top with --best=each: N of both strands together
< GATTACA
< TGTAATC
< GATTACA
< CCCCC
$ edgrep --best=each --top=2 -k 1 --reverse-complement --show-strand --show-pattern -e GATTACA -e GGGGG
> 0:0:1:+:GATTACA
> 8:0:1:-:TGTAATC
> 24:0:2:-:CCCCC

# a record with both strands counts once
< GATTACA TGTAATC
$ edgrep --best=each -c --reverse-complement GATTACA
> 1

# context has no strand
< AAA
< TGTAATC
$ edgrep -k 0 --reverse-complement --show-strand -B 1 GATTACA
> 0---AAA
> 4:0:-:TGTAATC

# --bare prints the strand
< TGTAATC
$ edgrep -k 0 --reverse-complement --show-strand --bare GATTACA
> -:TGTAATC

# without --reverse-complement every strand is +
< GATTACA TGTAATC
$ edgrep -k 0 --iupac --show-strand -o GATTACA
> 0:0:+:GATTACA

# --align shows the searched strand in capitals
< ccgaaauccc
$ edgrep -k 1 --reverse-complement --show-strand -o --align gatttygg
> 0:0:-:ccgaaauc
>     pattern 1 CCRAAATC
>               ||||||||
>     text    0 ccgaaauc

# a table of primers
file primers
| 1\tfwd\tGTGYCAGCMGCC
| 1\trev\tGGACTACNVGGG
file reads
| AAGTGCCAGCAGCCTT
| AACCCTTGTAGTCCTT
$ edgrep --reverse-complement --table=primers --show-pattern=id --show-strand -o reads
> 2:0:fwd:+:GTGCCAGCAGCC
> 19:0:rev:-:CCCTTGTAGTCC

# costs
< TGTATC
$ edgrep -k 2 --reverse-complement --delete-cost=2 --show-strand --cigar -o GATTACA
> 0:2:-:TGTATC
>     3=1D3=

# --json has strands if there are two
file text
| TGTAATC
$ edgrep -k 0 --reverse-complement --json GATTACA text
> {"type":"begin","data":{"path":{"text":"text"}}}
> {"type":"match","data":{"path":{"text":"text"},"lines":{"text":"TGTAATC\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"TGTAATC"},"start":0,"end":7,"line_number":1,"column":1,"last_line":1,"distance":0,"pattern":1,"strand":"-"}]}}
> {"type":"end","data":{"path":{"text":"text"},"binary_offset":null,"stats":{"bytes_searched":8,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":8,"matched_lines":1,"matches":1}}}

# an invalid letter in a pattern
$ edgrep --iupac ACEG
! edgrep: pattern 'ACEG': at 3: this is none of the letters ACGTURYSWKMBDHVN
? 2

# an invalid letter in a table
file primers
| 1\ta\tACGT
| 1\tb\tAC GT
$ edgrep --reverse-complement --table=primers
! edgrep: primers:2: pattern 'AC GT': at 3: this is none of the letters ACGTURYSWKMBDHVN
? 2

# an unknown argument of --iupac
$ edgrep --iupac=all ACG
! edgrep: --iupac: 'all': say both
? 2

# --iupac and -P exclude each other
$ edgrep --iupac -P A[CG]T
! edgrep: --iupac and -P exclude each other: -E has sets of letters
? 2

# an expression: letters match their bases, in either case, and U equals T
< gatuacc
$ edgrep -k 0 -E --iupac -o 'GA(TW|CC)AY'
> 0:0:gatuac

# an expression: a set, a negated set, and any character
< AGC-\nTGC-\nNGC-\nATC-
$ edgrep -k 0 -E --iupac -o '[AT][^T]C.'
> 0:0:AGC-
> 5:0:TGC-

# an expression: a negated set matches other bases
< A-C
$ edgrep -k 0 -E --iupac 'A[^T]C'
? 1

# an expression: a set of letters is their union, also with --iupac=both
< ARC
$ edgrep -k 0 -E --iupac=both -o 'A[YA]C'
> 0:0:ARC

# an expression: an item that has no complement
$ edgrep --reverse-complement -E 'A\dC'
! edgrep: pattern 'A\\dC': at 2: this is neither one of the letters ACGTURYSWKMBDHVN nor a set of some
! edgrep:           ^
? 2

# an expression: a range
$ edgrep --iupac -E 'A[C-T]C'
! edgrep: pattern 'A[C-T]C': at 2: this is neither one of the letters ACGTURYSWKMBDHVN nor a set of some
! edgrep:           ^
? 2

# an expression: a negated set without a base
$ edgrep --iupac -E 'A[^N]C'
! edgrep: pattern 'A[^N]C': at 2: this is neither one of the letters ACGTURYSWKMBDHVN nor a set of some
! edgrep:           ^
? 2

# an expression on both strands: sequences are reversed, alternatives keep their order
< AACTTG\nAAACAAGTT
$ edgrep -k 0 -E --reverse-complement --show-strand -o 'AA(CTTG|GG)'
> 0:0:+:AACTTG
> 10:0:-:CAAGTT

# an expression on both strands: repetitions
< GTTTTAAG\nCTTGC
$ edgrep -k 0 -E --reverse-complement --show-strand -o 'CA{2,}G?C|GCA{2}G'
> 9:0:-:CTTGC

# an expression on both strands: anchors are exchanged
< AACC\nGGTT\nAACCA\nAGGTT\nGGTTA
$ edgrep -k 0 -E --reverse-complement --show-strand '^AACC'
> 0:0:+:AACC
> 5:0:-:GGTT
> 10:0:+:AACCA
> 17:0:-:AGGTT

# an expression on both strands: word borders are exchanged
< AAC-GTT-GTTA-CGTT
$ edgrep -k 0 -E --reverse-complement --show-strand -o '\<AAC'
> 0:0:+:AAC
> 4:0:-:GTT
> 14:0:-:GTT

# an expression on both strands: an edit in the guide, none in the PAM
< ACGTACTTGG\nCCAAGTACGT\nACGTACTTGC\nGCAAGTACGT\nACGAACTTGG\nCCAAGTTCGT
$ edgrep -k 1 -E --reverse-complement --show-strand --cigar -o '(ACGTACT){~1}(NGG){~0}'
> 0:0:+:ACGTACTTGG
>     10=
> 11:0:-:CCAAGTACGT
>     10=
> 44:1:+:ACGAACTTGG
>     3=1X6=
> 55:1:-:CCAAGTTCGT
>     6=1X3=

# an expression on both strands: limits by kind
< CCAGTAC\nCCACTAC
$ edgrep -k 1 -E --reverse-complement --show-strand -o '(GTCTGG){+0 -1 #0}|(GTACTGG){#1 +0 -0}'
> 0:0:-:CCAGTAC
> 8:1:-:CCACTAC

# an expression on both strands: groups keep their numbers, with the text of the input
< AAATG\nCAGGTTT
$ edgrep -k 0 -E --reverse-complement -o --bare --replace='1:\1 2:\2 3:\3.' '(AAA(CC)?)(TG)'
> 1:AAA 2: 3:TG.
> 1:GGTTT 2:GG 3:CA.

# an expression on both strands: the first nine groups in the order of the pattern
file text
| TTGCAAAAAAAA
$ edgrep -k 0 -E --reverse-complement --json '(T)(T)(T)(T)(T)(T)(T)(T)(GC)(A)(A)|G{20}' text
> {"type":"begin","data":{"path":{"text":"text"}}}
> {"type":"match","data":{"path":{"text":"text"},"lines":{"text":"TTGCAAAAAAAA\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"TTGCAAAAAAAA"},"start":0,"end":12,"line_number":1,"column":1,"last_line":1,"distance":0,"pattern":1,"groups":[{"text":"A"},{"text":"A"},{"text":"A"},{"text":"A"},{"text":"A"},{"text":"A"},{"text":"A"},{"text":"A"},{"text":"GC"}],"strand":"-"}]}}
> {"type":"end","data":{"path":{"text":"text"},"binary_offset":null,"stats":{"bytes_searched":13,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":13,"matched_lines":1,"matches":1}}}

# an expression that is a sequence and its own reverse complement is only +
< GAATTC
$ edgrep -k 0 -E --reverse-complement --show-strand -o '(GAA)(T{2}C)'
> 0:0:+:GAATTC
# any other expression is searched on both strands
$ edgrep -k 1 -E --reverse-complement --show-strand -o '(GAATTC){~1}'
> 0:0:+:GAATTC
> 0:0:-:GAATTC

# an expression with sequences beside it: each strand is reported
< CCGATTACCC\nGGTAATC
$ edgrep --best -k 1 -E --reverse-complement --show-strand --show-pattern -o -e 'GATT|GCCC|CACC|TCCC|AAAC|TTTC|AGAC|TACG' -e GATTA?C
> 2:0:1:+:GATT
> 2:0:2:+:GATTAC
> 12:0:2:-:GTAATC
> 14:0:1:-:AATC

# confusions
file confusions
| 0\tC\tT
$ edgrep --iupac --confuse=confusions ACG
! edgrep: --iupac and --confuse exclude each other: a letter is a set of bases
? 2

# an invalid character close to letters
< GA
$ edgrep --iupac -k 0 'GA{'
! edgrep: pattern 'GA{': at 3: this is none of the letters ACGTURYSWKMBDHVN
? 2
# a quoted dot
$ edgrep --iupac -k 0 -E 'GA\Q.\E'
! edgrep: pattern 'GA\\Q.\\E': at 5: this is neither one of the letters ACGTURYSWKMBDHVN nor a set of some
! edgrep:              ^
? 2

# a NUL
file letters
| GA\0C
< GA
$ edgrep --iupac -k 0 -f letters
! edgrep: letters:1: pattern 'GA': at 3: this is none of the letters ACGTURYSWKMBDHVN
? 2

# the strand without offset and distance
< ACGG
< CCGT
$ edgrep --reverse-complement --bare --show-strand -k 0 ACGG
> +:ACGG
> -:CCGT

# --max-per-pattern counts a record with both strands once
< ACGG CCGT
< ACGG
< CCGT
$ edgrep --reverse-complement --bare --max-per-pattern=2 -k 0 ACGG
> ACGG CCGT
> ACGG
