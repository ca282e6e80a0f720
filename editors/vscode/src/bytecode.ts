// Bytecode as text: the server reads a `.mlirbc` file and makes the bytes that are saved.  The text has an address of its
// own in VS Code; the server knows it by that of the file, so that the folder's .shapels.json holds for it.
import * as path from 'node:path';
import { Disposable, EventEmitter, FileChangeType, FileSystemError, RelativePattern, Uri, ViewColumn, window, workspace } from 'vscode';
import type { CustomDocument, CustomReadonlyEditorProvider, FileChangeEvent, FileSystemProvider, WebviewPanel } from 'vscode';

const SCHEME = 'shapels-bytecode';
const EXTENSION = '.mlirbc';

type Ask = (method: string, params: { uri: string }) => Promise<{ output: string }>;

const onDisk = (uri: Uri): Uri => uri.with({ scheme: 'file' });
const asText = (uri: Uri): Uri => uri.with({ scheme: SCHEME });

/** How addresses are spelled for the server. */
export const uriConverters = {
  code2Protocol: (uri: Uri): string => (uri.scheme === SCHEME ? onDisk(uri) : uri).toString(),
  protocol2Code: (value: string): Uri => {
    const uri = Uri.parse(value);
    return uri.scheme === 'file' && uri.path.endsWith(EXTENSION) ? asText(uri) : uri;
  },
};

/** Shows `.mlirbc` files as text, and saves them as bytecode. */
export function showBytecode(ask: Ask): Disposable {
  return Disposable.from(
    workspace.registerFileSystemProvider(SCHEME, new BytecodeFiles(ask), { isCaseSensitive: process.platform === 'linux' }),
    window.registerCustomEditorProvider('shapels.bytecode', new TextInstead()),
  );
}

class BytecodeFiles implements FileSystemProvider {
  readonly #ask: Ask;
  readonly #changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const { output } = await this.#ask('mlir/convertFromBytecode', { uri: uriConverters.code2Protocol(uri) });
    return new TextEncoder().encode(output);
  }

  /** The file stays as it is unless the server has made all of the bytes. */
  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const shown = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (!shown || shown.getText() !== new TextDecoder().decode(content)) // the server converts what is shown
      throw FileSystemError.Unavailable(`${path.basename(uri.path)} was not saved: it is not, or no longer, what the editor shows.`);
    const { output } = await this.#ask('mlir/convertToBytecode', { uri: uriConverters.code2Protocol(uri) });
    await workspace.fs.writeFile(onDisk(uri), Buffer.from(output, 'base64'));
  }

  watch(uri: Uri): Disposable {
    const file = onDisk(uri);
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.joinPath(file, '..'), path.basename(file.path)));
    const tell = (type: FileChangeType) => () => this.#changes.fire([{ type, uri }]);
    watcher.onDidCreate(tell(FileChangeType.Created));
    watcher.onDidChange(tell(FileChangeType.Changed));
    watcher.onDidDelete(tell(FileChangeType.Deleted));
    return watcher;
  }

  stat = (uri: Uri) => workspace.fs.stat(onDisk(uri));
  readDirectory = (uri: Uri) => workspace.fs.readDirectory(onDisk(uri));
  createDirectory = (uri: Uri) => workspace.fs.createDirectory(onDisk(uri));
  delete = (uri: Uri, options: { recursive: boolean }) => workspace.fs.delete(onDisk(uri), options);
  rename = (from: Uri, to: Uri, options: { overwrite: boolean }) => workspace.fs.rename(onDisk(from), onDisk(to), options);
}

/** What VS Code opens a `.mlirbc` file with: the text takes its place, or a message says why there is none. */
class TextInstead implements CustomReadonlyEditorProvider {
  openCustomDocument(uri: Uri): CustomDocument {
    return { uri, dispose() {} };
  }

  async resolveCustomEditor({ uri }: CustomDocument, panel: WebviewPanel): Promise<void> {
    try {
      if (uri.scheme !== 'file') throw new Error('only files on disk are shown as text');
      await window.showTextDocument(asText(uri), { viewColumn: panel.viewColumn ?? ViewColumn.Active });
    } catch (error) {
      void window.showErrorMessage(`${path.basename(uri.path)} cannot be shown: ${(error as Error).message}`);
    }
    panel.dispose();
  }
}
