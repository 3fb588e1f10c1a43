import type { Splice } from './edits.js';

/**
 * YAML as far as an editor of text needs it: structure, values and where each is.
 * Offsets are UTF-16 units into the whole file. `start` is the node's first character (anchors and tags excluded),
 * `end` is just past its last one and never includes the line break that ends its last line, a comment after it,
 * or blank lines behind it.
 */
export type YamlNode = YamlMap | YamlSequence | YamlScalar | YamlAlias;

interface Located {
  readonly start: number;
  readonly end: number;
  /** The anchor written before the node, without `&`. */
  readonly anchor: string | undefined;
}

export interface YamlMap extends Located {
  readonly kind: 'map';
  /** Written with braces. */
  readonly flow: boolean;
  readonly pairs: readonly YamlPair[];
}

export interface YamlPair {
  /** Where its line of the mapping begins: at its question mark, anchor or tag if it has one, else at its key. */
  readonly start: number;
  readonly key: YamlScalar;
  /**
   * A missing value is a plain scalar of type `null` with the text ``: it starts and ends just past the colon, or past the
   * anchor or tag after it, or past a key that has no colon.
   */
  readonly value: YamlNode;
}

export interface YamlSequence extends Located {
  readonly kind: 'sequence';
  /** Written with brackets. */
  readonly flow: boolean;
  readonly items: readonly YamlItem[];
}

export interface YamlItem {
  /** Where its dash is; in a flow sequence, where its value starts. */
  readonly start: number;
  readonly value: YamlNode;
}

export interface YamlScalar extends Located {
  readonly kind: 'scalar';
  readonly style: 'plain' | 'single' | 'double' | 'literal' | 'folded';
  /** The value as text: quotes and escapes resolved, whatever type YAML gives it. */
  readonly value: string;
  /** The type that YAML's core schema gives it. */
  readonly type: 'string' | 'null' | 'boolean' | 'number';
}

export interface YamlAlias extends Located {
  readonly kind: 'alias';
  readonly name: string;
  /** What it means, in this document; `undefined` where no such anchor comes before it or where the alias is inside of it. */
  readonly target: YamlNode | undefined;
}

/** One document of a stream. */
export interface YamlDocument {
  /** Offsets of the whole document in the file, from its first character or marker to the next marker. */
  readonly start: number;
  readonly end: number;
  /** `undefined` for an empty document. */
  readonly root: YamlNode | undefined;
  readonly problems: readonly YamlProblem[];
}

/**
 * - `syntax`: no YAML.
 * - `template`: a template in braces without quotes: YAML sees mappings in it, or ends a value before it.
 * - `duplicate-key`: the later of two equal keys of one mapping, one problem for each repetition.
 * - `unsupported`: YAML whose meaning the tree does not tell: a tag of one's own, an alias inside of what it names.
 * - `no-key`: a list or a mapping where a key is expected, which no engine reads.
 * - `too-deep`: nesting beyond what is read; the tree stops there.
 */
export interface YamlProblem {
  readonly kind: 'syntax' | 'template' | 'duplicate-key' | 'unsupported' | 'no-key' | 'too-deep';
  /** What is wrong, as half a sentence; for a duplicate key, the key. */
  readonly message: string;
  /** The fix, where one is known. */
  readonly cure: string | undefined;
  /** The text in whose place the parser could read on, to know what else is wrong; other than a fix, it means nothing. */
  readonly mend?: Splice | undefined;
  readonly start: number;
  readonly end: number;
  /** For a duplicate key, the first one. */
  readonly first: { readonly start: number; readonly end: number } | undefined;
}
