import type { Report } from '../../diagnostics/diagnostics.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { textOf } from './fields.js';
import { valueAt } from './step-keys.js';

/** Reports steps that say nothing to do: each version refuses a file with one. */
export function reportIdleSteps({ steps, file }: DaguDocument, dialect: Dialect, report: Report): void {
  for (const step of steps.steps) {
    const { map, keys } = step;
    const first = map?.pairs[0];
    if (!first || keys.merges || keys.working.some((at) => valueAt(step, at))) continue;
    // A key that is missing was reported.
    if (map.pairs.some(({ key }) => key.value === '')) continue;
    report(
      'DW279',
      {
        of: 'step',
        called: textOf(map, 'name') ?? textOf(map, 'id'),
        why: 'has nothing to run',
        instead: `Write what it runs under \`${dialect === 'v2' ? 'run' : 'command'}\`, or remove it.`,
      },
      { span: { file, start: first.key.start, end: first.key.end } },
    );
  }
}
