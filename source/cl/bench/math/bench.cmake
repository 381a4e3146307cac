# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# math_bench: throughput of the mathematical functions beside libmvec and, if it is installed
# (libsleef-dev), SLEEF.
find_library(SLEEF_LIBRARY sleef)
find_path(SLEEF_INCLUDE sleef.h)
if(SLEEF_LIBRARY AND SLEEF_INCLUDE)
  set(sleef bench/math/sleef.cpp)
else()
  set(sleef bench/math/no_sleef.cpp)
  set(SLEEF_LIBRARY "")
endif()
# Clang turns the loops into calls of libmvec, whatever compiles the rest.
set(loops ${CMAKE_CURRENT_BINARY_DIR}/libmvec.o)
set(source ${CMAKE_CURRENT_SOURCE_DIR}/bench/math/libmvec.cpp)
add_custom_command(OUTPUT ${loops} DEPENDS ${source}
                   COMMAND ${LLVM_TOOLS_BINARY_DIR}/clang++ -std=c++20 -O3 -march=native
                           -fno-math-errno -fveclib=libmvec -fPIE
                           -I ${CMAKE_CURRENT_SOURCE_DIR}/bench -c -o ${loops} ${source} VERBATIM)
lanewise_tool(math_bench SOURCES bench/math/math_bench.cpp bench/math/functions.cpp bench/math/measurement.cpp ${sleef} ${loops}
                         bench/driver.cpp bench/measure.cpp bench/options.cpp ${CMAKE_SOURCE_DIR}/cmake/test_environment.cpp
              DEPENDS opencl_headers ${CMAKE_DL_LIBS} ${SLEEF_LIBRARY} mvec m)
set_source_files_properties(bench/math/sleef.cpp PROPERTIES COMPILE_OPTIONS "-O3;-march=native")
target_include_directories(math_bench PRIVATE bench)
lanewise_paths(bench/math/math_bench.cpp LANEWISE_LIBCL="$<TARGET_FILE:CL>")
add_dependencies(math_bench CL lanewise-compiler)
# Results are right, whatever the speed.
add_test(NAME math_bench COMMAND math_bench --samples=1 --filter=exp2)
add_test(NAME math_bench_usage COMMAND math_bench --help)
set_tests_properties(math_bench_usage PROPERTIES PASS_REGULAR_EXPRESSION "^usage: .*--samples=<value>")
