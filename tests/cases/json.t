--json: one object per line: begin, match, context, end for an input with a selected record, and one
summary. A backslash is written \\ in these cases.

# a match
< my hous is
$ edgrep -k 1 --json --label=in house
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":{"text":"my hous is\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hous"},"start":3,"end":7,"line_number":1,"column":4,"last_line":1,"distance":1,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":11,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":11,"matched_lines":1,"matches":1}}}

# nothing selected: only the summary
< garden
$ edgrep -k 1 --json house
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":0,"bytes_searched":7,"matched_lines":0,"matches":0}}}
? 1

# best mode: the summary has the distance
< hose
< hxxse
$ edgrep --json --label=in house
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":{"text":"hose\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hose"},"start":0,"end":4,"line_number":1,"column":1,"last_line":1,"distance":1,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":11,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":11,"matched_lines":1,"matches":1},"distance":1}}

# bytes that are not UTF-8 are base64
< \xffhose
$ edgrep -k 1 --json --label=in house
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":{"bytes":"/2hvc2UK"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hose"},"start":1,"end":5,"line_number":1,"column":2,"last_line":1,"distance":1,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":6,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":6,"matched_lines":1,"matches":1}}}

# escapes
< "hose"\\\t\x01é/\x08\x0c\r\x1f\x7f€
$ edgrep -k 1 --json --label=in house
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":{"text":"\\"hose\\"\\\\\\t\\u0001é/\\b\\f\\r\\u001f\\u007f€\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hose"},"start":1,"end":5,"line_number":1,"column":2,"last_line":1,"distance":1,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":21,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":21,"matched_lines":1,"matches":1}}}

# context, a last record without newline, several patterns
< a
< cat dog\
$ edgrep -k 0 --json --label=in -B 1 -e dog -e cat
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"context","data":{"path":{"text":"in"},"lines":{"text":"a\\n"},"line_number":1,"absolute_offset":0,"submatches":[]}}
> {"type":"match","data":{"path":{"text":"in"},"lines":{"text":"cat dog"},"line_number":2,"absolute_offset":2,"submatches":[{"match":{"text":"cat"},"start":0,"end":3,"line_number":2,"column":1,"last_line":2,"distance":0,"pattern":2},{"match":{"text":"dog"},"start":4,"end":7,"line_number":2,"column":5,"last_line":2,"distance":0,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":9,"matched_lines":1,"matches":2}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":9,"matched_lines":1,"matches":2}}}

# several inputs: begin and end only for inputs with a match
file one
| hose
file two
| garden
$ edgrep -k 1 --json house one two
> {"type":"begin","data":{"path":{"text":"one"}}}
> {"type":"match","data":{"path":{"text":"one"},"lines":{"text":"hose\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hose"},"start":0,"end":4,"line_number":1,"column":1,"last_line":1,"distance":1,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"one"},"binary_offset":null,"stats":{"bytes_searched":5,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":2,"searches_with_match":1,"bytes_searched":12,"matched_lines":1,"matches":1}}}

# -q overrides --json
< hose
$ edgrep -k 1 --json -q house

# bidirectional controls are printed unchanged except on a terminal; C1 controls are always escaped
< ho\xe2\x80\xaese\xd8\x9c\xc2\x85
$ edgrep -k 1 --json --label=in house
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":{"text":"ho\xe2\x80\xaese\xd8\x9c\\u0085\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"ho\xe2\x80\xaese"},"start":0,"end":7,"line_number":1,"column":1,"last_line":1,"distance":1,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":12,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":12,"matched_lines":1,"matches":1}}}

# -m: bytes_searched counts up to the last record searched
< a hose
< garden
<*200 mouse
$ edgrep -k 0 -m 1 --json --label=in hose
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":{"text":"a hose\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hose"},"start":2,"end":6,"line_number":1,"column":3,"last_line":1,"distance":0,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":7,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":7,"matched_lines":1,"matches":1}}}
# -m and -A: bytes_searched includes the context after it
$ edgrep -k 0 -m 1 -A 1 --json --label=in hose
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":{"text":"a hose\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hose"},"start":2,"end":6,"line_number":1,"column":3,"last_line":1,"distance":0,"pattern":1}]}}
> {"type":"context","data":{"path":{"text":"in"},"lines":{"text":"garden\\n"},"line_number":2,"absolute_offset":7,"submatches":[]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":14,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":14,"matched_lines":1,"matches":1}}}

# -o: context is not printed
< a
< hose
< b
$ edgrep -k 1 -o -C 1 --json --label=in house
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":null,"line_number":2,"absolute_offset":2,"submatches":[{"match":{"text":"hose"},"start":0,"end":4,"line_number":2,"column":1,"last_line":2,"distance":1,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":9,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":9,"matched_lines":1,"matches":1}}}

# -o -v prints only the summary
< a
< hose
$ edgrep -k 1 -o -v --json house
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":7,"matched_lines":1,"matches":0}}}

# -o: the record is omitted; offsets do not change
< a hose
< hxuse
$ edgrep -k 1 -o --json --label=in house
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":null,"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hose"},"start":2,"end":6,"line_number":1,"column":3,"last_line":1,"distance":1,"pattern":1}]}}
> {"type":"match","data":{"path":{"text":"in"},"lines":null,"line_number":2,"absolute_offset":7,"submatches":[{"match":{"text":"hxuse"},"start":0,"end":5,"line_number":2,"column":1,"last_line":2,"distance":1,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":13,"matched_lines":2,"matches":2}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":13,"matched_lines":2,"matches":2}}}

# --span-lines: the text of the input is omitted
< ho
< use
$ edgrep -k 1 --span-lines --json --label=in house
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":null,"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"ho\\nuse"},"start":0,"end":6,"line_number":1,"column":1,"last_line":2,"distance":1,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":7,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":7,"matched_lines":1,"matches":1}}}

