# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles the sources of built-in functions and packs them: sets `archive`, target builtins_bitcode.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS opencl/*.cl libimg/kernel/*.cl)
foreach(source ${sources})
  builtins_bitcode(${source})
endforeach()
foreach(family integer common geometric relational memory shuffle async atomics c11_atomics)
  builtins_generated(${family} ${CMAKE_CURRENT_SOURCE_DIR}/opencl/functions.csv)
endforeach()
foreach(type char uchar short ushort int uint long ulong half float double)
  builtins_generated(convert_${type} ${CMAKE_CURRENT_SOURCE_DIR}/opencl/functions.csv)
endforeach()
foreach(family read write query)
  builtins_generated_images(${family})
endforeach()
builtins_generated(math ${CMAKE_CURRENT_SOURCE_DIR}/abacus/functions.csv)

set(archive ${CMAKE_CURRENT_BINARY_DIR}/builtins.lwba)
add_custom_command(OUTPUT ${archive} DEPENDS builtins-pack ${BUILTINS_BITCODE}
                   COMMAND builtins-pack ${archive} ${BUILTINS_BITCODE} VERBATIM)
add_custom_target(builtins_bitcode DEPENDS ${archive})
