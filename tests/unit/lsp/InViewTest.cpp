//===- InViewTest.cpp - What is in view comes first -----------------------===//

#include "DocumentSessionFixture.h"

#include <algorithm>

using namespace shapels;
using namespace shapels::test;

namespace {

std::string function(int number, std::string_view result = "8") {
  return "func.func @f" + std::to_string(number) +
         "(%a: tensor<8xf32>) {\n"
         "  %0 = tosa.add %a, %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<" +
         std::string(result) + "xf32>\n  return\n}\n";
}

/// Functions that one thread parses, for the sake of a word; the first and the
/// last one are wrong.
std::string longOpening(std::string last = function(1, "9")) {
  std::string text = function(0, "9");
  for (int i = 2; text.size() < 300'000; ++i)
    text += function(i);
  return text + last + "// distinct[\n";
}

class InView : public DocumentSessionTest {
protected:
  void open(std::string text) {
    size = text.size();
    DocumentSessionTest::open(std::move(text));
  }
  /// Asks about a line; the answer is whether all of the text is there.
  void askAt(uint32_t line) {
    auto answer = [this](const Document &document) {
      EXPECT_TRUE(document.isUpToDate());
      return std::string(document.buffer().end().value == size ? "whole"
                                                               : "part");
    };
    session->query(DocumentSession::Needs::Analysis, ReplyOnce(answers, 1, {}),
                   answer, DocumentSession::InView{{line, line}, answer});
  }
  std::vector<size_t> findings() const {
    std::vector<size_t> counts;
    for (const auto &params : published)
      counts.push_back(json::parse(*params.diagnosticsJson).size());
    return counts;
  }

  size_t size = 0;
};

} // namespace

TEST_F(InView, IsAnsweredWhileTheRestIsParsed) {
  open(longOpening());
  crashGuard.whileParsing = [&] {
    askAt(5);
    others->runAll();
    EXPECT_EQ(answers->texts, std::vector<std::string>{"part"});
  };
  settle();
  EXPECT_EQ(answers->texts, std::vector<std::string>{"part"});
}

TEST_F(InView, IsAnsweredBeforeTheRestIsBegun) {
  open(longOpening());
  askAt(5);
  settle();
  EXPECT_EQ(answers->texts, std::vector<std::string>{"part"});
}

TEST_F(InView, FindingsOfTheFirstLinesAreSentAhead) {
  open(longOpening());
  crashGuard.whileParsing = [&] {
    others->runAll();
    io.runAll();
    EXPECT_EQ(findings(), std::vector<size_t>{1});
  };
  settle();
  EXPECT_EQ(findings(), (std::vector<size_t>{1, 2}));
}

TEST_F(InView, FindingsAreNotRepeated) {
  open(longOpening(""));
  crashGuard.whileParsing = [&] {
    others->runAll();
    io.runAll();
  };
  settle();
  EXPECT_EQ(findings(), std::vector<size_t>{1});
}

TEST_F(InView, WhatRestsOnOthersWaits) {
  std::string text =
      longOpening("func.func @g(%a: tensor<8xf32>) {\n"
                  "  call @f0(%a) : (tensor<8xf32>) -> ()\n  return\n}\n");
  size_t call = text.find("  call");
  open(text);
  crashGuard.whileParsing = [&] {
    askAt(uint32_t(
        std::count(text.begin(), text.begin() + ptrdiff_t(call), '\n')));
    others->runAll();
    EXPECT_TRUE(answers->texts.empty());
  };
  settle();
  EXPECT_EQ(answers->texts, std::vector<std::string>{"whole"});
}

TEST_F(InView, IsOfTheWholeAfterwards) {
  open(longOpening());
  settle();
  askAt(5);
  settle();
  EXPECT_EQ(answers->texts, std::vector<std::string>{"whole"});
}

TEST_F(InView, IsOfTheWholeInShortTexts) {
  open(function(0) + function(1));
  askAt(1);
  settle();
  EXPECT_EQ(answers->texts, std::vector<std::string>{"whole"});
}
