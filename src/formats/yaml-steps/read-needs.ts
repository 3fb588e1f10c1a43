import type { Report } from '../../diagnostics/diagnostics.js';
import type { Span } from '../../model/source.js';
import type { Need } from '../../model/workflow.js';
import { trimSpace } from '../../text/trim-space.js';
import { textOf } from '../../text/yaml-access.js';
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
  if (value === undefined) return undefined;
  const items = value.kind === 'sequence' ? value.items.map((item) => item.value) : [value];
  return items.flatMap((item) => {
    const span: Span = { file, start: item.start, end: item.end };
    const name = trimSpace(textOf(item) ?? '');
    if (name === '') {
      report('DW203', { needs: spelling.needs }, { span });
      return [];
    }
    return [{ name, node: lookUp(name), span }];
  });
}
