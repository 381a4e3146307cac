// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// std::complex in kernels: operators and functions give what they give on the host, infinite and
// zero operands included.
#include <complex>
#include <limits>
#include <vector>

#include "check.h"

namespace {

constexpr int functions = 16;

template <typename T>
std::complex<T> result_of(int function, std::complex<T> a, std::complex<T> b) {
  switch (function) {
  case 0:
    return a * b;
  case 1:
    return a / b;
  case 2:
    return {std::abs(a), std::arg(a)};
  case 3:
    return std::exp(a);
  case 4:
    return std::log(a);
  case 5:
    return std::sqrt(a);
  case 6:
    return std::pow(a, b);
  case 7:
    return std::sin(a);
  case 8:
    return std::cos(a);
  case 9:
    return std::tan(a);
  case 10:
    return std::sinh(a);
  case 11:
    return std::cosh(a);
  case 12:
    return std::tanh(a);
  case 13:
    return std::polar(a.real() * a.real(), b.imag());
  case 14:
    return std::conj(a) + b;
  default:
    return {std::norm(a), (a - b).imag()};
  }
}

template <typename T> bool is_near(T found, T wanted, T size) {
  const T tolerance = std::numeric_limits<T>::epsilon() * 32;
  return found == wanted || (std::isnan(found) && std::isnan(wanted)) ||
         std::fabs(found - wanted) <= tolerance * size;
}

template <typename T> void compare(sycl::queue& queue, const std::vector<std::complex<T>>& values) {
  const int count = int(values.size());
  auto* in = sycl::malloc_shared<std::complex<T>>(count, queue);
  auto* out = sycl::malloc_shared<std::complex<T>>(functions * count * count, queue);
  std::copy(values.begin(), values.end(), in);
  queue
      .parallel_for(sycl::range<3>(functions, count, count),
                    [=](sycl::item<3> item) {
                      out[item.get_linear_id()] = result_of(int(item[0]), in[item[1]], in[item[2]]);
                    })
      .wait();
  for (int i = 0; i < functions * count * count; ++i) {
    const int f = i / (count * count);
    const auto wanted = result_of(f, in[i / count % count], in[i % count]);
    const T size = std::isfinite(std::abs(wanted)) ? std::abs(wanted) : T(0);
    const bool right =
        is_near(out[i].real(), wanted.real(), size) && is_near(out[i].imag(), wanted.imag(), size);
    if (!right) {
      std::printf("function %d of (%g %g) (%g %g): (%g %g) and not (%g %g)\n", f,
                  double(in[i / count % count].real()), double(in[i / count % count].imag()),
                  double(in[i % count].real()), double(in[i % count].imag()), double(out[i].real()),
                  double(out[i].imag()), double(wanted.real()), double(wanted.imag()));
    }
    CHECK(right);
  }
  sycl::free(in, queue);
  sycl::free(out, queue);
}

template <typename T> void products(sycl::queue& queue) {
  const T inf = std::numeric_limits<T>::infinity();
  const std::vector<std::complex<T>> all = {{inf, 1}, {1, -inf}, {inf, inf}, {0, 0}, {3, -4}};
  const int count = int(all.size());
  auto* in = sycl::malloc_shared<std::complex<T>>(count, queue);
  auto* out = sycl::malloc_shared<std::complex<T>>(2 * count * count, queue);
  std::copy(all.begin(), all.end(), in);
  queue
      .parallel_for(sycl::range<2>(count, count),
                    [=](sycl::item<2> item) {
                      out[2 * item.get_linear_id()] = in[item[0]] * in[item[1]];
                      out[2 * item.get_linear_id() + 1] = in[item[0]] / in[item[1]];
                    })
      .wait();
  for (int i = 0; i < count * count; ++i) {
    const std::complex<T> wanted[] = {in[i / count] * in[i % count], in[i / count] / in[i % count]};
    for (int k = 0; k < 2; ++k) {
      CHECK(is_near(out[2 * i + k].real(), wanted[k].real(), T(10)));
      CHECK(is_near(out[2 * i + k].imag(), wanted[k].imag(), T(10)));
    }
  }
  sycl::free(in, queue);
  sycl::free(out, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  compare<float>(queue, {{1.5F, -0.25F}, {-2, 3}, {0.75F, 0}, {-1, -1e-3F}, {-3, 0.5F}, {0.1F, 2}});
  compare<double>(queue, {{1.5, -0.25}, {-2, 3}, {0.75, 0}, {-1, -1e-3}, {-3, 0.5}, {0.1, 2}});
  products<float>(queue);
  products<double>(queue);
  return failures;
}
