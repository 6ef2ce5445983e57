Entries of FASTA and FASTQ (--fasta, --fastq) and BED (--bed).

# matches cross line breaks; the name replaces LINE, and columns count residues
< >chr1 first one
< ACGTAC
< GTTTGA
< >chr2
< GGGGACGATTT
$ edgrep --fasta -k1 -o -n --column ACGTTT
> chr1:5:20:0:ACGTTT
> chr2:5:40:1:ACGATTT
# --bed
$ edgrep --fasta --bed -k1 --reverse-complement -e ACGTTT -e CCCC
> chr1	4	10	1	0	+
> chr2	0	4	2	0	-
> chr2	4	11	1	1	+

# whole entries are printed
< >chr1 first one
< ACGTAC
< GTTTGA
< >chr2
< GGGG
$ edgrep --fasta -k0 ACGTTT
> 20:0:>chr1 first one
> ACGTAC
> GTTTGA

# headers are not searched, except by --where
< >ACGT
< GGGG
< >other ACGT
< ACGT
$ edgrep --fasta -k0 --where=other -n ACGT
> other:23:0:>other ACGT
> ACGT

# the pattern occurs only in a header
< >ACGT
< GGGG
$ edgrep --fasta -k0 -c ACGT
> 0
? 1

# an entry with carriage returns is printed unchanged
< >a\r
< AC\r
< GT\r
< \r
< >b\r
< AC\r
< GT\r
$ edgrep --fasta -k0 --bare ACGT
> >a\r
> AC\r
> GT\r
> >b\r
> AC\r
> GT\r

# carriage returns, blank lines, an empty entry, and residues before the first header
< ACG
< T
< >a\r
< AC\r
< GT\r
<
< >b
< >c
< A
< CGT\
$ edgrep --fasta -k0 -o -n ACGT
> :0:0:ACGT
> a:10:0:ACGT
> c:25:0:ACGT

# -v, -c and context count entries
< >a
< AC
< GT
< >b
< GG
< >c x
< CC
$ edgrep --fasta -k0 -n -v ACGT
> b:9::>b
> GG
> c:15::>c x
> CC

# FASTQ: the second of four lines is searched; qualities may begin with @
< @r1 x
< TTTT
< +
< @ACG
< @r2
< TTACGTT
< +r2
< @@@@@@@
$ edgrep --fastq -k0 --bed ACGT
> r2	2	6	1	0	+

# FASTQ: the whole entry is printed
< @r1
< TTTT
< +
< @ACG
< @r2
< TTACGTT
< +r2
< @@@@@@@
$ edgrep --fastq -k0 -n ACGT
> r2:22:0:@r2
> TTACGTT
> +r2
> @@@@@@@

# --and and --not search residues only
< >GGG
< ACG
< TCC
< >b
< ACGTGGG
$ edgrep --fasta -k0 -n -o --not=GGG ACGT
> GGG:5:0:ACGT

# --json has the name
< >chr1 one
< AC
< GT
$ edgrep --fasta -k0 -o --json ACGT
> {"type":"begin","data":{"path":{"text":"(standard input)"}}}
> {"type":"match","data":{"path":{"text":"(standard input)"},"lines":null,"name":{"text":"chr1"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"ACGT"},"start":10,"end":15,"line_number":1,"column":1,"last_line":1,"distance":0,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"(standard input)"},"binary_offset":null,"stats":{"bytes_searched":16,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":16,"matched_lines":1,"matches":1}}}

# -w and -x apply to the sequence
< >a
< AC
< GT
< >b
< ACGTT
$ edgrep --fasta -k0 -x -n -o ACGT
> a:3:0:ACGT

# --bed needs entries
$ edgrep --bed -k1 ACGT
! edgrep: --bed needs --fasta or --fastq
? 2

# --fasta and --skip exclude each other
$ edgrep --fasta --skip=- -k1 ACGT
! edgrep: --fasta and --skip exclude each other
? 2
# --fasta and --fastq exclude each other
$ edgrep --fastq --fasta -k0 ACGT
! edgrep: --fasta and --fastq exclude each other
? 2

# --bed and --json exclude each other
$ edgrep --fastq --bed --json -k1 ACGT
! edgrep: --bed and --json exclude each other
? 2

# groups are residues, across line breaks
< >a
< ACGT
< TTGG
$ edgrep -k 0 -E -o --fasta --json '(GTT)(TG)'
> {"type":"begin","data":{"path":{"text":"(standard input)"}}}
> {"type":"match","data":{"path":{"text":"(standard input)"},"lines":null,"name":{"text":"a"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"GTTTG"},"start":5,"end":11,"line_number":1,"column":3,"last_line":1,"distance":0,"pattern":1,"groups":[{"text":"GTT"},{"text":"TG"}]}]}}
> {"type":"end","data":{"path":{"text":"(standard input)"},"binary_offset":null,"stats":{"bytes_searched":13,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":13,"matched_lines":1,"matches":1}}}

# the end of an entry is too far: the message names the option that was given
< >a
< ACGT
<*70000 
< >b
$ edgrep -k 0 --fasta ACGT
! edgrep: --fasta: the end of an entry is not found: a delimiter is longer than 64 KiB
? 2

# -v: an empty entry before the first header, and one that is only a header
<
< >a
< ACGTA
< >abc\
$ edgrep --fasta -v -n -k0 ACGTA
> :0::
> abc:10::>abc

# --json: a match crosses a carriage return
< >a\r
< ACGTAC\r
< GTAA\r
$ edgrep --fasta -k0 -o --json GTACGT
> {"type":"begin","data":{"path":{"text":"(standard input)"}}}
> {"type":"match","data":{"path":{"text":"(standard input)"},"lines":null,"name":{"text":"a"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"GTACGT"},"start":6,"end":14,"line_number":1,"column":3,"last_line":1,"distance":0,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"(standard input)"},"binary_offset":null,"stats":{"bytes_searched":18,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":18,"matched_lines":1,"matches":1}}}
