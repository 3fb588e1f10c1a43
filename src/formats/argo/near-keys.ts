import type { Report } from '../../diagnostics/diagnostics.js';
import { inQuotesOf } from '../../text/unwrap.js';
import { pairOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { ArgoDocument } from './document.js';
import { listOf } from './lists.js';
import { isExpression } from './spelling.js';

/** Reports keys that Argo does not read and that come near to one that it does: a dependency that nobody reads orders nothing. */
export function reportNearKeys({ templates, spec, file }: ArgoDocument, report: Report): void {
  const look = (map: YamlMap, meanings: ReadonlyMap<string, string>, of: string) => {
    for (const { key } of map.pairs) {
      const meant = meanings.get(key.value.replaceAll(/[-_]/g, '').toLowerCase());
      if (meant === undefined || meant === key.value) continue;
      const span = { file, start: key.start, end: key.end };
      const fix = pairOf(map, meant) ? undefined : [{ ...span, text: inQuotesOf(key, meant) }];
      report('DW228', { key: key.value, meant, of, isKey: false }, { span, fix });
    }
  };
  look(spec, ofSpec, 'a workflow');
  for (const { map, type } of templates) {
    look(map, ofTemplate, 'a template');
    if (type !== 'dag' && type !== 'steps') continue;
    const list = listOf(map, type);
    const needs = isExpression(list) ? 'depends' : 'dependencies';
    const meanings = type === 'dag' ? new Map([...ofTask, ...spellings.map((one) => [one, needs] as const)]) : ofTask;
    for (const step of list.steps) if (step.map) look(step.map, meanings, type === 'dag' ? 'a task' : 'a step');
  }
}

/** What people write for `depends` or `dependencies`, in small letters and without dashes. */
const spellings: readonly string[] = [
  'dependson',
  'dependency',
  'depend',
  'needs',
  'need',
  'after',
  'runafter',
  'requires',
  'require',
  'waitfor',
  'waitsfor',
];

const ofTask: ReadonlyMap<string, string> = new Map([
  ...['depends', 'dependencies', 'template', 'name', 'when', 'arguments'].map((key) => [key, key] as const),
  ['templateref', 'templateRef'],
  ['continueon', 'continueOn'],
  ['withitems', 'withItems'],
  ['withparam', 'withParam'],
  ['if', 'when'],
]);

const ofTemplate: ReadonlyMap<string, string> = new Map([
  ...['dag', 'steps', 'container', 'script', 'inputs', 'outputs'].map((key) => [key, key] as const),
  ['step', 'steps'],
  ['retrystrategy', 'retryStrategy'],
  ['activedeadlineseconds', 'activeDeadlineSeconds'],
]);

const ofSpec: ReadonlyMap<string, string> = new Map([
  ['entrypoint', 'entrypoint'],
  ['template', 'templates'],
  ['templates', 'templates'],
  ['onexit', 'onExit'],
]);
