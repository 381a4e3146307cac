# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of clc's options, as its help lists them, and of files.
_clc() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} options
  case $before in
  -d | --device) options=$(clc --list-devices 2>/dev/null | cut -d: -f1) ;;
  -x | --language) options="cl spirv" ;;
  *) [[ $word == -* ]] && options=$(clc --help 2>/dev/null |
    sed -nE 's/^  (-[^ ,<=]+)(, (--[a-z-]+))?.*/\1 \3/p') ;;
  esac
  if [[ $options ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _clc clc
