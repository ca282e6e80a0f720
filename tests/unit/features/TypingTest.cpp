//===- TypingTest.cpp - In the middle of typing, all else is alive --------===//

#include "analysis/Findings.h"

#include "server/features/Hover.h"
#include "server/features/Symbols.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// A function with one finding, in its third line, and its name in the names.
std::string function(const std::string &name) {
  return "func.func @" + name +
         "(%a: tensor<2xi32>, %b: tensor<3xi32>) -> tensor<2xi32> {\n"
         "  %" +
         name +
         "_sum = tosa.add %a, %a : (tensor<2xi32>, tensor<2xi32>) -> "
         "tensor<2xi32>\n"
         "  %1 = \"test.broadcastable\"(%a, %b) : (tensor<2xi32>, "
         "tensor<3xi32>) -> tensor<*xi32>\n"
         "  return %" +
         name + "_sum : tensor<2xi32>\n}\n";
}

const std::string first = function("first"), last = function("last");
const std::string middle = "func.func @middle(%c: i1, %x: f32) -> f32 {\n"
                           "  %0 = arith.negf %x : f32\n"
                           "  %1 = arith.addf %0, %x : f32\n"
                           "  return %1 : f32\n"
                           "}\n";

/// How a function is while somebody works on it.
struct Typing {
  const char *name;
  /// Put behind the first of these texts in the middle function, in place of as
  /// many characters.
  std::string at;
  uint32_t removed;
  std::string typed;
};

const Typing typings[] = {
    {"an op's name", "negf %x : f32\n", 0, "  %2 = tosa.ad"},
    {"an open quote", "negf %x : f32\n", 0, "  \"tosa.ad"},
    {"an open brace", "negf %x : f32\n", 0, "  scf.if %c {\n"},
    {"an open angle", "negf %x : f32\n", 0, "  %2 = arith.constant dense<\n"},
    {"an open parenthesis", "negf %x : f32\n", 0, "  %2 = \"a.b\"(%x\n"},
    {"an open comment", "negf %x : f32\n", 0, "  /\n"},
    {"the beginning of a label", "negf %x : f32\n", 0, "^b\n"},
    {"the beginning of an alias", "negf %x : f32\n", 0, "#a =\n"},
    {"a brace too many", "negf %x : f32\n", 0, "}\n"},
    {"the closing brace deleted", "return %1 : f32\n", 1, ""},
    {"the opening brace deleted", "-> f32 ", 1, ""},
    {"the signature opened", "@middle", 0, "("},
    {"the name deleted", "func.func ", 7, ""},
    {"a type opened", "%x: ", 0, "tensor<"},
};

std::string hoverAt(const Document &document, std::string_view text) {
  auto at = document.buffer().text().find(text);
  auto shown = hover(document, {static_cast<uint32_t>(at)}, {});
  return shown ? shown->text : "none";
}

/// What is said from `text` on, in as many lines as it has.
std::string saidIn(const Document &document, const std::string &text) {
  auto begin = static_cast<uint32_t>(document.buffer().text().find(text));
  std::string said;
  for (const Diagnostic &diagnostic : document.diagnostics())
    if (diagnostic.range.begin.value >= begin &&
        diagnostic.range.begin.value < begin + text.size())
      said += diagnostic.message + "\n";
  return said;
}

std::vector<std::string> names(const std::vector<OutlineSymbol> &symbols) {
  std::vector<std::string> found;
  for (const OutlineSymbol &symbol : symbols) {
    found.push_back(symbol.name);
    std::vector<std::string> nested = names(symbol.children);
    found.insert(found.end(), nested.begin(), nested.end());
  }
  return found;
}

void expectAlive(const Document &document, const char *name) {
  constexpr const char *message =
      "dimension 0 does not broadcast: %a has 2, %b has 3\n";
  EXPECT_EQ(saidIn(document, first), message) << name;
  EXPECT_EQ(saidIn(document, last), message) << name;
  for (const char *value : {"%first_sum", "%last_sum"})
    EXPECT_NE(hoverAt(document, value).find("tensor<2xi32>"), std::string::npos)
        << name << ": " << hoverAt(document, value);
  std::vector<std::string> symbols = names(documentSymbols(document));
  EXPECT_EQ(std::ranges::count(symbols, "first"), 1) << name;
  EXPECT_EQ(std::ranges::count(symbols, "last"), 1) << name;
}

} // namespace

TEST(Typing, KeepsAllOtherFunctionsAlive) {
  for (const Typing &typing : typings) {
    Document document(first + middle + last);
    document.update();
    EXPECT_EQ(document.diagnostics().size(), 2u);
    size_t at = document.buffer().text().find(typing.at, first.size());
    ASSERT_NE(at, std::string_view::npos) << typing.name;
    auto begin = static_cast<uint32_t>(at + typing.at.size());
    document.edit({{{begin}, {begin + typing.removed}}, typing.typed});
    document.update();
    EXPECT_GT(document.diagnostics().size(), 2u) << typing.name;
    expectAlive(document, typing.name);
    Document opened{std::string(document.buffer().text())};
    opened.update();
    expectAlive(opened, typing.name);
  }
}

/// A thousand broken statements over a hundred thousand good ones.
TEST(Typing, AThousandErrorsHideNothing) {
  constexpr size_t functions = 1000, opsOfOne = 100;
  std::string text;
  std::vector<DocumentOffset> ops;
  for (size_t number = 0; number < functions; ++number) {
    text +=
        "func.func @f" + std::to_string(number) + "(%v0: tensor<4xf32>) {\n";
    for (size_t op = 1; op <= opsOfOne; ++op) {
      if (op == opsOfOne / 2)
        text += "  %broken = arith.adf %v1\n";
      std::string before = "%v" + std::to_string(op - 1);
      ops.push_back({static_cast<uint32_t>(text.size() + 2)});
      text += "  %v" + std::to_string(op) + " = arith.addf " + before +
              ", %v0 : tensor<4xf32>\n";
    }
    text += "  return\n}\n";
  }
  Document document(text);
  document.update();
  EXPECT_EQ(document.diagnostics().size(), functions);
  for (const Diagnostic &diagnostic : document.diagnostics())
    EXPECT_EQ(diagnostic.message,
              "custom op 'arith.adf' is unknown; did you mean 'arith.addf'?");
  // Each function, and in it all places by turns.
  size_t silent = 0;
  for (size_t at = 0; at < ops.size(); at += 23) {
    std::optional<Hover> shown = hover(document, ops[at], {});
    silent += !shown || shown->text.find("tensor<4xf32>") == std::string::npos;
  }
  EXPECT_EQ(silent, 0u);
}
