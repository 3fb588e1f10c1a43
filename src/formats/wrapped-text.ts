import { peelAnswer } from '../text/answer.js';
import { parseYaml } from '../text/yaml.js';
import type { YamlMap, YamlNode, YamlScalar } from '../text/yaml-node.js';

/** A workflow that is a value in another text: `{"yaml": "steps:\n  - …"}`. */
export interface WrappedText {
  /** Its key; `undefined` where the whole text is the value. */
  readonly key: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** @param isWorkflow is a text one? */
export function findWrapped(text: string, isWorkflow: (text: string) => boolean): WrappedText | undefined {
  const documents = parseYaml(text);
  const root = documents.length === 1 ? documents[0]!.root : undefined;
  const found = root && valuesIn(root).find(({ value }) => holds(value, isWorkflow));
  return found && { key: found.key, start: found.value.start, end: found.value.end };
}

interface Value {
  readonly key: string | undefined;
  readonly value: YamlScalar;
}

/** Answers of programs have the text at the top, or one level below it. */
function valuesIn(root: YamlNode): readonly Value[] {
  if (root.kind === 'scalar') return [{ key: undefined, value: root }];
  return root.kind === 'map' ? [...scalarsIn(root), ...mapsIn(root).flatMap(scalarsIn)] : [];
}

function scalarsIn({ pairs }: YamlMap): readonly Value[] {
  return pairs.flatMap(({ key, value }) => (value.kind === 'scalar' ? [{ key: key.value, value }] : []));
}

function mapsIn({ pairs }: YamlMap): readonly YamlMap[] {
  return pairs.flatMap(({ value }) => (value.kind === 'map' ? [value] : []));
}

function holds({ style, value }: YamlScalar, isWorkflow: (text: string) => boolean): boolean {
  return style !== 'plain' && value.includes('\n') && isWorkflow(peelAnswer(value).text);
}
