# bash completion for edcmp(1)                             -*- shell-script -*-
# Made from src/options/edcmp_opt_table.h by "make completions".

_edcmp()
{
    # bash takes --color=al for the words "--color", "=" and "al"; $option is then
    # "--color=" and $cur what follows.
    local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
    if [[ $cur == = ]]; then
        cur=
        option=$option=
    elif [[ $option == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}=
    fi
    COMPREPLY=()

    case $option in
    --metric | --metric=)
        mapfile -t COMPREPLY < <(compgen -W 'levenshtein osa indel hamming' -- "$cur")
        return
        ;;
    --align=)
        mapfile -t COMPREPLY < <(compgen -W 'changes full' -- "$cur")
        return
        ;;
    --color=)
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$cur")
        return
        ;;
    --engine | --engine=)
        mapfile -t COMPREPLY < <(compgen -W 'auto avx512 avx2 word cuda help' -- "$cur")
        return
        ;;
    --algorithm | --algorithm=)
        mapfile -t COMPREPLY < <(compgen -W 'auto diagonals strips blocks' -- "$cur")
        return
        ;;
    --progress=)
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$cur")
        return
        ;;
    -k | --max-distance | --max-distance= | \
        -j | --threads | --threads=)
        compopt +o default 2>/dev/null
        return
        ;;
    esac

    # Operands are left to the shell, which completes file names.
    if [[ $cur == -* && " ${COMP_WORDS[*]:0:COMP_CWORD} " != *' -- '* ]]; then
        local options=' -k --max-distance= --metric= -t --transpositions -i --ignore-case --normalize --fold-accents --fold-space -U --binary -w --words --text --pairs
            --lcs-length --lcs --cigar --align --unified --color --summary --json -q --quiet -s --silent
            --engine= --algorithm= -j --threads= --stats --progress --help -V --version'
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    fi
}

complete -o default -F _edcmp edcmp
