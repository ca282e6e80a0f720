//===- FormatText.cpp -----------------------------------------------------===//

#include "core/ods/FormatText.h"

using namespace shapels;
using Kind = FormatElement::Kind;
using Part = FormatPart::Kind;

template <typename Definition>
static std::optional<uint32_t> indexOf(const std::vector<Definition> &all,
                                       std::string_view name) {
  for (uint32_t i = 0; i < all.size(); ++i)
    if (all[i].name == name)
      return i;
  return std::nullopt;
}

FormatPart shapels::partOf(const OpDefinition &op, std::string_view variable,
                           bool isType) {
  if (std::optional<uint32_t> at = indexOf(op.operands, variable))
    return {isType ? Part::OperandType : Part::Operand, *at};
  if (std::optional<uint32_t> at = indexOf(op.results, variable))
    return {Part::ResultType, *at};
  if (isType)
    return {};
  if (std::optional<uint32_t> at = indexOf(op.attributes, variable))
    return {Part::Attribute, *at};
  if (std::optional<uint32_t> at = indexOf(op.regions, variable))
    return {Part::Region, *at};
  if (std::optional<uint32_t> at = indexOf(op.successors, variable))
    return {Part::Successor, *at};
  return {};
}

namespace {

class PieceWriter {
public:
  explicit PieceWriter(const OpDefinition &op) : op(op) {}

  std::vector<FormatPiece> write();

private:
  void add(const Format &format) {
    for (const FormatElement &each : format)
      add(each);
  }
  void add(const FormatElement &element);
  void addLiteral(std::string_view text);
  void addType(const FormatElement &of);
  void addFunctionalType();
  void addOperands();
  void addPlain();
  void put(std::string text, FormatPart part = {});
  std::string nameOf(FormatPart part) const;
  template <typename Definition>
  void list(const std::vector<Definition> &all, Part kind) {
    for (uint32_t i = 0; i < all.size(); ++i) {
      if (i > 0)
        addLiteral(",");
      put(nameOf({kind, i}), {kind, i});
    }
  }

  const OpDefinition &op;
  std::vector<FormatPiece> pieces;
  unsigned depth = 0;
  bool isTight = false;
};

} // namespace

/// As MLIR's printers put blanks.
static bool wantsBlank(std::string_view before, std::string_view after) {
  if (before.empty())
    return true;
  static constexpr std::string_view opening = "([{<", closing = ")]}>,";
  if (before.size() == 1 && opening.find(before.back()) != opening.npos)
    return false;
  if (after.size() == 1 && closing.find(after.front()) != closing.npos)
    return false;
  bool isWord = std::isalnum(static_cast<unsigned char>(before.back())) ||
                before.back() == '_';
  return !(isWord && after.size() == 1 &&
           std::string_view("([<").find(after.front()) !=
               std::string_view::npos);
}

void PieceWriter::put(std::string text, FormatPart part) {
  std::string_view before;
  if (!pieces.empty())
    before = pieces.back().text;
  while (before.starts_with(' '))
    before.remove_prefix(1);
  bool hasBlank = !isTight && wantsBlank(before, text);
  isTight = false;
  pieces.push_back({(hasBlank ? " " : "") + std::move(text), part, depth});
}

void PieceWriter::addLiteral(std::string_view text) { put(std::string(text)); }

std::string PieceWriter::nameOf(FormatPart part) const {
  auto named = [&](const std::string &name, const char *otherwise) {
    return name.empty() ? otherwise + std::to_string(part.index) : name;
  };
  switch (part.kind) {
  case Part::Operand:
    return "%" + named(op.operands[part.index].name, "operand");
  case Part::OperandType:
    return named(op.operands[part.index].name, "operand") + "-type";
  case Part::ResultType:
    return op.results.size() == 1
               ? "result-type"
               : named(op.results[part.index].name, "result") + "-type";
  case Part::Attribute:
    return named(op.attributes[part.index].name, "attribute");
  case Part::Region:
    return "{…}";
  case Part::Successor:
    return "^" + named(op.successors[part.index].name, "block");
  default:
    return "";
  }
}

void PieceWriter::addOperands() { list(op.operands, Part::Operand); }

void PieceWriter::addType(const FormatElement &of) {
  if (of.kind == Kind::Operands)
    return list(op.operands, Part::OperandType);
  if (of.kind == Kind::Results)
    return list(op.results, Part::ResultType);
  FormatPart part = partOf(op, of.text, /*isType=*/true);
  put(part.kind == Part::None ? of.text + "-type" : nameOf(part), part);
}

void PieceWriter::addFunctionalType() {
  bool isPlain = op.results.size() == 1 && op.results[0].arity == Arity::One;
  put("(", {});
  list(op.operands, Part::OperandType);
  put(")", {});
  put("->", {});
  if (!isPlain)
    put("(", {});
  list(op.results, Part::ResultType);
  if (!isPlain)
    put(")", {});
}

void PieceWriter::add(const FormatElement &element) {
  switch (element.kind) {
  case Kind::Literal:
    return addLiteral(element.text);
  case Kind::Variable: {
    FormatPart part = partOf(op, element.text);
    return put(part.kind == Part::None ? element.text : nameOf(part), part);
  }
  case Kind::Operands:
    return addOperands();
  case Kind::Regions:
    return list(op.regions, Part::Region);
  case Kind::Successors:
    return list(op.successors, Part::Successor);
  case Kind::Type:
    return addType(element.arguments.empty() ? element
                                             : element.arguments.front());
  case Kind::FunctionalType:
    return addFunctionalType();
  case Kind::Qualified:
    return add(element.arguments);
  case Kind::Custom:
    // Sizes, some of which are values.
    if (element.text == "DynamicIndexList" && !element.arguments.empty()) {
      addLiteral("[");
      add(element.arguments.front());
      return addLiteral("]");
    }
    for (const FormatElement &each : element.arguments)
      if (each.kind != Kind::Reference)
        add(each);
    return;
  case Kind::Group:
    // A flag that is all there is to it stands for itself.
    ++depth;
    add(element.arguments);
    --depth;
    return;
  case Kind::AnyOrder:
    return add(element.arguments);
  case Kind::Space:
    isTight = element.text.empty();
    return;
  case Kind::AttrDict:
  case Kind::PropDict:
  case Kind::Results:
  case Kind::Reference:
    return;
  }
}

/// For C++ that nobody can read: what there is, in the order of the definition.
void PieceWriter::addPlain() {
  addOperands();
  for (uint32_t i = 0; i < op.attributes.size(); ++i)
    if (!op.attributes[i].mayBeLeftOut())
      put(nameOf({Part::Attribute, i}), {Part::Attribute, i});
  list(op.successors, Part::Successor);
  list(op.regions, Part::Region);
}

std::vector<FormatPiece> PieceWriter::write() {
  std::optional<Format> format;
  if (!op.assemblyFormat.empty())
    format = parseFormat(op.assemblyFormat);
  if (format)
    add(*format);
  else
    addPlain();
  return std::move(pieces);
}

std::vector<FormatPiece> shapels::piecesOf(const OpDefinition &op) {
  return PieceWriter(op).write();
}
