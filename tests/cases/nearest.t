The nearest of each pattern (--best=each), the nearest first (--top), and the number of records by distance
(--histogram).

# each pattern has its own least distance
< hello
< helo
< wrld
< world
$ edgrep --best=each -e hello -e worlds --show-pattern
> 0:0:1:hello
> 16:1:2:world

# a record is printed once for each pattern, in the order of its occurrences
< the world says hello
< nothing
$ edgrep --best=each -k 1 -e hello -e worldz -e world --show-pattern
> 4:0:3:the world says hello
> 4:1:2:the world says hello
> 15:0:1:the world says hello

# with -c it counts once
< the world says hello
< hello
$ edgrep --best=each -k 1 -c -e hello -e worldz -e world
> 2

# -k bounds each
< abcd
< xyzz
$ edgrep --best=each -k 1 -o -e abxx -e xyzt -e abce --show-pattern
> 0:1:3:abcd
> 5:1:2:xyzz

# nothing is near any pattern
< qqqq
$ edgrep --best=each -e abc -e def
? 1

# the nearest comes last, in a record that already matched
< hxllx hello hxlle
< hullo
$ edgrep --best=each -o hello
> 6:0:hello

# -m counts records after the selection
<*3 helo
< hello
<*3 world
$ edgrep --best=each -m 2 -e hello -e world
> 15:0:hello
> 21:0:world

# context belongs to the final result
< helo
< a
< b
< hello
< c
< world
$ edgrep --best=each -C 1 -e hello -e world
> 7--b
> 9:0:hello
> 15--c
> 17:0:world

# excluded records do not affect distances
< hello no
< helo
< wurld
$ edgrep --best=each --where-not=no -e hello -e world
> 9:1:helo
> 14:1:wurld

# -x: a spelling checker
< receive
< relieve
< there
$ edgrep --best=each -x -t -k 2 -e recieve -e ther --show-pattern
> 0:1:1:receive
> 8:1:1:relieve
> 16:1:2:there

