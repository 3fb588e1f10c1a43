import type { Format, OpenWorkflow } from '../../../src/formats/format.js';
import { eraseSteps } from '../../../src/formats/yaml-steps/erase-steps.js';
import { fingerprintWithout } from '../../../src/formats/yaml-steps/fingerprint.js';
import { namelessIn } from '../../../src/formats/yaml-steps/nameless-without.js';
import { nodeSpans, readNodeMarks } from '../../../src/formats/yaml-steps/node-marks.js';
import * as lists from '../../../src/formats/yaml-steps/step-list.js';
import { stepPrints } from '../../../src/formats/yaml-steps/step-prints.js';
import { textPlaces } from '../../../src/formats/yaml-steps/text-place.js';
import { writeSteps } from '../../../src/formats/yaml-steps/write-steps.js';
import { hookPrefix } from '../../../src/model/mark.js';
import type { InjectedNode } from '../../../src/model/plan.js';
import type { SourceFile, Span } from '../../../src/model/source.js';
import type { Dag, Node } from '../../../src/model/workflow.js';
import { joinDeletions } from '../../../src/text/edits.js';
import type { Field } from '../../../src/text/print-yaml.js';
import { reportProblems } from '../../../src/text/problems.js';
import { parseYaml } from '../../../src/text/yaml.js';
import { asMap, asSequence, pairOf, textOf } from '../../../src/text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair } from '../../../src/text/yaml-node.js';
import { scriptOf, toyEngine } from './engine.js';

/** A made-up engine: `jobs` is a mapping, a job waits for those in its `after`, and its `steps` run one after another. */
export const toy: Format = {
  name: 'toy',
  detects: (text) => /^engine: toy$/m.test(text),
  open: (files, _options, report) =>
    files.flatMap((file) => {
      const documents = parseYaml(file.text);
      const root = reportProblems(documents, file, report) ? undefined : asMap(documents[0]?.root);
      const jobs = root && pairOf(root, 'jobs');
      return root && jobs?.value.kind === 'map' ? [openFile(file, root, jobs)] : [];
    }),
};

function openFile(file: SourceFile, root: YamlMap, jobs: YamlPair): OpenWorkflow {
  const texts = textsOf(file, jobs);
  const dags = texts.map(({ dag }) => dag);
  const placeOf = textPlaces([file]);
  const marks = () => ({ ...readNodeMarks([file], texts), handlers: [], openHandlers: false });
  return {
    workflow: { format: 'toy', files: [file], dags, roots: [0], inherits: false, findBeside: 'all' },
    engine: toyEngine,
    marks,
    namesIn: (_dag, list) => [list.map(({ name, entry }) => name ?? `#${entry + 1}`)],
    namelessBefore: namelessIn([file], texts),
    spanOf: nodeSpans(texts, marks),
    handlerPlaces: () => [],
    // The steps of a job come before what is put behind the job.
    write: (plan, report) =>
      plan.dags.toReversed().flatMap(({ dag, nodes }) => {
        const planned = { nodes, marks: plan.marks };
        return writeSteps(placeOf(file.path), texts[dag]!, planned, fieldsIn(dag), report);
      }),
    erase: (removal) => joinDeletions([file], eraseSteps(placeOf, texts, removal.dags, marks())),
    fingerprints: (plan) =>
      texts.map((text, dag) => ({
        rest: dag === 0 ? fingerprintWithout(root, (key) => key === 'jobs') : '',
        handlers: new Map(),
        ...stepPrints(file.text, text, plan?.dags.find((one) => one.dag === dag)?.nodes, fieldsIn(dag)),
      })),
  };
}

const ofSteps: lists.StepSpelling = {
  name: 'name',
  needs: 'after',
  description: 'about',
  commands: ['run'],
  isKey: (written, key) => written === key,
  fieldOf: pairOf,
};

