import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { parseDepends, tasksIn } from './depends.js';
import type { Template } from './document.js';
import type { ArgoList } from './lists.js';
import type { SpanOf } from './spans.js';

/** Reports tasks that speak of what another task gave, and do not run behind that one: `{{tasks.build.outputs.result}}`. */
export function checkReferences({ name: template }: Template, list: ArgoList, at: SpanOf, report: Report): void {
  if (list.kind !== 'dag') return;
  const names = list.steps.map(({ map }) => textOf(map && pairOf(map, 'name')?.value) ?? '');
  const needs = new Map(names.map((name, index) => [name, needsOf(list.steps[index]!.map!)]));
  list.steps.forEach(({ map }, index) => {
    const mentioned = scalarsIn(map!).flatMap((node) => mentions(node));
    if (mentioned.length === 0) return;
    const before = ancestors(names[index]!, needs);
    for (const { name, node } of mentioned) {
      if (before.has(name)) continue;
      const isThere = needs.has(name);
      const nearest = isThere ? undefined : nearestName(name, names);
      report('DW260', { node: names[index]!, mentioned: name, template, isThere, nearest }, { span: at(node) });
    }
  });
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

/** Names behind `tasks.` in the tags of a text that Argo fills in when the task starts. */
function mentions(node: YamlNode): readonly { readonly name: string; readonly node: YamlNode }[] {
  const text = node.kind === 'scalar' ? node.value : '';
  return [...text.matchAll(/\{\{\s*tasks\.([-A-Za-z0-9_]+)\./g)].map((found) => ({ name: found[1]!, node }));
}

/** What is said of a task before it starts: not what its exit hooks say, which run behind it, nor what is in a template of its own. */
function scalarsIn(task: YamlMap): readonly YamlNode[] {
  const values = ['arguments', 'when', 'withParam', 'withItems', 'withSequence'].flatMap(
    (key) => pairOf(task, key)?.value ?? [],
  );
  const found: YamlNode[] = [];
  for (const open = [...values]; open.length > 0; ) {
    const node = open.pop()!;
    if (node.kind === 'map') for (const { value } of node.pairs) open.push(value);
    else if (node.kind === 'sequence') for (const { value } of node.items) open.push(value);
    else if (node.kind === 'scalar') found.push(node);
  }
  return found;
}
