// Shape functions, and where sizes come from, shown beside the text: read-only documents that follow it.  The cursor in
// one of them marks the value that its line is about, and the cursor in the text marks the lines.
import { Disposable, EventEmitter, Range, TextEditorRevealType, ThemeColor, Uri, ViewColumn, commands, window, workspace } from 'vscode';
import type { TextDocumentChangeEvent, TextDocumentContentProvider, TextEditor } from 'vscode';
import { uriConverters } from './bytecode';
import { KINDS, ShapeView, type Ask, type FunctionPlace, type Kind } from './shapeView';

const SCHEME = 'shapels-shapes'; // of the language mlir-shapes (package.json), of which the server is told nothing
const PAUSE = 250; // ms without an edit: typing rests
const WHOLE = 0x7fffffff; // the last column of any line

/** The commands, and all that they show. */
export function showShapes(ask: Ask): Disposable {
  const views = new ShapeViews(ask);
  return Disposable.from(
    views,
    commands.registerCommand('shapels.showShapeFunction', (place?: FunctionPlace) => views.show('shape function', place)),
    commands.registerCommand('shapels.showSymbolicSources', (place?: FunctionPlace) => views.show('sources', place)),
  );
}

class ShapeViews implements TextDocumentContentProvider, Disposable {
  readonly #ask: Ask;
  readonly #views = new Map<string, ShapeView>();
  readonly #timers = new Map<ShapeView, NodeJS.Timeout>();
  readonly #changes = new EventEmitter<Uri>();
  readonly onDidChange = this.#changes.event;
  readonly #mark = window.createTextEditorDecorationType({ backgroundColor: new ThemeColor('editor.findMatchHighlightBackground') });
  readonly #subscriptions = Disposable.from(
    this.#changes,
    this.#mark,
    workspace.registerTextDocumentContentProvider(SCHEME, this),
    workspace.onDidChangeTextDocument((event) => this.#follow(event)),
    workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)),
    window.onDidChangeVisibleTextEditors(() => this.#markAll()),
    window.onDidChangeTextEditorSelection(({ textEditor }) => this.#markBy(textEditor, true)),
  );

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Of the function at the cursor, or at a place that a code lens names. */
  async show(kind: Kind, place = placeOfCursor()): Promise<void> {
    if (!place) return void window.showInformationMessage('No MLIR text is active.');
    try {
      const view = await this.#open(kind, place);
      const shown = window.visibleTextEditors.find(({ document }) => document.uri.toString() === view.uri.toString());
      const document = await workspace.openTextDocument(view.uri);
      await window.showTextDocument(document, { viewColumn: shown?.viewColumn ?? ViewColumn.Beside, preserveFocus: true });
    } catch (error) {
      void window.showInformationMessage(`No ${kind}: ${(error as Error).message}`);
    }
  }

  /** VS Code also asks for those that it showed when it was closed. */
  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const known = this.#views.get(uri.toString());
    if (known) return known.text;
    const { kind, source, name } = JSON.parse(uri.query) as { kind: Kind; source: string; name: string };
    try {
      await workspace.openTextDocument(Uri.parse(source)); // the server knows what is open
      const answer = await this.#ask(KINDS[kind], { textDocument: { uri: uriConverters.code2Protocol(Uri.parse(source)) }, function: name });
      return this.#add(new ShapeView(kind, uri, this.#ask, Uri.parse(source), answer)).text;
    } catch (error) {
      return `// ${(error as Error).message}\n`;
    }
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
  }

  async #open(kind: Kind, place: FunctionPlace): Promise<ShapeView> {
    const answer = await this.#ask(KINDS[kind], place);
    const source = uriConverters.protocol2Code(place.textDocument.uri);
    const known = [...this.#views.values()].find((view) => view.isAbout(kind, source, answer.range));
    if (known) return known;
    const name = answer.function;
    // The path is what the tab shows; functions of one name in several parts of a file differ in their line.
    const query = JSON.stringify({ kind, source: source.toString(), name, line: answer.range.start.line });
    const uri = Uri.from({ scheme: SCHEME, path: `/${SCHEME}/${kind} of @${name.replaceAll('/', '_')}`, query });
    return this.#add(new ShapeView(kind, uri, this.#ask, source, answer));
  }

  #add(view: ShapeView): ShapeView {
    this.#views.set(view.uri.toString(), view);
    return view;
  }

  #forget(uri: Uri): void {
    const view = this.#views.get(uri.toString());
    if (!view) return;
    clearTimeout(this.#timers.get(view));
    this.#timers.delete(view);
    this.#views.delete(uri.toString());
    this.#show(view.source, [], false);
  }

  #follow({ document, contentChanges }: TextDocumentChangeEvent): void {
    if (this.#views.has(document.uri.toString())) return this.#markAll(); // its new text is there
    if (!contentChanges.length) return;
    for (const view of this.#of(document.uri)) {
      view.move(contentChanges);
      this.#refreshLater(view);
    }
  }

  #refreshLater(view: ShapeView): void {
    clearTimeout(this.#timers.get(view));
    this.#timers.set(view, setTimeout(async () => {
      const isOther = await view.refresh();
      if (isOther) this.#changes.fire(view.uri);
      else this.#markAll();
    }, PAUSE));
  }

  #of(source: Uri): ShapeView[] {
    return [...this.#views.values()].filter((view) => view.source.toString() === source.toString());
  }

  #markAll(): void {
    if (window.activeTextEditor) this.#markBy(window.activeTextEditor, false);
  }

  /** Marks what the cursor of an editor is about in the editors beside it. */
  #markBy(editor: TextEditor, isRevealed: boolean): void {
    const cursor = editor.selection.active;
    this.#show(editor.document.uri, [], false);
    const view = this.#views.get(editor.document.uri.toString());
    if (view) return this.#show(view.source, view.valuesOf(cursor.line), isRevealed);
    for (const other of this.#of(editor.document.uri))
      this.#show(other.uri, other.linesOf(cursor).map((line) => new Range(line, 0, line, WHOLE)), isRevealed);
  }

  #show(uri: Uri, ranges: Range[], isRevealed: boolean): void {
    for (const editor of editorsOf(uri)) {
      editor.setDecorations(this.#mark, ranges);
      if (isRevealed && ranges[0]) editor.revealRange(ranges[0], TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }
}

function editorsOf(uri: Uri): TextEditor[] {
  return window.visibleTextEditors.filter(({ document }) => document.uri.toString() === uri.toString());
}

function placeOfCursor(): FunctionPlace | undefined {
  const editor = window.activeTextEditor;
  if (editor?.document.languageId !== 'mlir') return undefined;
  const { line, character } = editor.selection.active;
  return { textDocument: { uri: uriConverters.code2Protocol(editor.document.uri) }, position: { line, character } };
}
