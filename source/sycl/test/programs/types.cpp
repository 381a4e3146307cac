// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types that programs use on both sides: spans, what may be copied to a device, copies of bytes.
#include "check.h"

#include <numeric>

namespace {

struct not_copyable {
  not_copyable(const not_copyable&) {}
};
struct by_permission {
  by_permission(int of) : value(of) {}
  by_permission(const by_permission& other) : value(other.value) {}
  int value;
};

template <typename T> inline constexpr bool copyable = sycl::is_device_copyable_v<T>;

} // namespace

template <> struct sycl::is_device_copyable<by_permission> : std::true_type {};

namespace {

static_assert(copyable<int> && copyable<const double[3]> && copyable<std::string_view>);
static_assert(!copyable<not_copyable> && !copyable<std::string> && !copyable<const not_copyable>);
static_assert(copyable<by_permission> && copyable<const by_permission> &&
              copyable<volatile by_permission> && copyable<by_permission[2]>);
static_assert(copyable<std::pair<int, by_permission>> && copyable<std::tuple<>> &&
              copyable<std::tuple<char, std::pair<int, float>>> && copyable<std::optional<int>> &&
              copyable<std::variant<int, by_permission>> && copyable<std::array<by_permission, 2>>);
static_assert(!copyable<std::pair<int, not_copyable>> && !copyable<std::tuple<std::string, int>>);
static_assert(!std::is_default_constructible_v<sycl::nd_item<2>>);
static_assert(SYCL_DEVICE_COPYABLE == 1);

/// The host compiles members of classes that only devices have, and links them.
void link_members_of_sub_group() {
  std::uint32_t (sycl::sub_group::* volatile linear)() const =
      &sycl::sub_group::get_local_linear_id;
  sycl::range<1> (sycl::sub_group::* volatile size)() const = &sycl::sub_group::get_local_range;
  CHECK(linear != nullptr && size != nullptr);
}

void spans(sycl::queue& queue) {
  int numbers[6] = {0, 1, 2, 3, 4, 5};
  const sycl::span all(numbers);
  static_assert(decltype(all)::extent == 6 && sizeof(all) == sizeof(int*));
  const sycl::span<const int> some = all;
  CHECK(some.size() == 6 && some.data() == numbers && some.size_bytes() == 24);
  CHECK(all.first<2>().back() == 1 && all.last(2).front() == 4 && all.subspan(2, 3)[1] == 3);
  static_assert(decltype(all.subspan<2>())::extent == 4);
  CHECK(all.subspan<2>().front() == 2 && *all.rbegin() == 5);
  std::vector<int> list = {7, 8};
  const sycl::span in_list(list);
  CHECK(std::accumulate(in_list.begin(), in_list.end(), 0) == 15);
  static_assert(!std::is_constructible_v<sycl::span<int>, const std::vector<int>&>);
  static_assert(!std::is_constructible_v<sycl::span<int, 5>, int (&)[6]>);
  CHECK(sycl::span<int>().empty());

  int* memory = sycl::malloc_shared<int>(100, queue);
  const sycl::span<int> on_device(memory, 100);
  const std::pair<int, int> line(3, 4);
  queue
      .parallel_for(100,
                    [=](sycl::id<1> i) { on_device[i] = line.first * int(i[0]) + line.second; })
      .wait();
  CHECK(on_device.front() == 4 && on_device.back() == 301);
  sycl::free(memory, queue);
}

/// multi_ptr of accessors, to anything and back, compared with null.
void multi_pointers(sycl::queue& queue) {
  using space = sycl::access::address_space;
  using decorated = sycl::access::decorated;
  int data[4] = {1, 2, 3, 4};
  bool fine = false;
  {
    sycl::buffer<int> numbers(data, 4);
    sycl::buffer<bool> result(&fine, 1);
    queue.submit([&](sycl::handler& group) {
      const sycl::accessor from(numbers, group, sycl::read_only);
      const sycl::accessor to(result, group, sycl::write_only);
      const sycl::local_accessor<int, 1> local(2, group);
      group.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
        const auto pointer = sycl::multi_ptr(from);
        static_assert(std::is_same_v<decltype(sycl::multi_ptr(local)),
                                     sycl::multi_ptr<int, space::local_space, decorated::no>>);
        using anything = sycl::multi_ptr<const void, space::global_space, decorated::no>;
        const anything any = pointer;
        const auto back = static_cast<std::remove_const_t<decltype(pointer)>>(any);
        const anything direct(from);
        to[0] = back[3] == 4 && back == pointer && direct == any && nullptr < pointer &&
                pointer >= nullptr && !(nullptr >= pointer);
      });
    });
  }
  CHECK(fine);
}

/// A pointer in a variable whose bytes are read.
void bytes_of_pointers(sycl::queue& queue) {
  bool* same = sycl::malloc_shared<bool>(1, queue);
  *same = false;
  queue
      .single_task([=] {
        int from[2] = {42, 43};
        int* const to = sycl::bit_cast<int*>(from);
        const auto* a = reinterpret_cast<const unsigned char*>(&to);
        const auto* b = reinterpret_cast<const unsigned char*>(from);
        bool equal = true;
        for (std::size_t i = 0; i < sizeof(from); ++i) {
          equal = equal && a[i] == b[i];
        }
        *same = equal;
      })
      .wait();
  CHECK(*same);
  sycl::free(same, queue);
}

struct fields {
  unsigned seventeen : 17;
  unsigned char next;
};

/// Three bytes are copied without the fourth; copies into aligned vectors read what is less
/// aligned.
void copies(sycl::queue& queue) {
  auto* bytes = sycl::malloc_shared<char>(12, queue);
  auto* numbers = sycl::malloc_shared<int>(32, queue);
  auto* packed = sycl::malloc_shared<fields>(1, queue);
  for (int i = 0; i < 12; ++i) {
    bytes[i] = char(i);
  }
  for (int i = 0; i < 32; ++i) {
    numbers[i] = i;
  }
  packed->seventeen = 5;
  packed->next = 77;
  queue
      .single_task([=] {
        sycl::vec<char, 3> three;
        three.load(0, bytes);
        three.store(0, bytes + 6);
        packed->seventeen += 0x1fffe;
        int room[8];
        for (int i = 0; i < 8; ++i) {
          room[i] = numbers[i + 1];
        }
        sycl::int8 eight;
        eight.load(0, room);
        for (int i = 0; i < 8; ++i) {
          numbers[16 + i] = room[7 - i];
        }
        (eight + 1).store(0, numbers + 25 - 1);
      })
      .wait();
  CHECK(bytes[6] == 0 && bytes[7] == 1 && bytes[8] == 2 && bytes[9] == 9 && bytes[5] == 5);
  CHECK(packed->seventeen == 3 && packed->next == 77);
  CHECK(numbers[16] == 8 && numbers[23] == 1 && numbers[24] == 2 && numbers[31] == 9);
  sycl::free(bytes, queue);
  sycl::free(numbers, queue);
  sycl::free(packed, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  spans(queue);
  link_members_of_sub_group();
  bytes_of_pointers(queue);
  multi_pointers(queue);
  copies(queue);
  return failures;
}
