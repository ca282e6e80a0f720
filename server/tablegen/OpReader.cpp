//===- OpReader.cpp -------------------------------------------------------===//

#include "server/tablegen/OpReader.h"

#include "mlir/TableGen/Attribute.h"
#include "mlir/TableGen/Dialect.h"
#include "mlir/TableGen/EnumInfo.h"
#include "mlir/TableGen/Operator.h"
#include "mlir/TableGen/Trait.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Record.h"

using namespace shapels;
namespace tblgen = mlir::tblgen;

std::string shapels::unindented(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  size_t indent = llvm::StringRef::npos;
  for (llvm::StringRef line : llvm::drop_begin(lines))
    indent = std::min(indent, line.find_first_not_of(" \t\r"));
  std::string result;
  for (auto [number, line] : llvm::enumerate(lines))
    result +=
        (number == 0 ? line.ltrim() : line.substr(indent)).rtrim().str() + "\n";
  return llvm::StringRef(result).trim("\r\n").rtrim().str();
}

/// A summary is one line.
static std::string line(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(text, words, " \t\r\n");
  return llvm::join(words, " ");
}

/// The text of a field, which may be there or not, set or not.
static std::string field(const llvm::Record &record, llvm::StringRef name) {
  const llvm::RecordVal *value = record.getValue(name);
  auto *text =
      value ? llvm::dyn_cast<llvm::StringInit>(value->getValue()) : nullptr;
  return text ? text->getValue().str() : "";
}

static bool flag(const llvm::Record &record, llvm::StringRef name) {
  const llvm::RecordVal *value = record.getValue(name);
  auto *bit =
      value ? llvm::dyn_cast<llvm::BitInit>(value->getValue()) : nullptr;
  return bit && bit->getValue();
}

//===----------------------------------------------------------------------===//
// Parts of ops
//===----------------------------------------------------------------------===//

static Arity arityOf(const tblgen::TypeConstraint &constraint) {
  return constraint.isVariadicOfVariadic() ? Arity::Groups
         : constraint.isVariadic()         ? Arity::Variadic
         : constraint.isOptional()         ? Arity::Optional
                                           : Arity::One;
}

static ValueDefinition readValue(const tblgen::NamedTypeConstraint &value) {
  ValueDefinition result;
  result.name = value.name.str();
  result.constraint = line(value.constraint.getSummary());
  // In words again, as the arity says it.
  llvm::StringRef words = result.constraint;
  if (words.consume_front("variadic of "))
    result.constraint = words.str();
  result.arity = arityOf(value.constraint);
  result.cppType = value.constraint.getCppType().str();
  if (std::optional<llvm::StringRef> builder =
          value.constraint.getBuilderCall())
    result.builder = builder->str();
  return result;
}

static std::string nameOfArgument(const tblgen::Operator &op,
                                  const tblgen::InferredResultType &type) {
  return type.isArg() ? op.getArgName(type.getIndex()).str()
                      : op.getResultName(type.getResultIndex()).str();
}

/// Those types that traits tell by others.
static void addResultTypes(const tblgen::Operator &op, OpDefinition &result) {
  if (!op.allResultTypesKnown())
    return;
  for (int i = 0; i < op.getNumResults(); ++i) {
    const tblgen::InferredResultType &type = op.getInferredResultType(i);
    result.results[i].typeFrom = nameOfArgument(op, type);
    result.results[i].typeBy = type.getTransformer().str();
  }
}

/// An attribute's `enum`, or the attribute itself in the old style.
static const llvm::Record *enumOf(const tblgen::Attribute &attribute) {
  const llvm::Record &record = attribute.getDef();
  if (record.isSubClassOf("EnumInfo"))
    return &record;
  const llvm::RecordVal *value = record.getValue("enum");
  auto *of = value ? llvm::dyn_cast<llvm::DefInit>(value->getValue()) : nullptr;
  return of && of->getDef()->isSubClassOf("EnumInfo") ? of->getDef() : nullptr;
}

static AttributeDefinition readAttribute(const tblgen::NamedAttribute &named) {
  AttributeDefinition result;
  tblgen::Attribute base = named.attr.getBaseAttr();
  result.name = named.name.str();
  result.constraint = line(named.attr.getSummary());
  result.cppType = base.getStorageType().trim().str();
  auto set = [&](AttributeDefinition::Flag flag, bool isSet) {
    result.flags |= isSet ? flag : 0;
  };
  set(AttributeDefinition::Optional, named.attr.isOptional());
  set(AttributeDefinition::Unit, base.getAttrDefName() == "UnitAttr");
  set(AttributeDefinition::Symbol, base.isSymbolRefAttr());
  set(AttributeDefinition::Type, base.isTypeAttr());
  if (named.attr.hasDefaultValue())
    result.defaultValue = named.attr.getDefaultValue().str();
  if (std::optional<tblgen::Type> type = base.getValueType())
    if (std::optional<llvm::StringRef> builder = type->getBuilderCall())
      result.typeBuilder = builder->str();
  if (const llvm::Record *cases = enumOf(base))
    for (const tblgen::EnumCase &each : tblgen::EnumInfo(cases).getAllCases())
      result.cases.push_back(each.getStr().str());
  return result;
}

