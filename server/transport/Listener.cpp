//===- Listener.cpp - Clients that connect --------------------------------===//

#include "server/transport/AsioStream.h"
#include "server/transport/Framing.h"
#include "server/transport/Streams.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <list>
#include <string_view>

using namespace shapels;
namespace asio = boost::asio;
using boost::system::error_code;

/// So many may be connected and have said nothing yet; then the first one goes.
static constexpr size_t mostSilent = 32;
/// How long no connection is accepted when there are too many files open.
static constexpr std::chrono::milliseconds pauseAfterError(100);

namespace {

/// What the first bytes of a connection say of the other side.
enum class Greeting { Unclear, Message, Http, Other };

} // namespace

/// Whether one is the beginning of the other; `word` has small letters.
static bool isStartOf(std::string_view text, std::string_view word) {
  size_t size = std::min(text.size(), word.size());
  return std::equal(text.begin(), text.begin() + size, word.begin(),
                    [](char c, char small) { return (c | 0x20) == small; });
}

/// Whether anything is behind the headers.
static bool hasBody(std::string_view message) {
  for (std::string_view end : {"\n\r\n", "\n\n"})
    if (size_t at = message.find(end); at != message.npos)
      return message.size() > at + end.size();
  return false;
}

/// A message begins with the header Content-Length or Content-Type. A browser
/// can be made to send one inside a request of its own. Who leaves before the
/// body begins was no client.
static Greeting judge(std::string_view bytes) {
  constexpr std::string_view header = "content-";
  size_t begin = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
  std::string_view text = bytes.substr(begin);
  if (isStartOf(text, header))
    return hasBody(text) ? Greeting::Message : Greeting::Unclear;
  std::string_view line = text.substr(0, text.find('\n'));
  return line.find(" HTTP/") != line.npos ? Greeting::Http : Greeting::Other;
}

/// For one who comes when the server is taken, as a client shows it to its
/// user.
static std::string busyMessage() {
  return frame(R"({"jsonrpc":"2.0","method":"window/showMessage","params":{)"
               R"("type":1,"message":"shapels: this server has a client )"
               R"(already; start another one"}})");
}

static std::string httpAnswer() {
  return "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n"
         "Connection: close\r\n\r\n"
         "shapels speaks the Language Server Protocol, and not HTTP.\n";
}

namespace {

/// Finds the client among those who connect.
template <typename Protocol>
class Listener : public std::enable_shared_from_this<Listener<Protocol>> {
public:
  using Socket = typename Protocol::socket;

  Listener(asio::io_context &context, LogSink &log, StreamHandler onClient,
           std::function<void()> onEnd = nullptr)
      : acceptor(context), pause(context), log(log),
        onClient(std::move(onClient)), onEnd(std::move(onEnd)) {}
  ~Listener() {
    if (onEnd && acceptor.is_open())
      onEnd();
  }

  error_code open(const typename Protocol::endpoint &endpoint) {
    error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error)
      acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error)
      acceptor.bind(endpoint, error);
    if (!error)
      acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error)
      acceptor.close();
    return error;
  }

  typename Protocol::endpoint address() const {
    error_code ignored;
    return acceptor.local_endpoint(ignored);
  }

  void accept() {
    acceptor.async_accept(
        [self = this->shared_from_this()](error_code error, Socket socket) {
          if (error)
            return self->acceptLater(error);
          if (self->isTaken)
            self->sendAway(std::make_shared<Guest>(std::move(socket)),
                           busyMessage());
          else
            self->welcome(std::move(socket));
          self->accept();
        });
  }

private:
  /// One who has connected.
  struct Guest {
    explicit Guest(Socket socket) : socket(std::move(socket)) {}
    Socket socket;
    std::array<char, 1 << 12> chunk;
    std::string said, answer;
  };
  using GuestPtr = std::shared_ptr<Guest>;

  void acceptLater(error_code error) {
    if (error == asio::error::operation_aborted)
      return;
    log.log(LogLevel::Error, "accept: " + error.message());
    pause.expires_after(pauseAfterError);
    pause.async_wait([self = this->shared_from_this()](error_code stopped) {
      if (!stopped)
        self->accept();
    });
  }

  void welcome(Socket socket) {
    guests.push_back(std::make_shared<Guest>(std::move(socket)));
    listenTo(guests.back());
    if (guests.size() > mostSilent)
      guests.pop_front();
  }

  /// Those who leave, or have to, are no longer among the guests.
  void listenTo(const GuestPtr &guest) {
    guest->socket.async_read_some(
        asio::buffer(guest->chunk),
        [self = this->shared_from_this(),
         weak = std::weak_ptr(guest)](error_code error, size_t size) {
          if (GuestPtr guest = weak.lock())
            self->heard(guest, error, size);
        });
  }

  void heard(const GuestPtr &guest, error_code error, size_t size) {
    guest->said.append(guest->chunk.data(), size);
    Greeting greeting = judge(guest->said);
    if (greeting == Greeting::Unclear && !error &&
        guest->said.size() < guest->chunk.size())
      return listenTo(guest);
    guests.remove(guest);
    if (greeting == Greeting::Message)
      return take(guest);
    if (greeting == Greeting::Unclear)
      return;
    bool isHttp = greeting == Greeting::Http;
    log.log(LogLevel::Warning, isHttp ? "refused a client that speaks HTTP"
                                      : "refused a client that does not begin "
                                        "with a Content-Length header");
    sendAway(guest, isHttp ? httpAnswer() : "");
  }

  void take(const GuestPtr &guest) {
    isTaken = true;
    for (const GuestPtr &other : std::exchange(guests, {}))
      sendAway(other, busyMessage());
    onClient(std::make_shared<SocketStream<Socket>>(
        std::move(guest->socket), &log, std::move(guest->said)));
  }

  /// Answers as far as the system takes it at once, and closes.
  void sendAway(const GuestPtr &guest, std::string_view answer) {
    error_code ignored;
    guest->socket.non_blocking(true, ignored);
    guest->socket.send(asio::buffer(answer), 0, ignored);
    guest->socket.shutdown(asio::socket_base::shutdown_both, ignored);
    guest->socket.close(ignored);
  }

  typename Protocol::acceptor acceptor;
  asio::steady_timer pause;
  LogSink &log;
  StreamHandler onClient;
  std::function<void()> onEnd;
  std::list<GuestPtr> guests;
  bool isTaken = false;
};

} // namespace

