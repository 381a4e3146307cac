// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of every test program and benchmark: what they build is built by the compiler, not taken
// from what an earlier run left in the user's cache. Whoever sets the variable has other plans.
#include <cstdlib>

namespace {

[[gnu::constructor]] void without_cache() { setenv("LANEWISE_CACHE", "0", 0); }

} // namespace
