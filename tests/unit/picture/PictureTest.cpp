//===- PictureTest.cpp ----------------------------------------------------===//

#include "core/analysis/Picture.h"
#include "core/analysis/Document.h"
#include "core/analysis/FunctionsOf.h"
#include "server/picture/PictureJson.h"

#include <gmock/gmock.h>

#include <cstring>

using namespace shapels;
using testing::ElementsAre;

static std::vector<FunctionPicture> drawn(const Document &document,
                                          std::string_view function = "",
                                          uint32_t mostOps = UINT32_MAX) {
  std::vector<FunctionPicture> all;
  for (const std::unique_ptr<Section> &section : document.sections())
    for (FunctionPicture &picture : picturesOf(
             document, *section, functionsOf(*section, function), mostOps))
      all.push_back(std::move(picture));
  return all;
}

static std::string textOf(const Document &document) {
  std::string text;
  for (const FunctionPicture &picture : drawn(document))
    text += pictureJson(picture, document.buffer(), PositionEncoding::Utf8)
                .dump(1) +
            "\n";
  return text;
}

static FunctionPicture onlyOne(const std::string &text,
                               std::string_view function = "",
                               uint32_t mostOps = UINT32_MAX) {
  Document document(text);
  document.update();
  std::vector<FunctionPicture> all = drawn(document, function, mostOps);
  EXPECT_EQ(all.size(), 1u);
  return all.empty() ? FunctionPicture() : all[0];
}

static std::vector<std::string> losses(const FunctionPicture &picture) {
  std::vector<std::string> all;
  for (const PictureValue &value : picture.values)
    if (!value.lost.empty())
      all.push_back(value.name);
  return all;
}

/// A size that an op gives from nothing is new, and not lost.
TEST(Picture, LostIsWhatWasKnownBefore) {
  FunctionPicture picture = onlyOne(R"(
func.func @f(%a: tensor<?x4xf32>, %n: index) {
  %new = "my.load"() : () -> tensor<?xf32>
  %made = tensor.empty(%n) : tensor<?xf32>
  %kept = tosa.tanh %a : (tensor<?x4xf32>) -> tensor<?x?xf32>
  %cast = tensor.cast %a : tensor<?x4xf32> to tensor<*xf32>
  %lost = "my.op"(%a) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %rank = "my.op"(%a) : (tensor<?x4xf32>) -> tensor<*xf32>
  return
})");
  EXPECT_THAT(losses(picture), ElementsAre("%lost", "%rank"));
  EXPECT_EQ(picture.values.back().shape, "[*]");
}

TEST(Picture, SymbolsComeFromTheNodesThatGiveThem) {
  FunctionPicture picture = onlyOne(R"(
// shapels: %b = [B]
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = "my.load"() : () -> tensor<?xf32>
  return
})");
  std::vector<std::string> given;
  for (const PictureSymbol &symbol : picture.symbols)
    given.push_back(symbol.text + " from " + picture.nodes[symbol.node].name);
  EXPECT_THAT(given, testing::UnorderedElementsAre("%a[0] from %a", "B from %b",
                                                   "%1[0] from my.load"));
}

TEST(Picture, OfALongFunctionIsOneNode) {
  const char *text = "func.func @f(%a: tensor<?xf32>) {\n"
                     "  %0 = tosa.tanh %a : (tensor<?xf32>) -> tensor<?xf32>\n"
                     "  return\n}\n";
  EXPECT_EQ(onlyOne(text, "f", 2).nodes.size(), 4u);
  FunctionPicture cut = onlyOne(text, "f", 1);
  EXPECT_TRUE(cut.isCut);
  EXPECT_EQ(cut.ops, 2u);
  EXPECT_EQ(cut.nodes.size(), 1u);
}

TEST(Picture, IsOfTheFunctionOfAName) {
  std::string text = "func.func @f(%a: tensor<?xf32>) {\n  return\n}\n"
                     "func.func @g(%a: tensor<?xf32>) {\n  return\n}\n";
  EXPECT_EQ(onlyOne(text, "g").name, "g");
  EXPECT_EQ(onlyOne(text, "@f").name, "f");
}

/// What does not parse is there under the name that the text has for it.
TEST(Picture, OfBrokenText) {
  FunctionPicture picture = onlyOne("func.func @f(%a: tensor<?xf32>) {\n"
                                    "  %0 = tosa.tanh %a : tensor<?xf32\n"
                                    "  return\n}\n");
  ASSERT_EQ(picture.nodes.size(), 4u);
  EXPECT_EQ(picture.nodes[2].name, "tosa.tanh");
  EXPECT_NE(picture.nodes[2].conflict, "");
}

TEST(Picture, AfterEditsIsThatOfAFreshDocument) {
  std::string text = R"(
func.func @f(%c: i1, %a: tensor<?x4xf32>, %b: tensor<4x4xf32>) -> tensor<?x4xf32> {
  %0 = "tosa.add"(%a, %b) : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  %1 = scf.if %c -> tensor<?x4xf32> {
    scf.yield %0 : tensor<?x4xf32>
  } else {
    scf.yield %a : tensor<?x4xf32>
  }
  return %1 : tensor<?x4xf32>
}
)";
  Document document(text);
  document.update();
  std::string before = textOf(document);
  for (auto [from, to] :
       {std::pair("%a, %b)", "%a, %a)"), std::pair("yield %a", "yield %0"),
        std::pair("4x4xf32>)", "3x4xf32>)"), std::pair("tosa.add", "my.op"),
        std::pair("@f", "@renamed"), std::pair("return %1", "ret %1"),
        std::pair("ret %1", "return %1")}) {
    std::string now(document.buffer().text());
    uint32_t at = uint32_t(now.find(from));
    ASSERT_LT(at, now.size()) << from;
    document.edit({{{at}, {at + uint32_t(strlen(from))}}, to});
    document.update();
    Document fresh{std::string(document.buffer().text())};
    fresh.update();
    EXPECT_EQ(textOf(document), textOf(fresh)) << to;
    EXPECT_NE(textOf(document), before) << to;
    before = textOf(document);
  }
}
