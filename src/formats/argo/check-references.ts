import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlScalar } from '../../text/yaml-node.js';
import { parseDepends, tasksIn } from './depends.js';
import type { Template } from './document.js';
import type { ArgoList } from './lists.js';
import { scalarsIn } from './scalars.js';
import type { SpanOf } from './spans.js';

/**
 * Reports tasks that speak of what another task gave, and do not run behind that one: `{{tasks.build.outputs.result}}`. The same for
 * steps: `{{steps.build.outputs.result}}`.
 */
export function checkReferences({ name: template }: Template, list: ArgoList, at: SpanOf, report: Report): void {
  const names = list.steps.map(({ map }) => textOf(map && pairOf(map, 'name')?.value) ?? '');
  const isThere = new Set(names);
  const runBefore = list.kind === 'dag' ? tasksBefore(list, names) : stepsBefore(list, names);
  const mention =
    list.kind === 'dag' ? /\{\{\s*tasks\.([-A-Za-z0-9_]+)\.([^{}]*)/g : /\{\{\s*steps\.([-A-Za-z0-9_]+)\.([^{}]*)/g;
  list.steps.forEach(({ map }, index) => {
    const mentioned = saidBefore(map!).flatMap((node) => mentions(node, mention));
    if (mentioned.length === 0) return;
    const before = runBefore(index);
    const taken = list.kind === 'dag' ? new Set(textsOfArtifacts(map!)) : undefined;
    for (const { name, of, node } of mentioned) {
      if (before.has(name)) continue;
      if (taken?.has(node) && isThere.has(name) && of === 'outputs.result') {
        report('DW299', { node: names[index]!, mentioned: name }, { span: at(node) });
        continue;
      }
      const nearest = isThere.has(name) ? undefined : nearestName(name, names);
      const args = { node: names[index]!, mentioned: name, template, isThere: isThere.has(name), nearest };
      report('DW260', { ...args, of: list.kind === 'dag' ? 'task' : 'step' }, { span: at(node) });
    }
  });
}

/** Tells for a task or a step whether a name is that of one before it. */
type Before = (index: number) => Pick<ReadonlySet<string>, 'has'>;

function tasksBefore({ steps }: ArgoList, names: readonly string[]): Before {
  const needs = new Map(names.map((name, index) => [name, needsOf(steps[index]!.map!)]));
  return (index) => ancestors(names[index]!, needs);
}

/** The validator lets steps of one group speak of each other. */
function stepsBefore({ steps }: ArgoList, names: readonly string[]): Before {
  const entryOf = new Map(names.map((name, index) => [name, steps[index]!.entry] as const).reverse());
  return (index) => ({ has: (name) => (entryOf.get(name) ?? Number.POSITIVE_INFINITY) <= steps[index]!.entry });
}

function needsOf(task: YamlMap): readonly string[] {
  const expression = textOf(pairOf(task, 'depends')?.value);
  if (expression !== undefined && expression.trim() !== '') {
    const read = parseDepends(expression);
    return read.ok ? tasksIn(read.tree).map(({ name }) => name) : [];
  }
  const value = pairOf(task, 'dependencies')?.value;
  return (asSequence(value)?.items ?? []).flatMap((item) => textOf(item.value) ?? []);
}

function ancestors(name: string, needs: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const need of needs.get(next) ?? []) {
      if (found.has(need)) continue;
      found.add(need);
      open.push(need);
    }
  }
  return found;
}

interface Mention {
  readonly name: string;
  /** What is said of it, such as `outputs.result`. */
  readonly of: string;
  readonly node: YamlScalar;
}

/** Names in the tags of a text that Argo fills in when the task starts. */
function mentions(node: YamlScalar, mention: RegExp): readonly Mention[] {
  return [...node.value.matchAll(mention)].map((found) => ({ name: found[1]!, of: found[2]!.trim(), node }));
}

/** What the validator lets speak of the result of any task: a run takes it as it is, or its task never starts. */
function textsOfArtifacts(task: YamlMap): readonly YamlScalar[] {
  const value = asMap(pairOf(task, 'arguments')?.value);
  const artifacts = value && pairOf(value, 'artifacts')?.value;
  return artifacts ? scalarsIn([artifacts], (key) => key !== 'from') : [];
}

/** What is said of a task before it starts: not what its exit hooks say, which run behind it, nor what is in a template of its own. */
function saidBefore(task: YamlMap): readonly YamlScalar[] {
  const keys = ['arguments', 'when', 'withParam', 'withItems', 'withSequence'];
  return scalarsIn(keys.flatMap((key) => pairOf(task, key)?.value ?? []));
}
