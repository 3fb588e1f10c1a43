import type { Listing } from '../../model/listing.js';
import type { Nameless } from '../../model/mark.js';
import type { SourceFile } from '../../model/source.js';
import { scalarText } from '../../text/print-yaml.js';
import type { YamlMap, YamlPair, YamlScalar } from '../../text/yaml-node.js';
import { flowFront } from './flow-style.js';
import { takesNameInFront } from './kept-steps.js';
import type { ListedStep, StepSpelling, StepText } from './step-list.js';
import { type TextPlace, textPlaces } from './text-place.js';

/** What nodes of a workflow would be without their names, by their DAG and their position in it. */
export function namelessIn(
  files: readonly SourceFile[],
  texts: Listing<StepText>,
): (dag: number, node: number) => Nameless | undefined {
  const placeOf = textPlaces(files);
  return (index, node) => {
    const { dag, list, spelling } = texts.at(index)!;
    return namelessWithout(placeOf(dag.file), list.steps[node]!, spelling);
  };
}

/**
 * What a step would be without its name, where that is in the text just as it would be written down for hooks; `undefined`
 * elsewhere. A mere command that became a mapping cannot be distinguished from a mapping.
 */
function namelessWithout(place: TextPlace, { node, key }: ListedStep, spelling: StepSpelling): Nameless | undefined {
  const { fieldOf } = spelling;
  const pair = node.kind === 'map' && key === undefined ? fieldOf(node, spelling.name) : undefined;
  if (node.kind !== 'map' || !pair || node.pairs.length < 2) return undefined;
  const { value } = pair;
  if (value.kind !== 'scalar' || place.text.slice(value.start, value.end) !== printed(place, node, value))
    return undefined;
  const index = node.pairs.indexOf(pair);
  const inFront = takesNameInFront(place, node);
  if (index === 0)
    return inFront && isFrontOurs(place, node, pair, { key: spelling.name, value: value.value })
      ? 'no name'
      : undefined;
  const isLast = node.pairs.slice(index + 1).every((other) => other === fieldOf(node, spelling.needs));
  return !inFront && isLast ? 'no name' : { empty: undefined };
}

function printed(place: TextPlace, { flow }: YamlMap, { value }: YamlScalar): string {
  return flow ? place.flow(value) : scalarText(value);
}

function isFrontOurs(place: TextPlace, step: YamlMap, pair: YamlPair, field: NameField): boolean {
  const { text, lineBreak } = place;
  const written = text.slice(pair.start, step.pairs[1]!.start);
  if (step.flow) return written === flowFront(place, step, field);
  return written.trimEnd() === `${field.key}: ${scalarText(field.value)}` && written.split(lineBreak).length === 2;
}

interface NameField {
  readonly key: string;
  readonly value: string;
}
