// The picture of the function at the cursor, in a view beside the text: it follows the text as it is edited, and each leads
// to the other.  The page is that of `shapels --picture --format=html` (editors/vscode/picture); it runs nothing else.
import { randomBytes } from 'node:crypto';
import * as path from 'node:path';
import { Disposable, Range, Selection, TextEditorRevealType, Uri, ViewColumn, languages, window, workspace } from 'vscode';
import type { Position, TextDocument, TextEditor, WebviewPanel } from 'vscode';
import { uriConverters } from './bytecode';
import { MLIR } from './status';

interface Place { line: number; character: number }
interface Picture { functions: { name: string; nodes: { range: { start: Place; end: Place } }[] }[] }
type Ask = (method: string, params: object) => Promise<Picture | null>;

const SHORTEST_PAUSE = 150; // milliseconds without an edit before the picture is asked for again

/** `shapels.showPicture` opens the view, or shows the one that is open. */
export class PictureView {
  readonly #extension: Uri;
  readonly #ask: Ask;
  readonly #listeners: Disposable;
  #panel: WebviewPanel | undefined;
  #page = '';
  #isReady = false;        // whether the page listens
  #document: TextDocument | undefined;
  #place: Place = { line: 0, character: 0 };
  #shown: Picture | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pause = SHORTEST_PAUSE;  // longer where answers take long, so that typing never waits for them
  #isAsking = false;
  #isStale = false;         // whether to ask again, as the server was asked before
  #isEdited = true;         // whether the text changed since the picture was made

  constructor(extension: Uri, ask: Ask) {
    this.#extension = extension;
    this.#ask = ask;
    this.#listeners = Disposable.from(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => document === this.#document && contentChanges.length && this.#askSoon(true)),
      window.onDidChangeTextEditorSelection(({ textEditor, selections }) => this.#follow(textEditor, selections[0]!.active)),
      window.onDidChangeActiveTextEditor((editor) => editor && this.#follow(editor, editor.selection.active)),
    );
  }

  /** Of the function at `where` (a place that a code lens names), or at the cursor. */
  async show(where?: { textDocument: { uri: string }; position: Place }): Promise<void> {
    const editor = window.activeTextEditor;
    const document = where ? await workspace.openTextDocument(uriConverters.protocol2Code(where.textDocument.uri)) : editor?.document;
    if (!document || !languages.match(MLIR, document)) {
      void window.showInformationMessage('A picture is of a function in an MLIR file: open one first.');
      return;
    }
    this.#document = document;
    this.#place = where?.position ?? editor!.selection.active;
    this.#isEdited = true;
    await this.#open();
    this.#panel!.reveal(undefined, true);
    await this.#update();
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#panel?.dispose();
  }

  async #open(): Promise<void> {
    if (this.#panel) return;
    const folder = Uri.joinPath(this.#extension, 'picture');
    this.#page ||= new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(folder, 'page.html')));
    const panel = (this.#panel = window.createWebviewPanel('shapels.picture', 'Picture', { viewColumn: ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [folder] }));
    panel.onDidDispose(() => {
      clearTimeout(this.#timer);
      this.#panel = this.#document = this.#shown = undefined;
      this.#isReady = false;
    });
    panel.webview.onDidReceiveMessage((message) => this.#receive(message));
    panel.webview.html = pageFor(this.#page, panel, folder);
  }

  /** The page is loaded anew whenever its tab is shown again. */
  #receive(message: { type: string; range?: { start: Place; end: Place } }): void {
    if (message.type === 'ready') {
      this.#isReady = true;
      this.#send();
    } else if (message.type === 'reveal' && message.range) {
      void this.#reveal(message.range);
    }
  }

  #send(): void {
    if (!this.#isReady || !this.#panel || !this.#document) return;
    const name = path.basename(this.#document.uri.path);
    const [first] = this.#shown?.functions ?? [];
    const title = first ? `@${first.name} in ${name}` : `no function with shapes at the cursor in ${name}`;
    this.#panel.title = first ? `@${first.name}` : 'Picture';
    void this.#panel.webview.postMessage({ type: 'picture', picture: { title, functions: this.#shown?.functions ?? [] } });
    void this.#panel.webview.postMessage({ type: 'cursor', place: this.#place });
  }

  #askSoon(isEdited = false): void {
    this.#isEdited ||= isEdited;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#update(), this.#pause);
  }

  async #update(): Promise<void> {
    const document = this.#document;
    if (!document || !this.#panel) return;
    if (this.#isAsking) {
      this.#isStale = true;
      return;
    }
    this.#isAsking = true;
    const isEdited = this.#isEdited;
    this.#isEdited = false;
    const begin = Date.now();
    try {
      const answer = await this.#ask('shapels/picture', { textDocument: { uri: uriConverters.code2Protocol(document.uri) }, position: plain(this.#place) });
      // Between functions the one that is shown stays.
      if (document === this.#document && (answer?.functions.length || isEdited)) this.#shown = answer ?? undefined;
    } catch {
      // Asked again with the next edit; until then the picture stays.
    }
    this.#isAsking = false;
    this.#pause = Math.max(SHORTEST_PAUSE, 2 * (Date.now() - begin));
    this.#send();
    if (this.#isStale) {
      this.#isStale = false;
      this.#askSoon();
    }
  }

  /** Lights what the cursor is in; another function is drawn. */
  #follow(editor: TextEditor, cursor: Position): void {
    if (!this.#panel || !languages.match(MLIR, editor.document)) return;
    const isOther = editor.document !== this.#document;
    this.#document = editor.document;
    this.#place = plain(cursor);
    const around = this.#shown?.functions[0]?.nodes[0]?.range;
    if (isOther || !around || !rangeOf(around).contains(cursor)) this.#askSoon(isOther);
    else void this.#panel.webview.postMessage({ type: 'cursor', place: this.#place });
  }

  async #reveal(target: { start: Place; end: Place }): Promise<void> {
    if (!this.#document) return;
    const beside = window.visibleTextEditors.find(({ document }) => document === this.#document);
    const editor = await window.showTextDocument(this.#document, { viewColumn: beside?.viewColumn ?? ViewColumn.One });
    const range = rangeOf(target);
    editor.selection = new Selection(range.start, range.start);
    editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

const plain = ({ line, character }: Place): Place => ({ line, character });
const rangeOf = ({ start, end }: { start: Place; end: Place }): Range => new Range(start.line, start.character, end.line, end.character);

/** The page with its files where the view finds them, and nothing from elsewhere. */
function pageFor(page: string, { webview }: WebviewPanel, folder: Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return page
    .replace(/(Content-Security-Policy" content=")[^"]*/, `$1${policy}`)
    .replace('@PICTURE@', 'null')
    .replace(/<script src="/g, `<script nonce="${nonce}" src="`)
    .replace(/(src|href)="([\w.]+\.(?:js|css))"/g, (_, attribute: string, file: string) => `${attribute}="${webview.asWebviewUri(Uri.joinPath(folder, file))}"`);
}