# --cigar: each submatch has edits
< my hosue is
$ edgrep -k 1 -t --cigar --json --label=in -e house -e my
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":{"text":"my hosue is\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"my"},"start":0,"end":2,"line_number":1,"column":1,"last_line":1,"distance":0,"pattern":2,"cigar":"2="},{"match":{"text":"hosue"},"start":3,"end":8,"line_number":1,"column":4,"last_line":1,"distance":1,"pattern":1,"cigar":"2=1T1="}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":12,"matched_lines":1,"matches":2}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":12,"matched_lines":1,"matches":2}}}

# --cigar -o
< my hous is
$ edgrep -k 1 -o --cigar --json --label=in house
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":null,"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hous"},"start":3,"end":7,"line_number":1,"column":4,"last_line":1,"distance":1,"pattern":1,"cigar":"4=1D"}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":11,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":11,"matched_lines":1,"matches":1}}}

# --span-lines: lines and columns are those of each submatch
file in
| ab
| é ho
| use house
$ edgrep -k 1 --json --span-lines house in
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":null,"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"ho\\nuse"},"start":6,"end":12,"line_number":2,"column":3,"last_line":3,"distance":1,"pattern":1},{"match":{"text":"house"},"start":13,"end":18,"line_number":3,"column":5,"last_line":3,"distance":0,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":19,"matched_lines":2,"matches":2}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":19,"matched_lines":2,"matches":2}}}

# the column counts characters; the line is the record
file in
| x
| éé hose
$ edgrep -k 1 --json -o house in
> {"type":"begin","data":{"path":{"text":"in"}}}
> {"type":"match","data":{"path":{"text":"in"},"lines":null,"line_number":2,"absolute_offset":2,"submatches":[{"match":{"text":"hose"},"start":5,"end":9,"line_number":2,"column":4,"last_line":2,"distance":1,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"in"},"binary_offset":null,"stats":{"bytes_searched":12,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":12,"matched_lines":1,"matches":1}}}

# the texts of groups on the best path; an unused group is empty
< order AB-1234 of Smyth
$ edgrep -k 1 --json -E '([A-Z]{2})-([0-9]+){~0} of (Smith){~1}|(xyz)'
> {"type":"begin","data":{"path":{"text":"(standard input)"}}}
> {"type":"match","data":{"path":{"text":"(standard input)"},"lines":{"text":"order AB-1234 of Smyth\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"AB-1234 of Smyth"},"start":6,"end":22,"line_number":1,"column":7,"last_line":1,"distance":1,"pattern":1,"groups":[{"text":"AB"},{"text":"1234"},{"text":"Smyth"},{"text":""}]}]}}
> {"type":"end","data":{"path":{"text":"(standard input)"},"binary_offset":null,"stats":{"bytes_searched":23,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":23,"matched_lines":1,"matches":1}}}

# groups of a folded text have the original text
< call 555   1234 now
$ edgrep -k 0 -E -o --json --fold-space '([0-9]{3}) ([0-9]{4})'
> {"type":"begin","data":{"path":{"text":"(standard input)"}}}
> {"type":"match","data":{"path":{"text":"(standard input)"},"lines":null,"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"555   1234"},"start":5,"end":15,"line_number":1,"column":6,"last_line":1,"distance":0,"pattern":1,"groups":[{"text":"555"},{"text":"1234"}]}]}}
> {"type":"end","data":{"path":{"text":"(standard input)"},"binary_offset":null,"stats":{"bytes_searched":20,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":20,"matched_lines":1,"matches":1}}}

# --top: alternating inputs are counted once
file one
| house
| hose
file two
| hose
| house
$ edgrep --json --top=4 -k 1 -o house one two
> {"type":"begin","data":{"path":{"text":"one"}}}
> {"type":"match","data":{"path":{"text":"one"},"lines":null,"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"house"},"start":0,"end":5,"line_number":1,"column":1,"last_line":1,"distance":0,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"one"},"binary_offset":null,"stats":{"bytes_searched":11,"matched_lines":1,"matches":1}}}
> {"type":"begin","data":{"path":{"text":"two"}}}
> {"type":"match","data":{"path":{"text":"two"},"lines":null,"line_number":2,"absolute_offset":5,"submatches":[{"match":{"text":"house"},"start":0,"end":5,"line_number":2,"column":1,"last_line":2,"distance":0,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"two"},"binary_offset":null,"stats":{"bytes_searched":11,"matched_lines":1,"matches":1}}}
> {"type":"begin","data":{"path":{"text":"one"}}}
> {"type":"match","data":{"path":{"text":"one"},"lines":null,"line_number":2,"absolute_offset":6,"submatches":[{"match":{"text":"hose"},"start":0,"end":4,"line_number":2,"column":1,"last_line":2,"distance":1,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"one"},"binary_offset":null,"stats":{"bytes_searched":11,"matched_lines":1,"matches":1}}}
> {"type":"begin","data":{"path":{"text":"two"}}}
> {"type":"match","data":{"path":{"text":"two"},"lines":null,"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"hose"},"start":0,"end":4,"line_number":1,"column":1,"last_line":1,"distance":1,"pattern":1}]}}
> {"type":"end","data":{"path":{"text":"two"},"binary_offset":null,"stats":{"bytes_searched":11,"matched_lines":1,"matches":1}}}
> {"type":"summary","data":{"stats":{"searches":2,"searches_with_match":2,"bytes_searched":22,"matched_lines":4,"matches":4}}}
