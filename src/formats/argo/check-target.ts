import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { asMap, pairOf, textOf } from '../../text/yaml-access.js';
import type { Template } from './document.js';
import type { ArgoList } from './lists.js';
import type { SpanOf } from './spans.js';
import { targetValue } from './target.js';
import { targetsIn } from './task-names.js';

/** Reports names in the `target` of a DAG that none of its tasks has. */
export function checkTarget({ name: template, map }: Template, list: ArgoList, at: SpanOf, report: Report): void {
  const dag = asMap(pairOf(map, 'dag')?.value);
  const value = dag && targetValue(dag);
  // What is only known at the run is left alone.
  if (!value || value.value.includes('{{')) return;
  const names = list.steps.map((step) => textOf(step.map && pairOf(step.map, 'name')?.value) ?? '');
  const known = new Set(names);
  const unknown = new Set(targetsIn(value.value).filter((name) => !known.has(name)));
  for (const name of [...unknown].slice(0, mostReported)) {
    const nearest = nearestName(name, names);
    const span = at(value);
    const isAlone = value.style === 'plain' && value.value === name;
    const fix = nearest !== undefined && isAlone ? [{ ...span, text: nearest }] : undefined;
    report('DW287', { template, target: name, nearest, fixed: fix !== undefined }, { span, fix });
  }
}

/** Each is compared with every task, and a text may name any number. */
const mostReported = 10;
