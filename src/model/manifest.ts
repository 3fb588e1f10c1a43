import type { HandlerEvent, HookPoint } from './rule.js';

/** What a run wrote, so that it can be taken out again byte for byte. Offsets count UTF-16 units. */
export interface Manifest {
  readonly version: 1;
  readonly files: readonly ManifestFile[];
  readonly injections: readonly ManifestInjection[];
  /** Prompt files that steps of a workflow file read; paths are seen from its folder. Manifests of earlier versions have none. */
  readonly prompts?: readonly { readonly file: string; readonly path: string }[] | undefined;
  /** The tasks that hooks were put in for. */
  readonly tasks: readonly string[];
}

export interface ManifestFile {
  readonly path: string;
  readonly input: Digest;
  readonly output: Digest;
  /** What leads from the output back to the input, in order of position. */
  readonly inverse: readonly ManifestEdit[];
}

export interface Digest {
  /** In hexadecimal, of the text in UTF-8. */
  readonly sha256: string;
  readonly bytes: number;
}

interface ManifestEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface ManifestInjection {
  /** Id of the rule, and where it is written; lines and columns from 1. */
  readonly rule: string;
  /** The rule belongs to a policy. */
  readonly policy?: boolean | undefined;
  readonly written: { readonly file: string; readonly line: number; readonly column: number };
  readonly point: HookPoint;
  readonly task: string | null;
  /** In which the step is, or the DAG of the handler: the steps of one DAG may be in several files. */
  readonly file: string;
  readonly dag: string;
  /** Position of the DAG in its file, from 1: others may have its name. Manifests of earlier versions do not tell. */
  readonly document?: number | undefined;
  /** A step of its own, or a part of a handler. */
  readonly place: 'step' | HandlerEvent;
  readonly node: string;
  /** Where the step is in the output, its mark included; `null` for a handler. */
  readonly range: { readonly start: number; readonly end: number } | null;
  readonly edges: { readonly added: readonly Edge[]; readonly removed: readonly Edge[] };
}

/** `to` waits for `from`, as the text says: both by the name that they have in the output, made up or not. */
export interface Edge {
  readonly from: string;
  readonly to: string;
}
