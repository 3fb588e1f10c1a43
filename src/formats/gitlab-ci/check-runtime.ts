import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import { handlersByDag, type InjectedNode, type Injection, type Plan } from '../../model/plan.js';
import { commandsOf, usualFor, usualIn, valueUnder } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';
import { imageNames } from './images.js';
import type { Pipeline } from './pipeline.js';
import { powershellIn } from './powershell.js';

/** Reports the first hook in an image of Docker's own that lacks the program that the hook is. Variables of a project are in every job. */
export function checkRuntime(pipeline: Pipeline, { dags, handlers }: Plan, report: Report): void {
  const atEnds = handlersByDag(handlers);
  const told = (injection: Injection, place: HookPlace): boolean => {
    const { call, rule } = injection;
    if (call.kind !== 'command' || place.image === undefined) return false;
    const program = call.program.trim().split(' ', 1)[0]!;
    if (!lacks(program, place)) return false;
    const args = { type: rule.step.type, program, place: { kind: 'image', name: place.image } } as const;
    report('DW635', args, { span: rule.span });
    return true;
  };
  for (const { dag, nodes } of dags)
    for (const node of nodes)
      if (node.kind === 'injected' && told(node.injection, placeOf(node, dag, pipeline))) return;
  for (const [dag, plans] of atEnds) {
    const job = pipeline.bodies[dag - 1]?.job;
    for (const { injections } of plans)
      if (job && injections.some(({ injection }) => told(injection, inJob(job, pipeline)))) return;
  }
}

interface HookPlace {
  readonly image: string | undefined;
  /** What may install something before the hook. */
  readonly commands: readonly string[];
}

function placeOf(node: InjectedNode, dag: number, pipeline: Pipeline): HookPlace {
  const { bodies, document, settings, file } = pipeline;
  if (dag > 0) return inJob(bodies[dag - 1]!.job, pipeline);
  if (settings.image !== undefined) return { image: settings.image, commands: [] };
  const job = node.about === undefined ? undefined : document.jobs[node.about];
  const isOfJob = job && !isOfPolicy(node.injection.rule) && powershellIn(job, document, file.text) === undefined;
  if (isOfJob) return inJob(job, pipeline, false);
  // The `default` of a file that includes this one wins.
  const usual = document.isIncluded ? undefined : usualIn(document.root, 'image')?.value;
  return { image: imageNames(usual, document, file.text)[0], commands: [] };
}

/** @param withScript the hook is behind commands of the job, and not only behind what comes before all of them */
function inJob(job: JobText, { document, file }: Pipeline, withScript = true): HookPlace {
  const keys = withScript ? ['before_script', 'script'] : ['before_script'];
  const all = keys.map((key) => commandsOf(job, key, document, file.text));
  const isKnown = all.every(({ unread }) => unread === undefined) && job.fields.unread('image') === undefined;
  const isOwn = job.fields.get('image') !== undefined || !document.isIncluded;
  return {
    image:
      isKnown && isOwn && knowsFirst(job, document)
        ? imageNames(valueUnder(job, 'image', document, file.text), document, file.text)[0]
        : undefined,
    commands: all.flatMap(({ texts }) => texts),
  };
}

/** What a file that was not read says for all jobs would be in front of the job's own commands. */
function knowsFirst(job: JobText, document: PipelineDocument): boolean {
  if (!document.hasOthers || job.fields.get('before_script')) return true;
  return !document.isIncluded && usualFor(job, document, 'before_script') !== undefined;
}

function lacks(program: string, { image, commands }: HookPlace): boolean {
  const name = ofDocker.exec(image!)?.[1];
  if (name === undefined) return false;
  if (program === 'npx') return name !== 'node' && !commands.some((text) => installsNode.test(text));
  return program === 'dagweave' && !commands.some((text) => installs.test(text));
}

/** Images that everybody has from the same place, so that it is known what is not in them. */
const ofDocker = new RegExp(
  '^(?:docker\\.io/|\\$\\{?CI_DEPENDENCY_PROXY_\\w+\\}?/)?(?:library/)?' +
    '(alpine|almalinux|amazonlinux|bash|busybox|centos|composer|debian|docker|eclipse-temurin|fedora|gcc|golang|gradle|maven|node|openjdk|perl|php|python|rockylinux|ruby|rust|ubuntu)' +
    '(?:[:@]\\S*)?$',
);
const installs = /\b(?:dagweave|npm|npx|yarn|pnpm|bun|bunx|corepack)\b/;
const installsNode = /\b(?:node|nodejs|npm|npx|nvm|fnm|volta)\b/;
