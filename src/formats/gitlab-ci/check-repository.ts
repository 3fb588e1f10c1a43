import type { Report } from '../../diagnostics/diagnostics.js';
import { commandsOf as commandsInText } from '../../lang/shell/commands-of.js';
import { handlersByDag, type InjectedNode, type Injection, type Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import { pairOf } from '../../text/yaml-access.js';
import { readsAtOnce } from '../step-script/repository-files.js';
import { commandsOf } from './commands.js';
import type { JobText } from './document.js';
import type { Pipeline } from './pipeline.js';
import { takesVariables } from './rule-variables.js';
import { readVariables } from './variables.js';

/** Reports rules whose hooks read files of the repository where the runner brings none: a scan of an empty folder finds nothing. */
export function checkRepository(pipeline: Pipeline, { dags, handlers }: Plan, report: Report): void {
  const { bodies, file } = pipeline;
  if (!file.text.includes(name)) return;
  const found = new Map<Rule, { readonly path: string; readonly strategy: string; readonly jobs: Set<string> }>();
  const look = ({ call, rule }: Injection, job: JobText | undefined) => {
    const strategy = strategyOf(job, pipeline);
    if (strategy === undefined || call.kind !== 'script') return;
    const path = readsAtOnce(commandsInText(call.script));
    if (path === undefined || (job && bringsItself(job, pipeline))) return;
    const hooks = found.get(rule) ?? { path, strategy, jobs: new Set() };
    if (job) hooks.jobs.add(job.name);
    found.set(rule, hooks);
  };
  for (const { dag, nodes } of dags)
    for (const node of nodes)
      if (node.kind === 'injected') look(node.injection, dag > 0 ? bodies[dag - 1]!.job : jobOf(node, pipeline));
  for (const [dag, plans] of handlersByDag(handlers))
    for (const { injections } of plans) for (const { injection } of injections) look(injection, bodies[dag - 1]?.job);
  for (const [rule, { path, strategy, jobs }] of found)
    report('DW646', { rule: rule.id, path, jobs: [...jobs], setting: `${name}: ${strategy}` }, { span: rule.span });
}

const name = 'GIT_STRATEGY';

/** How the runner brings the repository, where it brings no files of it. */
function strategyOf(job: JobText | undefined, pipeline: Pipeline): string | undefined {
  const { document, file } = pipeline;
  const strategy = readVariables(valuesOf(job, pipeline), document, file.text).get(name);
  return strategy === 'none' || strategy === 'empty' ? strategy : undefined;
}

function valuesOf(job: JobText | undefined, { document }: Pipeline) {
  return [pairOf(document.root, 'variables')?.value, ...(job?.fields.all('variables') ?? [])];
}

/** The job whose variables a hook has that is a job itself. */
function jobOf(node: InjectedNode, pipeline: Pipeline): JobText | undefined {
  const job = node.about === undefined ? undefined : pipeline.document.jobs[node.about]!;
  return job && takesVariables(node, job, pipeline) ? job : undefined;
}

/** Commands of the job that may fetch files. */
function bringsItself(job: JobText, { document, file }: Pipeline): boolean {
  const texts = ['before_script', 'script'].flatMap((key) => commandsOf(job, key, document, file.text).texts);
  return texts.some((text) => /\b(?:git|glab|curl|wget|unzip|tar)\b/.test(text));
}
