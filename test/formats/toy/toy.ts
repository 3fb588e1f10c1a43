import type { Report } from '../../../src/diagnostics/diagnostics.js';
import type { Format, OpenWorkflow } from '../../../src/formats/format.js';
import { commandText } from '../../../src/formats/step-script/command-text.js';
import { eraseSteps } from '../../../src/formats/yaml-steps/erase-steps.js';
import { fingerprintWithout, stepPrints } from '../../../src/formats/yaml-steps/fingerprint.js';
import { namelessIn } from '../../../src/formats/yaml-steps/nameless-without.js';
import { nodeSpans, readNodeMarks } from '../../../src/formats/yaml-steps/node-marks.js';
import { readNeeds } from '../../../src/formats/yaml-steps/read-needs.js';
import * as lists from '../../../src/formats/yaml-steps/step-list.js';
import { textPlaces } from '../../../src/formats/yaml-steps/text-place.js';
import { writeSteps } from '../../../src/formats/yaml-steps/write-steps.js';
import { createDag } from '../../../src/model/create-dag.js';
import { createNode } from '../../../src/model/create-node.js';
import type { Engine } from '../../../src/model/engine.js';
import { hookPrefix } from '../../../src/model/mark.js';
import type { InjectedNode } from '../../../src/model/plan.js';
import type { SourceFile } from '../../../src/model/source.js';
import type { Dag, Node, Sequence } from '../../../src/model/workflow.js';
import { joinDeletions } from '../../../src/text/edits.js';
import { reportProblems } from '../../../src/text/problems.js';
import { parseYaml } from '../../../src/text/yaml.js';
import { asMap, asSequence, pairOf, textOf } from '../../../src/text/yaml-access.js';
import type { YamlMap } from '../../../src/text/yaml-node.js';

/** A made-up engine: `jobs` is a mapping, a job waits for those in its `after`, and its `steps` run one after another. */
export const toy: Format = {
  name: 'toy',
  shape: { language: 'toy', looks: 'a text with `engine: toy`' },
  detects: (text) => /^engine: toy$/m.test(text),
  open: (files, _options, report) =>
    files.flatMap((file) => {
      const documents = parseYaml(file.text);
      return reportProblems(documents, file, report) ? [] : [openFile(file, asMap(documents[0]!.root)!, report)];
    }),
};

function openFile(file: SourceFile, root: YamlMap, report: Report): OpenWorkflow {
  const texts = textsOf(file.path, root, report);
  const dags = texts.map(({ dag }) => dag);
  const placeOf = textPlaces([file]);
  const place = placeOf(file.path);
  const marks = () => ({ ...readNodeMarks([file], texts), handlers: [], openHandlers: [] });
  return {
    workflow: { format: 'toy', files: [file], dags, roots: [0], inherits: false, findBeside: 'all' },
    engine,
    marks,
    namesIn: (_dag, list) => [list.map(({ name, entry }) => name ?? `#${entry + 1}`)],
    namelessBefore: namelessIn([file], texts),
    spanOf: nodeSpans(texts, marks),
    handlerPlaces: () => [],
    // The steps of a job come before what is put behind the job.
    write: ({ dags, marks }, reportWriting) =>
      dags
        .toReversed()
        .flatMap(({ dag, nodes }) => writeSteps(place, texts[dag]!, { nodes, marks }, fieldsIn(dag), reportWriting)),
    erase: (removal) => joinDeletions([file], eraseSteps(placeOf, texts, removal.dags, marks())),
    fingerprints: (plan) =>
      texts.map((text, dag) => ({
        rest: dag === 0 ? fingerprintWithout(root, (key) => key === 'jobs') : '',
        handlers: new Map(),
        ...stepPrints(file.text, text, plan?.dags.find((one) => one.dag === dag)?.nodes, fieldsIn(dag)),
      })),
  };
}

