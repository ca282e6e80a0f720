//===- OpSyntax.h - The ops of a catalogue, ready to be read ---*- C++ -*-===//
//
// Each op's format is parsed when somebody first asks for the op, and kept.
// Several threads may ask.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ODS_OPSYNTAX_H
#define SHAPELS_ODS_OPSYNTAX_H

#include "core/base/MadeOnce.h"
#include "core/ods/Catalogue.h"
#include "core/ods/FormatReader.h"

#include <map>
#include <set>

namespace shapels {

struct OpSyntax {
  OpDefinition definition;
  /// Nothing if the op has no declarative one.
  std::optional<Format> format;

  /// One of MLIR's own, `::mlir::OpTrait::...`: a project's trait of the same
  /// name may mean something else.
  bool hasTrait(std::string_view trait) const;
};

/// Whether C++ may mean the class by that name, from a namespace around it:
/// `::my::LoopOp` by `LoopOp`.
bool isClassNamed(std::string_view cppClass, std::string_view named);

class OpSyntaxes {
public:
  /// Of the ops of one catalogue; their types may be of any.
  OpSyntaxes(std::shared_ptr<const Catalogue> ops, Catalogues types);

  bool has(std::string_view op) const;
  /// Null if the catalogue has no such op.
  const OpSyntax *find(std::string_view op) const;
  /// What a type of that C++ class is, in an op of that dialect.
  TypeClass classOf(std::string_view cppType, std::string_view dialect) const;
  /// The op of the dialect that has this C++ class, named from any namespace
  /// within: `my.loop` for `LoopOp`. Empty if there is none. Asks all of them.
  std::string nameOf(std::string_view cppClass, std::string_view dialect) const;
  /// The type that C++ builds: `index` for `$_builder.getIndexType()`. Empty
  /// where it is not plain.
  std::string builtType(std::string_view builder) const;

private:
  /// Of all types.
  struct Classes {
    /// By C++ class, without the first `::`.
    std::map<std::string, TypeClass, std::less<>> types;
    /// `dialect BaseClass`
    std::set<std::string, std::less<>> bases;
  };

  Classes makeClasses() const;
  const Classes &classes() const {
    return known.get([this] { return makeClasses(); });
  }

  std::shared_ptr<const Catalogue> ops;
  Catalogues types;
  /// Sorted.
  std::vector<std::string_view> names;
  /// By name.
  std::vector<MadeOnce<OpSyntax>> syntaxes;
  MadeOnce<Classes> known;
};

} // namespace shapels

#endif // SHAPELS_ODS_OPSYNTAX_H
