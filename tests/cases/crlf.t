--crlf: a record ends with a newline, or with a carriage return and a newline. Neither is part of the record.

# the record is printed without its carriage return, and offsets count it
< a hose\r
< garden\r
< house
< horse\r
$ edgrep -k 1 --crlf house
> 2:1:a hose
> 16:0:house
> 22:1:horse

# without --crlf the carriage return belongs to the record
< house\r
$ edgrep -k 0 house
> 0:0:house\r

# a carriage return without newline is text anywhere
< ho\ruse\r
< \rhouse\r
< house\r\r
< house\r\
$ edgrep -k 1 -o --crlf house
> 0:1:ho\ruse
> 9:0:house
> 16:0:house
> 24:0:house

# further carriage returns of a record are printed
< house\r\r
< house\r\
$ edgrep -k 0 --crlf --bare house
> house\r
> house\r

# no occurrence ends after the record
< hous\r
$ edgrep -k 1 --crlf --bare -o $'house\r'
? 1

# best mode does not match the carriage return
< hous\r
< xhouse\r
$ edgrep --crlf -n $'hous\r'
> 1:0:1:hous
> 2:7:1:xhouse

# -x: whole records
< hose\r
< house \r
< house\r\r
< house
$ edgrep -k 1 -x --crlf -n house
> 1:0:1:hose
> 2:6:1:house 
> 3:14:1:house\r
> 4:22:0:house

# -x: best mode
< house\r\r
< house\r
< house\r\
$ edgrep -x --crlf -n house
> 2:8:0:house

# -w: the end of the record is a word border
< house\r
< houses\r
$ edgrep -k 0 -w --crlf --bare house
> house

# "$" matches before the delimiter
< a house\r
< a house\r\r
< house b\r
< house
< house\r\
$ edgrep -k 0 -E -n --crlf 'house$'
> 1:2:0:a house
> 4:28:0:house

# "$" with an edit
< housx\r
< a\r
$ edgrep -k 1 -E --crlf --cigar '^house$'
> 0:1:housx
>     4=1X

# a loop before "$"
< abbbbb\r
< abbbbb\r\r
$ edgrep -k 0 -E --crlf -o 'ab*$'
> 0:0:abbbbb

# empty records
< \r
<
< \r
< house\r
$ edgrep -k 0 -n --crlf house
> 4:5:0:house

# -v prints the others, without the carriage return
< \r
< house\r
< a
< b\r
$ edgrep -k 0 -v -n --crlf house
> 1:0::
> 3:9::a
> 4:11::b

# -c, -m, context
< a\r
< house\r
< b\r
< house\r
< c\r
$ edgrep -k 0 -m 1 -C 1 --crlf house
> 0--a
> 3:0:house
> 10--b

# --where matches the record without the carriage return
< house b\r
< house c\r\r
< house c\r
$ edgrep -k 0 --crlf --bare --where 'c$' house
> house c

# --json: the record with its original delimiter
< hose\r
< house
$ edgrep -k 1 --crlf --json --label=in house
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":{"text":"hose\\r\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hose"},"start":0,"end":4,"line_number":1,"column":1,"last_line":1,"distance":1,"pattern":1}]}}
> {"type":"match","data":{"path":{"text":"in"},"lines":{"text":"house\\n"},"line_number":2,"absolute_offset":6,"submatches":[{"match":{"text":"house"},"start":0,"end":5,"line_number":2,"column":1,"last_line":2,"distance":0,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":12,"matched_lines":2,"matches":2}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":12,"matched_lines":2,"matches":2}}}

# UTF-8, and broken UTF-8 before the delimiter
< möhre\r
< \xc3\r
< m\xc3\r
$ edgrep -k 1 -x --crlf --bare möhre
> möhre

# byte mode
< möhre\r
$ edgrep -k 0 -U -x --crlf --bare möhre
> möhre

# several patterns
< alpha\r
< beta\r
< gamma\r
$ edgrep -k 1 -x --crlf --show-pattern -e alpha -e betas -e gammas
> 0:0:1:alpha
> 7:1:2:beta
> 13:1:3:gamma

# the lines of a list may end with CR LF; a carriage return before the end of the file stays
file list
| house\r
| \r
| tree\r\
file text
| house\r
| tree\r
| tree\r\r
$ edgrep -k 0 --crlf -f list text
> 0:0:house
> 13:0:tree\r

# --crlf may follow -f
file list
| house\r
file text
| house\r
$ edgrep -k 0 -f list text --crlf
> 0:0:house

# without --crlf the patterns of a list keep their carriage returns
file list
| house\r
file text
| house
$ edgrep -k 0 -f list text
? 1

# -r: the lines of --exclude-from may end with CR LF
file list
| *.o\r
file d/a.o
| house
file d/b.c
| house
$ edgrep -k 0 --crlf --exclude-from=list -r house d
> d/b.c:0:0:house

# several files, each with its own last record
file one
| a house\r\
file two
| house\r
file three
| \
file four
| house\r
$ edgrep -k 0 -n --crlf house one two three four
> one:1:2:0:a house\r
> two:1:0:0:house
> four:1:0:0:house

# many records
<*300 a hose\r
< house\r
$ edgrep -k 0 -n --crlf house
> 301:2400:0:house

# the lines of a table may end with CR LF
file table
| 0\thouse\r
| 1\ttrees\r
file text
| house\r
| tree\r
$ edgrep --crlf --table=table text
> 0:0:house
> 7:1:tree

# -f: empty lines, and no newline at the end
file words
| abc\r
| \r
|
| def\
< abc\r
< xdefx
$ edgrep --crlf -k 0 -o -f words
> 0:0:abc
> 6:0:def
