//===- Session.cpp --------------------------------------------------------===//

#include "Session.h"

#include <stdexcept>

using namespace bench;

double bench::millisecondsSince(Clock::time_point start,
                                Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - start).count();
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

Json Session::requestMessage(const std::string &method, Json params) {
  reply.reset();
  return {{"jsonrpc", "2.0"},
          {"id", ++lastId},
          {"method", method},
          {"params", std::move(params)}};
}

/// Changes our text, and says so.
Json Session::changeMessage(const Edit &edit) {
  input.text.apply(edit);
  Json change;
  if (options.isIncremental)
    change = {{"range",
               {{"start", {{"line", edit.line}, {"character", edit.character}}},
                {"end",
                 {{"line", edit.line},
                  {"character", edit.character + edit.removed}}}}},
              {"text", edit.inserted}};
  else
    change = {{"text", input.text.str()}};
  return {{"jsonrpc", "2.0"},
          {"method", "textDocument/didChange"},
          {"params",
           {{"textDocument", {{"uri", input.uri}, {"version", ++version}}},
            {"contentChanges", Json::array({change})}}}};
}

/// The next message, sorted in.
Message Session::receive() {
  Message message = client.receive();
  Json json = Json::parse(message.body);
  bool isRequest = json.contains("method") && json.contains("id");
  if (isRequest)
    send({{"jsonrpc", "2.0"}, {"id", json["id"]}, {"result", nullptr}});
  else if (json.contains("id") && json["id"] == lastId)
    reply = message;
  else if (json.value("method", "") == "textDocument/publishDiagnostics") {
    findings = json["params"]["diagnostics"];
    findingsVersion = json["params"].value("version", version);
    findingsArrival = message.arrival;
    publishedVersions.push_back(findingsVersion);
  }
  return message;
}

Message Session::waitForReply() {
  while (!reply)
    receive();
  return *reply;
}

/// When the right findings of the present version arrived.
Clock::time_point Session::waitForFindings(Expected expected) {
  try {
    while (findingsVersion < version || !expected.isMetBy(findings))
      receive();
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(
        "findings of version " + std::to_string(version) + " did not become " +
        "as expected; those of version " + std::to_string(findingsVersion) +
        " are " + findings.dump().substr(0, 2000) + ": " + error.what());
  }
  return findingsArrival;
}

void Session::checkHover(const Message &reply, const Place &place) {
  if (reply.body.find(place.contains) == std::string::npos)
    throw std::runtime_error("hover at line " + std::to_string(place.line) +
                             " does not say " + place.contains + ": " +
                             reply.body.substr(0, 2000));
}

//===----------------------------------------------------------------------===//
// Timed steps
//===----------------------------------------------------------------------===//

double Session::initialize() {
  Json document = {{"publishDiagnostics",
                    {{"versionSupport", true}, {"relatedInformation", true}}},
                   {"hover", {{"contentFormat", {"markdown", "plaintext"}}}}};
  send(requestMessage("initialize",
                      {{"processId", nullptr},
                       {"rootUri", nullptr},
                       {"capabilities", {{"textDocument", document}}}}));
  double duration = millisecondsSince(spawned, waitForReply().arrival);
  send({{"jsonrpc", "2.0"},
        {"method", "initialized"},
        {"params", Json::object()}});
  return duration;
}

double Session::open() {
  Json document = {{"uri", input.uri},
                   {"languageId", "mlir"},
                   {"version", version},
                   {"text", input.text.str()}};
  std::string body = Json{{"jsonrpc", "2.0"},
                          {"method", "textDocument/didOpen"},
                          {"params", {{"textDocument", document}}}}
                         .dump();
  Clock::time_point start = Clock::now();
  client.send(body);
  return millisecondsSince(start, waitForFindings({}));
}

double Session::edit(const Edit &edit, Expected expected) {
  std::string body = changeMessage(edit).dump();
  Clock::time_point start = Clock::now();
  client.send(body);
  return millisecondsSince(start, waitForFindings(expected));
}

Json Session::hoverMessage(const Place &place) {
  return requestMessage(
      "textDocument/hover",
      {{"textDocument", {{"uri", input.uri}}},
       {"position", {{"line", place.line}, {"character", place.character}}}});
}

double Session::hover(const Place &place) {
  std::string body = hoverMessage(place).dump();
  Clock::time_point start = Clock::now();
  client.send(body);
  Message reply = waitForReply();
  checkHover(reply, place);
  return millisecondsSince(start, reply.arrival);
}

void Session::shutdown() {
  send(requestMessage("shutdown", nullptr));
  waitForReply();
  if (!findings.empty())
    throw std::runtime_error("findings are left: " + findings.dump());
  send({{"jsonrpc", "2.0"}, {"method", "exit"}});
  if (int code = client.wait())
    throw std::runtime_error("the server's exit code is " +
                             std::to_string(code));
}
