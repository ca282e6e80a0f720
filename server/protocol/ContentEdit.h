//===- ContentEdit.h - What a didChange edits ------------------*- C++ -*-===//

#ifndef SHAPELS_PROTOCOL_CONTENTEDIT_H
#define SHAPELS_PROTOCOL_CONTENTEDIT_H

#include "core/text/TextBuffer.h"
#include "server/protocol/Protocol.h"

#include <optional>

namespace shapels::lsp {

/// The bytes of `range`. If its end is before its start, the two are swapped.
DocumentRange bytesOf(const TextBuffer &text, PositionRange range,
                      PositionEncoding encoding);

/// The edit of `text` that `change` asks for. Nothing if the text would be
/// larger than a TextBuffer can be, which counts bytes in 32 bits.
std::optional<shapels::TextEdit>
editOf(const TextBuffer &text, ContentChange change, PositionEncoding encoding);

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_CONTENTEDIT_H
