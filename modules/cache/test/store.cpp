// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cache/store.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using cache::bytes;
using cache::Store;
namespace fs = std::filesystem;

constexpr uint64_t large = uint64_t(1) << 30;

bytes make(std::string_view text) { return {text.begin(), text.end()}; }

/// A folder of its own for each test.
struct CacheStore : testing::Test {
  CacheStore() {
    std::string pattern = (fs::temp_directory_path() / "lanewise-cache-XXXXXX").string();
    folder = mkdtemp(pattern.data());
  }
  ~CacheStore() override {
    fs::permissions(folder, fs::perms::owner_all);
    fs::remove_all(folder);
  }
  [[nodiscard]] Store open(uint64_t limit = large) const {
    auto opened = Store::open(folder, limit);
    EXPECT_TRUE(opened) << opened.error();
    return std::move(*opened);
  }
  [[nodiscard]] std::vector<fs::path> files() const {
    return {fs::directory_iterator(folder), fs::directory_iterator()};
  }

  fs::path folder;
};

TEST_F(CacheStore, GivesBackWhatWasInserted) {
  const Store store = open();
  EXPECT_FALSE(store.find(make("a")));
  store.insert(make("a"), make("one"));
  store.insert(make("b"), make(""));
  EXPECT_EQ(store.find(make("a")), make("one"));
  EXPECT_EQ(store.find(make("b")), make(""));
  store.insert(make("a"), make("two"));
  EXPECT_EQ(store.find(make("a")), make("two"));
  EXPECT_EQ(open().find(make("a")), make("two")) << "another store of the same folder";
}

TEST_F(CacheStore, MakesMissingFolders) {
  const auto store = Store::open(folder / "x/y/z", large);
  ASSERT_TRUE(store) << store.error();
  store->insert(make("a"), make("one"));
  EXPECT_EQ(store->find(make("a")), make("one"));
  EXPECT_EQ(fs::status(folder / "x").permissions(), fs::perms::owner_all);
}

TEST_F(CacheStore, RefusesFoldersThatOthersMayWrite) {
  for (const auto bit : {fs::perms::group_write, fs::perms::others_write}) {
    fs::permissions(folder, fs::perms::owner_all | bit);
    const auto store = Store::open(folder, large);
    ASSERT_FALSE(store);
    EXPECT_NE(store.error().find("others may write it"), std::string::npos) << store.error();
  }
}

TEST_F(CacheStore, RefusesFoldersOfAnotherUser) {
  if (geteuid() != 0) {
    GTEST_SKIP() << "only root can give a folder away";
  }
  ASSERT_EQ(chown(folder.c_str(), 12345, 12345), 0);
  const auto store = Store::open(folder, large);
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().find("belongs to another user"), std::string::npos) << store.error();
}

TEST_F(CacheStore, RefusesWhatIsNoFolder) {
  std::ofstream(folder / "file") << "x";
  const auto store = Store::open(folder / "file", large);
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().find("Not a directory"), std::string::npos) << store.error();
}

TEST_F(CacheStore, DropsEntriesChangedOrCutAtAnyByte) {
  const Store store = open();
  store.insert(make("key"), make("value"));
  ASSERT_EQ(files().size(), 1u);
  const fs::path file = files()[0];
  std::ifstream input(file, std::ios::binary);
  const std::string whole(std::istreambuf_iterator<char>(input), {});
  const auto damaged = [&](const std::string& contents) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << contents;
    EXPECT_FALSE(store.find(make("key")));
    EXPECT_FALSE(fs::exists(file)) << "a damaged entry goes when it is met";
  };
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    damaged(changed);
    damaged(whole.substr(0, i));
  }
  store.insert(make("key"), make("value"));
  EXPECT_EQ(store.find(make("key")), make("value"));
}

TEST_F(CacheStore, OneKeyIsNeverTakenForAnother) {
  const Store store = open();
  store.insert(make("one"), make("1"));
  const fs::path first = files()[0];
  store.insert(make("two"), make("2"));
  for (const fs::path& file : files()) {
    if (file != first) { // as if both had the same hash
      fs::copy_file(first, file, fs::copy_options::overwrite_existing);
    }
  }
  EXPECT_FALSE(store.find(make("two")));
  EXPECT_EQ(store.find(make("one")), make("1"));
}

TEST_F(CacheStore, WhatWasNotUsedForLongestGoesFirst) {
  constexpr uint64_t limit = 256 << 10;
  const Store store = open(limit);
  const bytes value(20 << 10);
  for (int i = 0; i < 40; ++i) {
    store.insert(make("key " + std::to_string(i)), value);
    EXPECT_TRUE(store.find(make("key 0"))) << "used all the time, after " << i;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_FALSE(store.find(make("key 1")));
  EXPECT_TRUE(store.find(make("key 39")));
  uint64_t total = 0;
  for (const fs::path& file : files()) {
    total += fs::file_size(file);
  }
  EXPECT_LE(total, limit + limit / 32);
  EXPECT_GE(total, limit / 2);
  store.insert(make("larger than the cache"), bytes(limit + 1));
  EXPECT_TRUE(store.find(make("key 39")));
}

TEST_F(CacheStore, HalfWrittenFilesOfProcessesThatEndedGo) {
  const fs::path old = folder / "lanewise-writing-1-0";
  const fs::path fresh = folder / "lanewise-writing-2-0";
  std::ofstream(old) << "x";
  std::ofstream(fresh) << "x";
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(1));
  open().insert(make("a"), make("one"));
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(fresh)) << "somebody may be writing it";
}

