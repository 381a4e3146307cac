// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers, accessors of all kinds, local memory, host tasks, and the order that they give.
#include "check.h"

#include <chrono>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

namespace {

// Which properties are of which classes.
using sycl::is_property_of_v;
using numbers = sycl::buffer<int, 2>;
static_assert(is_property_of_v<sycl::property::buffer::use_mutex, numbers>);
static_assert(!is_property_of_v<sycl::property::queue::in_order, numbers>);
static_assert(is_property_of_v<sycl::property::no_init, sycl::accessor<int>>);
static_assert(is_property_of_v<sycl::property::no_init, sycl::host_accessor<int>>);
static_assert(is_property_of_v<sycl::property::image::context_bound, sycl::sampled_image<>>);
static_assert(!is_property_of_v<sycl::property::buffer::use_mutex, sycl::unsampled_image<2>>);

void write_back(sycl::queue& queue) {
  std::vector<int> data(100, 1);
  const std::vector<int> constant(100, 5);
  {
    sycl::buffer<int> out(data);
    sycl::buffer in(constant);
    queue.submit([&](sycl::handler& group) {
      sycl::accessor to(out, group, sycl::write_only, sycl::no_init);
      sycl::accessor from(in, group, sycl::read_only);
      group.parallel_for(to.get_range(), [=](sycl::id<1> i) { to[i] = from[i] + int(i); });
    });
  }
  CHECK(data[0] == 5 && data[99] == 104);
  {
    sycl::buffer<int> out(data);
    out.set_write_back(false);
    queue.submit([&](sycl::handler& group) {
      sycl::accessor to(out, group);
      group.parallel_for(100, [=](sycl::id<1> i) { to[i] = 0; });
    });
  }
  CHECK(data[0] == 5 && data[99] == 104);
  std::vector<int> elsewhere(100);
  {
    sycl::buffer<int> out(data.begin(), data.end());
    out.set_final_data(elsewhere.begin());
    queue.submit([&](sycl::handler& group) {
      sycl::accessor to(out, group);
      group.parallel_for(100, [=](sycl::id<1> i) { to[i] *= 2; });
    });
  }
  CHECK(data[99] == 104 && elsewhere[0] == 10 && elsewhere[99] == 208);
  const std::shared_ptr<int[]> array(new int[2]());
  {
    sycl::buffer<int> out(data.data(), 2);
    out.set_final_data(std::weak_ptr<int[]>(array));
  }
  CHECK(array[0] == data[0] && array[1] == data[1]);
  {
    sycl::buffer<int> out(data.data() + 50, 2);
    out.set_final_data(array);
  }
  {
    sycl::buffer<int> out(data.data(), 2);
    out.set_final_data(static_cast<int*>(nullptr));
  }
  CHECK(array[0] == data[50] && array[1] == data[51]);
}

/// Parts of buffers with gaps between their rows, buffers of other shapes, plain memory.
void copies(sycl::queue& queue) {
  std::vector<int> numbers(6 * 8);
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto part = std::make_shared<std::vector<int>>(6, -1);
  const std::shared_ptr<int> to(part, part->data());
  sycl::buffer<int, 2> square(numbers.data(), sycl::range<2>(6, 8));
  sycl::buffer<int> line{sycl::range<1>(6)};
  queue.submit([&](sycl::handler& group) {
    sycl::accessor from(square, group, sycl::range<2>(2, 3), sycl::id<2>(1, 4), sycl::read_only);
    group.copy(from, to);
  });
  queue.submit([&](sycl::handler& group) {
    sycl::accessor from(square, group, sycl::range<2>(3, 2), sycl::id<2>(3, 0), sycl::read_only);
    sycl::accessor all(line, group, sycl::write_only);
    group.copy(from, all);
  });
  queue.wait();
  CHECK((*part == std::vector{12, 13, 14, 20, 21, 22}));
  {
    const sycl::host_accessor got(line, sycl::read_only);
    CHECK(got[0] == 24 && got[1] == 25 && got[2] == 32 && got[5] == 41);
  }
  const int values[] = {1, 2, 3, 4};
  queue.copy(values,
             sycl::accessor(square, sycl::range<2>(2, 2), sycl::id<2>(4, 6), sycl::write_only));
  queue.fill(sycl::accessor(square, sycl::range<2>(6, 1), sycl::write_only), -9);
  queue.update_host(sycl::accessor(square, sycl::read_only));
  int got[48];
  queue.copy(sycl::accessor(square, sycl::read_only), got).wait();
  CHECK(got[0] == -9 && got[40] == -9 && got[1] == 1);
  CHECK(got[38] == 1 && got[39] == 2 && got[46] == 3 && got[47] == 4);
  CHECK(throws(sycl::errc::invalid, [&] {
    queue.copy(sycl::accessor(square, sycl::read_only), sycl::accessor(line, sycl::write_only));
  }));
}

/// Commands on an out-of-order queue that only their buffers order.
void order(sycl::queue& queue) {
  constexpr size_t count = 1 << 16;
  sycl::buffer<int> a{sycl::range<1>(count)};
  sycl::buffer<int> b{sycl::range<1>(count)};
  for (int round = 0; round < 20; ++round) {
    queue.submit([&](sycl::handler& group) {
      sycl::accessor to(a, group, sycl::write_only);
      group.parallel_for(count, [=](sycl::id<1> i) { to[i] = int(i) + round; });
    });
    queue.submit([&](sycl::handler& group) {
      sycl::accessor from(a, group, sycl::read_only);
      sycl::accessor to(b, group, sycl::write_only);
      group.parallel_for(count, [=](sycl::id<1> i) { to[i] = from[count - 1 - i]; });
    });
    queue.submit([&](sycl::handler& group) {
      sycl::accessor from(b, group, sycl::read_only_host_task);
      sycl::accessor to(a, group, sycl::read_write_host_task);
      group.host_task([=] {
        for (size_t i = 0; i < count; ++i) {
          to[i] = from[i] - to[i];
        }
      });
    });
    const sycl::host_accessor seen(a, sycl::read_only);
    CHECK(seen[0] == int(count) - 1 && seen[count - 1] == 1 - int(count));
  }
}

void host_accessor_blocks(sycl::queue& queue) {
  sycl::buffer<int> data{sycl::range<1>(1)};
  sycl::event later;
  {
    sycl::host_accessor host(data);
    host[0] = 1;
    later = queue.submit([&](sycl::handler& group) {
      sycl::accessor to(data, group);
      group.single_task([=] { to[0] *= 10; });
    });
    CHECK(later.get_info<sycl::info::event::command_execution_status>() !=
          sycl::info::event_command_status::complete);
    host[0] = 4;
  }
  later.wait();
  CHECK(sycl::host_accessor(data)[0] == 40);
}

/// A second thread's host accessor waits for a command that waits for the first one's.
void host_accessors_of_threads(sycl::queue& queue) {
  sycl::buffer<int> data{sycl::range<1>(1)};
  auto first = std::make_unique<sycl::host_accessor<int>>(data);
  (*first)[0] = 1;
  queue.submit([&](sycl::handler& group) {
    sycl::accessor to(data, group);
    group.single_task([=] { to[0] += 1; });
  });
  int seen = 0;
  std::thread second([&] { seen = sycl::host_accessor(data)[0]; });
  std::this_thread::sleep_for(std::chrono::milliseconds(20)); // until it waits
  first.reset();
  second.join();
  CHECK(seen == 2);
}

void shapes(sycl::queue& queue) {
  sycl::buffer<int, 2> table{sycl::range<2>(8, 16)};
  queue.submit([&](sycl::handler& group) {
    sycl::accessor to(table, group, sycl::write_only);
    group.parallel_for(table.get_range(), [=](sycl::id<2> i) { to[i] = int(i[0] * 100 + i[1]); });
  });
  queue.submit([&](sycl::handler& group) { // a part: indices begin at its offset
    sycl::accessor part(table, group, sycl::range<2>(2, 3), sycl::id<2>(4, 5), sycl::read_write);
    group.parallel_for(sycl::range<2>(2, 3), [=](sycl::id<2> i) { part[i[0]][i[1]] += 10000; });
  });
  sycl::buffer<int, 2> rows(table, sycl::id<2>(6, 0), sycl::range<2>(2, 16));
  CHECK(rows.is_sub_buffer());
  queue.submit([&](sycl::handler& group) {
    sycl::accessor to(rows, group);
    group.parallel_for(rows.get_range(), [=](sycl::id<2> i) { to[i] = -to[i]; });
  });
  const sycl::host_accessor seen(table);
  CHECK(seen[4][5] == 10405 && seen[5][7] == 10507 && seen[4][8] == 408 && seen[3][5] == 305);
  CHECK(seen[6][1] == -601 && seen[7][15] == -715);
  auto flat = table.reinterpret<int, 1>();
  CHECK(flat.size() == 128);
  CHECK(throws(sycl::errc::invalid,
               [&] { sycl::buffer<int, 2> hole(table, sycl::id<2>(0, 1), sycl::range<2>(2, 3)); }));
  const sycl::host_accessor part(table, sycl::range<2>(2, 2), sycl::id<2>(4, 5), sycl::read_only);
  CHECK(std::accumulate(part.begin(), part.end(), 0) == 10405 + 10406 + 10505 + 10506);
}

/// Three indices in a row make objects on the way whose first member is a pointer.
void subscripts(sycl::queue& queue) {
  std::vector<int> numbers(24);
  std::iota(numbers.begin(), numbers.end(), 1);
  sycl::buffer<int, 3> from(numbers.data(), sycl::range<3>(2, 3, 4));
  sycl::buffer<int> to{sycl::range<1>(3)};
  queue.submit([&](sycl::handler& group) {
    const sycl::accessor read(from, group, sycl::read_only);
    const sycl::accessor write(to, group, sycl::write_only);
    group.single_task([=] {
      write[0] = read[sycl::id<3>(1, 2, 3)];
      write[1] = read[1][2][3];
      write[2] = read[1][0][2];
    });
  });
  const sycl::host_accessor seen(to);
  CHECK(seen[0] == 24 && seen[1] == 24 && seen[2] == 15);
}

void local_memory(sycl::queue& queue) {
  auto* out = sycl::malloc_shared<int>(256, queue);
  queue
      .submit([&](sycl::handler& group) {
        struct nested {
          sycl::local_accessor<char> bytes;
          sycl::local_accessor<int, 2> numbers;
        };
        const nested both = {sycl::local_accessor<char>(3, group),
                             sycl::local_accessor<int, 2>(sycl::range<2>(4, 16), group)};
        group.parallel_for(sycl::nd_range<1>(256, 64), [=](sycl::nd_item<1> item) {
          const size_t i = item.get_local_id(0);
          both.numbers[i / 16][i % 16] = int(i + item.get_group(0));
          if (i < 3) {
            both.bytes[i] = char(i);
          }
          sycl::group_barrier(item.get_group());
          out[item.get_global_id(0)] = both.numbers[3 - i / 16][15 - i % 16] + both.bytes[2];
        });
      })
      .wait();
  CHECK(out[0] == 63 + 2 && out[63] == 2 && out[255] == 5);
  sycl::free(out, queue);
}

/// Local memory is for kernels whose work-groups the program chooses.
void local_memory_without_groups(sycl::queue& queue) {
  auto* out = sycl::malloc_shared<size_t>(1, queue);
  CHECK(throws(sycl::errc::kernel_argument, [&] {
    queue.submit([&](sycl::handler& group) {
      const sycl::local_accessor<int> part(4, group);
      group.single_task([=] { *out = part.size(); });
    });
  }));
  CHECK(throws(sycl::errc::kernel_argument, [&] {
    queue.submit([&](sycl::handler& group) {
      const sycl::local_accessor<int, 2> none(sycl::range<2>(0, 0), group);
      group.parallel_for(4, [=](sycl::id<1>) { *out = none.size(); });
    });
  }));
  // One that the kernel does not have does not matter.
  queue
      .submit([&](sycl::handler& group) {
        const sycl::local_accessor<int> unused(4, group);
        group.single_task([=] { *out = 5; });
      })
      .wait();
  CHECK(*out == 5);
  sycl::free(out, queue);
}

void placeholder(sycl::queue& queue) {
  sycl::buffer<int> data{sycl::range<1>(4)};
  sycl::accessor to(data, sycl::write_only);
  CHECK(to.is_placeholder());
  queue.submit([&](sycl::handler& group) {
    group.require(to);
    group.parallel_for(4, [=](sycl::id<1> i) { to[i] = 3; });
  });
  CHECK(sycl::host_accessor(data)[3] == 3);
}

void task_errors() {
  int found = 0;
  sycl::queue queue(sycl::default_selector_v, [&](sycl::exception_list list) {
    for (const std::exception_ptr& one : list) {
      try {
        std::rethrow_exception(one);
      } catch (const std::runtime_error&) {
        ++found;
      }
    }
  });
  queue.submit([](sycl::handler& group) {
    group.host_task([] { throw std::runtime_error("thrown in a host task"); });
  });
  queue.wait_and_throw();
  CHECK(found == 1);
  CHECK(throws(sycl::errc::invalid, [&] {
    queue.submit([](sycl::handler& group) {
      group.host_task([] {});
      group.host_task([] {});
    });
  }));
}

void properties_of_accessors(sycl::queue& queue) {
  sycl::buffer<int> numbers(4);
  sycl::buffer<int> one(1);
  queue.submit([&](sycl::handler& group) {
    const sycl::accessor plain(numbers, group);
    const sycl::accessor fresh(numbers, group, sycl::write_only, sycl::no_init);
    const sycl::accessor<int, 0> single(one, group, sycl::no_init);
    CHECK(!plain.has_property<sycl::property::no_init>());
    CHECK(fresh.has_property<sycl::property::no_init>());
    CHECK(single.has_property<sycl::property::no_init>());
    (void)single.get_property<sycl::property::no_init>();
    CHECK(throws(sycl::errc::invalid, [&] { plain.get_property<sycl::property::no_init>(); }));
    CHECK(throws(sycl::errc::invalid, [&] {
      const sycl::accessor wrong(numbers, group, sycl::read_only, sycl::no_init);
    }));
  });
  sycl::buffer<int> empty(0);
  CHECK((sycl::host_accessor<int, 0>(empty).empty()));
  CHECK(throws(sycl::errc::invalid, [&] {
    const sycl::host_accessor beyond(numbers, sycl::range<1>(4), sycl::id<1>(1));
  }));
  const sycl::host_accessor fresh(numbers, sycl::no_init);
  CHECK(fresh.has_property<sycl::property::no_init>());
}

/// Accessors that read are made of others, on the host and of local memory.
void reading_accessors(sycl::queue& queue) {
  using local_reader = sycl::local_accessor<const int, 1>;
  static_assert(!std::is_convertible_v<local_reader, sycl::local_accessor<int, 1>>);
  using reader = sycl::host_accessor<const int, 1, sycl::access_mode::read>;
  static_assert(!std::is_convertible_v<reader, sycl::host_accessor<int, 1>>);
  sycl::buffer<int> values{sycl::range<1>(4)};
  queue.submit([&](sycl::handler& group) {
    const sycl::accessor to(values, group, sycl::write_only);
    const sycl::local_accessor<int, 1> part(4, group);
    const sycl::local_accessor<int, 0> one(group);
    const local_reader from = part;
    const sycl::local_accessor<const int, 0> from_one = one;
    group.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) {
      const std::size_t i = item.get_local_id(0);
      part[i] = int(i);
      if (i == 0) {
        one = 7;
      }
      sycl::group_barrier(item.get_group());
      to[i] = from[3 - i] + from_one;
    });
  });
  const sycl::host_accessor all(values);
  const reader read = all;
  const sycl::host_accessor<int, 1, sycl::access_mode::read> again = read;
  CHECK(read[0] == 10 && again[3] == 7 && read.size() == 4);
}

} // namespace

int main() {
  sycl::queue any;
  sycl::queue in_order{sycl::property::queue::in_order()};
  for (sycl::queue* queue : {&any, &in_order}) {
    write_back(*queue);
    copies(*queue);
    order(*queue);
    host_accessor_blocks(*queue);
    host_accessors_of_threads(*queue);
    shapes(*queue);
    subscripts(*queue);
    local_memory(*queue);
    local_memory_without_groups(*queue);
    placeholder(*queue);
    properties_of_accessors(*queue);
  }
  task_errors();
  reading_accessors(any);
  return failures;
}
