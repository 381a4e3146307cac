#compdef lanewise-explain
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of the options of lanewise-explain and of clc's build options, as their help lists them, and of files.
local -a known
case $PREFIX in
  -*) known=(${=${(f)"$(lanewise-explain --help 2>/dev/null | sed -nE '/^examples/q; s/^  (-[^ ,<=]+=?)(,? .*(--[a-z-]+))?.*/\1 \3/p'
      clc --help 2>/dev/null | sed -nE '/^build options/,$ s/^  (-[^ ,<=]+=?).*/\1/p')"}})
    compadd -S '' -- ${(M)known:#*=}
    compadd -- ${known:#*=} ;;
  *) _files ;;
esac
