//===- OpSyntax.cpp -------------------------------------------------------===//

#include "core/ods/OpSyntax.h"
#include "core/ods/WrittenType.h"

#include <algorithm>

using namespace shapels;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

bool OpSyntax::hasTrait(std::string_view trait) const {
  return definition.hasTrait("::mlir::OpTrait::" + std::string(trait));
}

OpSyntaxes::OpSyntaxes(std::shared_ptr<const Catalogue> catalogue,
                       Catalogues types)
    : ops(std::move(catalogue)), types(std::move(types)), names(ops->ops()),
      syntaxes(names.size()) {}

bool OpSyntaxes::has(std::string_view op) const {
  return std::ranges::binary_search(names, op);
}

const OpSyntax *OpSyntaxes::find(std::string_view op) const {
  auto place = std::ranges::lower_bound(names, op);
  if (place == names.end() || *place != op)
    return nullptr;
  return &syntaxes[place - names.begin()].get([&] {
    OpSyntax syntax;
    syntax.definition = ops->op(op).value_or(OpDefinition());
    // Nobody reads an op by its documentation.
    syntax.definition.description.clear();
    if (!syntax.definition.assemblyFormat.empty())
      syntax.format = parseFormat(syntax.definition.assemblyFormat);
    return syntax;
  });
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static std::string_view withoutColons(std::string_view cppType) {
  return cppType.starts_with("::") ? cppType.substr(2) : cppType;
}

static std::string_view lastWord(std::string_view cppType) {
  size_t colons = cppType.rfind("::");
  return colons == cppType.npos ? cppType : cppType.substr(colons + 2);
}

OpSyntaxes::Classes OpSyntaxes::makeClasses() const {
  Classes all;
  for (std::string_view dialect : types.dialects())
    for (const TypeDefinition &type : types.typesOf(dialect)) {
      if (type.kind != TypeDefinition::Kind::Type)
        continue;
      bool isBuiltin = type.dialect == "builtin";
      all.types.try_emplace(std::string(withoutColons(type.cppType)),
                            TypeClass{isBuiltin ? TypeClass::Kind::Plain
                                                : TypeClass::Kind::OfDialect,
                                      type.dialect, type.mnemonic});
      if (!type.cppBase.empty() && type.cppBase != "::mlir::Type" && !isBuiltin)
        all.bases.insert(type.dialect + " " +
                         std::string(lastWord(type.cppBase)));
    }
  return all;
}

/// `::mlir::Type`; interfaces of MLIR's, and templates over such.
static bool isPlain(std::string_view cppType) {
  constexpr std::string_view mlir = "::mlir::";
  size_t angle = cppType.find('<');
  if (angle == cppType.npos)
    return cppType.empty() || (cppType.starts_with(mlir) &&
                               cppType.find("::", mlir.size()) == cppType.npos);
  for (size_t at = angle; (at = cppType.find(mlir, at)) != cppType.npos;) {
    at += mlir.size();
    size_t end = cppType.find_first_of(":<>,", at);
    if (end == cppType.npos || cppType[end] != ':')
      return true;
  }
  return false;
}

TypeClass OpSyntaxes::classOf(std::string_view cppType,
                              std::string_view dialect) const {
  const Classes &all = classes();
  if (auto found = all.types.find(withoutColons(cppType));
      found != all.types.end())
    return found->second;
  if (isPlain(cppType))
    return {};
  std::string base = std::string(dialect) + " ";
  base += lastWord(cppType);
  if (cppType.find('<') == cppType.npos && all.bases.contains(base))
    return {TypeClass::Kind::OfDialect, std::string(dialect), ""};
  return {TypeClass::Kind::Unknown, "", ""};
}

bool shapels::isClassNamed(std::string_view cppClass, std::string_view named) {
  std::string_view full = withoutColons(cppClass);
  named = withoutColons(named);
  if (!full.ends_with(named))
    return false;
  full.remove_suffix(named.size());
  return full.empty() || full.ends_with("::");
}

std::string OpSyntaxes::nameOf(std::string_view cppClass,
                               std::string_view dialect) const {
  std::string prefix = std::string(dialect) + ".";
  for (auto name = std::ranges::lower_bound(names, prefix);
       name != names.end() && name->starts_with(prefix); ++name)
    if (isClassNamed(find(*name)->definition.cppClass, cppClass))
      return std::string(*name);
  return "";
}

/// What stands between the two, if that is all.
static std::string_view between(std::string_view text, std::string_view begin,
                                std::string_view end) {
  if (!text.starts_with(begin) || !text.ends_with(end) ||
      text.size() < begin.size() + end.size())
    return {};
  return text.substr(begin.size(), text.size() - begin.size() - end.size());
}

std::string OpSyntaxes::builtType(std::string_view builder) const {
  std::string_view bits = between(builder, "$_builder.getIntegerType(", ")");
  if (!bits.empty())
    return bits.find_first_not_of("0123456789") == bits.npos
               ? "i" + std::string(bits)
               : "";
  if (std::string_view cppType = between(builder, "$_builder.getType<", ">()");
      !cppType.empty()) {
    if (withoutColons(cppType) == "mlir::NoneType")
      return "none";
    auto found = classes().types.find(withoutColons(cppType));
    bool isNamed = found != classes().types.end() &&
                   found->second.kind == TypeClass::Kind::OfDialect &&
                   !found->second.mnemonic.empty();
    return isNamed ? "!" + found->second.dialect + "." + found->second.mnemonic
                   : "";
  }
  std::string name(between(builder, "$_builder.get", "Type()"));
  if (name == "Index")
    return "index";
  std::ranges::transform(name, name.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return isTypeWord(name) ? name : "";
}
