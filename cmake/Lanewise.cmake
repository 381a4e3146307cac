# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The build's whole vocabulary: how a library, a tool, a test and a generated file are declared.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(LANEWISE_SANITIZE "" CACHE STRING "sanitizers for all code, as -fsanitize takes them")
set(LANEWISE_COVERAGE "" CACHE STRING "libraries whose covered lines are counted (scripts/measure/coverage)")
include(GNUInstallDirs)
include(GoogleTest)
# Nothing but Lanewise links to its libraries: they are in a folder of their own, and so are helper programs.
set(LANEWISE_INSTALL_LIBDIR ${CMAKE_INSTALL_LIBDIR}/lanewise)
set(LANEWISE_INSTALL_LIBEXECDIR ${CMAKE_INSTALL_LIBEXECDIR}/lanewise)
find_program(LANEWISE_CCACHE ccache)
if(LANEWISE_CCACHE)
  # Objects are shared between clones and worktrees, and those made with precompiled headers, too.
  set(CMAKE_C_COMPILER_LAUNCHER
      env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_PCH_EXTSUM=1 ${LANEWISE_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
endif()
option(LANEWISE_PCH "precompile the headers of LLVM and of GoogleTest" ON)

add_library(lanewise_flags INTERFACE)
option(LANEWISE_WERROR "warnings are errors (the presets' choice; packagers leave it off)" OFF)
target_compile_options(lanewise_flags INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor)
if(LANEWISE_WERROR)
  target_compile_options(lanewise_flags INTERFACE -Werror)
endif()
# GCC 12 sees overlapping copies in std::string where there are none (GCC bug 105651).
target_compile_options(lanewise_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
set(LANEWISE_SANITIZER_FLAGS "")
if(LANEWISE_SANITIZE)
  # What is found ends the program. LLVM has no run-time types, which `vptr` would ask for.
  set(LANEWISE_SANITIZER_FLAGS -fsanitize=${LANEWISE_SANITIZE} -fno-sanitize=vptr -fno-sanitize-recover=all
      -fno-omit-frame-pointer)
  add_compile_options(${LANEWISE_SANITIZER_FLAGS})
  add_link_options(${LANEWISE_SANITIZER_FLAGS})
  # Options of the sanitizers, part of every program.
  target_sources(lanewise_flags INTERFACE
                 $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${CMAKE_SOURCE_DIR}/cmake/sanitizer_options.cpp>)
endif()

# Each function of libCL.so has a section of its own, so that the linker leaves out what is not used
# and, where it can, merges what is equal.
add_library(lanewise_sections INTERFACE)
set(LANEWISE_SECTION_OPTIONS "")
if(NOT LANEWISE_SANITIZE)
  target_compile_options(lanewise_sections INTERFACE -ffunction-sections -fdata-sections)
  set(LANEWISE_SECTION_OPTIONS -Wl,--gc-sections -Wl,-z,pack-relative-relocs)
  include(CheckLinkerFlag)
  check_linker_flag(CXX -Wl,--icf=safe LANEWISE_LINKER_MERGES)
  if(LANEWISE_LINKER_MERGES)
    list(APPEND LANEWISE_SECTION_OPTIONS -Wl,--icf=safe)
  endif()
endif()

# lanewise_library(<name> SOURCES ... [DEPENDS ...]): a static library of one module. Its public
# headers are in include/, its private ones stand beside its sources.
function(lanewise_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include
                             PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/source)
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS} PRIVATE lanewise_flags)
  if(NOT ARG_DEPENDS MATCHES llvm)
    target_link_libraries(${name} PRIVATE lanewise_sections)
  endif()
  lanewise_coverage(${name})
endfunction()

# lanewise_llvm(<variable> <component>...): what to link for these components of LLVM.
function(lanewise_llvm variable)
  if(LANEWISE_LLVM_SHARED)
    set(libraries LLVM)
  else()
    llvm_map_components_to_libnames(libraries ${ARGN})
  endif()
  set(${variable} ${libraries} PARENT_SCOPE)
endfunction()

# lanewise_coverage(<library>): counts its lines if LANEWISE_COVERAGE names it.
function(lanewise_coverage name)
  if(name IN_LIST LANEWISE_COVERAGE)
    target_compile_options(${name} PRIVATE -fprofile-instr-generate -fcoverage-mapping)
    target_link_options(${name} INTERFACE -fprofile-instr-generate)
  endif()
endfunction()

# lanewise_precompile(<header> [FLAGS ...]): cmake/<header>.h, compiled once (Clang only). Targets that
# are compiled with these flags name it by lanewise_use_precompiled(<target> <header>); their sources
# include what they need all the same, as builds without (LANEWISE_PCH=OFF) have to work. CMake's
# own way has absolute paths in it, so that clones could not share objects (ccache).
function(lanewise_precompile header)
  cmake_parse_arguments(ARG "" "" "FLAGS" ${ARGN})
  if(NOT LANEWISE_PCH OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}}")
  list(APPEND flags ${LANEWISE_SANITIZER_FLAGS})
  if(CMAKE_CXX_COMPILER_TARGET)
    list(APPEND flags --target=${CMAKE_CXX_COMPILER_TARGET})
  endif()
  set(compile ${CMAKE_CXX_COMPILER} -std=c++20 -fvisibility=hidden -fvisibility-inlines-hidden ${flags}
      ${ARG_FLAGS} -x c++-header ${CMAKE_SOURCE_DIR}/cmake/${header}.h)
  # Paths of this clone are in it: for what is compiled with it ccache goes by the preprocessed text instead, in the .sum
  # file. It itself comes from ccache where it was made in the same place, whatever the user's ccache.conf says.
  set(launcher "")
  if(LANEWISE_CCACHE)
    set(launcher env CCACHE_BASEDIR= CCACHE_HASHDIR=1
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${LANEWISE_CCACHE})
  endif()
  add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/${header}.pch
    DEPENDS ${CMAKE_SOURCE_DIR}/cmake/${header}.h DEPFILE ${CMAKE_BINARY_DIR}/${header}.pch.d
    WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
    COMMAND ${compile} -E -P -o ${header}.pch.sum
    COMMAND ${launcher} ${compile} -c -Xclang -fno-pch-timestamp -fpch-instantiate-templates -MD
            -MT ${CMAKE_BINARY_DIR}/${header}.pch -MF ${header}.pch.d -o ${header}.pch
    VERBATIM)
  add_custom_target(${header} DEPENDS ${CMAKE_BINARY_DIR}/${header}.pch)
