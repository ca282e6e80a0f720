//===- FindingsTextTest.cpp - A list that is kept, and one that is made ---===//

#include "server/lsp/FindingsText.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <random>

using namespace shapels;
using nlohmann::json;

namespace {

/// A text in which every word BAD is a finding, which refers to the first REF
/// in front of it, and to the last one.
class FindingsTextTest : public testing::Test {
protected:
  FindingsTextTest() { client.relatedInformation = true; }

  std::vector<Diagnostic> findings() const {
    std::string all(text.text());
    std::vector<Diagnostic> result;
    for (size_t at = all.find("BAD"); at != all.npos;
         at = all.find("BAD", at + 1)) {
      Diagnostic &finding = result.emplace_back();
      finding.range = {{uint32_t(at)}, {uint32_t(at + 3)}};
      finding.message = at % 3 ? "one" : "another \"range\"";
      for (size_t ref : {all.rfind("REF", at), all.rfind("REF")})
        if (ref != all.npos)
          finding.related.push_back(
              {{{uint32_t(ref)}, {uint32_t(ref + 3)}}, "note"});
    }
    return result;
  }
  void edit(uint32_t begin, uint32_t end, std::string with) {
    list.beforeEdit(text, {{begin}, {end}});
    text.apply({{{begin}, {end}}, std::move(with)});
  }
  void update(FindingsText &which) {
    which.update(findings(), text, ClientView(text, uri, client));
  }
  json updated() {
    update(list);
    return json::parse(*list.json());
  }

  lsp::ClientCapabilities client;
  std::string uri = "test:///a";
  TextBuffer text;
  FindingsText list;
};

} // namespace

TEST_F(FindingsTextTest, WithNothingToSayThereIsNothingToDo) {
  EXPECT_EQ(updated(), json::array());
  auto before = list.json();
  edit(0, 0, "fine\n");
  update(list);
  EXPECT_EQ(list.json(), before);
  EXPECT_EQ(list.revision(), 1u);
}

TEST_F(FindingsTextTest, AnEditBehindTheFindingsLeavesTheListAsItIs) {
  text = TextBuffer("REF BAD\nBAD\nend\n");
  EXPECT_EQ(updated().size(), 2u);
  edit(13, 14, "\n\n");
  auto before = list.json();
  update(list);
  EXPECT_EQ(list.json(), before);
}

TEST_F(FindingsTextTest, FindingsMoveWithTheirLines) {
  text = TextBuffer("REF\n\nBAD BAD\nBAD\n");
  updated();
  edit(4, 4, "\n\n");
  json moved = updated();
  EXPECT_EQ(moved[0]["range"]["start"]["line"], 4);
  EXPECT_EQ(moved[2]["range"]["start"]["line"], 5);
  EXPECT_EQ(moved[2]["relatedInformation"][0]["location"]["range"]["start"],
            (json{{"line", 0}, {"character", 0}}));
  EXPECT_EQ(list.revision(), 2u);
}

TEST_F(FindingsTextTest, TheSameListHasTheSameName) {
  text = TextBuffer("BAD\n");
  updated();
  std::string first = list.resultId();
  edit(0, 0, "\n");
  updated();
  EXPECT_NE(list.resultId(), first);
  edit(0, 1, "");
  updated();
  EXPECT_EQ(list.resultId(), first);
}

/// Whatever is edited, the list is as if it were made at once.
TEST_F(FindingsTextTest, IsAFunctionOfTheTextAlone) {
  std::mt19937 random(7);
  auto below = [&](size_t bound) {
    return static_cast<uint32_t>(random() % bound);
  };
  const std::string pieces[] = {"BAD", "REF", "\n", "\r", "\r\n",
                                " ",   "BA",  "D",  "é",  "😀BAD\n"};
  for (int step = 0; step < 4000; ++step) {
    for (uint32_t edits = below(3); edits > 0; --edits) {
      uint32_t begin = below(text.end().value + 1);
      uint32_t end = std::min(begin + below(text.end().value > 200 ? 40 : 4),
                              text.end().value);
      edit(begin, end, pieces[below(std::size(pieces))]);
    }
    update(list);
    FindingsText fresh;
    update(fresh);
    ASSERT_EQ(*list.json(), *fresh.json()) << "step " << step;
    ASSERT_EQ(list.resultId(), fresh.resultId());
  }
}
