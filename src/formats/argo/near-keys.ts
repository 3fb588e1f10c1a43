import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { asMap, pairOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlScalar } from '../../text/yaml-node.js';
import { keyFixes } from '../key-fixes.js';
import type { ArgoDocument } from './document.js';
import { spelledAs } from './field-table.js';
import { knownMapsOf } from './known-fields.js';
import { listOf } from './lists.js';
import { isExpression } from './spelling.js';
import { checkUnknownKeys } from './unknown-keys.js';

/**
 * Reports keys that Argo does not read and that come near to one that it does: a dependency that nobody reads orders nothing. One that
 * hides from the rules what runs is an error.
 */
export function reportNearKeys(document: ArgoDocument, report: Report): void {
  const { root, templates, spec, file } = document;
  const done = new Set<YamlScalar>();
  const look = (map: YamlMap, meanings: ReadonlyMap<string, string>, of: string, hides = true) => {
    const fixOf = keyFixes(map, file);
    for (const { key } of map.pairs) {
      const meant = meantBy(key.value, meanings);
      if (meant === undefined) continue;
      done.add(key);
      const span = { file, start: key.start, end: key.end };
      const fix = fixOf(key, meant);
      if (fix && hides && hiding.has(meant)) report('DW284', { key: key.value, meant, of }, { span, fix });
      else report('DW228', { key: key.value, meant, of, isKey: false }, { span, fix });
    }
  };
  look(root, ofRoot, 'a workflow');
  look(spec, ofSpec, 'a workflow');
  for (const { map, type } of templates) {
    look(map, ofTemplate, 'a template', type === undefined);
    if (type !== 'dag' && type !== 'steps') continue;
    const dag = asMap(pairOf(map, 'dag')?.value);
    if (dag) look(dag, ofDag, 'a dag');
    const list = listOf(map, type);
    const needs = isExpression(list) ? 'depends' : 'dependencies';
    const meanings = type === 'dag' ? new Map([...ofTask, ...spellings.map((one) => [one, needs] as const)]) : ofTask;
    for (const step of list.steps) if (step.map) look(step.map, meanings, type === 'dag' ? 'a task' : 'a step');
  }
  for (const { map, level, key: within, of } of knownMapsOf(document)) {
    // What is inside of a value in a list of steps, the engine reads in any spelling.
    if (of === 'step' && within !== undefined) continue;
    const fixOf = keyFixes(map, file);
    for (const { key } of map.pairs) {
      const meant = done.has(key) ? undefined : spelledAs(level, key.value);
      if (meant === undefined) continue;
      const span = { file, start: key.start, end: key.end };
      const args = { key: key.value, meant, of: within === undefined ? `a ${of}` : `\`${within}\``, isKey: false };
      report('DW228', args, { span, fix: fixOf(key, meant) });
    }
  }
  checkUnknownKeys(document, (key) => done.has(key), report);
}

function meantBy(written: string, meanings: ReadonlyMap<string, string>): string | undefined {
  const spelled = meanings.get(written.replaceAll(/[-_]/g, '').toLowerCase());
  if (spelled !== undefined) return spelled === written ? undefined : spelled;
  return nearestName(written, meanings.values());
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

const ofDag: ReadonlyMap<string, string> = new Map(
  ['tasks', 'task', 'steps', 'step', 'jobs', 'nodes'].map((key) => [key, 'tasks'] as const),
);

const ofRoot: ReadonlyMap<string, string> = new Map([['spec', 'spec']]);

const ofSpec: ReadonlyMap<string, string> = new Map([
  ['entrypoint', 'entrypoint'],
  ['template', 'templates'],
  ['templates', 'templates'],
  ['onexit', 'onExit'],
]);

/** What runs: templates, their tasks and their steps, and where a run begins. */
const hiding: ReadonlySet<string> = new Set(['spec', 'entrypoint', 'templates', 'dag', 'steps', 'tasks']);
