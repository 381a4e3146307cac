# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of the options of lanewise-explain and of clc's build options, as their help lists them, and of files.
_lanewise_explain() {
  local word=${COMP_WORDS[COMP_CWORD]} own='/^examples/q; s/^  (-[^ ,<=]+=?)(,? .*(--[a-z-]+))?.*/\1 \3/p'
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(lanewise-explain --help 2>/dev/null | sed -nE "$own"
      clc --help 2>/dev/null | sed -nE '/^build options/,$ s/^  (-[^ ,<=]+=?).*/\1/p')" -- "$word")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _lanewise_explain lanewise-explain
