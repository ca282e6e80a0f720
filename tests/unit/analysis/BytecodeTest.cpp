//===- BytecodeTest.cpp ---------------------------------------------------===//

#include "core/analysis/Bytecode.h"

#include <gtest/gtest.h>

using namespace shapels;

namespace {

constexpr const char *text =
    "module {\n  func.func @f(%arg0: tensor<3xf32>) {\n    return\n  }\n}\n";

/// Knows that any text did harm when it was read as a whole.
class Harmed : public CrashGuard {
public:
  bool knowsFailure() const override { return true; }
  std::vector<Failure> failuresOf(Step step,
                                  std::string_view text) const override {
    return step == Step::Load ? std::vector<Failure>(1)
                              : std::vector<Failure>();
  }
};

Conversion written(std::string_view text) {
  return bytecodeOfText(text, {}, CrashGuard::none());
}
Conversion read(std::string_view bytes) {
  return textOfBytecode(bytes, {}, CrashGuard::none());
}

} // namespace

TEST(Bytecode, IsTextAndBack) {
  Conversion bytes = written(text);
  EXPECT_EQ(bytes.problem, "");
  EXPECT_TRUE(isBytecode(bytes.result));
  EXPECT_EQ(read(bytes.result).result, text);
}

TEST(Bytecode, PutsOpsIntoAModule) {
  EXPECT_EQ(read(written("func.func private @f()\n").result).result,
            "module {\n  func.func private @f()\n}\n");
}

TEST(Bytecode, OfUnknownDialectsIsRead) {
  std::string unknown = "module {\n  \"my.op\"() {a = #my.b} : () -> ()\n}\n";
  EXPECT_EQ(read(written(unknown).result).result, unknown);
}

TEST(Bytecode, SaysWhyATextHasNone) {
  EXPECT_EQ(written("\n  func.func @f( {\n").problem.find("line 2, column "),
            0u);
  EXPECT_EQ(written("func.func @f() -> i1 { return }\n").result, "");
}

TEST(Bytecode, SaysWhyAFileHasNoText) {
  EXPECT_NE(read("func.func private @f()").problem, "");
  std::string bytes = written(text).result;
  for (size_t size = 4; size < bytes.size(); size += 7) {
    Conversion cut = read(bytes.substr(0, size));
    EXPECT_EQ(cut.result, "") << size;
    EXPECT_NE(cut.problem, "") << size;
  }
}

TEST(Bytecode, IsNotReadAgainAfterACrash) {
  Harmed guard;
  EXPECT_NE(textOfBytecode(written(text).result, {}, guard).problem, "");
  EXPECT_NE(bytecodeOfText(text, {}, guard).problem, "");
}
