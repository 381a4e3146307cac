# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of the options of oclsycl++, as its help lists them, of Clang's, as Clang completes them, and of files.
_oclsycl() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} option= words=
  # "-option=value" is three words to bash, unless `=` divides none.
  case $word in
  =) option=$before word= ;;
  -*=*) option=${word%%=*} word=${word#*=} ;;
  *) [[ $before == = ]] && option=${COMP_WORDS[COMP_CWORD - 2]} ;;
  esac
  case $option in
  -fsycl-targets) words="spirv64 x86_64 x86_64-v2 x86_64-v3 x86_64-v4 aarch64" ;;
  -fsycl-device-code-split) words="off per_source per_kernel auto" ;;
  "") [[ $word == -* ]] && words=$(oclsycl++ --help 2>/dev/null | sed -nE 's/^  (-[^ <=]+=?).*/\1/p'
    oclsycl++ --autocomplete="$word" 2>/dev/null | cut -f1) ;;
  *) words=$(oclsycl++ --autocomplete="$option=,$word" 2>/dev/null | cut -f1) ;;
  esac
  if [[ $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word" | sort -u)
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _oclsycl oclsycl++
