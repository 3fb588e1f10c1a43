import type { SourceFile } from '../../../model/source.js';
import { type PlainWorkflowText, stepColumn } from '../../yaml-steps/plain-steps.js';
import { type TextPlace, textPlaces } from '../../yaml-steps/text-place.js';
import { spellingOf } from '../fields.js';
import type { DaguWorkflow } from '../read.js';
import type { DocumentPlace } from './document-places.js';
import type { FoundDocuments } from './found-documents.js';
import type { OtherSteps } from './other-documents.js';
import { createStepReader } from './read-back.js';

/** @returns `undefined` where files differ in their line breaks: what is put into them is laid out once for all */
export function plainText(
  files: readonly SourceFile[],
  places: readonly DocumentPlace[],
  { steps }: FoundDocuments,
  others: Pick<OtherSteps, 'names'>,
  { documents, version }: DaguWorkflow,
): PlainWorkflowText | undefined {
  const placeOfFile = textPlaces(files);
  const lineBreak = sharedLineBreak(files.map(({ path }) => placeOfFile(path)));
  if (lineBreak === undefined) return undefined;
  return {
    placeOf: (dag) => placeOfFile(places[dag]!.source.path),
    lineBreak,
    spelling: spellingOf(version.dialect),
    steps,
    sliceOf: (dag) => places[dag]!.slice,
    nodeName(dag, node) {
      const ofOther = others.names.get(dag);
      if (ofOther) return ofOther[node]!;
      const row = steps.firstRow(dag) + node;
      return places[dag]!.source.text.slice(steps.at(row, stepColumn.nameFrom), steps.at(row, stepColumn.nameTo));
    },
    nodeText(dag, node) {
      const { text } = places[dag]!.source;
      const row = steps.firstRow(dag) + node;
      const [start, end] = [steps.at(row, stepColumn.dash), steps.at(row, stepColumn.to)];
      const [from, to] = [steps.at(row, stepColumn.needsFrom), steps.at(row, stepColumn.needsTo)];
      return from < 0 ? text.slice(start, end) : text.slice(start, from) + text.slice(to, end);
    },
    pairInFull(dag, node) {
      const { map, keys } = documents.at(dag)!.steps.steps[node]!;
      return map!.pairs[keys.depends]!;
    },
    reader: createStepReader(),
  };
}

function sharedLineBreak([first, ...others]: readonly TextPlace[]): string | undefined {
  return others.every(({ lineBreak }) => lineBreak === first!.lineBreak) ? first!.lineBreak : undefined;
}
