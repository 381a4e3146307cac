// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/system.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace {

class System : public testing::Test {
protected:
  System() {
    std::string name = testing::TempDir() + "systemXXXXXX";
    root = mkdtemp(name.data());
  }
  ~System() override { std::filesystem::remove_all(root); }

  /// Whether there may be GPUs where only this file is.
  [[nodiscard]] bool with(const std::string& sign) const {
    const std::filesystem::path file = root.string() + sign;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file).flush();
    const bool result = cuda::may_have_gpus(root);
    std::filesystem::remove(file);
    return result;
  }

  std::filesystem::path root;
};

TEST_F(System, WithoutTheKernelsPartThereAreNoGpus) {
  EXPECT_FALSE(cuda::may_have_gpus(root));
  EXPECT_FALSE(with("/dev/null"));
  EXPECT_FALSE(with("/dev/dri/renderD128"));
}

TEST_F(System, EachSignIsEnough) {
  for (const char* sign : {"/dev/nvidiactl", "/proc/driver/nvidia", "/usr/bin/nvidia-modprobe",
                           "/dev/dxg", "/dev/nvmap"}) {
    EXPECT_TRUE(with(sign)) << sign;
  }
}

} // namespace
