# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Read by ctest, for each GoogleTest program of a build with sanitizers: one test for each of its suites. A process
# for each test would mostly load a program that is several times as large, set up the sanitizer's memory and look for leaks.
#
# Takes `program`, `name` and `environment`.
if(NOT EXISTS ${program})
  add_test(${name}_NOT_BUILT ${name}_NOT_BUILT)
  return()
endif()
execute_process(COMMAND ${program} --gtest_list_tests OUTPUT_VARIABLE listed RESULT_VARIABLE failed)
string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." suites "${listed}")
if(failed OR NOT suites)
  add_test(${name}_NOT_LISTED ${program} --gtest_list_tests) # fails, and shows why
  set_tests_properties(${name}_NOT_LISTED PROPERTIES PASS_REGULAR_EXPRESSION "no suite can be listed")
  return()
endif()
foreach(suite IN LISTS suites)
  string(STRIP "${suite}" suite)
  set(test "${name}.${suite}*")
  add_test("${test}" ${program} --gtest_brief=1 "--gtest_filter=${suite}*")
  set_tests_properties("${test}" PROPERTIES TIMEOUT 900 ENVIRONMENT "${environment}")
endforeach()
