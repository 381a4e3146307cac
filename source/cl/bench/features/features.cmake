# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# feature_bench: features of OpenCL beside what does the same without them, some of it intrinsics of x86-64.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  file(GLOB features CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bench/features/*.cpp)
  set(optimised -O3)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    list(APPEND optimised -Wno-uninitialized -Wno-maybe-uninitialized) # what GCC 12 says of its own <immintrin.h>
  endif()
  set_source_files_properties(${features} PROPERTIES COMPILE_OPTIONS "${optimised}")
  lanewise_tool(feature_bench SOURCES bench/feature_bench.cpp bench/driver.cpp bench/measure.cpp bench/options.cpp bench/team.cpp
                              bench/words.cpp ${features} ${CMAKE_SOURCE_DIR}/cmake/test_environment.cpp
                DEPENDS opencl_headers Threads::Threads ${CMAKE_DL_LIBS})
  target_include_directories(feature_bench PRIVATE bench)
  lanewise_paths(bench/feature_bench.cpp LANEWISE_LIBCL="$<TARGET_FILE:CL>")
  add_dependencies(feature_bench CL lanewise-compiler)
  # Results are right, whatever the speed.
  add_test(NAME feature_bench COMMAND feature_bench --samples=1)
endif()
