//===- StatedRanges.cpp ---------------------------------------------------===//

#include "core/shape/StatedRanges.h"
#include "core/shape/Attributes.h"
#include "core/syntax/Lexer.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace shapels;

/// What is in brackets in `#stablehlo.bounds<8, ?>` or `#x.y<bounds = [8, ?]>`;
/// empty if that is not what it is.
static llvm::StringRef listOfBounds(llvm::StringRef encoding) {
  llvm::StringRef list = encoding.split("bounds").second;
  list = list.drop_while([](char c) { return c == ' ' || c == '='; });
  if (!list.consume_front("<") && !list.consume_front("["))
    return "";
  return list.take_until([](char c) { return c == '>' || c == ']'; });
}

/// The text of a type's encoding, if it has bounds.
static std::string boundsText(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  std::string text =
      tensor && tensor.getEncoding() ? attributeText(tensor.getEncoding()) : "";
  llvm::StringRef list = listOfBounds(text);
  bool isOne =
      !list.empty() && int64_t(list.count(',')) + 1 == tensor.getRank();
  return isOne ? text : "";
}

llvm::SmallVector<DimRange> shapels::statedRanges(mlir::Type type) {
  llvm::SmallVector<DimRange> ranges;
  std::string text = boundsText(type);
  if (text.empty())
    return ranges;
  for (llvm::StringRef item : llvm::split(listOfBounds(text), ',')) {
    int64_t bound = 0;
    bool isNumber = !item.trim().getAsInteger(10, bound);
    ranges.push_back(isNumber ? DimRange::upTo(bound) : DimRange());
  }
  return ranges;
}

std::string shapels::withoutBounds(std::string text, mlir::Type type,
                                   llvm::ArrayRef<bool> isOpen) {
  std::string encoding = boundsText(type);
  llvm::StringRef list = listOfBounds(encoding);
  size_t at = text.rfind(encoding);
  if (list.empty() || at == text.npos || list.count(',') + 1 != isOpen.size())
    return text;
  std::string kept;
  bool hasOne = false;
  llvm::SmallVector<llvm::StringRef> items;
  list.split(items, ',');
  for (auto [item, open] : llvm::zip(items, isOpen)) {
    kept += (kept.empty() ? "" : ",") + (open ? item.trim().str() : "?");
    hasOne |= open && item.trim() != "?";
  }
  if (!hasOne) // With the comma and the blank before it.
    return text.erase(at - 2, encoding.size() + 2);
  return text.replace(at + size_t(list.data() - encoding.data()), list.size(),
                      kept);
}

namespace {

/// The ranges of the operands in turn.
class AssumptionReader {
public:
  explicit AssumptionReader(std::string_view text) : text(text), lexer(text) {}

  llvm::SmallVector<DimRange> read() {
    for (advance(); !token.is(TokenKind::End); advance()) {
      depth += token.is(TokenKind::LeftSquare);
      depth -= token.is(TokenKind::RightSquare);
      bool isList = token.is(TokenKind::LeftSquare) && depth == 2;
      if (isList || token.is(TokenKind::ValueName)) {
        ranges.emplace_back();
        hasOne = false;
      } else if (token.is(TokenKind::Colon)) {
        break;
      } else if (token.is(TokenKind::Less) && !ranges.empty()) {
        add(readOne());
      }
    }
    return std::move(ranges);
  }

private:
  void advance() { token = lexer.next(); }

  void add(const DimRange &range) {
    ranges.back() = hasOne ? ranges.back() | range : range;
    hasOne = true;
  }

  /// `<umin = 5, udiv = 5>`
  DimRange readOne() {
    DimRange range;
    while (!token.is(TokenKind::Greater) && !token.is(TokenKind::End)) {
      advance();
      std::string_view key = token.in(text);
      if (!token.is(TokenKind::BareIdentifier))
        continue;
      advance();
      advance();
      int64_t value = 0;
      if (llvm::StringRef(token.in(text)).getAsInteger(10, value))
        continue;
      if (key == "umin")
        range.least = value;
      else if (key == "umax")
        range.most = value;
      else if (key == "udiv" && value > 0)
        range.multipleOf = value;
    }
    return range;
  }

  std::string_view text;
  Lexer lexer;
  Token token;
  llvm::SmallVector<DimRange> ranges;
  int depth = 0;
  /// Of the last list.
  bool hasOne = false;
};

} // namespace

llvm::SmallVector<DimRange> shapels::assumedRanges(llvm::StringRef text) {
  return AssumptionReader(text).read();
}
