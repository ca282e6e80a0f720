"""One client is served over a socket, and whoever else comes is told why not.

usage: sockets.py SHAPELS
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import threading

LIMIT = 30  # Seconds: an upper bound for what takes milliseconds.


def message(method, params=None, id=None):
    body = {"jsonrpc": "2.0", "method": method, "params": params}
    body = json.dumps(body if id is None else {**body, "id": id}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


INITIALIZE = message("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 0)
LEAVE = message("shutdown", None, "bye") + message("exit")


class Server:
    """A server that listens; what it logs is gathered."""

    def __init__(self, shapels, option):
        self.process = subprocess.Popen([shapels, option], stdin=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True)
        self.log = []
        self.news = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stderr:
            with self.news:
                self.log.append(line)
                self.news.notify_all()

    def wait_for(self, pattern):
        def found():
            return next((m for line in self.log if (m := re.search(pattern, line))), None)
        with self.news:
            assert self.news.wait_for(found, LIMIT), (pattern, self.log)
            return found()

    def port(self):
        return int(self.wait_for(r"listening on .*:(\d+)$")[1])

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port()), LIMIT)


def received(client):
    """All until the other side closes."""
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while part := client.recv(1 << 16):
            data += part
    return data


def serve(client):
    client.sendall(INITIALIZE)
    answer = client.recv(1 << 16)
    assert b'"capabilities"' in answer, answer


def leave(server, client):
    client.sendall(LEAVE)
    assert b'"bye"' in received(client)
    assert server.process.wait(LIMIT) == 0


def no_host_is_this_machine(shapels, _):
    for option in ("--listen=:0", "--listen=0"):
        server = Server(shapels, option)
        assert server.wait_for(r"listening on (\S+):\d+$")[1] == "127.0.0.1"
        with server.connect() as client:
            serve(client)
            leave(server, client)
        assert not any("warning" in line for line in server.log), server.log


def other_machines_are_warned_of(shapels, _):
    server = Server(shapels, "--listen=0.0.0.0:0")
    server.wait_for(r"warning: 0\.0\.0\.0 can be reached from other machines")
    server.process.kill()


def scans_and_browsers_are_refused(shapels, _):
    server = Server(shapels, "--listen=:0")
    for _ in range(50):
        server.connect().close()
    silent = [server.connect() for _ in range(40)]
    with server.connect() as browser:
        browser.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n" + INITIALIZE)
        answer = received(browser)
        assert answer.startswith(b"HTTP/1.1 400 ") and b"capabilities" not in answer, answer
    server.wait_for("refused a client that speaks HTTP")
    with server.connect() as other:
        other.sendall(b"\x16\x03\x01\x00")
        assert received(other) == b""
    server.wait_for("refused a client that does not begin with")
    # Who has begun to speak and leaves was no client.
    for said in (INITIALIZE[:12], INITIALIZE[:INITIALIZE.index(b"{")]):
        with server.connect() as scan:
            scan.sendall(said)
    with server.connect() as client:
        # In pieces, as it may come.
        client.sendall(INITIALIZE[:3])
        client.sendall(INITIALIZE[3:])
        assert b'"capabilities"' in client.recv(1 << 16)
        leave(server, client)
    for one in silent:
        one.close()


def a_second_client_is_told_why(shapels, folder):
    path = folder / "socket"
    for option in ("--listen=:0", f"--socket={path}"):
        server = Server(shapels, option)
        server.wait_for("listening on")

        def connect():
            if "listen" in option:
                return server.connect()
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(LIMIT)
            client.connect(str(path))
            return client
        with connect() as early, connect() as client:
            serve(client)
            for second in (early, connect()):
                with second:
                    assert b"window/showMessage" in (told := received(second)), told
                    assert b"has a client already" in told
            leave(server, client)
    assert not path.exists()


def only_a_dead_socket_is_replaced(shapels, folder):
    path = folder / "file"
    path.write_text("mine")
    (folder / "link").symlink_to("file")
    for name in ("file", "link"):
        done = subprocess.run([shapels, f"--socket={folder / name}"], stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, text=True, timeout=LIMIT)
        assert done.returncode == 1, done
        assert f"cannot listen on {folder / name}: there is something else" in done.stderr, done
    assert path.read_text() == "mine"

    path = folder / "dead"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    server = Server(shapels, f"--socket={path}")
    server.wait_for("listening on")
    assert os.stat(path).st_mode & 0o077 == 0
    done = subprocess.run([shapels, f"--socket={path}"], stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, text=True, timeout=LIMIT)
    assert done.returncode == 1 and "another server listens there" in done.stderr, done
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        serve(client)
        leave(server, client)
    assert not path.exists()


def who_never_reads_is_cut_off(shapels, _):
    server = Server(shapels, "--listen=:0")
    text = "".join(f"func.func private @f{i}()\n" for i in range(20000))
    with server.connect() as client:
        client.sendall(INITIALIZE + message("initialized") + message("textDocument/didOpen", {
            "textDocument": {"uri": "file:///a.mlir", "languageId": "mlir", "version": 1,
                             "text": text}}))
        with contextlib.suppress(ConnectionError):
            for i in range(1, 1000):
                client.sendall(message("textDocument/documentSymbol", {
                    "textDocument": {"uri": "file:///a.mlir"}}, i))
        server.wait_for("the client is cut off: it does not read")
    assert server.process.wait(LIMIT) == 1


def main():
    shapels = sys.argv[1]
    # A socket's path must be short.
    folder = pathlib.Path("/tmp") / f"shapels-sockets-{os.getpid()}"
    folder.mkdir()
    try:
        for test in (no_host_is_this_machine, other_machines_are_warned_of,
                     scans_and_browsers_are_refused, a_second_client_is_told_why,
                     only_a_dead_socket_is_replaced, who_never_reads_is_cut_off):
            test(shapels, folder)
            print(test.__name__, flush=True)
    finally:
        shutil.rmtree(folder)
    print("ok")


if __name__ == "__main__":
    main()
