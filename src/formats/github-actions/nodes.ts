import { Buffer } from 'node:buffer';
import type { Report } from '../../diagnostics/diagnostics.js';
import { createNode } from '../../model/create-node.js';
import { hookPrefix } from '../../model/mark.js';
import type { Call, NamePlace, Node } from '../../model/workflow.js';
import { trimSpace } from '../../text/trim-space.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { readNeeds } from '../yaml-steps/read-needs.js';
import type { ListedStep, StepList } from '../yaml-steps/step-list.js';
import { runsWhereAllIsWell } from './certain-condition.js';
import { type GithubDocument, isHookAt } from './document.js';
import { githubEngine } from './engine.js';
import { conditionOf, fieldText, passesFailure } from './fields.js';
import { goesPast } from './goes-past.js';
import { asksForNeeds } from './shell.js';
import { sparedNeeds } from './spared-needs.js';
import { jobSpelling } from './spelling.js';

/** The jobs of a workflow as nodes. */
export function jobNodes(document: GithubDocument, report: Report): readonly Node[] {
  const { file, outer, bodies } = document;
  // GitHub takes ids for equal that differ by case alone, but needs have to be written as the id is.
  const positions = new Map(outer.steps.map(({ key }, at) => [key!.value, at]));
  const dags = new Map(bodies.flatMap(({ jobs }, index) => jobs.map((job) => [job, index + 1])));
  return outer.steps.map((job, index): Node => {
    const { key, start, node, map, entry } = job;
    const span = { file: file.path, start, end: Math.max(key!.end, node.end) };
    const name = key!.value;
    const needs = readNeeds(job, jobSpelling, file.path, (need) => positions.get(need), report);
    const uses = fieldText(map, 'uses');
    const dag = dags.get(index);
    const condition = conditionOf(map);
    const written = fieldText(map, 'if');
    const { failable, marksSuccess } = toleranceOf(map);
    return createNode({
      index,
      name,
      entry,
      reference: name,
      type: uses === undefined ? 'job' : 'call',
      kinds: uses === undefined ? ['job'] : ['call'],
      needs,
      conditional: written !== undefined && !runsWhereAllIsWell(written),
      pastFailure: passesFailure(map),
      goesPast: goesPast(job, written, needs, file.text),
      spares: sparedNeeds(condition, needs),
      asksForNeeds: condition !== undefined && asksForNeeds(condition),
      failable,
      marksSuccess,
      isOwn: dag !== undefined || (uses !== undefined && !isHookAt(document, index)),
      call: callOf(name, dag, uses, span),
      span,
    });
  });
}

function callOf(name: string, dag: number | undefined, uses: string | undefined, span: Call['span']): Call | undefined {
  if (dag === undefined && uses === undefined) return undefined;
  return { name, dag, params: new Set(), span, ...(dag === undefined ? { elsewhere: true } : {}) };
}

/** The steps of a job or an action as nodes. One that is skipped holds up nothing behind it. */
export function stepNodes(file: string, { steps }: StepList): readonly Node[] {
  const names = stepNames(steps);
  return steps.map(({ start, node, map, entry }, index): Node => {
    const written = names[index];
    const command = fieldText(map, 'run');
    const { failable, marksSuccess } = toleranceOf(map);
    return createNode({
      index,
      name: written ?? madeUpName(entry),
      named: written !== undefined,
      id: fieldText(map, 'id'),
      entry,
      type: command === undefined ? 'uses' : 'run',
      kinds: command === undefined ? ['uses'] : ['run', 'shell'],
      command,
      conditional: fieldText(map, 'if') !== undefined,
      skippable: true,
      pastFailure: passesFailure(map),
      failable,
      marksSuccess,
      span: { file, start, end: node.end },
    });
  });
}

function toleranceOf(map: YamlMap | undefined): Pick<Node, 'failable' | 'marksSuccess'> {
  const tolerant = fieldText(map, 'continue-on-error');
  if (tolerant === undefined || tolerant === 'false') return { failable: 'no', marksSuccess: false };
  return { failable: tolerant === 'true' ? 'yes' : 'sometimes', marksSuccess: true };
}

/**
 * What each step is called here: by its name where no step before it has the same, else by its id, or by the action that it is.
 * Hooks have their name as their id, for the name may be where their mark is.
 */
function stepNames(steps: readonly ListedStep[]): readonly (string | undefined)[] {
  const ids = new Set(steps.flatMap(({ map }) => fieldText(map, 'id') ?? []));
  const seen = new Set<string>();
  return steps.map(({ map }) => {
    const id = fieldText(map, 'id');
    const name = trimSpace(fieldText(map, 'name') ?? '');
    const isFree = (one: string) =>
      one !== '' &&
      Buffer.byteLength(one) <= githubEngine.maxNameBytes &&
      !seen.has(one) &&
      (one === id || !ids.has(one));
    const action = fieldText(map, 'uses')?.replace(/@[^@]*$/s, '');
    const other = id ?? (action !== undefined && isFree(action) ? action : undefined);
    const found = id?.startsWith(hookPrefix) || !isFree(name) ? other : name;
    if (found !== undefined) seen.add(found);
    return found;
  });
}

function madeUpName(entry: number): string {
  return `#${entry + 1}`;
}

export function namesInList(list: readonly NamePlace[]): readonly string[] {
  return list.map(({ name, entry }) => name ?? madeUpName(entry));
}
