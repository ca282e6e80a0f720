//===- WorkDoneProgress.cpp -----------------------------------------------===//

#include "server/lsp/WorkDoneProgress.h"

#include "server/protocol/Encode.h"
#include "server/protocol/Protocol.h"

#include <nlohmann/json.hpp>

using namespace shapels;
using nlohmann::json;

template <typename Value>
void WorkDoneProgress::tell(const Value &value) {
  dispatcher.notify(
      "$/progress",
      lsp::ProgressParams{
          token, value.dump(-1, ' ', false, json::error_handler_t::replace)});
}

void WorkDoneProgress::begin(const std::string &title) {
  token = lsp::quoted("shapels:" + name + ":" + std::to_string(++count));
  begun = true;
  dispatcher.request("window/workDoneProgress/create", token,
                     lsp::ProgressParams{token, ""});
  tell(json{{"kind", "begin"}, {"title", title}, {"percentage", 0}});
}

void WorkDoneProgress::report(const std::string &message, size_t done,
                              size_t all) {
  tell(json{{"kind", "report"},
            {"message", message},
            {"percentage", all == 0 ? 0 : done * 100 / all}});
}

void WorkDoneProgress::end(const std::string &message) {
  begun = false;
  tell(json{{"kind", "end"}, {"message", message}});
}
