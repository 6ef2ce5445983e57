--confuse=@NAME: tables that come with edgrep.

# @ocr
< the rnodern world
$ edgrep -k 1 --confuse=@ocr modern
> 4:1:the rnodern world

# @typography
< it’s fine – isn’t it…
$ edgrep -k 0 --confuse=@typography -e "it's fine - isn't it..."
> 0:0:it’s fine – isn’t it…

# ligatures and ss
< eﬃcient Straße
$ edgrep -k 0 -o --confuse=@typography -e 'efficient strasse' -i
> 0:0:eﬃcient Straße

# ligatures and ss in the pattern
< "fi"
$ edgrep -k 0 --confuse=@typography '“ﬁ”'
> 0:0:"fi"

# @keyboard-us: adjacent keys cost less
< hpuse
< hxuse
$ edgrep -k 1 --confuse=@keyboard-us --insert-cost=2 --delete-cost=2 --substitute-cost=2 house
> 0:1:hpuse

# comments in a file
file alike
| # what looks alike
| 0	rn	m
< rnodern
$ edgrep -k 0 --confuse=alike modern
> 0:0:rnodern

# a group has the whole side of a confusion, even if it has more characters
file alike
| 1	m	rn
< arnb
< amb
$ edgrep -E -k 1 -o --confuse=alike --replace='[\1|\2|\3]' '(a)(m)(b)'
> 0:1:[a|rn|b]
> 5:0:[a|m|b]
# groups that begin or end at a side of a confusion
$ edgrep -E -k 1 -o --confuse=alike --replace='[\1]' '(am)b'
> 0:1:[arn]
> 5:0:[am]

# a group has the whole side in the text, and the next group is empty
file alike
| 1	m	rn
< amb
$ edgrep -E -k 1 -o --confuse=alike --replace='[\1|\2|\3]' '(a)(rn)(b)'
> 0:1:[a|m|b]
# the side belongs to the first group with an item of the other side
$ edgrep -E -k 1 -o --confuse=alike --replace='[\1|\2|\3]' '(ar)(n)(b)'
> 0:1:[am||b]