function fieldsIn(dag: number): (node: InjectedNode) => readonly Field[] {
  return (node) => {
    const run = { key: 'run', value: scriptOf(node) };
    const name = { key: 'name', value: node.name };
    if (dag > 0) return [name, run];
    const after = node.needs ? [{ key: 'after', value: node.needs }] : [];
    return [name, ...after, { key: 'steps', value: [{ fields: [run] }] }];
  };
}

/** The jobs, and behind them the steps of each job that is no hook. */
function textsOf({ path }: SourceFile, { key, value }: YamlPair): readonly lists.StepText[] {
  const jobs = listOf(value as YamlMap, key.end);
  const bodies = jobs.steps.flatMap((job) => {
    const steps = job.map && pairOf(job.map, 'steps');
    const list = asSequence(steps?.value);
    return steps && list && !job.key!.value.startsWith(hookPrefix) ? [{ job, ...listOf(list, steps.key.end) }] : [];
  });
  const jobNodes = jobs.steps.map((job, at): Node => {
    const body = bodies.findIndex((one) => one.job === job);
    const node = nodeOf(job, at, path, jobs.steps);
    const call = body < 0 ? undefined : { name: node.name, dag: body + 1, params: new Set<string>(), span: node.span };
    return { ...node, call, reference: node.name };
  });
  const holds = new Set(bodies.map(({ job }) => job));
  const list = { ...jobs, steps: jobs.steps.map((job) => (holds.has(job) ? { ...job, inner: 'steps' } : job)) };
  const root = { dag: dagOf(0, path, jobNodes, 'none'), list, spelling: ofSteps };
  const inside = bodies.map(({ job, ...list }, index) => {
    const nodes = list.steps.map((step, at) => nodeOf(step, at, path, []));
    return { dag: { ...dagOf(index + 1, path, nodes, 'only'), name: job.key!.value }, list, spelling: ofSteps };
  });
  return [root, ...inside];
}

function listOf(collection: lists.Collection, opening: number) {
  const steps = lists.membersOf(collection).map(({ start, value }, entry): lists.ListedStep => {
    const key = collection.kind === 'map' ? collection.pairs[entry]!.key : undefined;
    return { node: value, map: asMap(value), key, start, entry, group: undefined, inFlow: collection.flow };
  });
  return { node: collection, opening, steps };
}

function dagOf(index: number, file: string, nodes: readonly Node[], sequence: 'none' | 'only'): Dag {
  const readings = [{ name: 'toy', sequence }];
  const none = { nameAtRun: undefined, env: new Map(), params: new Set<string>(), given: new Set<string>() };
  return { ...none, index, name: file, file, nodes, readings, closed: undefined, span: { file, start: 0, end: 0 } };
}

function nodeOf(
  { key, map, node, start, entry }: lists.ListedStep,
  at: number,
  file: string,
  jobs: readonly lists.ListedStep[],
): Node {
  const spanOf = (place: Omit<Span, 'file'>): Span => ({ file, start: place.start, end: place.end });
  const written = key?.value ?? (map && textOf(pairOf(map, 'name')?.value));
  const after = jobs.length > 0 && map ? pairOf(map, 'after')?.value : undefined;
  const items: readonly YamlNode[] = after ? (asSequence(after)?.items.map(({ value }) => value) ?? [after]) : [];
  const positions = new Map(jobs.map((job, index) => [job.key!.value, index]));
  return {
    ...{ index: at, entry, grouped: false, name: written ?? `#${entry + 1}`, named: written !== undefined },
    ...{ id: undefined, mentioned: false, followers: [], reference: undefined, type: 'run', kinds: ['run'] },
    ...{
      command: undefined,
      call: undefined,
      output: undefined,
      engineNeeds: [],
      span: spanOf({ start, end: node.end }),
    },
    ...{ conditional: false, skippable: false, chosen: false, failable: 'no' as const, marksSuccess: false },
    needs:
      after && items.map((item) => ({ name: textOf(item)!, node: positions.get(textOf(item)!), span: spanOf(item) })),
  };
}
