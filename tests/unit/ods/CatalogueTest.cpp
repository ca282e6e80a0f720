#include "core/ods/Catalogue.h"
#include "core/ods/CatalogueWriter.h"

#include <gmock/gmock.h>

#include <random>

using namespace shapels;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

OpDefinition addOp() {
  OpDefinition op;
  op.name = "my.add";
  op.summary = "Adds";
  op.description = "Adds `lhs` and `rhs`.\n\nExample: …";
  op.cppClass = "::my::AddOp";
  op.operands = {{"lhs", "tensor", Arity::One, "::mlir::TensorType"},
                 {"rest", "tensor", Arity::Variadic}};
  op.results = {{"sum", "tensor", Arity::One, "", "", "lhs", "$_self"}};
  op.attributes = {{"mode",
                    "one of",
                    AttributeDefinition::Optional,
                    "Mode::A",
                    "::my::ModeAttr",
                    "",
                    {"up", "down"}}};
  op.regions = {{"body", "any region"}};
  op.successors = {{"next", "any successor", Arity::Variadic}};
  op.traits = {{"::mlir::OpTrait::SameTypeOperands"},
               {"AllTypesMatch",
                TraitDefinition::Kind::Predicate,
                "all of {lhs, sum} have same type",
                {"lhs", "sum"}}};
  op.assemblyFormat = "$lhs `,` $rest attr-dict `:` type($sum)";
  op.place = {"My.td", 300};
  op.link = "https://my.org/#add";
  return op;
}

CatalogueContents contents() {
  OpDefinition named;
  named.name = "my.call";
  OpDefinition other;
  other.name = "mya.add";
  TypeDefinition type;
  type.dialect = "my";
  type.mnemonic = "list";
  type.summary = "A list";
  TypeDefinition attribute = type;
  attribute.kind = TypeDefinition::Kind::Attribute;
  TypeDefinition base;
  base.dialect = "my";
  base.cppType = "::my::BaseType";
  return {{named, other, addOp()},
          {type, attribute, base},
          {{"my", "Mine", "", "https://my.org", {"My.td", 1}}}};
}

std::shared_ptr<const Catalogue> catalogue(CatalogueContents contents) {
  auto bytes = std::make_shared<std::string>(catalogueBytes(contents));
  auto opened = Catalogue::open(*bytes, bytes);
  return opened ? std::make_shared<Catalogue>(*opened) : nullptr;
}

} // namespace

TEST(CatalogueTest, GivesWhatWasWritten) {
  auto known = catalogue(contents());
  ASSERT_TRUE(known);
  EXPECT_EQ(known->op("my.add"), addOp());
  EXPECT_EQ(known->op("my.call")->name, "my.call");
  EXPECT_EQ(known->summaryOf("my.add"), "Adds");
  EXPECT_EQ(known->dialect("my"), contents().dialects[0]);
  EXPECT_EQ(known->type("!my.list"), contents().types[0]);
  EXPECT_EQ(known->type("#my.list"), contents().types[1]);
}

TEST(CatalogueTest, KnowsNothingElse) {
  auto known = catalogue(contents());
  for (std::string_view name : {"", "my", "my.", "my.ad", "my.addx", "zzz.z"}) {
    EXPECT_FALSE(known->op(name)) << name;
    EXPECT_EQ(known->summaryOf(name), "") << name;
  }
  EXPECT_FALSE(known->dialect("mya"));
  EXPECT_FALSE(Catalogue().op("my.add"));
}

TEST(CatalogueTest, ListsByDialect) {
  auto known = catalogue(contents());
  EXPECT_THAT(known->opsOf("my"), ElementsAre("my.add", "my.call"));
  EXPECT_THAT(known->opsOf("mya"), ElementsAre("mya.add"));
  EXPECT_THAT(known->opsOf("m"), IsEmpty());
  EXPECT_THAT(known->dialects(), ElementsAre("my"));
  EXPECT_THAT(known->typesOf("my"),
              ElementsAre(contents().types[2], contents().types[0],
                          contents().types[1]));
}

TEST(CatalogueTest, TheFirstOfANameIsTaken) {
  OpDefinition other = addOp();
  other.summary = "Otherwise";
  EXPECT_EQ(catalogue({{addOp(), other}, {}, {}})->summaryOf("my.add"), "Adds");
}

TEST(CatalogueTest, BytesOfAnotherKindAreNone) {
  EXPECT_FALSE(Catalogue::open(""));
  EXPECT_FALSE(Catalogue::open("shapels ods 1"));
  std::string bytes = catalogueBytes(contents());
  bytes[0] = 'S';
  EXPECT_FALSE(Catalogue::open(bytes));
}

/// A cache may hold anything.
TEST(CatalogueTest, DamagedBytesDoNoHarm) {
  const std::string bytes = catalogueBytes(contents());
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = bytes;
    for (int i = 0; i < 4; ++i)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    if (round % 4 == 0)
      damaged.resize(random() % damaged.size());
    std::optional<Catalogue> known = Catalogue::open(damaged);
    if (!known)
      continue;
    for (std::string_view name : known->ops())
      known->op(name);
    known->op("my.add");
    known->typesOf("my");
    known->dialect("my");
  }
}

TEST(CataloguesTest, TheFirstThatKnowsHasTheWord) {
  OpDefinition other = addOp(), only;
  other.summary = "Otherwise";
  only.name = "my.only";
  Catalogues all;
  all.add(catalogue(contents()));
  all.add(catalogue({{other, only}, {}, {}}));
  EXPECT_EQ(all.op("my.add")->summary, "Adds");
  EXPECT_EQ(all.summaryOf("my.add"), "Adds");
  EXPECT_TRUE(all.op("my.only"));
  EXPECT_THAT(all.opsOf("my"), ElementsAre("my.add", "my.call", "my.only"));
  EXPECT_THAT(all.dialects(), ElementsAre("my"));
  EXPECT_EQ(all.typesOf("my").size(), 3u);
}
