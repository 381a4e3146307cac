// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sycl_ext_oneapi_graph on devices that have less: no command buffers, and none that can be
// updated. This program's clGetDeviceInfo stands before the loader's and hides extensions.
#include "check.h"

#include <CL/cl.h>
#include <cstring>
#include <dlfcn.h>
#include <vector>

namespace {

const char* hidden = "";
const char* older = ""; ///< is there in its first revision

} // namespace

extern "C" cl_int clGetDeviceInfo(cl_device_id device, cl_device_info name, size_t size,
                                  void* value, size_t* size_ret) {
  static const auto real =
      reinterpret_cast<decltype(&clGetDeviceInfo)>(dlsym(RTLD_NEXT, "clGetDeviceInfo"));
  size_t used = 0;
  const cl_int status = real(device, name, size, value, &used);
  if (size_ret) {
    *size_ret = used;
  }
  if (status == CL_SUCCESS && value && name == CL_DEVICE_EXTENSIONS_WITH_VERSION) {
    auto* const all = static_cast<cl_name_version*>(value);
    for (size_t i = 0; i < used / sizeof(*all); ++i) {
      if (std::strcmp(all[i].name, hidden) == 0) {
        all[i].name[0] = '-';
      }
      if (std::strcmp(all[i].name, older) == 0) {
        all[i].version = CL_MAKE_VERSION(0, 9, 0);
      }
    }
  }
  return status;
}

namespace {

namespace ext = sycl::ext::oneapi::experimental;
using graph_type = ext::command_graph<>;
using sycl::errc;

void no_graphs(sycl::queue& queue) {
  const sycl::device device = queue.get_device();
  CHECK(!device.has(sycl::aspect::ext_oneapi_graph));
  CHECK(!device.has(sycl::aspect::ext_oneapi_limited_graph));
  CHECK(throws(errc::invalid, [&] { graph_type graph(queue); }));
  CHECK(throws(errc::invalid, [&] { graph_type graph(device); }));
  CHECK(throws(errc::invalid, [&] { graph_type graph(queue.get_context(), device); }));
}

/// Updates record the commands anew; submissions that run keep theirs.
void updates(sycl::queue& queue) {
  CHECK(queue.get_device().has(sycl::aspect::ext_oneapi_graph));
  int* at = sycl::malloc_shared<int>(64, queue);
  std::vector<int> seen;
  graph_type graph(queue);
  ext::node clear = graph.add([&](sycl::handler& to) { to.memset(at, 0, 64 * sizeof(int)); });
  ext::node add = graph.add(
      [&](sycl::handler& to) {
        to.parallel_for(sycl::range<1>(1), [=](sycl::id<1> i) { at[i] += 1; });
      },
      {ext::property::node::depends_on(clear)});
  graph.add(
      [&](sycl::handler& to) {
        to.host_task([&seen, at] {
          int sum = 0;
          for (int i = 0; i < 64; ++i) {
            sum += at[i];
          }
          seen.push_back(sum);
        });
      },
      {ext::property::node::depends_on(add)});
  auto executable = graph.finalize({ext::property::graph::updatable()});
  std::vector<int> wanted;
  for (int items = 1; items <= 20; ++items) {
    add.update_range(sycl::range<1>(size_t(items)));
    executable.update(add);
    queue.ext_oneapi_graph(executable);
    wanted.push_back(items);
  }
  queue.wait();
  CHECK(seen == wanted);
  sycl::free(at, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  hidden = "cl_khr_command_buffer";
  no_graphs(queue);
  hidden = "";
  older = "cl_khr_command_buffer";
  no_graphs(queue);
  older = "cl_khr_command_buffer_mutable_dispatch";
  updates(queue);
  older = "";
  hidden = "cl_khr_command_buffer_mutable_dispatch";
  updates(queue);
  hidden = "";
  updates(queue);
  return failures;
}
