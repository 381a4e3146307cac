# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles the programs of kernel_test to SPIR-V, in the folder ${modules}.
find_program(LANEWISE_CLANG NAMES clang-22 REQUIRED)
set(script ${CMAKE_CURRENT_SOURCE_DIR}/scripts/make_spirv.py)
set(header ${CMAKE_SOURCE_DIR}/modules/builtins/headers/lanewise_opencl.h)
add_custom_command(OUTPUT ${modules}.stamp DEPENDS kernel_test ${script} ${header} ${LANEWISE_CLANG}
                   COMMAND ${Python3_EXECUTABLE} ${script} ${modules} ${LANEWISE_CLANG} ${header}
                           ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:kernel_test>
                   COMMAND ${CMAKE_COMMAND} -E touch ${modules}.stamp
                   COMMENT "Making SPIR-V of the kernel tests" VERBATIM)
add_custom_target(kernel_test_spirv ALL DEPENDS ${modules}.stamp)
