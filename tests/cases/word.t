-w: an occurrence begins at the beginning of the record or after a character that is no word character,
and ends likewise.

# not inside a word
< warehouse
< my house
$ edgrep -k 0 -w house
> 13:0:my house

# not the beginning of a word
< household
< house
$ edgrep -k 0 -w house
> 10:0:house

# a word with one letter more
< houses
$ edgrep -k 1 -w house
> 0:1:houses

# a word with four letters more is too far
< household
$ edgrep -k 1 -w house
? 1

# a word with one letter less
< my hose is
$ edgrep -k 1 -w house
> 3:1:my hose is

# the selected occurrences are whole words
< my houses are
$ edgrep -k 1 -w -o house
> 3:1:houses

# an underscore is part of the word
< my_house
$ edgrep -k 0 -w house
? 1

# a non-ASCII letter is part of the word
< éhouse
$ edgrep -k 0 -w house
? 1
# in byte mode the bytes of a non-ASCII letter are not
$ edgrep -U -k 0 -w house
> 2:0:éhouse

# a record with nothing else
< house
$ edgrep -k 0 -w house
> 0:0:house

# two words
< my horse house
$ edgrep -k 1 -w -o house
> 3:1:horse
> 9:0:house

# best mode uses only whole words
< household
< horses
$ edgrep -w house
> 10:2:horses

# a pattern with a space
< see my hose now
$ edgrep -k 1 -w -o 'my house'
> 4:1:my hose

# the word at the end of the record
< the hous\
$ edgrep -k 1 -w house
> 4:1:the hous

# punctuation ends a word
< (house), house!
$ edgrep -k 0 -w -o house
> 1:0:house
> 9:0:house

# an undecodable byte ends a word
< \xffhouse\xfe
$ edgrep -k 0 -w -o house
> 1:0:house

# best: many patterns tie everywhere; the list of hits is full before one pattern fills it
file patterns
| aaaaaaaab
| aaaaaaaac
| aaaaaaaad
| aaaaaaaae
| aaaaaaaaf
| aaaaaaaag
| aaaaaaaah
| aaaaaaaai
| aaaaaaaaj
| aaaaaaaak
| aaaaaaaal
| aaaaaaaam
| aaaaaaaan
| aaaaaaaao
| aaaaaaaap
| aaaaaaaaab
| aaaaaaaaac
| aaaaaaaaad
| aaaaaaaaae
| aaaaaaaaaf
| aaaaaaaaag
| aaaaaaaaah
| aaaaaaaaai
| aaaaaaaaaj
| aaaaaaaaak
| aaaaaaaaal
| aaaaaaaaam
| aaaaaaaaan
| aaaaaaaaao
| aaaaaaaaap
| aaaaaaaaaab
| aaaaaaaaaac
| aaaaaaaaaad
| aaaaaaaaaae
| aaaaaaaaaaf
| aaaaaaaaaag
| aaaaaaaaaah
| aaaaaaaaaai
| aaaaaaaaaaj
| aaaaaaaaaak
| aaaaaaaaaal
| aaaaaaaaaam
| aaaaaaaaaan
| aaaaaaaaaao
| aaaaaaaaaap
| aaaaaaaaaaab
| aaaaaaaaaaac
| aaaaaaaaaaad
| aaaaaaaaaaae
| aaaaaaaaaaaf
| aaaaaaaaaaag
| aaaaaaaaaaah
| aaaaaaaaaaai
| aaaaaaaaaaaj
| aaaaaaaaaaak
| aaaaaaaaaaal
| aaaaaaaaaaam
| aaaaaaaaaaan
| aaaaaaaaaaao
| aaaaaaaaaaap
file text
|*700 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
| aaaaaaaab aaaa
$ edgrep -w -c -f patterns text
> 1

# a vowel sign is part of its word: it is not trimmed
< हिन्दि
$ edgrep -k 1 -o हिन्दी
> 0:1:हिन्दि

# a mark joins words
< ab\xcc\x81c
$ edgrep -k 0 -w ab
? 1

# connector punctuation is a word character
< snake‿case
$ edgrep -k 0 -w snake
? 1

# -c: a record counts once, if any end of an occurrence is at a border
< housed y
< house y
< warehouse
< the warehouse hous
< house
$ edgrep -k 1 -w -c house
> 4

# -c: every end is inside a word
< warehouses
< the greenhouse-housekeeper
$ edgrep -k 0 -w -c house
> 0
? 1

# many words: a nearer occurrence inside a word does not count
file words
| house
| gammas
| deltas
| epsilon
| zetass
| thetas
| kappas
| lambda
| sigmas
| omegas
| alphas
| betass
< my warehouses hxxse
< nothing is near
< a gammasy gxmmas
< hoyse, then house
< of two horsey: houxx
$ edgrep -w -k 2 -f words
> 14:2:my warehouses hxxse
> 38:1:a gammasy gxmmas
> 65:0:hoyse, then house
> 78:2:of two horsey: houxx
# many words, where lengths do not change
$ edgrep -w -k 2 --metric=hamming -f words
> 14:2:my warehouses hxxse
> 46:1:a gammasy gxmmas
> 65:0:hoyse, then house
> 86:2:of two horsey: houxx

# small inputs that are not ASCII, with many patterns
file patterns
| дом
| мышь
| сад
| улица
| город
| река
| книга
| слово
| вода
| земля
| огонь
| ветер
| снег
| дождь
| лето
| зима
| весна
| осень
| утро
| вечер
| ночь
| день
| час
| год
| век
| мир
| война
| жизнь
| смерть
| любовь
| друг
| враг
| брат
| сестра
| мать
| отец
| сын
| дочь
| стол
| стул
file a
| новый домик
| за рекой дом
file b
| садовник
| сады у реки
$ edgrep -w -k 1 -f patterns a b
> a:38:0:за рекой дом
> b:17:1:сады у реки
# many words in small inputs, with -c
$ edgrep -w -k 1 -c -f patterns a b
> a:1
> b:1
