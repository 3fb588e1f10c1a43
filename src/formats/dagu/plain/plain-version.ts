import type { AskedVersions, Version } from '../readings.js';
import type { DocumentPlace } from './document-places.js';
import type { FoundDocuments } from './found-documents.js';
import { type OneWorkflow, wordIn } from './resolve-calls.js';

/**
 * Which Dagu plain documents are for: what was asked for, else what only one version understands, else what is assumed.
 * @returns `undefined` where that is to be reported
 */
export function plainVersion(
  found: FoundDocuments,
  places: readonly DocumentPlace[],
  { find }: Pick<OneWorkflow, 'find'>,
  { target, assumed }: AskedVersions,
): Version | undefined {
  const { speaksForV1, hasRuns, runs } = found;
  // A command; the name of a DAG at hand may be meant as a call of 1.x.
  const isCommand = ({ dag, written }: FoundDocuments['runs'][number]) =>
    find(wordIn(written), places[dag]!.source.path) === undefined;
  const speaksForV2 = found.speaksForV2 || runs.some(isCommand);
  if (speaksForV1 && speaksForV2) return undefined;
  const shown = speaksForV1 ? 'v1' : speaksForV2 ? 'v2' : undefined;
  if (target && shown && target.dialect !== shown) return undefined;
  const dialect = target?.dialect ?? shown ?? assumed?.dialect ?? 'both';
  // In 2.x `run` is a command, in 1.x it has to be reported of each document.
  return hasRuns && dialect !== 'v2' ? undefined : { dialect };
}
