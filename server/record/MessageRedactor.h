//===- MessageRedactor.h - A session without its names ----------*- C++ -*-===//

#ifndef SHAPELS_RECORD_MESSAGEREDACTOR_H
#define SHAPELS_RECORD_MESSAGEREDACTOR_H

#include "core/text/TextBuffer.h"
#include "server/protocol/Protocol.h"
#include "server/record/TextRedactor.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>

namespace shapels {

/// Redacts the messages of one session, in their order. Edits become edits of
/// the redacted texts, which leave the same lines as long as they were; so all
/// positions stay true. Of what the server says no words are left: they follow
/// from the texts.
class MessageRedactor {
public:
  /// A message of the client.
  nlohmann::json fromClient(nlohmann::json message);
  nlohmann::json fromServer(nlohmann::json message);

private:
  void open(nlohmann::json &params);
  void change(nlohmann::json &params);
  void changeText(TextBuffer &text, nlohmann::json &change);
  void redact(nlohmann::json &value, const std::string &key);
  std::string redacted(const std::string &text, const std::string &key);

  TextRedactor texts;
  PositionEncoding encoding = PositionEncoding::Utf16;
  /// By URI, not redacted.
  std::map<std::string, TextBuffer> documents;
};

} // namespace shapels

#endif // SHAPELS_RECORD_MESSAGEREDACTOR_H
