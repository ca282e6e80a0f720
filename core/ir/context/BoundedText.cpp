//===- BoundedText.cpp ----------------------------------------------------===//

#include "core/ir/context/BoundedText.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace shapels;
using namespace mlir;

/// What takes MLIR a few milliseconds to print.
static constexpr uint64_t mostParts = 1 << 15;
/// It prints one by calling itself for what that holds.
static constexpr unsigned deepest = 1 << 10;

namespace {

/// Counts the parts that a text would have, each distinct one once.
class PartCount {
public:
  template <typename T>
  uint64_t of(T part) {
    if (!part)
      return 0;
    // One that holds itself is written by its name there.
    auto [known, isNew] = counts.try_emplace(part.getAsOpaquePointer(), 1);
    if (!isNew)
      return known->second;
    uint64_t count = depth < deepest ? 1 : mostParts + 1;
    auto add = [&](auto inner) {
      count = std::min(count + of(inner), mostParts + 1);
    };
    ++depth;
    if (count == 1)
      part.walkImmediateSubElements([&](Attribute inner) { add(inner); },
                                    [&](Type inner) { add(inner); });
    --depth;
    return counts[part.getAsOpaquePointer()] = count;
  }

private:
  llvm::DenseMap<const void *, uint64_t> counts;
  unsigned depth = 0;
};

} // namespace

bool shapels::isEndless(Type type) { return PartCount().of(type) > mostParts; }

bool shapels::isEndless(Attribute attribute) {
  return PartCount().of(attribute) > mostParts;
}

bool shapels::isEndless(Operation *op) {
  auto areEndless = [](auto types) {
    return llvm::any_of(types, [](Type type) { return isEndless(type); });
  };
  return areEndless(op->getOperandTypes()) ||
         areEndless(op->getResultTypes()) || isEndless(op->getAttrDictionary());
}

static std::string kindOf(llvm::StringRef name) { return name.str() + "<…>"; }

std::string shapels::boundedText(Type type) {
  if (isEndless(type))
    return kindOf(type.getAbstractType().getName());
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

std::string shapels::boundedText(Attribute attribute, bool elidesType) {
  if (isEndless(attribute))
    return kindOf(attribute.getAbstractAttribute().getName());
  std::string text;
  llvm::raw_string_ostream stream(text);
  attribute.print(stream, elidesType);
  return text;
}

std::string shapels::boundedText(const mlir::Diagnostic &diagnostic) {
  using Kind = DiagnosticArgument::DiagnosticArgumentKind;
  std::string text;
  llvm::raw_string_ostream stream(text);
  auto &all = const_cast<mlir::Diagnostic &>(diagnostic);
  for (DiagnosticArgument &argument : all.getArguments())
    if (argument.getKind() == Kind::Type && isEndless(argument.getAsType()))
      stream << '\'' << boundedText(argument.getAsType()) << '\'';
    else if (argument.getKind() == Kind::Attribute &&
             isEndless(argument.getAsAttribute()))
      stream << boundedText(argument.getAsAttribute());
    else
      argument.print(stream);
  return text;
}
