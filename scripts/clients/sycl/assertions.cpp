// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assertions in kernels. One that fails ends the context, so that it comes last.
#include "programs.h"

#include <unistd.h>

namespace {

const std::string source = R"(
KERNEL(1) checks(int* data, int limit) {
  assert(data[ID] < limit && "too large");
  data[ID] += 1;
}
)";

const sycl::nd_range<1> range(64, 16);

bool holds(Kernels& kernels) {
  Shared<int> data(kernels, 64, 1);
  kernels.run("checks", range, data.get(), 2);
  return all_are(data, 64, [](size_t) { return 2; });
}

/// The message goes to the standard output, like the output of kernels; it is a file meanwhile.
bool fails(Kernels& kernels) {
  Shared<int> data(kernels, 64, 1);
  data[20] = 5;
  std::fflush(stdout);
  std::FILE* file = std::tmpfile();
  const int old = dup(1);
  dup2(fileno(file), 1);
  bool thrown = false;
  try {
    kernels.run("checks", range, data.get(), 2);
  } catch (const sycl::exception&) {
    thrown = true;
  }
  std::fflush(stdout);
  dup2(old, 1);
  close(old);
  std::rewind(file);
  std::string text(4096, 0);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  const auto says = [&](const char* part) { return text.find(part) != std::string::npos; };
  return thrown && says("(20, 0, 0)") && says("too large") && says("checks");
}

} // namespace

int main() {
  return run_tests(source, {{"assertions that hold", holds}, {"an assertion that fails", fails}});
}