# --json: one object for each pattern
< abc abd
$ edgrep --best=each --json -e abc -e abd
> {"type":"begin","data":{"path":{"text":"(standard input)"}}}
> {"type":"match","data":{"path":{"text":"(standard input)"},"lines":{"text":"abc abd\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"abc"},"start":0,"end":3,"line_number":1,"column":1,"last_line":1,"distance":0,"pattern":1}]}}
> {"type":"match","data":{"path":{"text":"(standard input)"},"lines":{"text":"abc abd\\n"},"line_number":1,"absolute_offset":0,"submatches":[{"match":{"text":"abd"},"start":4,"end":7,"line_number":1,"column":5,"last_line":1,"distance":0,"pattern":2}]}}
> {"type":"end","data":{"path":{"text":"(standard input)"},"binary_offset":null,"stats":{"bytes_searched":8,"matched_lines":1,"matches":2}}}
> {"type":"summary","data":{"stats":{"searches":1,"searches_with_match":1,"bytes_searched":8,"matched_lines":1,"matches":2}}}

# several files
file a
| helo
file b
| hello
file c
| world
$ edgrep --best=each -e hello -e world a b c
> b:0:0:hello
> c:0:0:world

# -l
file a
| helo
file b
| hello
$ edgrep --best=each -l hello a b
> b
# -L
$ edgrep --best=each -L hello a b
> a
? 0

# the nearest first, ties in text order
< hxlly
< hello
< hullo
< helo
< hello you
$ edgrep --top=4 hello
> 6:0:hello
> 23:0:hello you
> 12:1:hullo
> 18:1:helo

# fewer results than N
< hello
< zzzzz
$ edgrep --top=5 hello
> 0:0:hello

# -k limits the distance
< hxlly
< hullo
$ edgrep --top=5 -k 1 hello
> 6:1:hullo

# -o: occurrences
< hello hullo hello
< hallo
$ edgrep --top=3 -o hello
> 0:0:hello
> 12:0:hello
> 6:1:hullo

# N for each pattern
< hello
< hallo
< world
< would
$ edgrep --top=2 --best=each -e world -e hello --show-pattern
> 12:0:1:world
> 18:1:1:would
> 0:0:2:hello
> 6:1:2:hallo

# over several files
file a
| helo
| xx
file b
| hello
file c
| hullo
| hello
$ edgrep --top=3 -n hello a b c
> b:1:0:0:hello
> c:2:6:0:hello
> a:1:0:1:helo

# later inputs are opened, although they cannot have a result
file a
| hello
| hello
| hello
file c
| hello
$ edgrep --top=2 hello a b c
> a:0:0:hello
> a:6:0:hello
! edgrep: b: No such file or directory
? 2

# N for each pattern, all with distance 0
<*20 hello
<*20 world
< hello world
$ edgrep --top=2 --best=each -e world -e hello --show-pattern
> 120:0:1:world
> 126:0:1:world
> 0:0:2:hello
> 6:0:2:hello

# a long text
<*3000 hxlyo hxlly
< hello
<*3000 hullo
$ edgrep --top=3 hello
> 36000:0:hello
> 36006:1:hullo
> 36012:1:hullo

# --top excludes -v
< hello
$ edgrep --top=3 -v -k 1 hello
! edgrep: --top and -v exclude each other
? 2
# --top excludes counts
$ edgrep --top=3 -c hello
! edgrep: --top and -c exclude each other
? 2
# --top excludes counts of occurrences
$ edgrep --top=3 --count-matches hello
! edgrep: --top and --count-matches exclude each other
? 2
# --top excludes names
$ edgrep --top=3 -l hello
! edgrep: --top and -l exclude each other
? 2
# --top excludes names of other inputs
$ edgrep --top=3 -L hello
! edgrep: --top and -L exclude each other
? 2
# --top excludes -q
$ edgrep --top=3 -k 1 -q hello
! edgrep: --top and -q exclude each other
? 2
# --top excludes -m
$ edgrep --top=3 -m 1 hello
! edgrep: --top and -m exclude each other
? 2
# --top excludes context
$ edgrep --top=3 -A 1 hello
! edgrep: --top and context (-A, -B, -C) exclude each other
? 2
# --top=0
$ edgrep --top=0 hello
! edgrep: --top: '0'...
? 2
# another argument of --best
$ edgrep --best=all hello
! edgrep: --best: 'all': say each...
? 2

# how many records have each distance
< hello
< hullo hello
< helo
< hxlly
< zzzzz
$ edgrep --histogram -k 2 hello
> 0\t2
> 1\t1
> 2\t1

# no records
< zzzzz
$ edgrep --histogram -k 1 hello
> 0\t0
> 1\t0
? 1

# over several files and patterns, with -m
file a
| hello
| world
| hello
file b
| wurld
$ edgrep --histogram -k 1 -m 2 -e hello -e world a b
> 0\t2
> 1\t1

# a pattern that reaches --max-per-pattern
< hello hullo
< helo
< hello
< hello
$ edgrep --histogram -k 1 --max-per-pattern=3 hello
> 0\t2
> 1\t1

# --histogram needs -k
< hello
$ edgrep --histogram hello
! edgrep: --histogram needs -k: without it only the least distance is selected
? 2
# --histogram excludes best mode
$ edgrep --histogram --best -k 1 hello
! edgrep: --histogram and --best exclude each other
? 2
# --histogram excludes counts of occurrences
$ edgrep --histogram --count-matches -k 1 hello
! edgrep: --histogram and --count-matches exclude each other
? 2
# --histogram excludes a list of occurrences
$ edgrep --histogram -o -k 1 hello
! edgrep: --histogram and -o exclude each other
? 2

# --histogram with --passthru prints no other records
< house
< other
< hose
$ edgrep --histogram -k 1 --passthru house
> 0	1
> 1	1

# whole words of many patterns, where -k is no restriction: as many results as asked for
file words
| house
| mouse
| garden
| window
| kitchen
| bottle
| summer
| winter
| yellow
| orange
| purple
| silver
| golden
| copper
< a house here\na hxuse there\ntwo gaxdens or gaxden\nwixdow here\na bxttle xx\nkixchxn
$ edgrep -w --top=5 -k 4 -f words -n
> 1:2:0:a house here
> 1:2:1:a house here
> 2:15:1:a hxuse there
> 3:42:1:two gaxdens or gaxden
> 4:49:1:wixdow here
