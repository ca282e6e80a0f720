"""The client names a plugin, and the program that could load it cannot be run.

usage: alone.py SHAPELS PLUGINS
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "supervisor"))
from lsp import Client


class Session(Client):
    shown = ""

    def receive(self, deadline):
        message = super().receive(deadline)
        if message.get("method") == "window/showMessage":
            self.shown = message["params"]["message"]
        return message


client = Session(sys.argv[1])
client.open("file:///a.mlir", "func.func @f(%a: tensor<2xf32>) {\n  return %b\n}\n")
client.findings("file:///a.mlir")
client.notify("workspace/didChangeConfiguration", {"settings": {"shapels": {
    "plugins": [f"{sys.argv[2]}/mine.so"]}}})
client.until(lambda: "install shapels-plugins" in client.shown)
client.change("file:///a.mlir", 2, {"text": "func.func @f() {\n  return\n}\n"})
assert client.findings("file:///a.mlir", 2) == [], client.published
client.leave()
