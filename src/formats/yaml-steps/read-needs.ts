import type { Report } from '../../diagnostics/diagnostics.js';
import type { Span } from '../../model/source.js';
import type { Need } from '../../model/workflow.js';
import { trimSpace } from '../../text/trim-space.js';
import { textOf, type Value } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { fieldValue, type ListedStep, type StepSpelling } from './step-list.js';

/** What a step is written to wait for: one name, or a list of them; `undefined` where nothing is written. */
export function readNeeds(
  { map }: ListedStep,
  spelling: StepSpelling,
  file: string,
  lookUp: (name: string) => number | undefined,
  report: Report,
): readonly Need[] | undefined {
  const value = map && fieldValue(map, spelling.needs, spelling);
  return value && needsIn(value, spelling.needs, file, lookUp, report);
}

/** The same in the value that the step has under the key for needs. */
export function needsIn(
  value: Value,
  key: string,
  file: string,
  lookUp: (name: string) => number | undefined,
  report: Report,
): readonly Need[] {
  const read = (item: YamlNode): Need | undefined => {
    const span: Span = { file, start: item.start, end: item.end };
    // No engine takes the blanks away that are around a need, as some do around the name of a step.
    const name = textOf(item) ?? '';
    if (trimSpace(name) !== '') return { name, node: lookUp(name), span };
    report('DW203', { needs: key }, { span });
    return undefined;
  };
  const needs = value.kind === 'sequence' ? value.items.map((item) => read(item.value)) : [read(value)];
  // Not copied where all are there, as nearly always.
  return needs.every((need) => need !== undefined) ? needs : needs.filter((need) => need !== undefined);
}
