--block: whole lines are printed; --margin: only a unique best occurrence is printed.

# whole lines, without the last newline
< int one;
< int add(int a)
< {
<     return a + 2;
< }
file block
| {
|     return a + 1;
| }
$ edgrep -n --block --pattern-file=block
> 3:24:1:{
>     return a + 2;
> }

# an occurrence from within a line to within a line
< say one two
< three four
$ edgrep -k 1 --block $'two\nthre'
> 0:0:say one two
> three four
# an occurrence within a line
$ edgrep -k 0 --block -o thre
> 12:0:three four

# the previous line is not in the block if only folded blanks of it match
< x = 1;
<     foo(a)
< y
$ edgrep -k 0 -n --block --fold-space $' foo(a)\n'
> 2:7:0:    foo(a)

# an empty line of the pattern is a line of the block
< x
<
< foo
<
$ edgrep -k 0 -n --block $'\nfoo\n'
> 2:2:0:
> foo
>

# the newline of the last line belongs to the line: no empty line follows
< c
$ edgrep -n --block $'\nxxx d'
> 1:0:5:c
# the last line, with --format
$ edgrep --block --format='%n:%o:%m\n' $'\nxxx d'
> 1:0:c

# indentation counts
< if (a) {
<         c();
< }
$ edgrep -k 1 --block $'if (a) {\n    b();\n}'
? 1

# loose: indentation and blanks at the ends of lines do not count
< if (a) {  
< 	c();
<    }
< x
$ edgrep -k 1 --block=loose $'  if (a) {\n    b();\n}'
> 0:1:if (a) {  
> 	c();
>    }

# loose: blanks within a line count
< if (a)  {
$ edgrep -k 0 --block=loose 'if (a) {'
? 1

# loose with --fold-space: blanks within a line do not count, and a line break is a blank
<   if (a)  {
<   b();
$ edgrep -k 0 --block=loose --fold-space 'if (a) { b();'
> 0:0:  if (a)  {
>   b();

# loose: blank lines, and the ends of the text
<    
<   a  
<  
< b   
$ edgrep -k 0 --block=loose $'a\n\nb'
> 4:0:  a  
>  
> b   

# loose: a blank pattern
< x
$ edgrep -k 0 --block=loose ' '
! edgrep: pattern ' ': at 1: all of it is passed over
? 2

# %C has the edits of the occurrence, not of the block
< xx hose
< yy
$ edgrep -k 1 --block --format='%C <%m>\n' house
> 2=1D2= <xx hose>
# --cigar prints the edits below the block
$ edgrep -k 1 --block --cigar house
> 0:1:xx hose
>     2=1D2=

# --format, and %m is the block
< a
< foo
$ edgrep -k 1 --block --format='%n %c %o %d <%m>\n' fo
> 2 1 2 0 <foo>

# several patterns
< abc
< def
< abd
$ edgrep -k 1 --block --show-pattern -e 'bc' -e def
> 0:0:1:abc
> 4:0:2:def
> 8:1:1:abd

# --replace: & is the block
< int a;
< b
$ edgrep -k 0 --block --replace='[&]' nt
> 0:0:[int a;]

# --json: the place of the block, the distance of the second, and whether the best is unique
< x
<   foo(a);
<   foo(ab);
$ edgrep --json --block 'foo(a)'
> {"type":"begin","data":{"path":{"text":"(standard input)"}}}
> {"type":"match","data":{"path":{"text":"(standard input)"},"lines":null,"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"  foo(a);"},"start":2,"end":11,"line_number":2,"column":1,"last_line":2,"distance":0,"second_distance":1,"unique":true,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"(standard input)"},"binary_offset":null,"stats":{"bytes_searched":23,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":23,"matched_lines":1,"matches":1},"distance":0}}

# --json: the best is not unique
< ab
< ab
$ edgrep --json --block ab
> {"type":"begin","data":{"path":{"text":"(standard input)"}}}
> {"type":"match","data":{"path":{"text":"(standard input)"},"lines":null,"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"ab"},"start":0,"end":2,"line_number":1,"column":1,"last_line":1,"distance":0,"second_distance":0,"unique":false,"pattern":1},{"match":{"text":"ab"},"start":3,"end":5,"line_number":2,"column":1,"last_line":2,"distance":0,"second_distance":0,"unique":false,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"(standard input)"},"binary_offset":null,"stats":{"bytes_searched":6,"matched_lines":2,"matches":2}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":6,"matched_lines":2,"matches":2},"distance":0}}

# --json: there is no second
< ab
$ edgrep --json --block -x ab
> {"type":"begin","data":{"path":{"text":"(standard input)"}}}
> {"type":"match","data":{"path":{"text":"(standard input)"},"lines":null,"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"ab"},"start":0,"end":2,"line_number":1,"column":1,"last_line":1,"distance":1,"second_distance":null,"unique":true,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"(standard input)"},"binary_offset":null,"stats":{"bytes_searched":3,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":3,"matched_lines":1,"matches":1},"distance":1}}

# --margin: the second is far enough
< house
< mouse
$ edgrep --margin=1 house
> 0:0:house
# --margin: the second is too near
$ edgrep --margin=2 house
! edgrep: (standard input): distance 0 at byte 0 is not the nearest by 2: (standard input) has distance 1 at byte 6
? 1

# --margin: the second is in the same record
< house mouse
$ edgrep --margin=2 house
! edgrep: (standard input): distance 0 at byte 0 is not the nearest by 2: (standard input) has distance 1 at byte 6
? 1

# --margin: an occurrence that overlaps the best one does not count as the second
< aaaa
$ edgrep --margin=1 aaa
> 0:0:aaaa

# --margin: ties in two files
file a
| abc
file b
| abc
$ edgrep --margin=1 abc a b
! edgrep: a: distance 0 at byte 0 is not the nearest by 1: b has distance 0 at byte 0
? 1

# --margin with --best -k: occurrences beyond k do not count
< house
< mouse
$ edgrep --best -k 0 --margin=2 house
> 0:0:house

# --margin: no occurrence
< xyz
$ edgrep --margin=2 ab
? 1

# --margin with --json: the second is reported although it is far
< house
< horse
$ edgrep --margin=1 --json house
> {"type":"begin","data":{"path":{"text":"(standard input)"}}}
> {"type":"match","data":{"path":{"text":"(standard input)"},"lines":{"text":"house\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"house"},"start":0,"end":5,"line_number":1,"column":1,"last_line":1,"distance":0,"second_distance":1,"unique":true,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"(standard input)"},"binary_offset":null,"stats":{"bytes_searched":12,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":12,"matched_lines":1,"matches":1},"distance":0}}

# --margin with --json: the second is too near; the summary is still printed, without a distance
< house
< horse
$ edgrep --margin=2 --json house
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":0,"bytes_searched":12,"matched_lines":0,"matches":0}}}
! edgrep: (standard input): distance 0 at byte 0 is not the nearest by 2: (standard input) has distance 1 at byte 6
? 1

# --margin needs best mode
< x
$ edgrep -k 1 --margin=2 house
! edgrep: --margin needs the least distance: say --best, or no -k
? 2
# --block needs one pattern
$ edgrep --margin=2 -e a -e b
! edgrep: --margin needs one pattern
? 2
# --block and --around exclude each other
$ edgrep --block --around=2 ab
! edgrep: --block and --around exclude each other
? 2

# a control character is not blank: its line is not skipped with the blanks after it
< \x01 
< house x
< y
$ edgrep --span-lines --block -k 0 --bare $' \nhouse'
> house x
