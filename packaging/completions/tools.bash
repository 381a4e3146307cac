# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of the options of muxc, veczc and spirv-ll, as their help lists them, of the names of passes and steps, and of
# files.
_lanewise_tools() {
  local tool=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} option= words= first=
  # "--option=value" is three words to bash, unless `=` divides none.
  case $word in
  =) option=$before word= ;;
  -*=*) option=${word%%=*} word=${word#*=} ;;
  *) [[ $before == = ]] && option=${COMP_WORDS[COMP_CWORD - 2]} ;;
  esac
  case $option in
  -passes | --passes)
    words=$("$tool" --list-passes 2>/dev/null)
    [[ $word == *,* ]] && first=${word%,*}, word=${word##*,}
    ;;
  -step | --step) words=$("$tool" --list-steps 2>/dev/null) ;;
  *) [[ $word == -* ]] && words=$("$tool" --help 2>/dev/null | sed -nE 's/^  (--[a-z-]+=?).*/\1/p') ;;
  esac
  if [[ $words ]]; then
    mapfile -t COMPREPLY < <(compgen -P "$first" -W "$words" -- "$word")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _lanewise_tools muxc veczc spirv-ll
