// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "archive.h"

#include "linking/linking.h"

namespace {

using builtins::Archive;

std::vector<uint8_t> sample() {
  const builtins::Member members[] = {
      {{"zeta", "alpha"}, {1, 2, 3}}, {{"beta"}, {}}, {{"gamma"}, std::vector<uint8_t>(100, 7)}};
  return builtins::write_archive(members);
}

TEST(Archive, findsWhatWasWritten) {
  const auto data = sample();
  const auto archive = Archive::open(data);
  ASSERT_TRUE(archive) << archive.error();
  EXPECT_EQ(archive->symbol_count(), 4u);
  EXPECT_EQ(archive->member_count(), 3u);
  EXPECT_EQ(archive->symbol_name(0), "alpha");
  EXPECT_EQ(archive->find("zeta"), archive->find("alpha"));
  for (const char* unknown : {"", "alph", "alphaa", "zz"}) {
    EXPECT_EQ(archive->find(unknown), Archive::none) << unknown;
  }
  const auto member = archive->member(archive->find("zeta"));
  ASSERT_TRUE(member) << member.error();
  EXPECT_EQ(std::vector<uint8_t>(member->begin(), member->end()), (std::vector<uint8_t>{1, 2, 3}));
  EXPECT_EQ(archive->member(archive->find("beta")).value().size(), 0u);
}

TEST(Archive, emptyIsFine) {
  const auto data = builtins::write_archive({});
  const auto archive = Archive::open(data);
  ASSERT_TRUE(archive) << archive.error();
  EXPECT_EQ(archive->find("sin"), Archive::none);
}

TEST(Archive, refusedWhereverItIsCut) {
  const auto data = sample();
  for (size_t size = 0; size < data.size(); ++size) {
    EXPECT_FALSE(Archive::open(builtins::bytes_view(data).first(size))) << size;
  }
}

/// True if everything in the archive can be read and is what the sample holds.
bool reads_as_sample(builtins::bytes_view data) {
  const auto archive = Archive::open(data);
  if (!archive) {
    return false;
  }
  for (const char* name : {"alpha", "beta", "gamma"}) {
    const auto found = archive->find(name);
    if (found == Archive::none || !archive->member(found)) {
      return false;
    }
  }
  return true;
}

TEST(Archive, noChangeInIndexOrMembersGoesUnnoticed) {
  auto data = sample();
  ASSERT_TRUE(reads_as_sample(data));
  size_t unnoticed = 0;
  for (size_t i = 0; i < data.size(); ++i) {
    data[i] ^= 0x10;
    unnoticed += reads_as_sample(data);
    data[i] ^= 0x10;
  }
  // Only the zeros between members do not matter.
  EXPECT_LE(unnoticed, 3u * 15u);
}

TEST(Archive, damagedMemberIsAnErrorOfLink) {
  const auto whole = builtins::archive();
  std::vector<uint8_t> data(whole.begin(), whole.end());
  const auto archive = Archive::open(data);
  ASSERT_TRUE(archive);
  const auto member = archive->member(archive->find("_Z13get_global_idj"));
  ASSERT_TRUE(member);
  data[size_t(member->data() - data.data()) + 40] ^= 1;

  const auto damaged = builtins::Library::open(data);
  ASSERT_TRUE(damaged) << damaged.error();
  llvm::LLVMContext context;
  auto module = parse("declare i64 @_Z13get_global_idj(i32)\n", context);
  const auto linked = damaged->link(*module);
  ASSERT_FALSE(linked);
  EXPECT_NE(linked.error().find("checksum"), std::string::npos) << linked.error();
}

} // namespace
