// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared, host and device allocations, buffers with accessors, local memory, variables of the
// device.
#include "programs.h"

namespace {

const char source[] = R"(
KERNEL(1) twice(const float* in, float* out) { out[ID] = in[ID] * 2; }
struct Node { Node* next; int value; };
KERNEL(1) walk(Node** heads, int* out) {
  int sum = 0;
  for (Node* node = heads[ID]; node; node = node->next) sum += node->value;
  out[ID] = sum;
}
KERNEL(1) add(sycl::accessor<int, 1> values, int addend) { values[ID] += addend; }
KERNEL(1) reverse_static(int* data) {
  auto item = ITEM;
  auto& tile = *sycl::ext::oneapi::group_local_memory_for_overwrite<int[64]>(item.get_group());
  const size_t l = item.get_local_id(0), n = item.get_local_range(0);
  tile[l] = data[ID];
  sycl::group_barrier(item.get_group());
  data[ID] = tile[n - 1 - l];
}
KERNEL(1) reverse_accessor(int* data, sycl::local_accessor<int, 1> tile) {
  auto item = ITEM;
  const size_t l = item.get_local_id(0), n = item.get_local_range(0);
  tile[l] = data[ID];
  sycl::group_barrier(item.get_group());
  data[ID] = tile[n - 1 - l];
}
KERNEL(2) transpose(const float* in, float* out, sycl::local_accessor<float, 2> tile) {
  auto item = ext::this_work_item::get_nd_item<2>();
  const size_t y = item.get_local_id(0), x = item.get_local_id(1), n = item.get_global_range(1);
  tile[y][x] = in[item.get_global_id(0) * n + item.get_global_id(1)];
  sycl::group_barrier(item.get_group());
  out[(item.get_group(1) * 16 + y) * n + item.get_group(0) * 16 + x] = tile[x][y];
}
struct Closure { float* out; float factors[5]; char pad; double addend; };
KERNEL(1) closure(Closure by_value) {
  by_value.out[ID] = by_value.factors[ID % 5] * ID + float(by_value.addend);
}
KERNEL(1) generic(int* data, int which) {
  auto item = ITEM;
  auto& tile = *sycl::ext::oneapi::group_local_memory_for_overwrite<int[64]>(item.get_group());
  int own = 5;
  tile[item.get_local_id(0)] = 7;
  int* pointer = which == 0 ? &own : which == 1 ? &tile[item.get_local_id(0)] : &data[ID];
  *pointer += ID;
  data[ID] = *pointer;
}
exp_ext::device_global<int[4], decltype(exp_ext::properties(exp_ext::device_image_scope))> counters;
KERNEL(1) count(int* out) {
  sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> counter(counters[ID % 4]);
  out[ID] = counter.fetch_add(1);
}
KERNEL(1) read_counters(int* out) { out[ID] = counters[ID]; }
)";

constexpr size_t count = 512;
const sycl::nd_range<1> range(count, 64);

bool allocation(Kernels& kernels, sycl::usm::alloc kind) {
  sycl::queue& queue = kernels.queue;
  std::vector<float> in(count), out(count);
  for (size_t i = 0; i < count; ++i) {
    in[i] = float(i) * 0.5F;
  }
  auto* a = sycl::malloc<float>(count, queue, kind);
  auto* b = sycl::aligned_alloc<float>(4096, count, queue, kind);
  queue.memcpy(a, in.data(), count * sizeof(float));
  kernels.run("twice", range, a, b);
  queue.memcpy(out.data(), b, count * sizeof(float)).wait();
  const bool known = sycl::get_pointer_type(a + 3, queue.get_context()) == kind &&
                     reinterpret_cast<uintptr_t>(b) % 4096 == 0;
  sycl::free(a, queue);
  sycl::free(b, queue);
  return known && all_are(out, count, [](size_t i) { return float(i); });
}

bool lists(Kernels& kernels) {
  struct Node {
    Node* next;
    int value;
  };
  Shared<Node> nodes(kernels, count);
  Shared<Node*> heads(kernels, count, nullptr);
  Shared<int> out(kernels, count);
  for (size_t i = 0; i < count; ++i) { // node i stands before those 7 places on
    nodes[i] = {i + 7 < count ? &nodes[i + 7] : nullptr, int(i)};
    heads[i] = i % 3 == 2 ? nullptr : &nodes[i];
  }
  kernels.run("walk", range, heads.get(), out.get());
  return all_are(out, count, [](size_t i) {
    int sum = 0;
    for (size_t node = i; i % 3 != 2 && node < count; node += 7) {
      sum += int(node);
    }
    return sum;
  });
}

