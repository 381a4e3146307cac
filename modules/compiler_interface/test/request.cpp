// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler_interface/request.h"

#include "compiler_interface/budget.h"
#include "compiler_interface/channel.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace {

using namespace compiler;

TEST(Request, readsBackWhatWasWritten) {
  Request request;
  request.operation = Operation::compile;
  request.device = "host";
  request.options = "-DN=1";
  request.source = "kernel void f() {}";
  request.source_name = "f.cl";
  request.headers = {{"a.h", "int a;"}, {"b/c.h", ""}};
  request.inputs = {{1, 2, 3}, {}};
  request.il = {4, 5};
  request.specializations = {{7, {1, 0}}, {8, {}}};
  request.launch = {"k",
                    {8, 4, 1},
                    2,
                    true,
                    {{ArgumentFact::Kind::sampler, 3, {4, 0}},
                     {ArgumentFact::Kind::integer, 4, {1, 0x80000000}}}};
  request.kernels = {"k", "l"};
  request.code_offset = 7;
  request.variants_follow = true;
  const auto read = read_request(write(request));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, request);
}

TEST(Request, refusedWhereverItIsCut) {
  const auto whole =
      write(Request{Operation::link, "host", "", "", "", {{"h", "t"}}, {{1, 2}}, {3}, {{4, {5}}}});
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(read_request(binary::bytes_view(whole).first(size))) << size;
  }
}

TEST(Response, readsBackWhatWasWritten) {
  Response response = refusal(Status::failure, "error: no\n");
  response.binary = {7, 8};
  response.files = {{"/a.h", FileUse::Kind::file, {1, 2}}, {"/b.h", FileUse::Kind::missing, {}}};
  response.working_directory = "/tmp";
  response.repeatable = false;
  response.phases = {{"optimise", 5, 7}};
  const auto read = read_response(write(response));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, response);
  EXPECT_FALSE(read_response({}));
}

TEST(Targets, readsBackWhatWasWritten) {
  std::vector<TargetInfo> targets{{"host", "the CPU", {{"-x", true, "help"}, {"-y", false, ""}}}};
  const auto read = read_targets(write(targets));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, targets);
}

TEST(Greeting, isReadAsItWasWritten) {
  auto message = write(Greeting{"a build", 4711});
  const auto read = read_greeting(message);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->build, "a build");
  EXPECT_EQ(read->process, 4711);
  message.pop_back();
  EXPECT_FALSE(read_greeting(message));
}

TEST(Patience, endsWithTheProcessorTimeThatIsAllowed) {
  using namespace std::chrono_literals;
  Patience patience(80s);
  EXPECT_EQ(patience.after(0s), 10s);
  EXPECT_EQ(patience.after(72s), 8s);
  EXPECT_EQ(patience.after(72s), 8s) << "however late it is";
  EXPECT_EQ(patience.after(80s), 0s);
}

TEST(Errand, hasNoVariablesOfASecureProcess) {
  setenv("LANEWISE_VECTORIZE", "4", 1);
  const auto names = [](bool secure) { return make_errand({}, secure).variables; };
  EXPECT_NE(std::ranges::count(names(false), "LANEWISE_VECTORIZE=4"), 0);
  EXPECT_TRUE(names(true).empty());
  unsetenv("LANEWISE_VECTORIZE");
}

} // namespace
