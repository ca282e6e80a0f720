//===- FirstHoverTest.cpp - Hovers say what they say with all inferred ----===//
//
// Of a value in a document of which nothing was asked yet only few ops may be
// inferred, and ops that look alike are inferred once. What a hover says is the
// same as where each op of the function is inferred for itself.
//
//===----------------------------------------------------------------------===//

#include "equality/Texts.h"
#include "shape/RandomProgram.h"

#include "core/analysis/Document.h"
#include "core/analysis/Section.h"
#include "core/shape/OpMemo.h"
#include "core/shape/ShapeDemand.h"
#include "server/features/Hover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

using namespace shapels;
using namespace shapels::test;

namespace {

/// While it lives every function is inferred op by op.
class WithoutShortCuts {
public:
  WithoutShortCuts() {
    OpMemo::most = 0;
    ShapeDemand::mostSteps = 0;
  }
  ~WithoutShortCuts() {
    OpMemo::most = kinds;
    ShapeDemand::mostSteps = steps;
  }

private:
  size_t kinds = OpMemo::most;
  unsigned steps = ShapeDemand::mostSteps;
};

/// Where names are defined.
std::vector<DocumentOffset> definitionsIn(Document &document) {
  std::vector<DocumentOffset> places;
  for (const auto &section : document.sections()) {
    const Outline &outline = section->outline();
    for (StatementId id = outline.first(); id != noStatement;
         id = outline.next(id))
      for (const NameOccurrence &name : outline.names(id))
        if (name.isDefinition && name.kind == NameKind::Value)
          places.push_back(section->span().inDocument(name.range.begin));
  }
  return places;
}

std::string hoverAt(Document &document, DocumentOffset place) {
  document.update();
  std::optional<Hover> found = hover(document, place, {});
  return found ? found->text : "nothing";
}

/// Asks at places of the text in any order, and of some in documents of their
/// own.
void checkHovers(const Text &text, unsigned seed) {
  SCOPED_TRACE(text.name);
  std::mt19937 random(seed);
  Document document(text.contents);
  document.update();
  std::vector<DocumentOffset> places = definitionsIn(document);
  std::shuffle(places.begin(), places.end(), random);
  places.resize(std::min<size_t>(places.size(), 40));
  std::vector<std::string> expected;
  {
    WithoutShortCuts scope;
    Document plain(text.contents);
    for (DocumentOffset place : places)
      expected.push_back(hoverAt(plain, place));
  }
  for (size_t i = 0; i < places.size(); ++i) {
    EXPECT_EQ(hoverAt(document, places[i]), expected[i]);
    if (i >= 3)
      continue;
    Document first(text.contents);
    EXPECT_EQ(hoverAt(first, places[i]), expected[i]);
  }
}

unsigned count(const char *variable, unsigned otherwise) {
  const char *given = std::getenv(variable);
  return given ? unsigned(std::atoi(given)) : otherwise;
}

} // namespace

TEST(FirstHover, SaysTheSameInTestData) {
  unsigned seed = 0;
  for (const Text &text : testData())
    checkHovers(text, ++seed);
}

TEST(FirstHover, SaysTheSameInTheCorpus) {
  std::vector<Text> texts = corpus(20'000);
  if (texts.empty())
    GTEST_SKIP() << "../shared/corpus is not there";
  texts.resize(std::min<size_t>(texts.size(), count("SHAPELS_TEXTS", 150)));
  unsigned seed = 0;
  for (const Text &text : texts)
    checkHovers(text, ++seed);
}

TEST(FirstHover, SaysTheSameInRandomPrograms) {
  for (unsigned seed = 1; seed <= count("SHAPELS_PROGRAMS", 40); ++seed)
    checkHovers({"program " + std::to_string(seed), RandomProgram(seed).text()},
                seed);
}

/// A chain of ops of few kinds, some of them strict, and a loop.
TEST(FirstHover, SaysTheSameOfOpsThatLookAlike) {
  std::string text;
  for (const char *attribute :
       {"", " attributes {torch.assume_strict_symbolic_shapes}"}) {
    std::string name = attribute[0] ? "@strict" : "@plain";
    text += "func.func " + name +
            "(%x: tensor<3x8xf32>, %d: tensor<?x8xf32>, %e: tensor<?x8xf32>, "
            "%n: index, %m: index, %c: i1)" +
            attribute + " {\n";
    auto line = [&](const std::string &op) { text += "  " + op + "\n"; };
    for (int i = 0; i < 3; ++i) {
      std::string p = "%p" + std::to_string(i), q = "%q" + std::to_string(i);
      line(p + "a = math.exp %x : tensor<3x8xf32>");
      line(p + "b = tosa.add " + p +
           "a, %x : (tensor<3x8xf32>, "
           "tensor<3x8xf32>) -> tensor<?x8xf32>");
      line(p + "c = tosa.add %d, %e : (tensor<?x8xf32>, tensor<?x8xf32>) -> "
               "tensor<?x8xf32>");
      line(p + "d = tosa.add %d, %d : (tensor<?x8xf32>, tensor<?x8xf32>) -> "
               "tensor<?x8xf32>");
      line(q + "a = arith.addi %n, %n : index");
      line(q + "b = arith.addi %n, %m : index");
      line(q + "c = arith.maxsi %n, %n : index");
      line(q + "d = tensor.empty(" + q + "a) : tensor<?xf32>");
      line(q + "e = tensor.empty(" + q + "b) : tensor<?xf32>");
      line(q + "f = arith.select %c, %n, %n : index");
      line(q + "g = arith.select %c, %n, %m : index");
      line(q + "h = arith.subi %n, %n : index");
      line(q + "i = arith.subi %n, %m : index");
      line(q + "j = tensor.empty(" + q + "h) : tensor<?xf32>");
    }
    line("return");
    text += "}\n";
  }
  for (unsigned seed = 1; seed <= 5; ++seed)
    checkHovers({"alike", text}, seed);
}
