// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that act on each element, compared with a reference for each width.
#ifndef BUILTINS_TEST_FUNCTIONS_ELEMENTWISE_H
#define BUILTINS_TEST_FUNCTIONS_ELEMENTWISE_H

#include "functions/native.h"
#include "functions/types.h"

#include <gtest/gtest.h>

#include <tuple>

/// Runs the built-in on all of `in`, `width` elements at a time.
template <typename R, typename... T>
std::vector<R> run(const std::string& name, int width, const std::vector<T>&... in) {
  const Native native(mangle(name, {vector_name<T>(width)...}), ir_type(vector_name<R>(width)),
                      {ir_type(vector_name<T>(width))...});
  const std::tuple<std::vector<T>...> spread_out(spread(in, width)...);
  const size_t count = std::get<0>(std::tie(in...)).size() / size_t(width);
  std::vector<R> out(count * size_t(room(width)));
  std::apply([&](const auto&... each) { native(count, out.data(), {each.data()...}); }, spread_out);
  return gather(out, width);
}

/// Compares the built-in with reference(x...) for the widths given.
template <typename R, typename F, typename... T>
void expect_elementwise(const std::string& name, const std::vector<int>& widths, F reference,
                        const std::vector<T>&... in) {
  for (int width : widths) {
    const auto got = run<R>(name, width, in...);
    size_t wrong = 0;
    for (size_t i = 0; i < got.size() && wrong < 3; ++i) {
      const R expected = reference(in[i]...);
      if (!same(got[i], expected)) {
        ++wrong;
        ADD_FAILURE() << name << " of " << width << " "
                      << std::get<0>(std::tuple(type_name<T>()...)) << ": element " << i << ", bits"
                      << std::hex << ((" " + std::to_string(uint64_t(bits(in[i])))) + ...)
                      << " gives " << uint64_t(bits(got[i])) << ", not "
                      << uint64_t(bits(expected));
      }
    }
  }
}

inline const std::vector<int> all_widths = {1, 2, 3, 4, 8, 16};

#endif
