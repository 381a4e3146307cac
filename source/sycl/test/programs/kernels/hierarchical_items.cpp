// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hierarchical kernels whose work-items may be those of the device, and some in which a variable of
// the group is written by one work-item and read by others
// (modules/sycl_compiler/source/groups/hierarchical.cpp).
#include "check.h"

#include <numeric>
#include <vector>

namespace {

constexpr std::size_t groups = 7;
constexpr std::size_t items = 64;

/// What a kernel of `groups` groups of `items` makes of numbers that count up.
template <typename F> std::vector<int> run(sycl::queue& queue, F make) {
  std::vector<int> numbers(groups * items);
  std::iota(numbers.begin(), numbers.end(), 0);
  {
    sycl::buffer<int> buffer(numbers);
    queue.submit([&](sycl::handler& handler) {
      const sycl::accessor to(buffer, handler);
      const sycl::local_accessor<int> scratch(items, handler);
      handler.parallel_for_work_group(sycl::range<1>(groups), sycl::range<1>(items),
                                      make(to, scratch));
    });
  }
  return numbers;
}

template <typename F> bool is_each(const std::vector<int>& got, F expected) {
  bool all = true;
  for (std::size_t i = 0; i < got.size(); ++i) {
    all = all && got[i] == expected(int(i / items), int(i % items));
  }
  return all;
}

/// Sums by a tree; the group reads the one of the tree before in its own code.
void trees(sycl::queue& queue) {
  const auto got = run(queue, [](auto to, auto scratch) {
    return [=](sycl::group<1> in) {
      int of_trees = 0;
      for (int round = 0; round < 3; ++round) {
        in.parallel_for_work_item([&](sycl::h_item<1> item) {
          const auto i = item.get_local_id(0);
          scratch[i] = to[item.get_global_id()] + of_trees;
        });
        for (std::size_t step = items / 2; step > 0; step /= 2) {
          in.parallel_for_work_item([&](sycl::h_item<1> item) {
            const auto i = item.get_local_id(0);
            if (i < step) {
              scratch[i] += scratch[i + step];
            }
          });
        }
        of_trees = scratch[0] % 1000;
      }
      in.parallel_for_work_item([&](sycl::h_item<1> item) {
        to[item.get_global_id()] = of_trees + int(item.get_local_id(0));
      });
    };
  });
  CHECK(is_each(got, [](int group, int item) {
    int of_trees = 0;
    for (int round = 0; round < 3; ++round) {
      int sum = 0;
      for (int i = 0; i < int(items); ++i) {
        sum += group * int(items) + i + of_trees;
      }
      of_trees = sum % 1000;
    }
    return of_trees + item;
  }));
}

/// One work-item writes a variable of the group that all read, in several ways.
void written_by_one(sycl::queue& queue) {
  auto got = run(queue, [](auto to, auto) {
    return [=](sycl::group<1> in) {
      int chosen = 3;
      in.parallel_for_work_item([&](sycl::h_item<1> item) {
        if (item.get_local_id(0) == 5) {
          chosen = 11;
        }
      });
      in.parallel_for_work_item([&](sycl::h_item<1> item) { to[item.get_global_id()] = chosen; });
    };
  });
  CHECK(is_each(got, [](int, int) { return 11; }));
  got = run(queue, [](auto to, auto) {
    return [=](sycl::group<1> in) {
      int some[4] = {1, 2, 3, 4};
      in.parallel_for_work_item([&](sycl::h_item<1> item) {
        const auto i = item.get_local_id(0);
        if (i < 4) {
          some[3 - i] = int(10 * i);
        }
      });
      in.parallel_for_work_item(
          [&](sycl::h_item<1> item) { to[item.get_global_id()] = some[item.get_local_id(0) % 4]; });
    };
  });
  CHECK(is_each(got, [](int, int item) { return 30 - 10 * (item % 4); }));
  got = run(queue, [](auto to, auto) {
    return [=](sycl::group<1> in) {
      int last = 0;
      for (int round = 0; round < 5; ++round) {
        in.parallel_for_work_item([&](sycl::h_item<1> item) {
          if (int(item.get_local_id(0)) == round) {
            last += round + 1;
          }
        });
      }
      in.parallel_for_work_item([&](sycl::h_item<1> item) { to[item.get_global_id()] = last; });
    };
  });
  CHECK(is_each(got, [](int, int) { return 15; }));
}

/// Arrays of a work-item, arrays of the group that are only read, and memory that lives on.
void variables(sycl::queue& queue) {
  const auto got = run(queue, [](auto to, auto) {
    return [=](sycl::group<1> in) {
      sycl::private_memory<int> kept(in);
      int factors[8];
      for (int i = 0; i < 8; ++i) {
        factors[i] = i * int(in.get_group_id(0)) + 1;
      }
      in.parallel_for_work_item([&](sycl::h_item<1> item) {
        int own[8];
        const int i = int(item.get_local_id(0));
        for (int k = 0; k < 8; ++k) {
          own[(k + i) % 8] = factors[k];
        }
        kept(item) = own[i % 5] * 100 + i;
      });
      in.parallel_for_work_item([&](sycl::h_item<1> item) {
        to[item.get_global_id()] = kept(item) - factors[item.get_local_id(0) % 8];
      });
    };
  });
  CHECK(is_each(got, [](int group, int item) {
    const auto factor = [&](int k) { return k * group + 1; };
    return factor(((item % 5 - item) % 8 + 8) % 8) * 100 + item - factor(item % 8);
  }));
}

/// More work-items, and fewer, than the group has; two dimensions.
void ranges(sycl::queue& queue) {
  auto got = run(queue, [](auto to, auto scratch) {
    return [=](sycl::group<1> in) {
      const std::size_t first = in.get_group_id(0) * items;
      in.parallel_for_work_item(sycl::range<1>(items / 2), [&](sycl::h_item<1> item) {
        const auto i = item.get_logical_local_id(0);
        scratch[i] = to[first + 2 * i] + to[first + 2 * i + 1];
      });
      in.parallel_for_work_item(sycl::range<1>(3 * items), [&](sycl::h_item<1> item) {
        const auto i = item.get_logical_local_id(0);
        if (i >= 2 * items) {
          to[first + i - 2 * items] = scratch[i % (items / 2)] + int(item.get_physical_local_id(0));
        }
      });
    };
  });
  CHECK(is_each(got, [](int group, int item) {
    const int i = item % (int(items) / 2);
    return 2 * (group * int(items) + 2 * i) + 1 + item;
  }));
  std::vector<int> places(6 * 15, -1);
  {
    sycl::buffer<int, 2> buffer(places.data(), sycl::range<2>(6, 15));
    queue.submit([&](sycl::handler& handler) {
      const sycl::accessor to(buffer, handler);
      handler.parallel_for_work_group(
          sycl::range<2>(3, 5), sycl::range<2>(2, 3), [=](sycl::group<2> in) {
            in.parallel_for_work_item([&](sycl::h_item<2> item) {
              const bool right = item.get_global_range() == sycl::range<2>(6, 15) &&
                                 item.get_local_range() == sycl::range<2>(2, 3) &&
                                 item.get_physical_local_id() == item.get_local_id();
              to[item.get_global_id()] =
                  right ? int(100 * item.get_local_id(0) + 10 * item.get_local_id(1) +
                              in.get_group_linear_id())
                        : -2;
            });
          });
    });
  }
  bool right = true;
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 15; ++x) {
      right = right &&
              places[std::size_t(y * 15 + x)] == 100 * (y % 2) + 10 * (x % 3) + y / 2 * 5 + x / 3;
    }
  }
  CHECK(right);
}

} // namespace

int main() {
  sycl::queue queue;
  trees(queue);
  written_by_one(queue);
  variables(queue);
  ranges(queue);
  return failures;
}