static AttributeDefinition readProperty(const tblgen::NamedProperty &named) {
  AttributeDefinition result;
  result.name = named.name.str();
  result.constraint = line(named.prop.getSummary());
  result.cppType = named.prop.getStorageType().str();
  result.flags = AttributeDefinition::Property;
  if (named.prop.hasDefaultValue())
    result.defaultValue = named.prop.getDefaultValue().str();
  return result;
}

/// The names that a predicate is about, by the fields of its class.
static std::vector<std::string> argumentsOf(const llvm::Record &trait) {
  std::vector<std::string> names;
  const llvm::RecordVal *values = trait.getValue("values");
  if (values && llvm::isa<llvm::ListInit>(values->getValue()))
    for (const llvm::Init *each :
         llvm::cast<llvm::ListInit>(values->getValue())->getElements())
      if (auto *name = llvm::dyn_cast<llvm::StringInit>(each))
        names.push_back(name->getValue().str());
  if (names.empty())
    for (llvm::StringRef part : {"lhs", "rhs", "transformer"})
      if (std::string text = field(trait, part); !text.empty())
        names.push_back(std::move(text));
  return names;
}

static TraitDefinition readTrait(const tblgen::Trait &trait) {
  TraitDefinition result;
  if (auto *native = llvm::dyn_cast<tblgen::NativeTrait>(&trait)) {
    result.name = native->getFullyQualifiedTraitName();
  } else if (auto *internal = llvm::dyn_cast<tblgen::InternalTrait>(&trait)) {
    result.name = internal->getFullyQualifiedTraitName().str();
  } else if (auto *of = llvm::dyn_cast<tblgen::InterfaceTrait>(&trait)) {
    result.name = of->getFullyQualifiedTraitName();
    result.kind = TraitDefinition::Kind::Interface;
  } else if (auto *predicate = llvm::dyn_cast<tblgen::PredTrait>(&trait)) {
    result.kind = TraitDefinition::Kind::Predicate;
    result.words = line(predicate->getSummary());
    result.arguments = argumentsOf(trait.getDef());
    // The most special one with a name that rules go by.
    for (const llvm::Record *each : trait.getDef().getSuperClasses())
      if (!llvm::is_contained(
              {"Trait", "PredTrait", "PredOpTrait", "StructuralOpTrait"},
              each->getName()))
        result.name = each->getName().str();
  }
  return result;
}

static PartDefinition readPart(llvm::StringRef name,
                               const tblgen::Constraint &constraint,
                               bool isVariadic) {
  return {name.str(), line(constraint.getSummary()),
          isVariadic ? Arity::Variadic : Arity::One};
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

OpDefinition shapels::readOp(const llvm::Record &record) {
  tblgen::Operator op(record);
  OpDefinition result;
  result.name = op.getOperationName();
  result.cppClass = op.getQualCppClassName();
  if (op.hasSummary())
    result.summary = line(op.getSummary());
  if (op.hasDescription())
    result.description = unindented(op.getDescription());
  for (const auto &operand : op.getOperands())
    result.operands.push_back(readValue(operand));
  for (const auto &value : op.getResults())
    result.results.push_back(readValue(value));
  addResultTypes(op, result);
  for (int i = 0; i < op.getNumArgs(); ++i) {
    tblgen::Argument argument = op.getArg(i);
    if (auto *named = llvm::dyn_cast<tblgen::NamedAttribute *>(argument))
      result.attributes.push_back(readAttribute(*named));
    else if (auto *property = llvm::dyn_cast<tblgen::NamedProperty *>(argument))
      result.attributes.push_back(readProperty(*property));
  }
  for (const auto &region : op.getRegions())
    result.regions.push_back(
        readPart(region.name, region.constraint, region.isVariadic()));
  for (const auto &successor : op.getSuccessors())
    result.successors.push_back(
        readPart(successor.name, successor.constraint, successor.isVariadic()));
  for (const tblgen::Trait &trait : op.getTraits())
    result.traits.push_back(readTrait(trait));
  if (op.hasAssemblyFormat())
    result.assemblyFormat = unindented(op.getAssemblyFormat());
  result.hasCustomFormat = flag(record, "hasCustomAssemblyFormat");
  return result;
}

TypeDefinition shapels::readType(const llvm::Record &record,
                                 TypeDefinition::Kind kind) {
  TypeDefinition result;
  result.kind = kind;
  const llvm::RecordVal *dialect = record.getValue("dialect");
  if (auto *of = dialect ? llvm::dyn_cast<llvm::DefInit>(dialect->getValue())
                         : nullptr)
    result.dialect = field(*of->getDef(), "name");
  result.mnemonic = field(record, "mnemonic");
  result.summary = line(field(record, "summary"));
  result.description = unindented(field(record, "description"));
  result.assemblyFormat = unindented(field(record, "assemblyFormat"));
  result.hasCustomFormat = flag(record, "hasCustomAssemblyFormat");
  result.cppType = field(record, "cppType");
  result.cppBase = field(record, "cppBaseClassName");
  return result;
}

DialectDefinition shapels::readDialect(const llvm::Record &record) {
  return {field(record, "name"),
          line(field(record, "summary")),
          unindented(field(record, "description")),
          "",
          {}};
}