bool buffers(Kernels& kernels) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 0);
  {
    sycl::buffer<int, 1> buffer(values);
    sycl::buffer<int, 1> half(buffer, sycl::id<1>(count / 2), sycl::range<1>(count / 2));
    const sycl::kernel add = kernels.get("add");
    for (auto [of, addend] :
         {std::pair(&buffer, 1), std::pair(&half, 10), std::pair(&buffer, 100)}) {
      kernels.queue.submit([&](sycl::handler& handler) {
        sycl::accessor<int, 1> access(*of, handler);
        handler.set_args(access, addend);
        handler.parallel_for(sycl::nd_range<1>(of->size(), 32), add);
      });
    }
  }
  return all_are(values, count, [](size_t i) { return int(i) + 101 + (i < count / 2 ? 0 : 10); });
}

bool fills(Kernels& kernels) {
  sycl::queue& queue = kernels.queue;
  Shared<int> a(kernels, 64), b(kernels, 64);
  queue.fill(a.get(), 9, 64);
  queue.memset(a.get() + 8, 0xff, 8 * sizeof(int));
  queue.copy(a.get() + 4, b.get(), 32);
  queue.prefetch(b.get(), 64 * sizeof(int));
  queue.wait_and_throw();
  return all_are(b, 64, [](size_t i) {
    const auto in_a = [](size_t j) { return j >= 8 && j < 16 ? -1 : 9; };
    return i < 32 ? in_a(i + 4) : 0;
  });
}

bool reversed(Kernels& kernels, const char* name, bool with_accessor) {
  Shared<int> data(kernels, count);
  std::iota(data.begin(), data.end(), 0);
  const sycl::kernel kernel = kernels.get(name);
  kernels.queue
      .submit([&](sycl::handler& handler) {
        handler.set_arg(0, data.get());
        if (with_accessor) {
          handler.set_arg(1, sycl::local_accessor<int, 1>(64, handler));
        }
        handler.parallel_for(range, kernel);
      })
      .wait_and_throw();
  return all_are(data, count, [](size_t i) { return int(i / 64 * 64 + 63 - i % 64); });
}

bool transposed(Kernels& kernels) {
  constexpr size_t n = 64;
  Shared<float> in(kernels, n * n), out(kernels, n * n);
  std::iota(in.begin(), in.end(), 0.0F);
  const sycl::kernel kernel = kernels.get("transpose");
  kernels.queue
      .submit([&](sycl::handler& handler) {
        handler.set_args(in.get(), out.get(), sycl::local_accessor<float, 2>({16, 16}, handler));
        handler.parallel_for(sycl::nd_range<2>({n, n}, {16, 16}), kernel);
      })
      .wait_and_throw();
  return all_are(out, n * n, [](size_t i) { return float(i % n * n + i / n); });
}

bool closures(Kernels& kernels) {
  struct Closure {
    float* out;
    float factors[5];
    char pad;
    double addend;
  };
  Shared<float> out(kernels, count);
  kernels.run("closure", range, Closure{out.get(), {1, 2, 3, 4, 5}, 'x', 0.25});
  return all_are(out, count, [](size_t i) { return float(i % 5 + 1) * float(i) + 0.25F; });
}

bool generic_pointers(Kernels& kernels) {
  bool right = true;
  for (int which = 0; which < 3; ++which) {
    Shared<int> data(kernels, count, 9);
    kernels.run("generic", range, data.get(), which);
    right = right && all_are(data, count, [&](size_t i) { return int(i) + 5 + 2 * which; });
  }
  return right;
}

bool device_globals(Kernels& kernels) {
  Shared<int> old(kernels, count), now(kernels, 4);
  kernels.run("count", range, old.get());
  kernels.run("count", range, old.get());
  kernels.run("read_counters", sycl::nd_range<1>(4, 4), now.get());
  std::vector<int> seen(count, 0);
  for (int value : old) { // each number of the second launch is given by all four counters
    seen.at(size_t(value)) += 1;
  }
  return all_are(now, 4, [](size_t) { return int(count / 2); }) &&
         all_are(seen, count, [](size_t i) { return i >= count / 4 && i < count / 2 ? 4 : 0; });
}

} // namespace

int main() {
  using sycl::usm::alloc;
  return run_tests(
      source,
      {
          {"usm shared", [](Kernels& k) { return allocation(k, alloc::shared); }},
          {"usm device", [](Kernels& k) { return allocation(k, alloc::device); }},
          {"usm host", [](Kernels& k) { return allocation(k, alloc::host); }},
          {"usm lists", lists},
          {"buffers and accessors", buffers},
          {"fill, memset, copy, prefetch", fills},
          {"local memory of a group",
           [](Kernels& k) { return reversed(k, "reverse_static", false); }},
          {"local accessor", [](Kernels& k) { return reversed(k, "reverse_accessor", true); }},
          {"local accessor in 2-D", transposed},
          {"closure by value", closures},
          {"generic pointers", generic_pointers},
          {"device globals", device_globals},
      });
}
