//===- Definitions.h - Ops, types and dialects as defined ------*- C++ -*-===//
//
// What ODS says of a dialect, as plain values: all that a person reads of an
// op, and all that its text is read by. Knows neither TableGen nor MLIR's C++;
// where a member is C++ text, it is as the definition spells it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ODS_DEFINITIONS_H
#define SHAPELS_ODS_DEFINITIONS_H

#include <cstdint>
#include <string>
#include <vector>

namespace shapels {

/// How many values, regions or successors one name of a definition stands for.
enum class Arity : uint8_t {
  One,
  Optional,
  Variadic,
  /// Groups of any number each: `Variadic` of `Variadic`.
  Groups
};

/// An operand or a result.
struct ValueDefinition {
  /// Without the `$`; empty if it has none.
  std::string name;
  /// In words: `tensor of any type values`.
  std::string constraint;
  Arity arity = Arity::One;
  /// The C++ class of its types: `::mlir::TensorType`.
  std::string cppType;
  /// C++ that builds the only type it may have; empty if there are several.
  std::string builder;
  /// Of a result: the operand, attribute or result whose type tells its own,
  /// and C++ that makes the one of the other (`$_self`: they are equal). Empty
  /// where no trait says so.
  std::string typeFrom, typeBy;
  friend bool operator==(const ValueDefinition &,
                         const ValueDefinition &) = default;
};

/// An attribute or a property that the op itself defines.
struct AttributeDefinition {
  enum Flag : uint8_t {
    Optional = 1,
    /// Is there or not, and has no value.
    Unit = 2,
    /// Names a symbol.
    Symbol = 4,
    /// Is a type.
    Type = 8,
    /// A property, which only the op's own syntax reaches.
    Property = 16
  };

  std::string name;
  /// In words: `i64 dense array attribute`.
  std::string constraint;
  uint8_t flags = 0;
  /// The C++ value that it has where the text leaves it out; empty if none.
  std::string defaultValue;
  /// The C++ class of its values: `::mlir::IntegerAttr`.
  std::string cppType;
  /// C++ that builds the type that the value has, where it is always the same
  /// and no text says it.
  std::string typeBuilder;
  /// Of an enumeration, the words that stand for its cases.
  std::vector<std::string> cases;

  bool is(Flag flag) const { return flags & flag; }
  bool mayBeLeftOut() const { return is(Optional) || !defaultValue.empty(); }
  friend bool operator==(const AttributeDefinition &,
                         const AttributeDefinition &) = default;
};

/// A region or a successor.
struct PartDefinition {
  std::string name;
  /// In words: `region with 1 blocks`.
  std::string constraint;
  Arity arity = Arity::One;
  friend bool operator==(const PartDefinition &,
                         const PartDefinition &) = default;
};

struct TraitDefinition {
  enum class Kind : uint8_t {
    Native,
    Interface,
    /// Says in C++ what must hold of the op, by the class `name`:
    /// `AllTypesMatch`.
    Predicate
  };
  /// `::mlir::OpTrait::SameTypeOperands`; of a predicate of no class, empty.
  std::string name;
  Kind kind = Kind::Native;
  /// Of a predicate: what it requires, in words; and the names that it is about
  /// (`values`, or `lhs`, `rhs` and the C++ that makes the second's type).
  std::string words;
  std::vector<std::string> arguments;
  friend bool operator==(const TraitDefinition &,
                         const TraitDefinition &) = default;
};

/// Where a definition stands.
struct SourcePlace {
  /// As it was included, or absolute.
  std::string file;
  /// From 1; 0 if it is not known.
  uint32_t line = 0;
  friend bool operator==(const SourcePlace &, const SourcePlace &) = default;
};

struct OpDefinition {
  /// With the dialect: `tosa.add`.
  std::string name;
  std::string summary;
  /// Markdown.
  std::string description;
  std::string cppClass;
  std::vector<ValueDefinition> operands, results;
  std::vector<AttributeDefinition> attributes;
  std::vector<PartDefinition> regions, successors;
  std::vector<TraitDefinition> traits;
  /// Declarative; empty if it has none.
  std::string assemblyFormat;
  /// Whether C++ reads its custom form.
  bool hasCustomFormat = false;
  SourcePlace place;
  /// Its documentation's address; empty if nobody knows one.
  std::string link;
  /// Whether it may be another one: it was read from files with errors, or is
  /// defined in several ways.
  bool isPartial = false;

  bool hasTrait(std::string_view trait) const {
    for (const TraitDefinition &each : traits)
      if (each.name == trait)
        return true;
    return false;
  }
  friend bool operator==(const OpDefinition &, const OpDefinition &) = default;
};

/// A type or an attribute of a dialect.
struct TypeDefinition {
  enum class Kind : uint8_t { Type, Attribute };
  Kind kind = Kind::Type;
  std::string dialect;
  /// `vtensor` of `!torch.vtensor`; empty if it has none.
  std::string mnemonic;
  std::string summary, description;
  /// Declarative; empty if it has none, or if C++ reads it.
  std::string assemblyFormat;
  bool hasCustomFormat = false;
  /// `::mlir::torch::ValueTensorType`, and what it derives from.
  std::string cppType, cppBase;
  SourcePlace place;

  /// `!torch.vtensor`, `#gpu.address_space`.
  std::string name() const {
    return (kind == Kind::Type ? "!" : "#") + dialect + "." + mnemonic;
  }
  friend bool operator==(const TypeDefinition &,
                         const TypeDefinition &) = default;
};

struct DialectDefinition {
  std::string name, summary, description, link;
  SourcePlace place;
  friend bool operator==(const DialectDefinition &,
                         const DialectDefinition &) = default;
};

} // namespace shapels

#endif // SHAPELS_ODS_DEFINITIONS_H
