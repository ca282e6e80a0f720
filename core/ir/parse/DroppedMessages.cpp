//===- DroppedMessages.cpp ------------------------------------------------===//

#include "core/ir/parse/DroppedMessages.h"

#include "llvm/ADT/STLExtras.h"

using namespace shapels;

namespace {

using Stage = IrDiagnostic::Stage;

struct Row {
  Stage stage;
  /// What the op's name begins with.
  llvm::StringLiteral op;
  /// A part of the message; empty for all but those about dominance.
  llvm::StringLiteral message;
  /// What has to be there for the message to rest on it.
  Unknown unknown;
};

} // namespace

static constexpr Row rows[] = {
    // unknownDialects() tells of the dialect, once.
    {Stage::Parse, "", "Dialect `", Unknown::Op},
    {Stage::Parse, "", "is unknown", Unknown::Op},
    // A stand-in for a type or an attribute is none of those that an op or a
    // type of MLIR's own asks for; the real one may be.
    {Stage::Parse, "", "invalid kind of attribute specified", Unknown::Part},
    {Stage::Parse, "", "invalid kind of type specified", Unknown::Part},
    {Stage::Parse, "", "which is to be a", Unknown::Part},
    {Stage::Parse, "", "' must be ", Unknown::Part},
    // Behind an alias a layout is not told from a memory space.
    {Stage::Parse, "", "multiple memory spaces specified", Unknown::Section},
    // Projects make types of MLIR's own be elements (`memref<?x!llvm.ptr>`).
    {Stage::Parse, "", "invalid memref element type", Unknown::Section},
    {Stage::Parse, "", "invalid vector element type", Unknown::Section},
    // Who else would read a resource is not known.
    {Stage::Parse, "", "ignoring unknown external resources", Unknown::Any},

    // What an op needs of its types and attributes, those may have.
    {Stage::Verify, "", "", Unknown::Part},
    // What a terminator hands over, only its dialect knows.
    {Stage::Verify, "", "", Unknown::Terminator},
    {Stage::Verify, "", "", Unknown::Blamed},
    // A region may be a graph, in which definitions have no order.
    {Stage::Verify, "", "does not dominate", Unknown::Around},
    // The op around may be one of those that are wanted there.
    {Stage::Verify, "", "parent", Unknown::Around},
    {Stage::Verify, "", "ancestor", Unknown::Around},
    {Stage::Verify, "", "must appear", Unknown::Around},
    // It may begin a scope in which other values are symbols and dimensions.
    {Stage::Verify, "affine.", "", Unknown::Around},
    // It may be, or hold, what is referred to.
    {Stage::Verify, "", "", Unknown::Symbol},
    // It may consume the handle.
    {Stage::Verify, "transform.", "is not consumed in the body",
     Unknown::Within},
};

bool shapels::isDropped(const IrDiagnostic &diagnostic, llvm::StringRef opName,
                        llvm::function_ref<bool(Unknown)> isThere) {
  llvm::StringRef message(diagnostic.message);
  return llvm::any_of(rows, [&](const Row &row) {
    bool isMeant = row.message.empty() ? !isAboutDominance(message)
                                       : message.contains(row.message);
    return row.stage == diagnostic.stage && isMeant &&
           opName.starts_with(row.op) &&
           (row.unknown == Unknown::Any || isThere(row.unknown));
  });
}

llvm::StringRef shapels::dialectOfUnknownOp(llvm::StringRef message) {
  if (message.consume_front("Dialect `"))
    return message.split('\'').first;
  if (!message.consume_front("custom op '"))
    return {};
  auto [name, rest] = message.split('\'');
  bool hasDialect = rest.starts_with(" is unknown") && name.contains('.');
  return hasDialect ? name.split('.').first : llvm::StringRef();
}
