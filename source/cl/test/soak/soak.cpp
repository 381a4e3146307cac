// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All kinds of objects are made, used, failed and released by many threads, while things happen to
// the process, for as long as asked (doc/endurance.md):
//   cl_soak [--seconds=N] [--seed=N] [--threads=N] [--kill-workers] [--undisturbed]
// Between rounds, when no object is there, it notes what the process holds; that must not grow.
#include "injector.h"
#include "meter.h"
#include "scenes.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

namespace {

struct Options {
  unsigned seconds = 4;
  unsigned threads = 4;
  uint64_t seed = 1;
  bool kill_workers = false;
  bool undisturbed = false;
} options;

uint64_t now() {
  return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

/// Rounds of equal length: enough to tell warm-up from growth.
constexpr unsigned rounds = 24;

class Soak : public ClBinaryTest {
protected:
  Soak() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "lanewise-soak-XXXXXX").string();
    folder = mkdtemp(pattern.data());
    setenv("LANEWISE_CACHE", "1", 1);
    setenv("LANEWISE_CACHE_DIR", (folder / "cache").c_str(), 1);
    setenv("LANEWISE_CACHE_SIZE", "200K", 1);
    if (options.kill_workers) {
      setenv("LANEWISE_COMPILER", "process", 1);
    }
  }
  ~Soak() override { std::filesystem::remove_all(folder); }

  void play_round(Stage& stage, unsigned round) const {
    const uint64_t end = now() + options.seconds * uint64_t(1'000'000'000) / rounds;
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < options.threads; ++i) {
      threads.emplace_back([&stage, end, seed = (options.seed * 1000 + round) * 1000 + i] {
        Actor actor(stage, seed);
        do {
          actor.play();
        } while (now() < end && !HasFailure());
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  }

  std::filesystem::path folder;
};

TEST_F(Soak, StaysFlat) {
  const Owned<cl_program> program = build();
  Stage stage;
  stage.device = device;
  stage.context = context;
  stage.program = program;
  cl_bool available = CL_FALSE;
  EXPECT_EQ(
      clGetDeviceInfo(device, CL_DEVICE_COMPILER_AVAILABLE, sizeof available, &available, nullptr),
      CL_SUCCESS);
  stage.has_compiler = available;
  stage.builds_may_fail = options.kill_workers;
  stage.allocations_fail = !options.undisturbed;
  std::vector<Holdings> samples;
  for (unsigned round = 0; round < rounds && !HasFailure(); ++round) {
    {
      std::optional<Injector> injector;
      if (!options.undisturbed) {
        injector.emplace(Injector::Options{folder / "cache", options.kill_workers},
                         options.seed * 1000 + round);
      }
      play_round(stage, round);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // threads that nobody joins end
    samples.push_back(Holdings::now());
    std::printf("%3u %% %s, %llu calls\n", (round + 1) * 100 / rounds,
                samples.back().text().c_str(), static_cast<unsigned long long>(stage.calls.load()));
    std::fflush(stdout);
  }
  EXPECT_EQ(find_growth(samples), "") << "seed " << options.seed;
}

TEST(SoakMeter, FindsGrowth) {
  std::vector<Holdings> samples(24, Holdings{100 << 20, 8, 400, 20});
  EXPECT_EQ(find_growth(samples), "");
  for (size_t i = 0; i < samples.size(); ++i) {
    samples[i].descriptors += i;
  }
  EXPECT_EQ(find_growth(samples), "descriptors grow: 37, then 43");
}

bool parse(const char* argument) {
  const auto number = [&](const char* name, auto& value) {
    const size_t length = std::strlen(name);
    if (std::strncmp(argument, name, length) != 0) {
      return false;
    }
    value = static_cast<std::remove_reference_t<decltype(value)>>(
        std::strtoull(argument + length, nullptr, 10));
    return true;
  };
  const auto flag = [&](const char* name, bool& value) {
    return std::strcmp(argument, name) == 0 && (value = true);
  };
  return number("--seconds=", options.seconds) || number("--seed=", options.seed) ||
         number("--threads=", options.threads) || flag("--kill-workers", options.kill_workers) ||
         flag("--undisturbed", options.undisturbed);
}

} // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (!parse(argv[i])) {
      std::fprintf(stderr, "usage: cl_soak [--seconds=N] [--seed=N] [--threads=N] [--kill-workers] "
                           "[--undisturbed]\n");
      return 2;
    }
  }
  return RUN_ALL_TESTS();
}