endfunction()

function(lanewise_use_precompiled target header)
  if(TARGET ${header})
    add_dependencies(${target} ${header})
    target_compile_options(${target} PRIVATE "SHELL:-include-pch ${header}.pch"
                           "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

# lanewise_paths(<source> NAME="path" ...): paths of this clone, for the one source that needs them. Definitions of a whole
# target would keep clones from sharing the objects of all its sources (ccache).
function(lanewise_paths source)
  set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS ${ARGN})
endfunction()

# lanewise_header_library(<name> [DEPENDS ...]): a module that is headers only.
function(lanewise_header_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_library(${name} INTERFACE)
  target_include_directories(${name} INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/include)
  target_link_libraries(${name} INTERFACE ${ARG_DEPENDS})
endfunction()

# lanewise_tool(<name> SOURCES ... [DEPENDS ...]): an executable in <build>/bin.
function(lanewise_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} lanewise_flags)
endfunction()

# How the programs of tests, not what they test, are optimised: they are built once, and run once. The optimiser would take
# more than half of their build.
set(LANEWISE_TEST_OPTIMISATION -O0)

# lanewise_test(<name> [OPTIMISED] [SOURCES ...] [DEPENDS ...] [ENVIRONMENT VAR=value ...] [PARAMETERS ...]): a GoogleTest
# program of test/*.cpp (or SOURCES); every TEST in it becomes one ctest test, or every suite in builds with sanitizers
# (cmake/test_suites.cmake). With PARAMETERS, those with the same parameter become one, <name>_<parameter>, and those
# without a parameter <name>_others: a process for each of thousands would take as long as the tests.
function(lanewise_test name)
  if(NOT LANEWISE_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "OPTIMISED" "" "SOURCES;DEPENDS;ENVIRONMENT;PARAMETERS" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/test/*.cpp)
  endif()
  add_executable(${name} ${ARG_SOURCES} ${CMAKE_SOURCE_DIR}/cmake/test_environment.cpp)
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/source ${CMAKE_SOURCE_DIR}/modules/testing_support/include)
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} lanewise_flags GTest::gtest_main)
  if(ARG_OPTIMISED)
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  else()
    target_compile_options(${name} PRIVATE ${LANEWISE_TEST_OPTIMISATION})
    lanewise_use_precompiled(${name} precompiled_tests)
  endif()
  if(LANEWISE_SANITIZE AND NOT ARG_PARAMETERS)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}_suites.cmake)
    file(GENERATE OUTPUT ${file} CONTENT "set(program \"$<TARGET_FILE:${name}>\")
set(name ${name})
set(environment \"${ARG_ENVIRONMENT}\")
include(${CMAKE_SOURCE_DIR}/cmake/test_suites.cmake)
")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
    return()
  endif()
  if(NOT ARG_PARAMETERS)
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST
                         PROPERTIES ENVIRONMENT "${ARG_ENVIRONMENT}" TIMEOUT 300)
    return()
  endif()
  foreach(parameter IN LISTS ARG_PARAMETERS)
    add_test(NAME ${name}_${parameter} COMMAND ${name} --gtest_brief=1 --gtest_filter=*/${parameter})
    list(APPEND tests ${name}_${parameter})
  endforeach()
  add_test(NAME ${name}_others COMMAND ${name} --gtest_brief=1 "--gtest_filter=-*/*")
  set_tests_properties(${tests} ${name}_others PROPERTIES ENVIRONMENT "${ARG_ENVIRONMENT}" TIMEOUT 1800 COST 300)