TEST_F(CacheStore, FilesThatAreNotTheCachesStay) {
  const uint64_t limit = 64 << 10;
  const std::string names[] = {
      "thesis.txt",
      "0123456789abcdef0123456789abcdef",            // a hash, but somebody else's
      "lanewise-0123456789abcdef",                   // too short for an entry
      "lanewise-notes-on-vectors-0123456789abcdefg", // as long as an entry
      "writing-to-my-aunt.txt",
      "writing-1-0",
      "lanewise-writing-to-my-aunt",
      "lanewise-writing-1-",
  };
  for (const std::string& name : names) {
    std::ofstream(folder / name) << std::string(2 * limit, 'x');
    fs::last_write_time(folder / name, fs::file_time_type::clock::now() - std::chrono::hours(99));
  }
  const Store store = open(limit);
  for (int i = 0; i < 20; ++i) {
    store.insert(make("key " + std::to_string(i)), bytes(limit / 8));
  }
  for (const std::string& name : names) {
    EXPECT_TRUE(fs::exists(folder / name)) << name;
  }
  EXPECT_TRUE(store.find(make("key 19"))) << "they do not count";
  EXPECT_FALSE(store.find(make("key 0")));
}

/// A daemon closes all descriptors at its start, and its own files then get their numbers.
TEST_F(CacheStore, ClosedDescriptorsAreNotMissed) {
  const pid_t child = fork();
  if (child == 0) {
    const fs::path other = folder / "other";
    fs::create_directory(other);
    const Store store = open(16 << 10);
    store.insert(make("a"), make("one"));
    for (int i = 3; i < 64; ++i) {
      close(i);
    }
    for (int i = 0; i < 32; ++i) {
      static_cast<void>(::open(other.c_str(), O_RDONLY | O_DIRECTORY));
    }
    bool good = store.find(make("a")) == make("one");
    store.insert(make("b"), make("two"));
    good = good && store.find(make("b")) == make("two") && fs::is_empty(other);
    _exit(good ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_F(CacheStore, FollowsNoLinkOfAnotherUser) {
  const fs::path link = folder / "link";
  fs::create_directory(folder / "real");
  fs::create_directory_symlink(folder / "real", link);
  const auto own = Store::open(link, large);
  ASSERT_TRUE(own) << own.error();
  own->insert(make("a"), make("one"));
  EXPECT_EQ(own->find(make("a")), make("one"));
  if (geteuid() != 0) {
    GTEST_SKIP() << "only root can give a link away";
  }
  ASSERT_EQ(lchown(link.c_str(), 12345, 12345), 0);
  EXPECT_FALSE(Store::open(link, large));
  EXPECT_FALSE(own->find(make("a")));
}

TEST_F(CacheStore, AReadOnlyFolderServesWhatItHolds) {
  open().insert(make("a"), make("one"));
  fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  const Store store = open();
  store.insert(make("b"), make("two"));
  EXPECT_EQ(store.find(make("a")), make("one"));
  if (geteuid() != 0) { // who may write everywhere
    EXPECT_FALSE(store.find(make("b")));
  }
}

TEST_F(CacheStore, AFolderThatIsRemovedIsForgotten) {
  const Store store = open();
  store.insert(make("a"), make("one"));
  fs::remove_all(folder);
  EXPECT_FALSE(store.find(make("a")));
  store.insert(make("a"), make("one"));
  EXPECT_FALSE(store.find(make("a")));
  fs::create_directory(folder); // for the destructor
}

/// The nearest to a full disk without filling one: files may not grow beyond a limit.
TEST_F(CacheStore, WhatCannotBeWrittenWholeIsForgotten) {
  const pid_t child = fork();
  if (child == 0) {
    const Store store = open();
    const rlimit limit = {1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    store.insert(make("large"), bytes(5000)); // SIGXFSZ would end the process
    store.insert(make("small"), make("one"));
    sigset_t pending;
    sigpending(&pending);
    const bool as_it_should = !store.find(make("large")) &&
                              store.find(make("small")) == make("one") && files().size() == 1 &&
                              !sigismember(&pending, SIGXFSZ);
    _exit(as_it_should ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

/// Each value contains its key, so that a mixture of two would show.
bool values_are_whole(const Store& store, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) {
    const bytes key = make("key " + std::to_string(round % 7));
    bytes value;
    for (unsigned i = 0; i < 500 + round * 13 % 1000; ++i) {
      value.insert(value.end(), key.begin(), key.end());
    }
    store.insert(key, value);
    const auto found = store.find(key);
    for (size_t i = 0; found && i < found->size(); ++i) {
      if ((*found)[i] != key[i % key.size()]) {
        return false;
      }
    }
  }
  return true;
}

TEST_F(CacheStore, ManyProcessesAndThreadsAtOnce) {
  constexpr int processes = 4;
  for (int i = 0; i < processes; ++i) {
    if (fork() == 0) {
      const Store store = open(200 << 10);
      bool other = false;
      std::thread thread([&] { other = values_are_whole(store, 300); });
      const bool mine = values_are_whole(store, 300);
      thread.join();
      _exit(mine && other ? 0 : 1);
    }
  }
  for (int i = 0; i < processes; ++i) {
    int status = 0;
    ASSERT_GT(wait(&status), 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  for (const fs::path& file : files()) {
    EXPECT_FALSE(file.filename().string().starts_with("lanewise-writing-")) << file;
  }
}

} // namespace
