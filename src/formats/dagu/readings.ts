import type { Report } from '../../diagnostics/diagnostics.js';
import type { Span } from '../../model/source.js';
import type { Reading } from '../../model/workflow.js';
import { trimSpace } from '../../text/trim-space.js';
import type { OpenOptions } from '../format.js';
import type { KnownBase } from './base-config.js';
import { type Dialect, parseVersion } from './dialect.js';
import type { DaguDocument, DocumentSummary, Evidence } from './document.js';
import type { FindDag } from './nodes.js';

export interface Version {
  readonly dialect: Dialect;
}

/** A version that was asked for and can be written for. */
interface Target {
  readonly dialect: 'v1' | 'v2';
  readonly text: string;
  /** Its `validate` takes no `name` in the document that a file begins with. */
  readonly refusesEntryNames: boolean;
}

/** @returns `undefined` where nobody asked, and `refused` where nothing can be written for what was asked for */
function readTarget(text: string | undefined, span: Span | undefined, report: Report): Target | 'refused' | undefined {
  if (text === undefined) return undefined;
  const version = parseVersion(text);
  if ('dialect' in version) return { ...version, text };
  if (version.refused === 'unknown')
    report('DW218', { engine: 'Dagu', version: text, examples: '`1.30`, `2.14` or `2`' }, { span });
  else report('DW217', { engine: `Dagu ${text}`, ...early2x }, { span });
  return 'refused';
}

const early2x = {
  why: 'Dagu 2.0 to 2.6 has no `run`, runs a DAG without `type` as a chain, and refuses `depends` in a chain',
  others: 'Dagu 2.7 or later (`--target-version 2.7`), or with Dagu 1.30 (`--target-version 1.30`)',
};

/** What people say about versions: one for every file, and one for those that do not show theirs. */
export interface AskedVersions {
  readonly target: Target | undefined;
  readonly assumed: Target | undefined;
}

/** @returns `refused` where nothing can be written for a version that is asked for */
export function readAskedVersions(
  { targetVersion, assumeVersion, versionsAt }: Pick<OpenOptions, 'targetVersion' | 'assumeVersion' | 'versionsAt'>,
  report: Report,
): AskedVersions | 'refused' {
  const target = readTarget(targetVersion, versionsAt?.targetVersion, report);
  const assumed = readTarget(assumeVersion, versionsAt?.assumeVersion, report);
  if (target === 'refused' || assumed === 'refused') return 'refused';
  if (target && assumed && target.dialect !== assumed.dialect)
    report('DW220', { target: target.text, assumed: assumed.text }, { span: versionsAt?.assumeVersion });
  return { target, assumed };
}

/** Which Dagu the documents of one workflow are for: what was asked for, else what only one version understands, else what is assumed, else what the operator's is. */
export function decideVersion(
  documents: readonly DocumentSummary[],
  { target, assumed, base }: AskedVersions & { readonly base: KnownBase },
  find: FindDag,
  report: Report,
): Version {
  const runs = documents.flatMap((document) => runEvidence(document, find));
  const evidence = [
    ...documents.flatMap((document) => document.evidence),
    ...runs.filter((one) => one.dialect === 'v2'),
  ];
  const v2 = evidence.find((one) => one.dialect === 'v2' && !one.isWeak);
  const v1 = evidence.find((one) => one.dialect === 'v1');
  if (target) {
    const against = target.dialect === 'v1' ? v2 : v1;
    if (against) report('DW205', { what: against.what, engine: `Dagu ${target.text}` }, { span: against.span });
    return { dialect: target.dialect };
  }
  if (v1 && v2) reportMixture(v1, v2, report);
  if (v1 || evidence.length > 0) return { dialect: v1 ? 'v1' : 'v2' };
  const known = assumed?.dialect ?? (typeof base === 'object' ? base.dialect : 'both');
  // A command may be spelled as the name of a DAG at hand, also in what was written here: any other word goes first.
  return { dialect: known === 'both' && runs.length > 0 ? 'v1' : known };
}

function reportMixture(v1: Evidence, v2: Evidence, report: Report): void {
  const related = { message: 'only Dagu 1.x understands this', span: v1.span };
  const args = { one: `Dagu 1.x (${v1.what})`, other: `Dagu 2.x (${v2.what})` };
  report('DW204', args, { span: v2.span, related });
}

/** `run` is a command in 2.x and the name of a DAG in 1.x; one that names a DAG at hand is most likely meant so. */
function runEvidence({ file, runs }: DocumentSummary, find: FindDag): readonly Evidence[] {
  return runs.map(({ name, span }) => ({
    dialect: name !== undefined && find(trimSpace(name), file) !== undefined ? 'v1' : 'v2',
    what: '`run`',
    span,
    isWeak: false,
  }));
}

/** How the order of a document is read, by each engine that may read it. */
export function readingsOf(document: DaguDocument, version: Version): readonly Reading[] {
  if (document.steps.shape === 'map') return [{ name: engineName(version.dialect), sequence: 'none' }];
  const first: Reading = { name: 'Dagu 1.30', sequence: (document.type ?? 'chain') === 'chain' ? 'adds' : 'none' };
  const second: Reading = { name: 'Dagu 2.x', sequence: isChainInDagu2(document) ? 'only' : 'none' };
  if (version.dialect === 'v1') return [first];
  if (version.dialect === 'v2') return [second];
  return first.sequence === second.sequence
    ? [{ name: engineName('both'), sequence: first.sequence }]
    : [first, second];
}

/** The operator's base configuration says what a document leaves open; without one it is a graph. */
export function isChainInDagu2({ type, base }: DaguDocument): boolean {
  return (type ?? (typeof base === 'object' ? base.type : undefined)) === 'chain';
}

function engineName(dialect: Dialect): string {
  return dialect === 'v1' ? 'Dagu 1.30' : dialect === 'v2' ? 'Dagu 2.x' : 'Dagu 1.30 and 2.x';
}
