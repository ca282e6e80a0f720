//===- DimText.cpp - Expressions as text ----------------------------------===//

#include "shapels/shape/DimExpr.h"

#include "llvm/ADT/STLExtras.h"

using namespace shapels;

namespace {

/// How tightly what surrounds an expression binds.
enum class Binding : uint8_t { Loose, Sum, Factor };

class Printer {
public:
  using TextOf = llvm::function_ref<std::string(const DimSource &)>;
  explicit Printer(TextOf textOf) : textOf(textOf) {}

  std::string print(DimExpr expr, Binding around) {
    switch (expr->kind) {
    case DimKind::Literal:
      return std::to_string(expr->value);
    case DimKind::Symbol:
      return textOf(expr->source);
    case DimKind::VScale:
      return "vscale";
    case DimKind::Sum:
      return bracketed(printSum(expr->terms), expr->terms.size() > 1
                                                  ? around > Binding::Loose
                                                  : around > Binding::Sum);
    case DimKind::FloorDiv:
      return printBinary(expr, " floordiv ", around);
    case DimKind::CeilDiv:
      return printBinary(expr, " ceildiv ", around);
    case DimKind::Mod:
      return printBinary(expr, " mod ", around);
    case DimKind::Min:
      return "min(" + list(expr->operands) + ")";
    case DimKind::Max:
      return "max(" + list(expr->operands) + ")";
    case DimKind::Select:
      return printSelect(expr);
    case DimKind::Broadcast:
      return "broadcast(" + list(expr->operands) + ")";
    }
    llvm_unreachable("unknown kind");
  }

private:
  static std::string bracketed(std::string text, bool isNeeded) {
    return isNeeded ? "(" + text + ")" : text;
  }

  /// Without its sign.
  std::string printTerm(const DimTerm &term) {
    std::string text;
    uint64_t coefficient = term.coefficient < 0 ? 0 - uint64_t(term.coefficient)
                                                : uint64_t(term.coefficient);
    if (coefficient != 1 || term.factors.empty())
      text = std::to_string(coefficient);
    for (DimExpr factor : term.factors)
      text += (text.empty() ? "" : " * ") + print(factor, Binding::Factor);
    return text;
  }

  /// What is added first, what is subtracted behind it.
  std::string printSum(llvm::ArrayRef<DimTerm> terms) {
    std::string text;
    for (bool isNegative : {false, true})
      for (const DimTerm &term : terms) {
        if ((term.coefficient < 0) != isNegative)
          continue;
        if (!text.empty())
          text += isNegative ? " - " : " + ";
        else if (isNegative)
          text += "-";
        text += printTerm(term);
      }
    return text;
  }

  std::string printBinary(DimExpr expr, const char *word, Binding around) {
    return bracketed(print(expr->operands[0], Binding::Factor) + word +
                         print(expr->operands[1], Binding::Factor),
                     around > Binding::Sum);
  }

  std::string printSelect(DimExpr expr) {
    const char *word = expr->predicate == DimPredicate::Equal  ? " == "
                       : expr->predicate == DimPredicate::Less ? " < "
                                                               : " <= ";
    return "select(" + print(expr->operands[0], Binding::Sum) + word +
           print(expr->operands[1], Binding::Sum) + ", " +
           list({expr->operands[2], expr->operands[3]}) + ")";
  }

  std::string list(llvm::ArrayRef<DimExpr> exprs) {
    std::string text;
    for (DimExpr expr : exprs)
      text += (text.empty() ? "" : ", ") + print(expr, Binding::Loose);
    return text;
  }

  TextOf textOf;
};

} // namespace

std::string
shapels::toText(DimExpr expr,
                llvm::function_ref<std::string(const DimSource &)> textOf) {
  return Printer(textOf).print(expr, Binding::Loose);
}

std::string
shapels::toString(DimExpr expr,
                  llvm::function_ref<std::string(const DimSource &)> nameOf) {
  return toText(expr, [&](const DimSource &source) {
    std::string index = std::to_string(source.index);
    switch (source.kind) {
    case DimSource::Kind::Size:
      return nameOf(source) + "[" + index + "]";
    case DimSource::Kind::Element:
      return nameOf(source) + "{" + index + "}";
    case DimSource::Kind::Scalar:
    case DimSource::Kind::Named:
      return nameOf(source);
    case DimSource::Kind::Nothing:
      return "?" + index;
    }
    llvm_unreachable("unknown kind");
  });
}
