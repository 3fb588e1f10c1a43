import { pastedSign } from '../../lang/shell/tokens.js';
import type { FileRun, LateEnvironment, NodeFacts, PlaceBeside, WorkflowFacts } from '../../model/facts.js';
import type { Dag } from '../../model/workflow.js';
import { asMap, pairOf, resolved, textOf } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { askedOnce } from '../asked-once.js';
import { joinEnvironments } from '../join-environments.js';
import { besideScript } from './beside-script.js';
import { type Commands, commandsIn, commandsOf, commandsOfSteps, entriesIn, valueUnder } from './commands.js';
import type { JobText } from './document.js';
import { imagesOf } from './images.js';
import type { Pipeline } from './pipeline.js';
import { readVariables } from './variables.js';
import { lateEnvironment } from './variables-of-runs.js';

/** What jobs do, and each of their commands. */
export function pipelineFacts(pipeline: Pipeline): WorkflowFacts {
  const { document, texts, bodies, file } = pipeline;
  const env = (dag: number) => environmentIn(dag, pipeline);
  const late = new Map<JobText, LateEnvironment | undefined>();
  const lateEnv = (job: JobText) => {
    if (!late.has(job)) late.set(job, lateEnvironment(job, document, file.text));
    return late.get(job);
  };
  return {
    dag: (dag) => ({ labels: labelsOf(dag === 0 ? undefined : bodies[dag - 1]!.job, pipeline) }),
    node: askedOnce((dag, index) => {
      if (dag === 0) return { ...jobFacts(index, pipeline), lateEnv: lateEnv(document.jobs[index]!) };
      const { node } = texts[dag]!.list.steps[index]!;
      const { job, script } = bodies[dag - 1]!;
      // What is taken over has no text of its own here.
      const value = script.kind === 'taken over' ? script.value : node;
      return {
        ...withInputs(commandsIn(value, document, file.text)),
        uses: usesOf(job),
        images: [],
        calls: [],
        env: env(dag),
        lateEnv: lateEnv(job),
      };
    }),
    handlers: () => [],
    runsFiles: () => document.jobs.flatMap((job) => filesOf(job, pipeline)),
    beside: (dag) =>
      dag === 0 ? [] : placesBeside(bodies[dag - 1]!.job, pipeline, env(dag), lateEnv(bodies[dag - 1]!.job)),
  };
}

/** The commands of a job that has some in this file are nodes of their own. */
function jobFacts(index: number, pipeline: Pipeline): NodeFacts {
  const { document, workflow, file } = pipeline;
  const job = document.jobs[index]!;
  const body = workflow.dags[0]!.nodes[index]!.call?.dag;
  const hasBody = body !== undefined;
  const isRun = !job.fields.get('trigger');
  return {
    ...(hasBody ? { scripts: [], unread: undefined } : withInputs(commandsOfJob(job, pipeline))),
    uses: usesOf(job),
    ...imagesOf(job, document, file.text),
    calls: triggersOf(job, pipeline),
    // The commands of a job have its tags, and a job that starts a pipeline is on no runner.
    labels: hasBody || !isRun ? new Map() : labelsOf(job, pipeline),
    env: hasBody ? environmentIn(body, pipeline) : joinEnvironments(workflow.dags[0]!.env, ownVariables(job, pipeline)),
  };
}

/** Of the pipeline and the job; each command of the job asks for it. */
function environmentIn(dag: number, { workflow: { dags } }: Pipeline): NodeFacts['env'] {
  const own = dags[dag]!;
  const env = environments.get(own) ?? joinEnvironments(dags[0]!.env, own.env);
  environments.set(own, env);
  return env;
}

function ownVariables(job: JobText, { document, file }: Pipeline): NodeFacts['env'] {
  return readVariables(job.fields.all('variables'), document, file.text);
}

const environments = new WeakMap<Dag, NodeFacts['env']>();

