import type { Closed } from '../../model/workflow.js';
import { asMap, asSequence, pairOf, present, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair, YamlSequence } from '../../text/yaml-node.js';
import { type ListedStep, membersOf, type StepList } from '../yaml-steps/step-list.js';
import { withMerged } from './merged.js';
import { targetsIn } from './task-names.js';

/** What runs in a template, as a list with what is needed to write beside it. */
export interface ArgoList extends StepList {
  readonly kind: 'dag' | 'steps';
  /** Why nothing can be written into it; see `Dag.closed`. */
  readonly closed: Closed | undefined;
  /** Entries that are no task and no list of steps. */
  readonly odd: readonly YamlNode[];
}

/** The tasks of a `dag` template, or the groups of a `steps` template. */
export function listOf(template: YamlMap, kind: 'dag' | 'steps'): ArgoList {
  const dag = kind === 'dag' ? asMap(pairOf(template, 'dag')?.value) : undefined;
  const pair = kind === 'dag' ? dag && pairOf(dag, 'tasks') : pairOf(template, 'steps');
  const list = asSequence(pair?.value);
  if (!pair || !list) return { kind, node: undefined, opening: 0, steps: [], closed: undefined, odd: [] };
  const read = kind === 'dag' ? tasksOf(list) : { ...stepsOf(list), nested: true as const };
  const closed = closedBy(pair, kind) ?? (dag && targetAtRun(dag, read.steps));
  return { kind, node: list, opening: pair.key.end, closed: closed ?? closedByParts(read.steps), ...read };
}

/** A list that also is elsewhere cannot get a step for one place only. */
function closedBy({ value }: YamlPair, kind: string): Closed | undefined {
  const called = kind === 'dag' ? 'tasks' : 'steps';
  const instead = `Write the ${called} out in each place that shares them.`;
  if (value.kind === 'alias')
    return { why: `its ${called} are the alias *${value.name}, which other places share`, instead };
  if (value.anchor !== undefined)
    return { why: `its ${called} carry the anchor &${value.anchor}, through which other places share them`, instead };
  return undefined;
}

/** What hooks change has to be written in the step itself. */
function closedByParts(steps: readonly ListedStep[]): Closed | undefined {
  for (const { map, node } of steps) {
    const own = asMap(node)!.pairs;
    const key = ['name', 'depends', 'dependencies'].find((one) => !own.includes(pairOf(map!, one) ?? own[0]!));
    if (key === undefined) continue;
    const name = textOf(pairOf(map!, 'name')?.value);
    return {
      why: `${name === undefined ? 'one of them' : `\`${name}\``} takes its \`${key}\` over by \`<<\``,
      instead: `Write \`${key}\` there itself, beside \`<<\`.`,
    };
  }
  return undefined;
}

/** Only tasks that a target names, and those before them, run. What the run fills in is known where a task is called just so. */
function targetAtRun(dag: YamlMap, steps: readonly ListedStep[]): Closed | undefined {
  const target = textOf(pairOf(dag, 'target')?.value);
  if (!target?.includes('{{')) return undefined;
  const names = new Set(steps.map(({ map }) => textOf(pairOf(map!, 'name')?.value)));
  const isKnown = targetsIn(target).every((name) => !name.includes('{{') || names.has(name));
  return isKnown ? undefined : knownAtRun;
}

const knownAtRun: Closed = {
  why: 'its `target` is only known when it runs',
  instead:
    'Write the names of the tasks in `target`, or let the run begin with another template that calls this one: what is added goes around that call.',
};

function tasksOf(list: YamlSequence): Pick<ArgoList, 'steps' | 'odd'> {
  const steps: ListedStep[] = [];
  const odd: YamlNode[] = [];
  membersOf(list).forEach(({ start, value }, entry) => {
    const map = asMap(value);
    if (map)
      steps.push({
        node: value,
        map: withMerged(map),
        key: undefined,
        start,
        entry,
        group: undefined,
        inFlow: list.flow,
      });
    else odd.push(value);
  });
  return { steps, odd };
}

/** The steps of one group run side by side; one that is alone in its group is taken for the group. */
function stepsOf(list: YamlSequence): Pick<ArgoList, 'steps' | 'odd'> {
  const steps: ListedStep[] = [];
  const odd: YamlNode[] = [];
  membersOf(list).forEach(({ start: dash, value }, entry) => {
    const group = asSequence(value);
    if (!group) {
      // The engine takes nothing at all for a list without steps.
      if (present(value)) odd.push(value);
      return;
    }
    const members = membersOf(group);
    const isAlone = members.length === 1;
    for (const { start, value: node } of members) {
      const map = asMap(node);
      const place = { entry, key: undefined, inFlow: list.flow || group.flow };
      if (!map) odd.push(node);
      else if (isAlone)
        steps.push({ ...place, node, map: withMerged(map), start: dash, group: undefined, inFlow: list.flow });
      else steps.push({ ...place, node, map: withMerged(map), start, group });
    }
  });
  return { steps, odd };
}
