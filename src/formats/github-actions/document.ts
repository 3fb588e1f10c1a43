import type { Report } from '../../diagnostics/diagnostics.js';
import { hookPrefix } from '../../model/mark.js';
import type { SourceFile } from '../../model/source.js';
import { reportMoreDocuments } from '../../text/more-documents.js';
import { reportProblems } from '../../text/problems.js';
import { reportTypographicQuotes } from '../../text/typographic-quotes.js';
import { inQuotesOf } from '../../text/unwrap.js';
import { parseYaml } from '../../text/yaml.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { markAbove, markInDescription } from '../yaml-steps/mark.js';
import { reportNoList } from '../yaml-steps/no-list.js';
import { type ListedStep, membersOf, type StepList } from '../yaml-steps/step-list.js';
import { meantKey } from './meant-key.js';
import { misnamedJobs } from './misnamed-jobs.js';

/** A file as lists of jobs and steps: a workflow with its jobs, or a composite action, which is one list of steps. */
export interface GithubDocument {
  readonly file: SourceFile;
  readonly root: YamlMap;
  readonly kind: 'workflow' | 'action';
  /** The jobs of a workflow, the steps of an action. */
  readonly outer: StepList;
  /** The steps of jobs, a list once however many jobs have it by an alias. */
  readonly bodies: readonly Body[];
}

export interface Body {
  readonly list: StepList;
  /** Positions in `outer` of the jobs that run these steps. */
  readonly jobs: readonly number[];
}

export function readDocument(file: SourceFile, report: Report): GithubDocument | undefined {
  const documents = parseYaml(file.text);
  if (reportProblems(documents, file, report)) return undefined;
  const root = documents.map((document) => asMap(document.root)).find((one) => one !== undefined);
  if (!root) return undefined;
  reportTypographicQuotes(root, file.path, file.text, report);
  reportMoreDocuments(documents, root, file.path, report);
  const action = asMap(pairOf(root, 'runs')?.value);
  const steps = action && listAt(action, 'steps');
  if (steps && !pairOf(root, 'jobs')) return { file, root, kind: 'action', outer: steps, bodies: [] };
  const jobs = listAt(root, 'jobs');
  if (!jobs && action && textOf(pairOf(action, 'using')?.value) === 'composite' && reportSteps(action, file, report))
    return undefined;
  if (!jobs) {
    reportMissingJobs(root, file, report);
    return undefined;
  }
  const bodies = bodiesOf(jobs, file.text);
  const withBody = new Set(bodies.flatMap((body) => body.jobs));
  const outer = {
    ...jobs,
    steps: jobs.steps.map((job, at) => (withBody.has(at) ? { ...job, inner: ['steps'] } : job)),
  };
  return { file, root, kind: 'workflow', outer, bodies };
}

/** Reports steps of an action that are under another key, or in no list. */
function reportSteps(action: YamlMap, { path: file }: SourceFile, report: Report): boolean {
  if (pairOf(action, 'steps')) return reportNoList(action, 'steps', 'an action', file, report);
  const key = action.pairs.find((pair) => meantKey(pair.key.value, 'job') === 'steps')?.key;
  if (!key) return false;
  const span = { file, start: key.start, end: key.end };
  const fix = [{ ...span, text: inQuotesOf(key, 'steps') }];
  report('DW284', { key: key.value, meant: 'steps', of: 'an action' }, { span, fix });
  return true;
}

function reportMissingJobs(root: YamlMap, { path: file }: SourceFile, report: Report): void {
  const key = misnamedJobs(root)?.key;
  const { start, end } = key ?? pairOf(root, 'jobs')?.key ?? root;
  const span = { file, start, end: Math.min(end, start + 80) };
  const fix = key && [{ file, start, end, text: inQuotesOf(key, 'jobs') }];
  report('DW248', { written: key?.value }, { span, fix });
}

/** Is a job one that was added as a hook? A mark says so, or else all that a hook has besides its id, which a job of somebody's own may have. */
function isHookJob({ key, map, start }: ListedStep, text: string, floor: number): boolean {
  if (!key?.value.startsWith(hookPrefix)) return false;
  const name = (map && textOf(pairOf(map, 'name')?.value)) ?? '';
  if (markInDescription(name) || markAbove(text, start, floor, { pastComments: true })) return true;
  return map !== undefined && name.startsWith('hook ') && (hasStepOfHook(map) || pairOf(map, 'uses') !== undefined);
}

/** The work of a hook is the last step, and no hook is in front of it. */
function hasStepOfHook(job: YamlMap): boolean {
  const ids = listAt(job, 'steps')?.steps.map(({ map }) => map && textOf(pairOf(map, 'id')?.value)) ?? [];
  return ids.at(-1) === 'hook' && !ids.some((id) => id?.startsWith(hookPrefix));
}

/** The same of a job by its position. */
export function isHookAt({ outer, file }: Pick<GithubDocument, 'outer' | 'file'>, at: number): boolean {
  return isHookJob(outer.steps[at]!, file.text, outer.steps[at - 1]?.node.end ?? outer.opening);
}

function bodiesOf(jobs: StepList, text: string): readonly Body[] {
  const found = new Map<StepList['node'], { readonly list: StepList; readonly jobs: number[] }>();
  jobs.steps.forEach((job, at) => {
    const floor = jobs.steps[at - 1]?.node.end ?? jobs.opening;
    const list = isHookJob(job, text, floor) || !job.map ? undefined : listAt(job.map, 'steps');
    if (!list || list.steps.length === 0) return;
    const known = found.get(list.node);
    if (known) known.jobs.push(at);
    else found.set(list.node, { list, jobs: [at] });
  });
  return [...found.values()];
}

function listAt(map: YamlMap, key: string): StepList | undefined {
  const pair = pairOf(map, key);
  const node = asMap(pair?.value) ?? asSequence(pair?.value);
  if (!pair || !node || (key === 'jobs') !== (node.kind === 'map')) return undefined;
  const steps = membersOf(node).map(({ start, value }, entry): ListedStep => {
    const name = node.kind === 'map' ? node.pairs[entry]!.key : undefined;
    return { node: value, map: asMap(value), key: name, start, entry, group: undefined, inFlow: node.flow };
  });
  // Of a list that an alias repeats, only marks are looked for in front of it.
  return { node, opening: pair.value.kind === 'alias' ? 0 : pair.key.end, steps };
}
