Examples of the manuals of agrep (Wu and Manber) and of TRE, with our options instead of theirs. A case says where
the rules of edgrep differ.

# agrep -2 -ci ABCDEFG: the number of lines within two errors, whatever their case
< xABCDEFGx\nabcdef\nABxCDExFG\naBCDEfG\nABCD\nabxdexg
$ edgrep -k 2 -c -i ABCDEFG
> 5

# agrep -1 -D2 -S2 'ABCD#YZ': one insertion at most; # is any text
< ABCD and YZ\nABxCDYZ\nABC YZ\nABxCxDYZ\nABCD Y-Z
$ edgrep -E -k 1 --delete-cost=2 --substitute-cost=2 --bare 'ABCD.*YZ'
> ABCD and YZ
> ABxCDYZ
> ABCD Y-Z

# agrep -p DCS: free insertions make a subsequence search; costs begin at 1 here, so the expression has .*
< Department of Computer Science\nDistributed Computing\nDCS
$ edgrep -E -k 0 --bare 'D.*C.*S'
> Department of Computer Science
> DCS

# agrep -5 -p abcdefghij: words with at least five of these ten letters, in order
< absconding\nabcde\njihgfedcba\nacegi\nfghij\nabcd
$ edgrep -E -k 5 --substitute-cost=never --insert-cost=never --bare 'a.*b.*c.*d.*e.*f.*g.*h.*i.*j'
> absconding
> abcde
> acegi
> fghij

# agrep -1 'abc[0-9](de|fg)*[x-z]'
< abc1defgdez\nabc1x\nabc5dfgy\nabcz\nabc\nab1dez
$ edgrep -E -k 1 --bare 'abc[0-9](de|fg)*[x-z]'
> abc1defgdez
> abc1x
> abc5dfgy
> abcz
> ab1dez

# agrep -d '^From ' 'breakdown;internet': messages that have both
< From a\nthe breakdown\nof the internet\nFrom b\nthe internet\nFrom c\nno breakdown
$ edgrep -k 0 -c --delimiter='\nFrom ' --where=internet breakdown
> 1

# agrep -d '$$' -1 '<word1> <word2>': a newline instead of the blank
< first\nthe good\nword here\n\nthe god word\n\na good-word
$ edgrep -E -k 1 -c --delimiter='\n\n' '(good){~0} (word){~0}'
> 2

# agrep '^agrep'
< agrep - search\n an agrep
$ edgrep -E -k 0 --bare '^agrep'
> agrep - search

# agrep -2 homogenos finds homogeneous
< homogeneous\nhomogenous\nhomogeneity\nhomologous
$ edgrep -k 2 --bare homogenos
> homogeneous
> homogenous
> homogeneity

# <mathe>matics matches mathematical with one error
< mathematical
$ edgrep -E -k 1 -o '(mathe){~0}matics'
> 0:1:mathematica
# mathe<matics> does not match mathematical, no matter how many errors are allowed
$ edgrep -E -k 9 -o 'mathe(matics){~0}'
? 1

# agrep -w -1 car matches cars, but not characters
< characters\ncars\ncar
$ edgrep -w -k 1 --bare car
> cars
> car

# agrep -B: the best match
< abcxefg\nabcdxfgh\nabxxefg
$ edgrep abcdefgh
> 8:1:abcdxfgh

# agrep -2 optimize: optimise, optmise and opitmize all match
< optimise\noptmise\nopitmize\noptimal\noptimum
$ edgrep -k 2 --bare optimize
> optimise
> optmise
> opitmize

# TRE in R: agrep("lasy", "1 lazy 2")
< 1 lazy 2
$ edgrep -k 1 -o lasy
> 2:1:lazy

# TRE in R: max = list(sub = 0)
< 1 lazy 2\n1 lasy 2
$ edgrep -k 1 --substitute-cost=never --bare lasy
> 1 lasy 2

# TRE in R: agrep("laysy", c("1 lazy", "1", "1 LAZY"), max = 2)
< 1 lazy\n1\n1 LAZY
$ edgrep -k 2 --bare laysy
> 1 lazy
# TRE in R: the same with ignore.case
$ edgrep -k 2 -i --bare laysy
> 1 lazy
> 1 LAZY
# TRE in R: aregexec("(lay)(sy)", x, max = 2) finds "1 lazy"; the nearest that ends there is "lazy"
$ edgrep -E -k 2 -o '(lay)(sy)'
> 2:2:lazy

# TRE: (foobar){+2}: no more than insertions
< xfoooobar\nfobar\nfoxobar
$ edgrep -E -k 2 --substitute-cost=never --delete-cost=never -o foobar
> 1:2:foooobar
> 16:1:foxobar