const none = { because: 'it runs nothing at the end of a run', instead: 'Put the step into a job behind all others' };
const gate = { success: 'success', failure: 'failure', left_out: 'success' } as const;
const soft = { ...gate, failure: 'success' } as const;
const ends = { success: false, failure: false, skipped: false, aborted: false };
const engine: Engine = {
  maxNameBytes: 255,
  maxOutputs: 0,
  can: { handlers: none, background: true },
  runTable: {
    behind: { success: 'runs', failure: 'aborted', skipped: 'skipped', aborted: 'aborted' },
    behindTolerant: { success: 'runs', failure: 'runs', skipped: 'runs', aborted: 'aborted' },
    hooks: { gate, awaited: soft, aside: soft, background: soft },
    handlers: { failure: ends, abort: ends, always: ends },
  },
  shell: {
    values: 'quoted',
    quote: (literal) => (/^[\w./-]+$/.test(literal) ? literal : `'${literal.replaceAll("'", "'\\''")}'`),
    variable: (name, filter) => (filter ? `$(printf '%s' "$${name}" | ${filter})` : `$${name}`),
    ownsVariable: () => false,
    variableSources: { inWorkflow: 'above the steps', ofHook: false, elsewhere: 'its surroundings' },
    failure: undefined,
    ownFiles: [],
  },
  words: { needs: 'after', item: 'step', asGraph: 'make each step a job of its own' },
};
const isHook = (name: string) => name.startsWith(hookPrefix);
const keys = { name: 'name', needs: 'after', description: 'about', commands: ['run'] };
const spelling: lists.StepSpelling = { ...keys, isKey: (written, key) => written === key, fieldOf: pairOf };

const fieldsIn = (dag: number) => (node: InjectedNode) => {
  const run = { key: 'run', value: scriptOf(node) };
  const name = { key: 'name', value: node.name };
  const after = node.needs ? [{ key: 'after', value: node.needs }] : [];
  return dag > 0 ? [name, run] : [name, ...after, { key: 'steps', value: [{ fields: [run] }] }];
};

/** What a hook runs: no policies and no conditions, which its tests do not use. */
function scriptOf({ injection: { call, rule }, detached }: InjectedNode): string {
  if (call.kind === 'approval') throw new Error('nobody can be asked');
  const command = call.kind === 'spawn' ? call.command : call;
  const text = command.kind === 'script' ? command.script : commandText(command, engine.shell.quote);
  const safe = rule.await ? text : `( ${text} ) || true`;
  return detached ? `{ ${safe}; } &` : safe;
}

/** The jobs, and behind them the steps of each job that is no hook. */
function textsOf(file: string, root: YamlMap, report: Report): readonly lists.StepText[] {
  const jobs = listAt(root, 'jobs')!;
  const bodies = jobs.steps.map(({ key, map }) => (isHook(key!.value) ? undefined : listAt(map, 'steps')));
  const steps = jobs.steps.map((job, index) => (bodies[index] ? { ...job, inner: ['steps'] } : job));
  const listed = bodies.flatMap((list, index) => (list ? [{ name: steps[index]!.key!.value, list }] : []));
  const inside = listed.map(({ name, list }, index) =>
    textOfDag({ index: index + 1, name, file }, 'only', list, report),
  );
  return [textOfDag({ index: 0, name: file, file }, 'none', { ...jobs, steps }, report), ...inside];
}

function listAt(map: YamlMap | undefined, key: string): lists.StepList | undefined {
  const pair = map && pairOf(map, key);
  const node = asMap(pair?.value) ?? asSequence(pair?.value);
  if (!node) return undefined;
  const steps = lists.membersOf(node).map(({ start, value }, entry): lists.ListedStep => {
    const name = node.kind === 'map' ? node.pairs[entry]!.key : undefined;
    return { node: value, map: asMap(value), key: name, start, entry, group: undefined, inFlow: node.flow };
  });
  return { node, opening: pair!.key.end, steps };
}

type About = Pick<Dag, 'index' | 'name' | 'file'>;

function textOfDag(about: About, sequence: Sequence, list: lists.StepList, report: Report): lists.StepText {
  const { file } = about;
  const names = list.steps.map(({ key, map }) => key?.value ?? (map && textOf(pairOf(map, 'name')?.value)));
  const positions = new Map(names.map((one, at) => [one, at]));
  const bodies = list.steps.filter(({ inner }) => inner);
  const nodes = list.steps.map((step, at): Node => {
    const { start, node, entry, inner } = step;
    const span = { file, start, end: node.end };
    const written = names[at];
    const own = { name: written ?? `#${entry + 1}`, named: written !== undefined, reference: written };
    const needs = readNeeds(step, spelling, file, (need) => positions.get(need), report);
    const call = inner ? { name: own.name, dag: bodies.indexOf(step) + 1, params: new Set<string>(), span } : undefined;
    return createNode({ ...own, index: at, entry, type: 'run', needs, call, span });
  });
  const readings = [{ name: 'toy', sequence }];
  const dag = createDag({ ...about, nodes, readings, span: { file, start: 0, end: 0 } });
  return { dag, list, spelling };
}
