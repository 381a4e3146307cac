# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of clc's options, as its help lists them, of their values, and of files.
_clc() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} option= words=
  # "-option=value" is three words to bash, unless `=` divides none.
  case $word in
  =) option=$before word= ;;
  -*=*) option=${word%%=*} word=${word#*=} ;;
  *) [[ $before == = ]] && option=${COMP_WORDS[COMP_CWORD - 2]} ;;
  esac
  case ${option:-$before} in
  -d | --device) words=$(clc --list-devices 2>/dev/null | cut -d: -f1) ;;
  -x | --language) words="cl spirv" ;;
  -cl-std) words="CL1.0 CL1.1 CL1.2 CL2.0 CL3.0 CL3.1 CLC++1.0 CLC++2021" ;;
  -lanewise-cpu) words="native x86-64 x86-64-v2 x86-64-v3 x86-64-v4 armv8-a" ;;
  -lanewise-zero-memory) words="local private local,private" ;;
  *) [[ $word == -* ]] && words=$(clc --help 2>/dev/null | sed -nE 's/^  (-[^ ,<=]+=?)(, (--[a-z-]+))?.*/\1 \3/p') ;;
  esac
  if [[ $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _clc clc
