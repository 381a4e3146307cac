# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# kernel_bench: kernels beside C++ that is made for this machine and, if one is named, another driver.
file(GLOB kernels CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bench/kernels/*/*.cpp)
# Vectors of 64 bytes are passed to functions of the same file only, whatever registers the CPU has.
set(native -O3 -march=native -fno-math-errno -Wno-psabi)
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  list(APPEND native -fveclib=libmvec)
endif()
lanewise_tool(kernel_bench SOURCES bench/kernel_bench.cpp bench/cold.cpp bench/driver.cpp bench/measure.cpp bench/options.cpp bench/peak.cpp bench/team.cpp
                           bench/words.cpp ${kernels} ${CMAKE_SOURCE_DIR}/cmake/test_environment.cpp
              DEPENDS opencl_headers Threads::Threads ${CMAKE_DL_LIBS} mvec m)
target_include_directories(kernel_bench PRIVATE bench)
target_compile_options(kernel_bench PRIVATE ${native})
lanewise_precompile(precompiled_workloads FLAGS -fPIE ${native})
lanewise_use_precompiled(kernel_bench precompiled_workloads)
lanewise_paths(bench/kernel_bench.cpp LANEWISE_LIBCL="$<TARGET_FILE:CL>")
add_dependencies(kernel_bench CL lanewise-compiler)
# Results are right, whatever the speed.
add_test(NAME kernel_bench COMMAND kernel_bench --samples=1)
add_test(NAME kernel_bench_usage COMMAND kernel_bench --help)
set_tests_properties(kernel_bench_usage PROPERTIES PASS_REGULAR_EXPRESSION "^usage: .*--samples=<value>")

# scale_bench: launches on 1, 2, 4, ... all cores.
lanewise_tool(scale_bench SOURCES bench/options.cpp bench/scale/machine.cpp bench/scale/scale_bench.cpp bench/scale/scale_rows.cpp
              DEPENDS opencl_headers Threads::Threads ${CMAKE_DL_LIBS})
target_include_directories(scale_bench PRIVATE bench)
lanewise_paths(bench/scale/scale_bench.cpp LANEWISE_LIBCL="$<TARGET_FILE:CL>")
add_dependencies(scale_bench CL lanewise-compiler)
