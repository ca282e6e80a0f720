//===- GenericForm.cpp ----------------------------------------------------===//
//
// MLIR numbers values by what is around an op. So a copy is printed whose
// operands are the arguments of a block of its own; these are then named as in
// the text.
//
//===----------------------------------------------------------------------===//

#include "core/analysis/GenericForm.h"
#include "core/ir/context/BoundedText.h"
#include "core/syntax/Lexer.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

using namespace shapels;

/// `%a, %b:2 = `; empty where the text names no result.
static std::string resultList(const Section &section, StatementId id) {
  std::string list;
  for (const NameOccurrence &name : section.outline().names(id)) {
    if (name.kind != NameKind::Value ||
        name.range.begin >= section.statement(id).name.begin)
      continue;
    list += (list.empty() ? "" : ", ") + std::string(section.slice(name.range));
    if (name.resultCount > 1)
      list += ":" + std::to_string(name.resultCount);
  }
  return list.empty() ? "" : list + " = ";
}

/// The labels that it branches to, each once.
static std::vector<std::string> labelsIn(const Section &section,
                                         StatementId id) {
  std::vector<std::string> labels;
  for (const NameOccurrence &name : section.outline().names(id)) {
    std::string label(section.slice(name.range));
    if (name.kind == NameKind::Block && !llvm::is_contained(labels, label))
      labels.push_back(std::move(label));
  }
  return labels;
}

static std::string print(mlir::Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream, mlir::OpPrintingFlags()
                        .printGenericOpForm()
                        .skipRegions()
                        .elideLargeElementsAttrs(16)
                        .useLocalScope());
  return text;
}

/// `text` from its op name on, with names for the arguments `%arg0`, `%arg1`,
/// … and the blocks `^bb1`, `^bb2`, …
static std::string renamed(std::string_view text,
                           llvm::ArrayRef<std::string> arguments,
                           llvm::ArrayRef<std::string> blocks) {
  std::string result;
  size_t from = text.find('"');
  auto nameOf = [&](Token token) -> const std::string * {
    bool isValue = token.is(TokenKind::ValueName);
    if (!isValue && !token.is(TokenKind::BlockName))
      return nullptr;
    llvm::StringRef name(token.in(text));
    unsigned number = 0;
    if (!name.consume_front(isValue ? "%arg" : "^bb") ||
        name.getAsInteger(10, number))
      return nullptr;
    llvm::ArrayRef<std::string> names = isValue ? arguments : blocks;
    size_t index = isValue ? number : number - 1;
    return index < names.size() ? &names[index] : nullptr;
  };
  Lexer lexer(text, {static_cast<uint32_t>(from)});
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next())
    if (const std::string *name = nameOf(token)) {
      result += text.substr(from, token.range.begin.value - from);
      result += *name;
      from = token.range.end.value;
    }
  result += text.substr(from);
  return result;
}

/// Where the bare names in `dense_resource<...>` are.
static std::vector<SectionRange> resourcesIn(std::string_view text) {
  static constexpr std::string_view kind = "dense_resource";
  std::vector<SectionRange> names;
  size_t first = text.find(kind);
  if (first == text.npos)
    return names;
  Lexer lexer(text, {static_cast<uint32_t>(first)});
  Token opening, before = lexer.next();
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    if (before.is(TokenKind::Less) && opening.in(text) == kind &&
        token.is(TokenKind::BareIdentifier))
      names.push_back(token.range);
    opening = std::exchange(before, token);
  }
  return names;
}

/// A context that has seen a resource gives its name a number: the name as
/// `text` has it; empty where it does not.
static llvm::StringRef nameWithoutNumber(llvm::StringRef name,
                                         llvm::StringRef text) {
  std::vector<SectionRange> written = resourcesIn(text);
  while (!name.empty()) {
    for (SectionRange range : written)
      if (name == text.substr(range.begin.value, range.size()))
        return name;
    llvm::StringRef shorter = name.rtrim("0123456789");
    bool isNumbered = shorter.size() < name.size() && shorter.ends_with("_");
    name = isNumbered ? shorter.drop_back() : llvm::StringRef();
  }
  return {};
}

/// The op's own text says it, or that of an alias.
static std::string withResourceNames(const Section &section, StatementId id,
                                     std::string text) {
  std::vector<SectionRange> names = resourcesIn(text);
  for (SectionRange range : llvm::reverse(names)) {
    std::string name = text.substr(range.begin.value, range.size());
    llvm::StringRef written =
        nameWithoutNumber(name, section.slice(section.statement(id).range));
    if (written.empty())
      written = nameWithoutNumber(name, section.text());
    if (!written.empty())
      text.replace(range.begin.value, range.size(), written.str());
  }
  return text;
}

std::string shapels::genericForm(const Section &section, mlir::Operation *op) {
  if (isEndless(op))
    return "";
  mlir::OperationState state(op->getLoc(), "shapels.scope");
  state.addRegion();
  mlir::Operation *scope = mlir::Operation::create(state);
  mlir::Region &region = scope->getRegion(0);
  mlir::Block &block = region.emplaceBlock();
  mlir::IRMapping mapping;
  std::vector<std::string> arguments;
  for (mlir::Value operand : op->getOperands())
    if (!mapping.contains(operand)) {
      mapping.map(operand, block.addArgument(operand.getType(), op->getLoc()));
      arguments.push_back(section.nameOf(operand));
    }
  for (mlir::Block *successor : op->getSuccessors())
    if (!mapping.contains(successor))
      mapping.map(successor, &region.emplaceBlock());
  mlir::Operation *copy = op->cloneWithoutRegions(mapping);
  block.push_back(copy);
  // What linalg notes for itself when somebody asks for it.
  copy->removeDiscardableAttr("linalg.memoized_indexing_maps");
  StatementId id = SectionIR::statementOf(op);
  std::string text = renamed(print(copy), arguments, labelsIn(section, id));
  scope->destroy();
  return resultList(section, id) +
         withResourceNames(section, id, std::move(text));
}
