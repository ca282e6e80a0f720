// A text about a function of a document, and which value of the document each line is about.
import { Position, Range, Uri, type TextDocumentContentChangeEvent } from 'vscode';
import { uriConverters } from './bytecode';

export const KINDS = {
  'shape function': 'shapels/shapeFunction',
  sources: 'shapels/symbolicSources',
} as const;
export type Kind = keyof typeof KINDS;

/** Where a function is: around a position, or by its name; with both, the one of that name, or what it is called now. */
export interface FunctionPlace {
  textDocument: { uri: string };
  position?: { line: number; character: number };
  function?: string;
}

/** The server's answer. */
export interface Answer {
  function: string;
  range: RangeJson;
  resultId: string;
  /** Nothing, nor values, where they are those of the `previousResultId` that was sent. */
  text?: string;
  /** Where the document defines a value, by which statement, and the lines of the text about it. */
  values?: { range: RangeJson; statement: RangeJson; lines: number[] }[];
}
type RangeJson = { start: { line: number; character: number }; end: { line: number; character: number } };

export type Ask = (method: string, params: object) => Promise<Answer>;

const CANCELLED = [-32800, -32801, -32802]; // for a newer edit, or for the server's own reasons

export class ShapeView {
  readonly source: Uri;
  text = '';
  #values: { range: Range; statement: Range; lines: number[] }[] = [];
  #name = '';
  #resultId: string | undefined;
  #edits = 0; // of the document; an answer about the text before one comes too late, and another one follows
  #place = new Position(0, 0);

  constructor(readonly kind: Kind, readonly uri: Uri, readonly ask: Ask, source: Uri, answer: Answer) {
    this.source = source;
    this.#take(answer);
  }

  /** Asks anew; returns whether the text is another one now. */
  async refresh(): Promise<boolean> {
    const before = this.text;
    const edits = this.#edits;
    const { line, character } = this.#place;
    const place: FunctionPlace = { textDocument: { uri: uriConverters.code2Protocol(this.source) }, position: { line, character }, function: this.#name };
    try {
      const answer = await this.ask(KINDS[this.kind], { ...place, previousResultId: this.#resultId });
      if (edits === this.#edits) this.#take(answer);
    } catch (error) {
      const { code, message } = error as { code?: number; message: string };
      if (edits !== this.#edits || CANCELLED.includes(code!)) return false; // what it was cancelled for asks again
      this.text = `// ${message}\n`;
      this.#values = [];
      this.#resultId = undefined;
    }
    return this.text !== before;
  }

  /** Follows an edit of the document. */
  move(changes: readonly TextDocumentContentChangeEvent[]): void {
    ++this.#edits;
    for (const change of changes) this.#place = moved(this.#place, change);
  }

  /** Whether it is about the function whose name starts there. */
  isAbout(kind: Kind, source: Uri, { start }: RangeJson): boolean {
    return this.kind === kind && this.source.toString() === source.toString() && this.#place.isEqual(new Position(start.line, start.character));
  }

  /** Where the document defines what a line is about. */
  valuesOf(line: number): Range[] {
    return this.#values.filter(({ lines }) => lines.includes(line)).map(({ range }) => range);
  }

  /** The lines about the value at a place of the document, or about all that is defined by the statement there. */
  linesOf(place: Position): number[] {
    const near = this.#values.filter(({ statement, range }) => statement.contains(place) || range.contains(place));
    const exact = near.filter(({ range }) => range.contains(place));
    return (exact.length ? exact : near).flatMap(({ lines }) => lines);
  }

  #take({ function: name, range, resultId, text, values }: Answer): void {
    this.#name = name;
    this.#place = new Position(range.start.line, range.start.character);
    this.#resultId = resultId;
    if (text === undefined || !values) return;
    this.text = text;
    this.#values = values.map((value) => ({ range: asRange(value.range), statement: asRange(value.statement), lines: value.lines }));
  }
}

function asRange({ start, end }: RangeJson): Range {
  return new Range(start.line, start.character, end.line, end.character);
}

/** Where a place is after an edit; the start of what replaces it if it was in that. */
function moved(place: Position, { range: { start, end }, text }: TextDocumentContentChangeEvent): Position {
  if (end.isAfter(place)) return start.isBefore(place) ? start : place;
  const lines = text.split('\n');
  const before = lines.length === 1 ? start.character : 0;
  const character = end.line === place.line ? before + lines.at(-1)!.length + place.character - end.character : place.character;
  return new Position(place.line + start.line + lines.length - 1 - end.line, character);
}
