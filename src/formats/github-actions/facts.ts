import type { LateWord, NodeFacts, PlaceBeside, WorkflowFacts } from '../../model/facts.js';
import { asMap, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { askedOnce } from '../asked-once.js';
import { joinEnvironments } from '../join-environments.js';
import { fieldText, readEnvironment, stepsOf } from './fields.js';
import { localRuns } from './local-runs.js';
import { type MatrixValues, readMatrix, withMatrix } from './matrix.js';
import type { GithubWorkflow } from './read.js';
import { serviceCommands } from './service-commands.js';
import { commandsOf } from './step-commands.js';
import { labelsOf, shellsOf } from './step-shells.js';

/** What jobs and steps do. A job says where its steps run and what it calls; its commands are those of its steps. */
export function workflowFacts(read: GithubWorkflow): WorkflowFacts {
  const { workflow, document, texts } = read;
  const { outer, bodies, root, kind } = document;
  // Each step of a job asks for it.
  const matrices = new Map<YamlMap | undefined, MatrixValues>();
  const matrixOf = (job: YamlMap | undefined) => {
    const matrix = matrices.get(job) ?? readMatrix(job);
    matrices.set(job, matrix);
    return matrix;
  };
  const jobOf = (dag: number) => (dag === 0 ? undefined : outer.steps[bodies[dag - 1]!.jobs[0]!]!.map);
  const besideSteps = (dag: number) =>
    bodies[dag - 1]!.jobs.flatMap((index): readonly PlaceBeside[] => {
      const { map } = outer.steps[index]!;
      const scripts = serviceCommands(map, matrixOf(map));
      if (scripts.length === 0) return [];
      const facts = { scripts, unread: undefined, uses: [], images: [], calls: [], env: workflow.dags[dag]!.env };
      return [{ name: 'its `services`', facts, span: workflow.dags[0]!.nodes[index]!.span }];
    });
  return {
    dag(dag) {
      const job = jobOf(dag);
      const matrix = matrixOf(job);
      const labels = labelsOf(job).flatMap((label) => withMatrix(label, matrix));
      return { labels: new Map(labels.map((label) => [label, ''])) };
    },
    node: askedOnce((dag, index) => {
      const { map } = texts[dag]!.list.steps[index]!;
      const { env } = workflow.dags[dag]!;
      if (dag === 0 && kind === 'workflow') {
        const matrix = matrixOf(map);
        const job = jobFacts(map, env, matrix);
        if (workflow.dags[0]!.nodes[index]!.isOwn) return job;
        return together([job, ...stepsOf(map, 'steps').map((step) => stepFacts(step, job.env, [map, root], matrix))]);
      }
      const job = jobOf(dag);
      return stepFacts(map, env, [job, root], matrixOf(job));
    }),
    beside: (dag) => (dag === 0 ? [] : besideSteps(dag)),
    handlers: () => [],
    runsFiles: () => localRuns(read),
  };
}

function jobFacts(job: YamlMap | undefined, env: NodeFacts['env'], matrix: MatrixValues): NodeFacts {
  const calls = spellingsOf(fieldText(job, 'uses'));
  const services = asMap(job && pairOf(job, 'services')?.value)?.pairs.map(({ value }) => value) ?? [];
  const images = [job && pairOf(job, 'container')?.value, ...services].flatMap(imageOf);
  return {
    scripts: [],
    unread: undefined,
    uses: images.length > 0 ? [...calls, 'docker'] : calls,
    ...imagesOf(images, matrix),
    calls,
    ...environmentOf(joinEnvironments(env, readEnvironment(job))),
  };
}

/** What `uses` names, with and without its version. GitHub takes names of owners and repositories for equal that differ by case alone. */
function spellingsOf(uses: string | undefined): readonly string[] {
  if (uses === undefined) return [];
  const written = [uses, uses.replace(/@.*/s, '')];
  return [...new Set([...written, ...written.map((one) => one.toLowerCase())])];
}

/**
 * A job that is written as a hook is one step, also where somebody else wrote it: rules have to see what it runs. So it is with a step that
 * holds others.
 */
function together(parts: readonly NodeFacts[]): NodeFacts {
  return {
    scripts: parts.flatMap(({ scripts }) => scripts),
    unread: parts.find(({ unread }) => unread !== undefined)?.unread,
    uses: parts.flatMap(({ uses }) => uses),
    images: parts.flatMap(({ images }) => images),
    late: { images: parts.flatMap(({ late }) => late?.images ?? []) },
    calls: parts.flatMap(({ calls }) => calls),
    ...environmentOf(new Map(parts.flatMap(({ env }) => [...env]))),
  };
}

/** With each value that the file has for what is in them; the rest is known in the run alone. */
function imagesOf(written: readonly string[], matrix: MatrixValues): Pick<NodeFacts, 'images' | 'late'> {
  const images = written.flatMap((image) => withMatrix(image, matrix));
  const late = images.flatMap((image): readonly LateWord[] => {
    const [begin, ...others] = image.split('${{');
    return others.length === 0
      ? []
      : [{ written: image, begin: begin!, end: image.slice(image.lastIndexOf('}}') + 2) }];
  });
  return { images, late: { images: late } };
}

function imageOf(value: YamlNode | undefined): readonly string[] {
  const image = textOf(value) ?? fieldText(asMap(value), 'image');
  return image ? [image] : [];
}

function stepFacts(
  step: YamlMap | undefined,
  env: NodeFacts['env'],
  around: readonly (YamlMap | undefined)[],
  matrix: MatrixValues,
): NodeFacts {
  const inner = stepsOf(step, 'parallel');
  if (inner.length > 0) return together(inner.map((one) => stepFacts(one, env, around, matrix)));
  const action = fieldText(step, 'uses');
  const image = action?.startsWith('docker://') ? action.slice('docker://'.length) : undefined;
  return {
    ...commandsOf(step, shellsOf(step, around, matrix), matrix),
    uses: [...spellingsOf(action), ...(image ? ['docker'] : [])],
    ...imagesOf(image === undefined ? [] : [image], matrix),
    calls: [],
    ...environmentOf(joinEnvironments(env, readEnvironment(step))),
  };
}

/** An expression is a value that nobody knows before the run. */
function environmentOf(env: NodeFacts['env']): Pick<NodeFacts, 'env' | 'lateEnv'> {
  const known = environments.get(env);
  if (known) return known;
  const late = [...env].flatMap(([name, value]) => (value.includes('${{') ? [name] : []));
  const facts = { env, lateEnv: late.length === 0 ? undefined : { names: new Set(late), others: undefined } };
  environments.set(env, facts);
  return facts;
}

/** Most steps of a job share one. */
const environments = new WeakMap<NodeFacts['env'], Pick<NodeFacts, 'env' | 'lateEnv'>>();
