// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue{sycl::property::queue::in_order()};
  queue.submit([&](sycl::handler& group) {
    const sycl::stream out(4096, 256, group);
    group.single_task([=] {
      out << "numbers " << 42 << ' ' << -7L << ' ' << sycl::hex << sycl::showbase << 255
          << sycl::dec << ' ' << true << sycl::endl;
      out << 1.5f << ' ' << 0.0 << ' ' << -1234567.0 << ' ' << 1e-7f << ' ' << 0.1 << sycl::endl;
      out << sycl::fixed << sycl::setprecision(2) << 3.14159 << ' ' << 0.005 << ' ' << 100.0
          << sycl::endl;
      out << sycl::scientific << sycl::setprecision(3) << 65504.0f << sycl::setw(5) << 12
          << sycl::endl;
      out << sycl::int4(1, 2, 3, 4) << ' ' << sycl::id<2>(5, 6) << ' ' << sycl::range<1>(7)
          << sycl::endl;
    });
  });
  // Statements of many work-items do not mix; what does not fit is left out.
  queue
      .submit([&](sycl::handler& group) {
        const sycl::stream out(11 * 32, 64, group);
        group.parallel_for(100, [=](sycl::id<1>) { out << "item" << ' ' << "said" << '\n'; });
      })
      .wait();
}
