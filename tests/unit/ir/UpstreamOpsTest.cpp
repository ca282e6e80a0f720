#include "core/ir/context/Dialects.h"
#include "core/ir/context/RegisteredOps.h"
#include "core/upstream/Upstream.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include <gmock/gmock.h>

#include <set>
#include <tuple>

using namespace shapels;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(UpstreamOpsTest, EveryRegisteredOpHasADefinition) {
  // No .td file defines these: they are C++ alone.
  const std::set<std::string, std::less<>> exceptions = {"affine.dma_start",
                                                         "affine.dma_wait"};
  const Catalogue &known = *upstreamCatalogue();
  const Dialects &dialects = Dialects::upstream();
  std::vector<std::string> missing;
  size_t count = 0;
  for (std::string_view dialect : dialects.names())
    for (std::string_view op : dialects.ops().opsOf(dialect)) {
      std::string name = std::string(dialect) + "." + std::string(op);
      ++count;
      if (known.op(name).has_value() == exceptions.contains(name))
        missing.push_back(name);
    }
  EXPECT_GT(count, 2000u);
  EXPECT_THAT(missing, IsEmpty());
}

TEST(UpstreamOpsTest, TheTableOfTheBuildIsWhatDialectsRegister) {
  auto context = Dialects::upstream().makeContext();
  context->loadAllAvailableDialects();
  using Row = std::tuple<std::string_view, bool, bool, bool>;
  auto rowOf = [](const RegisteredOp &op) {
    return Row(op.name, op.definesSymbol, op.hasNoRegions, op.isBare);
  };
  std::set<Row> registered, table;
  for (mlir::RegisteredOperationName name : context->getRegisteredOperations())
    registered.insert(rowOf(registeredOp(name)));
  for (const RegisteredOp &op : upstreamOps())
    table.insert(rowOf(op));
  EXPECT_EQ(table, registered);
}

TEST(UpstreamOpsTest, TellsWhatTheDefinitionSays) {
  std::optional<OpDefinition> op = upstreamCatalogue()->op("tosa.add");
  ASSERT_TRUE(op);
  EXPECT_EQ(op->summary, "Elementwise addition operator.");
  EXPECT_THAT(op->description, HasSubstr("\n"));
  ASSERT_EQ(op->operands.size(), 2u);
  EXPECT_EQ(op->operands[0].name, "input1");
  EXPECT_THAT(op->operands[0].constraint, HasSubstr("tensor"));
  EXPECT_TRUE(op->hasTrait("::mlir::OpTrait::ResultsBroadcastableShape"));
  EXPECT_THAT(op->assemblyFormat, HasSubstr("functional-type"));
  EXPECT_EQ(op->place.file, "mlir/Dialect/Tosa/IR/TosaOps.td");
  EXPECT_GT(op->place.line, 100u);
  EXPECT_EQ(op->link,
            "https://mlir.llvm.org/docs/Dialects/TOSA/#tosaadd-tosaaddop");
}

TEST(UpstreamOpsTest, TellsTypesOfResultsByOthers) {
  std::optional<OpDefinition> op = upstreamCatalogue()->op("arith.addf");
  ASSERT_TRUE(op);
  EXPECT_EQ(op->results[0].typeFrom, "lhs");
  EXPECT_EQ(op->results[0].typeBy, "$_self");
}

TEST(UpstreamOpsTest, TellsCasesOfEnumerations) {
  std::optional<OpDefinition> op = upstreamCatalogue()->op("arith.cmpi");
  ASSERT_TRUE(op);
  ASSERT_FALSE(op->attributes.empty());
  EXPECT_EQ(op->attributes[0].name, "predicate");
  EXPECT_THAT(op->attributes[0].cases, Contains("slt"));
}

TEST(UpstreamOpsTest, TellsTypesAndDialects) {
  const Catalogue &known = *upstreamCatalogue();
  EXPECT_TRUE(known.type("!async.token"));
  EXPECT_THAT(known.dialect("tosa")->link, HasSubstr("/TOSA/"));
}
