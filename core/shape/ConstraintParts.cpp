//===- ConstraintParts.cpp - The parts that constraints speak of ----------===//

#include "core/shape/ConstraintKinds.h"

#include "llvm/ADT/StringExtras.h"

using namespace shapels;
using namespace shapels::constraints;

/// What says most of its op's numbers within one attribute.
static const OpShapes::Names carriers = {
    "dimension_numbers", "scatter_dimension_numbers", "dot_dimension_numbers"};

/// `key#1` of a pretty form, where the op has that form.
static std::optional<Integers> readSide(OpShapes &op, llvm::StringRef key,
                                        llvm::StringRef side) {
  if (op.written().empty() || op.has(carriers))
    return std::nullopt;
  return op.written(key, side == "1");
}

static std::optional<Integers> readOne(OpShapes &op, llvm::StringRef list) {
  if (list.consume_front("$")) {
    unsigned number = 0;
    return list.getAsInteger(10, number) ? std::nullopt : op.literals(number);
  }
  llvm::SmallVector<llvm::StringRef, 2> names;
  list.split(names, '|');
  for (llvm::StringRef name : names) {
    auto [key, side] = name.split('#');
    std::optional<Integers> found =
        side.empty() ? op.integers({name}) : readSide(op, key, side);
    if (found)
      return found;
  }
  if (!op.has(carriers))
    return std::nullopt;
  // Dimension numbers leave out what is empty.
  return op.integersWithin(carriers, names[0]).value_or(Integers());
}

std::optional<Integers> constraints::read(OpShapes &op, ListRef list) {
  Integers all;
  for (llvm::StringRef part : llvm::split(llvm::StringRef(list), '+')) {
    bool isOptional = part.consume_back("?");
    std::optional<Integers> some = readOne(op, part);
    if (!some && !isOptional)
      return std::nullopt;
    if (some)
      llvm::append_range(all, *some);
  }
  return all;
}

static unsigned operandOf(const OpShapes &op, ShapeRef ref) {
  return ref.number +
         (ref.kind == ShapeRef::Kind::BehindInputs ? op.resultCount() : 0);
}

Shape constraints::read(OpShapes &op, ShapeRef ref) {
  if (ref.kind != ShapeRef::Kind::Result)
    return op.shape(operandOf(op, ref));
  return op.statedRank(ref.number) ? op.stated(ref.number) : Shape::unknown();
}

Subject constraints::subjectOf(const OpShapes &op, ShapeRef ref) {
  return ref.kind == ShapeRef::Kind::Result
             ? Subject::result(ref.number)
             : Subject::operand(operandOf(op, ref));
}

Subject constraints::subjectOf(ListRef list) {
  llvm::StringRef text = list;
  unsigned number = 0;
  if (text.consume_front("$") && !text.getAsInteger(10, number))
    return Subject::operand(number);
  std::string names;
  for (llvm::StringRef part : llvm::split(llvm::StringRef(list), '+'))
    for (llvm::StringRef name : llvm::split(part, '|')) {
      name.consume_back("?");
      names += (names.empty() ? "" : "|") + name.split('#').first.str();
    }
  return Subject::attribute(names);
}

std::string constraints::nameOf(const OpShapes &op, ListRef list) {
  std::string text;
  for (llvm::StringRef part : llvm::split(llvm::StringRef(list), '+')) {
    part.consume_back("?");
    llvm::StringRef name = part.split('|').first;
    for (llvm::StringRef spelling : llvm::split(part, '|'))
      if (!op.text({spelling.split('#').first}).empty())
        name = spelling;
    text += (text.empty() ? "" : " and ") + name.split('#').first.str();
  }
  return text;
}

std::string constraints::nameOf(const OpShapes &op, ShapeRef ref) {
  return shapels::nameOf(subjectOf(op, ref));
}

std::optional<int64_t> constraints::sizeAt(const Shape &shape, int64_t dim) {
  bool isThere = shape.hasRank && dim >= 0 && dim < int64_t(shape.rank());
  return isThere ? shape[size_t(dim)].literal() : std::nullopt;
}

std::string constraints::dimensionOf(const OpShapes &op, ShapeRef ref,
                                     int64_t dim) {
  return "dimension " + std::to_string(dim) + " of " +
         shapels::nameOf(subjectOf(op, ref));
}
