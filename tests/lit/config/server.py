"""Settings' files, plugins and IRDL files are followed while a server runs.

usage: server.py SHAPELS PLUGINS FOLDER
"""

import json
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "supervisor"))
from lsp import Client

WRONG = """func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  %0 = mine.add %a, %b : tensor<2xf32>, tensor<3xf32> -> tensor<?xf32>
  return
}
"""


class Session(Client):
    """Notes what the server asks and says beside its findings."""

    def __init__(self, shapels, *options):
        self.registered, self.shown = [], []
        super().__init__(shapels, *options)

    def receive(self, deadline):
        message = super().receive(deadline)
        if message.get("method") == "client/registerCapability":
            self.registered.append(message)
            self.send({"id": message["id"], "result": None})
        if message.get("method") == "window/showMessage":
            self.shown.append(message["params"]["message"])
        return message

    def codes(self, uri):
        return [finding["code"] for finding in self.published.get(uri, [])]

    def wait_for(self, uri, *codes):
        self.until(lambda: uri in self.published and self.codes(uri) == list(codes))


def main(shapels, plugins, folder):
    folder = pathlib.Path(folder).resolve()
    config, document = folder / ".shapels.json", folder / "a.mlir"
    uri, config_uri = document.as_uri(), config.as_uri()

    # Without consent: a finding that says so.
    shutil.copy(f"{plugins}/mine.so", folder)
    config.write_text(json.dumps({"plugins": ["mine.so"]}))
    client = Session(shapels)
    client.open(uri, WRONG)
    client.wait_for(config_uri, "plugin-consent")

    # With it: the dialect is known. The client says so when the user trusts.
    client.notify("workspace/didChangeConfiguration", {"settings": {"shapels": {
        "allowWorkspacePlugins": True}}})
    # This client named no workspace folder, so its trust has nothing to cover.
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert client.codes(config_uri) == ["plugin-consent"], client.published
    client.leave()

    client = Session(shapels, "--allow-workspace-plugins")
    client.open(uri, WRONG)
    client.wait_for(uri, "broadcast-incompatible")
    client.wait_for(config_uri)

    # A change of the file is followed, by a watching client or at a save.
    config.write_text(json.dumps({
        "plugins": ["mine.so"], "severity": {"broadcast-incompatible": "warning"}}))
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": config_uri, "type": 2}]})
    client.until(lambda: client.published[uri] and client.published[uri][0]["severity"] == 2)
    config.write_text(json.dumps({"plugins": ["mine.so"], "severity": {"no-such": "warning"}}))
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    client.wait_for(config_uri, "invalid-config")
    finding = client.published[config_uri][0]["range"]
    text = config.read_text()
    assert text[finding["start"]["character"]:finding["end"]["character"]] == '"no-such"', finding

    # A plugin that is built anew is loaded by another worker.
    before = client.worker()
    (folder / "mine.so").unlink()
    shutil.copy(f"{plugins}/mine.so", folder)
    config.write_text(json.dumps({
        "plugins": ["mine.so"], "severity": {"broadcast-incompatible": "hint"}}))
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    client.until(lambda: client.published[uri] and client.published[uri][0]["severity"] == 4)
    client.wait_for(config_uri)
    assert client.worker() != before, "the same worker"

    # One that crashes costs a worker, and nothing else.
    shutil.copy(f"{plugins}/crashing.so", folder)
    config.write_text(json.dumps({"plugins": ["mine.so", "crashing.so"]}))
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    client.wait_for(config_uri, "plugin-not-loaded")
    assert "crashes" in client.published[config_uri][0]["message"]
    client.until(lambda: client.published[uri] and client.published[uri][0]["severity"] == 1)

    # Without the file nothing is said in it.
    config.unlink()
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    client.wait_for(config_uri)
    client.leave()

    # One that the client names, while a text is edited.
    client = Session(shapels)
    client.open(uri, WRONG)
    client.wait_for(uri, "unknown-dialect")
    client.notify("workspace/didChangeConfiguration", {"settings": {"shapels": {
        "plugins": [f"{plugins}/mine.so"]}}})
    client.change(uri, 2, {"range": {"start": {"line": 0, "character": 0},
                                     "end": {"line": 0, "character": 0}}, "text": "\n"})
    client.wait_for(uri, "broadcast-incompatible")
    assert client.published[uri][0]["range"]["start"]["line"] == 2, client.published[uri]
    assert not client.shown, client.shown
    client.leave()


main(*sys.argv[1:])
