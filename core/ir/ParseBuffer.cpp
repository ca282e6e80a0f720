//===- ParseBuffer.cpp ----------------------------------------------------===//

#include "shapels/ir/ParseBuffer.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

using namespace shapels;

/// No user's `loc("...")` has this name.
static constexpr llvm::StringLiteral bufferName("\x01shapels");

void ParseBuffer::append(ByteRange slice) {
  slices.push_back(
      {static_cast<uint32_t>(contents.size()), slice.begin, false});
  lastBegin = contents.size();
  lastSize = slice.size();
  contents += section.substr(slice.begin.value, slice.size());
  for (ByteRange blank : blanks) {
    ByteOffset begin = std::max(blank.begin, slice.begin);
    ByteOffset end = std::min(blank.end, slice.end);
    if (begin < end)
      std::fill_n(contents.begin() + lastBegin +
                      (begin.value - slice.begin.value),
                  end.value - begin.value, ' ');
  }
}

void ParseBuffer::appendText(std::string_view text, ByteOffset at) {
  slices.push_back({static_cast<uint32_t>(contents.size()), at, true});
  contents += text;
}

llvm::SourceMgr &ParseBuffer::sourceMgr() {
  if (manager.getNumBuffers() == 0) {
    // A lone CR makes MLIR 22 read behind the text when it reports anything.
    std::replace(contents.begin(), contents.end(), '\r', ' ');
    manager.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(contents, bufferName), llvm::SMLoc());
  }
  return manager;
}

ByteOffset ParseBuffer::offsetOf(llvm::SMLoc location) const {
  const char *start = manager.getMemoryBuffer(1)->getBufferStart();
  auto inBuffer = static_cast<uint32_t>(location.getPointer() - start);
  auto after = std::upper_bound(
      slices.begin(), slices.end(), inBuffer,
      [](uint32_t at, const Slice &slice) { return at < slice.inBuffer; });
  if (after == slices.begin())
    return {};
  const Slice &slice = *std::prev(after);
  return slice.isOurs ? slice.inSection
                      : slice.inSection + (inBuffer - slice.inBuffer);
}

std::optional<ByteOffset>
ParseBuffer::offsetOf(mlir::FileLineColLoc location) const {
  if (location.getFilename() != bufferName || manager.getNumBuffers() == 0)
    return std::nullopt;
  auto &source = const_cast<llvm::SourceMgr &>(manager);
  for (unsigned column : {location.getColumn(), 1u})
    if (llvm::SMLoc found =
            source.FindLocForLineAndColumn(1, location.getLine(), column);
        found.isValid())
      return offsetOf(found);
  return std::nullopt;
}
