# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How the sources of built-in functions become bitcode. Every file adds to BUILTINS_BITCODE.
#
# Flags: no contraction, because exact arithmetic depends on it; memory is of any type, as it is to kernels
# (modules/compiler/source/frontend/clang.cpp); nothing is convergent unless marked; no library function is recognised by its
# name; helpers that pass structures go into their callers, so that none of it is left in memory.

set(BUILTINS_FLAGS -cc1 -triple spir64 -x clcpp -cl-std=clc++2021 -O2 -funroll-loops
    -ffp-contract=off -relaxed-aliasing -fno-convergent-functions -fno-builtin
    -mllvm -inline-threshold=4000 -mllvm -inline-cold-callsite-threshold=4000
    -Wall -Wno-bitwise-instead-of-logical -Werror -emit-llvm-bc
    -I ${CMAKE_CURRENT_SOURCE_DIR}/opencl -I ${CMAKE_CURRENT_SOURCE_DIR}/abacus/source
    -I ${CMAKE_CURRENT_SOURCE_DIR}/libimg/include -I ${CMAKE_CURRENT_SOURCE_DIR}/libimg/kernel)
set(LANEWISE_BUILTINS_TOOLS_DIR "" CACHE PATH
    "folder of the clang 22 that compiles built-ins, if it is not LLVM's own")
set(BUILTINS_CLANG ${LLVM_TOOLS_BINARY_DIR}/clang)
if(LANEWISE_BUILTINS_TOOLS_DIR)
  set(BUILTINS_CLANG ${LANEWISE_BUILTINS_TOOLS_DIR}/clang)
  execute_process(COMMAND ${BUILTINS_CLANG} --version OUTPUT_VARIABLE version ERROR_QUIET)
  if(NOT version MATCHES "clang version 22\\.")
    message(FATAL_ERROR "LANEWISE_BUILTINS_TOOLS_DIR: ${BUILTINS_CLANG} is no clang 22")
  endif()
endif()

# builtins_bitcode(<source>): compiles one file.
macro(builtins_bitcode source)
  get_filename_component(stem ${source} NAME_WE)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${stem}.bc)
  add_custom_command(OUTPUT ${output} DEPENDS ${source} DEPFILE ${output}.d
                     COMMAND ${BUILTINS_CLANG} ${BUILTINS_FLAGS} -dependency-file ${output}.d
                             -MT ${output} -o ${output} ${source} VERBATIM)
  list(APPEND BUILTINS_BITCODE ${output})
endmacro()

# builtins_generated(<family> <table>): generates one file and compiles it.
macro(builtins_generated family table)
  set(generator ${CMAKE_CURRENT_SOURCE_DIR}/scripts/generate.py)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated_${family}.cl)
  add_custom_command(OUTPUT ${generated} DEPENDS ${generator} ${table}
                     COMMAND ${Python3_EXECUTABLE} ${generator} ${family} ${table} ${generated}
                     VERBATIM)
  builtins_bitcode(${generated})
endmacro()

# builtins_generated_images(<family>): likewise for a family of libimg's functions.
macro(builtins_generated_images family)
  set(generator ${CMAKE_CURRENT_SOURCE_DIR}/libimg/scripts/generate.py)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated_image_${family}.cl)
  add_custom_command(OUTPUT ${generated} DEPENDS ${generator}
                     COMMAND ${Python3_EXECUTABLE} ${generator} ${family} ${generated} VERBATIM)
  builtins_bitcode(${generated})
endmacro()
