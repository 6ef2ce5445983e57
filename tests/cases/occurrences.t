-o: the occurrences of a record, after the sweep over overlapping candidates.

# the word itself
< my hous is
$ edgrep -k 1 -o house
> 3:1:hous

# overlapping exact occurrences
< aaaa
$ edgrep -k 0 -o aa
> 0:0:aa
> 2:0:aa

# overlapping occurrences are dropped
< aaa
$ edgrep -k 1 -o aa
> 0:0:aa

# a better candidate replaces a pending one
# "hous" (1 edit) is pending when "house" is found
< house
$ edgrep -k 1 -o house
> 0:0:house

# adjacent occurrences
< househouse
$ edgrep -k 1 -o house
> 0:0:house
> 5:0:house

# two near misses
< hose mouse
$ edgrep -k 1 -o house
> 0:1:hose
> 5:1:mouse

# several records
< house house
< nothing
< hose
$ edgrep -k 1 -o house
> 0:0:house
> 6:0:house
> 20:1:hose

# -o -v prints nothing, but selects
< abc
$ edgrep -k 0 -o -v xyz
? 0

# -o -v with nothing to select
< xyz
$ edgrep -k 0 -o -v xyz
? 1

# --bare
< hose mouse
$ edgrep -k 1 -o --bare house
> hose
> mouse

# -n
< a
< hose mouse
$ edgrep -k 1 -on house
> 2:2:1:hose
> 2:7:1:mouse

# many occurrences in one long record
<*40 hose.....\
$ edgrep -k 1 -o -c house
> 1

# -m counts records
< hose mouse
< house
$ edgrep -k 1 -o -m 1 house
> 0:1:hose
> 5:1:mouse

# a longer text inside the pattern is an insertion
< ho-use
$ edgrep -k 1 -o house
> 0:1:ho-use

# all occurrences of a record with many
<*5000 house
$ edgrep --span-lines -o --bare -k 0 house
>*5000 house

# many occurrences: those that a later candidate may replace wait for it
<*5000 house house
$ edgrep --span-lines -o --bare -k 1 house
>*10000 house

# many occurrences in one record with --around, whose text may not have been read yet
<*5000 house\
$ edgrep --span-lines --bare -k 0 --around=6 house
> househouseh
> househousehouseh
>*4996 ehousehousehouseh
> ehousehousehouse
> ehousehouse

# a nearer candidate, as long as possible, begins with the last character of the pending one
< cdeabc--def
$ edgrep -k 3 -o abcdef
> 3:2:abc--def

# a nearer candidate in characters of four bytes
< 𐐂𐐃𐐄𐐀𐐁𐐂😀😀𐐃𐐄𐐅
$ edgrep -k 3 -o 𐐀𐐁𐐂𐐃𐐄𐐅
> 12:2:𐐀𐐁𐐂😀😀𐐃𐐄𐐅
