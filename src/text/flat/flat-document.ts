/**
 * A document of YAML as arrays of numbers, with a place in each array for each node. Nodes come in preorder: a node, then
 * all that is inside it, then what is behind it.
 *
 *                           node  kind          from  to  next  dash
 *     steps:                   0  map              0  33     9    -1
 *       - name: a              1  plain            0   5     2    -1  steps
 *         needs: [b]           2  sequence         9  33     9    -1
 *                              3  map             11  33     9     9
 *                              4  plain           11  15     5    -1  name
 *                              5  plain           17  18     6    -1  a
 *                              6  plain           23  28     7    -1  needs
 *                              7  flowSequence    30  33     9    -1
 *                              8  plain           31  32     9    31  b
 *
 * - Node 0 is the root. It is a map or a sequence, and everything is inside it: `next[0]` is `count`.
 * - The first child of a node `n` is `n + 1`, where `next[n] > n + 1`; the one behind a child is `next[child]`; behind the
 *   last child that is `next[n]`.
 * - The children of a map are key, value, key, value, and so on. Keys are plain or quoted, have a colon right behind them,
 *   and no two of a map have the same value.
 * - A map and a sequence without brackets have children; they start where the first of them does, with its dash, and end
 *   where the last one ends. Within brackets, only what is in brackets, plain or quoted can be.
 * - Children are in the order of the text, do not overlap and are within their parent. Between scalars there are only
 *   blanks, comments and indicators.
 *
 * The arrays have more room than `count`; what is there is left from other documents. `checkFlat` checks all this.
 */
export interface FlatDocument {
  /** The whole text of the file. Offsets are UTF-16 units into it. */
  text: string;
  /** Where the document is in it, from its first character or marker to the next marker. */
  start: number;
  end: number;
  /** How many nodes there are. */
  count: number;
  /** One of `nodeKind`. */
  kind: Uint8Array;
  /** The first character of a node; for a missing value, just past the colon or dash. */
  from: Int32Array;
  /** Just past its last character, which is never a line break, a comment or a blank behind it. */
  to: Int32Array;
  /** The first node that is behind a node and behind all inside it. */
  next: Int32Array;
  /** Where an item of a sequence starts: at its dash, within brackets at its value. -1 for what is no item. */
  dash: Int32Array;
  /** 1 for a scalar whose value is what is written, quotes around it excluded: one line without escapes. Else 0. */
  asWritten: Uint8Array;
}

export const nodeKind = {
  plain: 0,
  single: 1,
  double: 2,
  literal: 3,
  folded: 4,
  /** A value that is not there: null, and without any characters. */
  missing: 5,
  map: 6,
  sequence: 7,
  flowMap: 8,
  flowSequence: 9,
} as const;

/** Room for documents, one after another: the arrays grow with the largest of them. */
export function createFlatDocument(): FlatDocument {
  const { kind, from, to, next, dash, asWritten } = arraysOf(64);
  return { text: '', start: 0, end: 0, count: 0, kind, from, to, next, dash, asWritten };
}

export function isScalar(kind: number): boolean {
  return kind <= nodeKind.missing;
}

/** Adds a collection, and answers with its number. Who adds it sets its `to` and `next` behind what is inside. */
export function addCollection(document: FlatDocument, kind: number, from: number): number {
  const node = document.count;
  if (node === document.kind.length) grow(document);
  document.count = node + 1;
  document.kind[node] = kind;
  document.from[node] = from;
  document.dash[node] = -1;
  document.asWritten[node] = 0;
  return node;
}

export function addScalar(document: FlatDocument, kind: number, from: number, to: number, asWritten: boolean): void {
  const node = document.count;
  if (node === document.kind.length) grow(document);
  document.count = node + 1;
  document.kind[node] = kind;
  document.from[node] = from;
  document.to[node] = to;
  document.next[node] = node + 1;
  document.dash[node] = -1;
  document.asWritten[node] = asWritten ? 1 : 0;
}

type Arrays = Pick<FlatDocument, 'kind' | 'from' | 'to' | 'next' | 'dash' | 'asWritten'>;

function arraysOf(room: number): Arrays {
  return {
    kind: new Uint8Array(room),
    from: new Int32Array(room),
    to: new Int32Array(room),
    next: new Int32Array(room),
    dash: new Int32Array(room),
    asWritten: new Uint8Array(room),
  };
}

function grow(document: FlatDocument): void {
  const larger = arraysOf(document.kind.length * 2);
  for (const name of Object.keys(larger) as (keyof Arrays)[]) larger[name].set(document[name]);
  Object.assign(document, larger);
}