/** Files of the project, and such as a job writes, whose pipelines a job starts. */
function filesOf({ pair, fields }: JobText, { document, file }: Pipeline): readonly FileRun[] {
  const trigger = asMap(fields.get('trigger')?.pair.value);
  const include = trigger && pairOf(trigger, 'include')?.value;
  if (!include) return [];
  const { start, end } = pair.key;
  return entriesIn(include, document, file.text).nodes.flatMap((node): readonly FileRun[] => {
    const ofRun = node.kind === 'map' ? textOf(pairOf(node, 'artifact')?.value) : undefined;
    const written = ofRun ?? textOf(node.kind === 'map' ? pairOf(node, 'local')?.value : node);
    if (written === undefined || /^[\w+]+:/.test(written)) return [];
    const paths = ofRun === undefined ? [written.replace(/^\.?\//, '')] : [];
    return [{ written, paths, span: { file: file.path, start, end } }];
  });
}

/** Hooks of such a job are around it, so that they are before all that it runs. */
function commandsOfJob(job: JobText, pipeline: Pipeline): Commands {
  const { document, file } = pipeline;
  if (job.fields.get('trigger')) return { texts: [], unread: undefined };
  const steps = job.fields.get('run')?.pair.value;
  const own = steps ? commandsOfSteps(steps, document, file.text) : commandsOf(job, 'script', document, file.text);
  const missing = own.texts.length > 0 ? undefined : 'its commands are in a file that was not read';
  const all = [own, ...besideScript(job, pipeline).map(([, commands]) => commands)];
  return {
    texts: all.flatMap(({ texts }) => texts),
    unread: all.find(({ unread }) => unread !== undefined)?.unread ?? missing,
  };
}

function usesOf({ fields }: JobText): readonly string[] {
  const words = ['trigger', 'run', 'release', 'environment', 'pages'].filter((key) => fields.get(key));
  return fields.get('trigger') ? words : ['script', 'shell', ...words];
}

function labelsOf(job: JobText | undefined, pipeline: Pipeline): ReadonlyMap<string, string> {
  return new Map(tagsOf(job, pipeline).map((tag) => [tag, '']));
}

/** Of the pipeline itself, what all jobs have. */
function tagsOf(job: JobText | undefined, { document, file }: Pipeline): readonly string[] {
  const usual = () => asMap(pairOf(document.root, 'default')?.value);
  const value = job ? valueUnder(job, 'tags', document, file.text) : usual() && pairOf(usual()!, 'tags')?.value;
  if (!value || resolved(value)?.kind !== 'sequence') return [];
  return entriesIn(value, document, file.text).nodes.flatMap((node) => textOf(node) ?? []);
}

/** The project or the files whose pipeline a job starts. */
function triggersOf({ fields }: JobText, { document, file }: Pipeline): readonly string[] {
  const found = (value: YamlNode | undefined) => (value ? entriesIn(value, document, file.text).nodes : []);
  return found(fields.get('trigger')?.pair.value).flatMap((node) => {
    if (node.kind !== 'map') return [textOf(node) ?? ''];
    return ['project', 'include'].flatMap((key) =>
      found(pairOf(node, key)?.value).flatMap((one) =>
        (one.kind === 'map' ? one.pairs.flatMap((pair) => found(pair.value)) : [one]).flatMap(
          (leaf) => textOf(leaf) ?? [],
        ),
      ),
    );
  });
}

function placesBeside(
  job: JobText,
  pipeline: Pipeline,
  env: NodeFacts['env'],
  lateEnv: NodeFacts['lateEnv'],
): readonly PlaceBeside[] {
  const { start, end } = job.pair.key;
  return besideScript(job, pipeline).map(([key, commands]): PlaceBeside => {
    const facts = { ...withInputs(commands), uses: ['shell'], images: [], calls: [], env, lateEnv };
    return { name: `its \`${key}\``, facts, span: { file: pipeline.file.path, start, end } };
  });
}

/** GitLab pastes inputs into a pipeline when it begins to read it, long before a shell runs. */
function withInputs({ texts, unread }: Commands): Pick<NodeFacts, 'scripts' | 'unread'> {
  return { scripts: texts.map((text) => text.replace(/\$\[\[[^\]$]*\]\]/g, pastedSign)), unread };
}