static bool refuse(LogSink &log, const std::string &address,
                   const std::string &why) {
  log.log(LogLevel::Error, "cannot listen on " + address + ": " + why);
  return false;
}

//===----------------------------------------------------------------------===//
// TCP
//===----------------------------------------------------------------------===//

namespace {

struct TcpAddress {
  std::string host, port;
};

} // namespace

/// Without a host: of this machine alone. Nothing if the port is no number that
/// there is, which the resolver takes modulo 65,536.
static std::optional<TcpAddress> parseAddress(const std::string &address) {
  size_t colon = address.rfind(':');
  bool hasHost = colon != std::string::npos && colon > 0;
  std::string host = hasHost ? address.substr(0, colon) : "127.0.0.1";
  if (host.size() > 1 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  std::string port =
      colon == std::string::npos ? address : address.substr(colon + 1);
  uint16_t number = 0;
  const char *end = port.data() + port.size();
  auto [parsed, error] = std::from_chars(port.data(), end, number);
  if (error != std::errc() || parsed != end)
    return std::nullopt;
  return TcpAddress{std::move(host), std::move(port)};
}

bool shapels::listenTcp(AsioLoop &loop, const std::string &address,
                        LogSink &log, StreamHandler onClient) {
  std::optional<TcpAddress> parsed = parseAddress(address);
  if (!parsed)
    return refuse(log, address,
                  "expected HOST:PORT or PORT, with a port from 0 to 65535");
  asio::io_context &context = loop.implementation().context;
  error_code error;
  auto found = asio::ip::tcp::resolver(context).resolve(
      parsed->host, parsed->port, asio::ip::resolver_base::passive, error);
  if (error || found.empty())
    return refuse(log, address, error.message());
  auto listener = std::make_shared<Listener<asio::ip::tcp>>(
      context, log, std::move(onClient));
  error = listener->open(found.begin()->endpoint());
  if (error)
    return refuse(log, address, error.message());
  asio::ip::address own = listener->address().address();
  if (!own.is_loopback())
    log.log(LogLevel::Warning,
            own.to_string() +
                " can be reached from other machines, and whoever "
                "connects first is served as you would be");
  log.log(LogLevel::Info, "listening on " + own.to_string() + ":" +
                              std::to_string(listener->address().port()));
  listener->accept();
  return true;
}

//===----------------------------------------------------------------------===//
// Unix domain sockets
//===----------------------------------------------------------------------===//

/// Why the path is not free; removes a socket that nobody listens on.
static std::string
makeWay(asio::io_context &context,
        const asio::local::stream_protocol::endpoint &endpoint) {
  struct stat status;
  std::string path = endpoint.path();
  if (::lstat(path.c_str(), &status) < 0)
    return "";
  if (!S_ISSOCK(status.st_mode))
    return "there is something else than a socket, which is left alone";
  asio::local::stream_protocol::socket probe(context);
  error_code error;
  probe.connect(endpoint, error);
  if (error != asio::error::connection_refused)
    return error ? error.message() : "another server listens there";
  return ::unlink(path.c_str()) == 0 ? ""
                                     : std::generic_category().message(errno);
}

bool shapels::listenLocal(AsioLoop &loop, const std::string &path, LogSink &log,
                          StreamHandler onClient) {
  // Longer paths do not fit into the system's address.
  if (path.empty() || path.size() > 107)
    return refuse(log, path, "a socket path has 1 to 107 bytes");
  asio::io_context &context = loop.implementation().context;
  asio::local::stream_protocol::endpoint endpoint(path);
  if (std::string why = makeWay(context, endpoint); !why.empty())
    return refuse(log, path, why);
  auto listener = std::make_shared<Listener<asio::local::stream_protocol>>(
      context, log, std::move(onClient), [path] { ::unlink(path.c_str()); });
  mode_t before = ::umask(0177);
  error_code error = listener->open(endpoint);
  ::umask(before);
  if (error)
    return refuse(log, path, error.message());
  log.log(LogLevel::Info, "listening on " + path);
  listener->accept();
  return true;
}
