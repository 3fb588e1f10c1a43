import type { Report } from '../../diagnostics/diagnostics.js';
import { trimSpace } from '../../text/trim-space.js';
import { textOf as textOfNode, type Value } from '../../text/yaml-access.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { textOf } from './fields.js';
import { valueAt } from './step-keys.js';

/** Reports steps that say nothing to do, and commands that are empty: each version refuses a file with one. */
export function reportIdleSteps({ steps, file }: DaguDocument, dialect: Dialect, report: Report): void {
  const commandKey = dialect === 'v2' ? 'run' : 'command';
  for (const step of steps.steps) {
    const { map, keys } = step;
    const first = map?.pairs[0];
    if (!first || keys.merges) continue;
    const empty = (dialect === 'v1' ? [keys.command] : [keys.command, keys.run]).find((at) =>
      isEmpty(valueAt(step, at)),
    );
    const works = keys.working.some((at) => isSomething(valueAt(step, at)));
    if (works && empty === undefined) continue;
    // A key that is missing was reported.
    if (map.pairs.some(({ key }) => key.value === '')) continue;
    const called = textOf(map, 'name') ?? textOf(map, 'id');
    const key = works ? map.pairs[empty!]!.key : first.key;
    const fault = works
      ? { why: `has an empty \`${key.value}\``, instead: 'Write what it runs there, or remove the key.' }
      : { why: 'has nothing to run', instead: `Write what it runs under \`${commandKey}\`, or remove it.` };
    report('DW279', { of: 'step', called, ...fault }, { span: { file, start: key.start, end: key.end } });
  }
}

function isSomething(value: Value | undefined): boolean {
  return value !== undefined && !isEmpty(value);
}

/** Is it an empty text, or a list of such alone? One that is missing is not. */
function isEmpty(value: Value | undefined): boolean {
  if (value?.kind === 'scalar') return trimSpace(value.value) === '';
  return value?.kind === 'sequence' && value.items.every((item) => trimSpace(textOfNode(item.value) ?? '') === '');
}