endfunction()

# lanewise_fuzzer(<name> SOURCES ... [DEPENDS ...]): a libFuzzer program, if LANEWISE_FUZZERS, as part of
# the target `fuzzers`. The libraries that it names as DEPENDS tell libFuzzer where they have been.
function(lanewise_fuzzer name)
  if(NOT LANEWISE_FUZZERS)
    return()
  endif()
  lanewise_tool(${name} ${ARGN})
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/source)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  # What -fsanitize=fuzzer-no-link says, which would need precompiled headers of its own.
  foreach(library IN LISTS ARG_DEPENDS)
    get_target_property(type ${library} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      target_compile_options(${library} PRIVATE -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
    endif()
  endforeach()
  if(NOT TARGET fuzzers)
    add_custom_target(fuzzers)
  endif()
  add_dependencies(fuzzers ${name})
endfunction()

# lanewise_lit_suite(<name> <folder>): the tests below <folder> (which has a lit.cfg.py) as one
# ctest test; they use the tools in <build>/bin.
function(lanewise_lit_suite name folder)
  if(NOT LANEWISE_TESTS)
    return()
  endif()
  add_test(NAME ${name}
           COMMAND ${LANEWISE_LIT} -sv --param bin=${CMAKE_BINARY_DIR}/bin
                   --param llvm_bin=${LLVM_TOOLS_BINARY_DIR} --param obj=${CMAKE_CURRENT_BINARY_DIR}
                   ${CMAKE_CURRENT_SOURCE_DIR}/${folder})
endfunction()

# lanewise_embed(<output.inc> <input>): a C++ initializer list of the bytes of <input>.
function(lanewise_embed output input)
  add_custom_command(OUTPUT ${output} DEPENDS ${input} ${CMAKE_SOURCE_DIR}/cmake/embed.py
                     COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/cmake/embed.py ${input}
                             ${output} VERBATIM)
endfunction()
