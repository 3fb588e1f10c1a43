import type { Report } from '../../diagnostics/diagnostics.js';
import { createNode } from '../../model/create-node.js';
import type { GoesPast, Node } from '../../model/workflow.js';
import { tagOf } from '../../text/tag-of.js';
import { asSequence, resolved, textOf } from '../../text/yaml-access.js';
import { commandsOf, valueReferredTo } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';
import { type NeedsPlace, readNeeds } from './needs.js';
import type { JobScript } from './scripts.js';
import { failureByRules, idleness, type Jobs, saidBy, saysAlways } from './when-of-jobs.js';

/** The jobs of a pipeline as nodes. A job with commands of its own calls the DAG of these. */
export function readJobs(
  document: PipelineDocument,
  scripts: ReadonlyMap<JobText, JobScript>,
  place: NeedsPlace & { isHook(job: JobText): boolean },
  report: Report,
): readonly Node[] {
  const numbers = new Map(document.stages.map((name, index) => [name, index]));
  const bodies = new Map([...scripts.keys()].map((job, at) => [job, at]));
  const heirs = heirsOf(document);
  return document.jobs.map((job, index): Node => {
    const { name, fields, pair } = job;
    const span = { file: place.file, start: pair.key.start, end: pair.key.end };
    const needs = fields.get('needs');
    const body = bodies.get(job);
    const dag = body === undefined ? undefined : body + 1;
    const type = fields.get('trigger') ? 'trigger' : fields.get('run') ? 'run' : 'script';
    const ends = endsOf(job, { document, file: place });
    return createNode({
      index,
      name,
      reference: name,
      entry: index,
      stage: numbers.get(job.stage)!,
      type,
      kinds: type === 'script' ? ['script', 'shell'] : [type],
      command:
        dag === undefined ? undefined : commandsOf(job, 'script', document, place.text).texts.join('\n') || undefined,
      needs: needs && readNeeds(valueReferredTo(needs.pair.value, document, place.text), place, report),
      heirs: heirs.get(name) ?? [],
      needsTakenOver: needs && !needs.own,
      needsElsewhere: place.hasOthers ? filesFromElsewhere(job, place) : undefined,
      conditional: ends.conditional,
      skippable: ends.skippable,
      idle: ends.idle,
      mayBeAbsent: ends.mayBeAbsent,
      pastFailure: ends.pastFailure,
      goesPast: ends.goesPast,
      failable: ends.failable,
      marksSuccess: ends.marksSuccess,
      isOwn: dag !== undefined || !place.isHook(job),
      call: { name, dag, ...(dag === undefined ? { elsewhere: true } : {}), params: new Set<string>(), span },
      span,
    });
  });
}

/** Jobs of included files whose files it takes: GitLab refuses a list of needs without them. */
function filesFromElsewhere({ fields }: JobText, { lookUp, text }: NeedsPlace): readonly string[] {
  const list = asSequence(fields.get('dependencies')?.pair.value);
  if (!list || tagOf(text, list) !== undefined) return [];
  const names = list.items.flatMap(({ value }) => textOf(value) ?? []);
  return [...new Set(names)].filter((name) => lookUp(name) === undefined);
}

/** For each job, those that extend it and would have the needs that are written there. */
function heirsOf({ jobs }: PipelineDocument): ReadonlyMap<string, readonly number[]> {
  const heirs = new Map<string, number[]>();
  jobs.forEach(({ fields }, index) => {
    if (fields.get('needs')?.own) return;
    for (const name of fields.parents) {
      const known = heirs.get(name);
      if (known) known.push(index);
      else heirs.set(name, [index]);
    }
  });
  return heirs;
}

type Ends =
  | 'conditional'
  | 'skippable'
  | 'idle'
  | 'mayBeAbsent'
  | 'pastFailure'
  | 'goesPast'
  | 'failable'
  | 'marksSuccess';

const goesPast: GoesPast = {
  field: 'when: always',
  instead:
    'Take `when: always` out, and put what has to run in any case into the `after_script` of the jobs that it is about',
};

/** May it be left out, or fail, and others go on all the same? */
function endsOf(job: JobText, jobs: Jobs): Pick<Node, Ends> {
  const { fields } = job;
  const when = textOf(saidBy(job, 'when', jobs));
  const hasRules = ['rules', 'only', 'except'].some((key) => fields.get(key));
  const allowed = saidBy(job, 'allow_failure', jobs);
  const node = allowed && resolved(allowed);
  // What a person starts may fail unless the job says otherwise.
  const isAllowed = node ? node.kind === 'scalar' && node.value === 'true' : when === 'manual';
  const byRules = failureByRules(job, jobs);
  const isDecidedLate = node?.kind === 'map' || (isAllowed ? byRules.counted : byRules.allowed);
  const failable = isDecidedLate ? 'sometimes' : isAllowed ? 'yes' : 'no';
  const idle = idleness(job, jobs);
  const isAlways = saysAlways(job, jobs);
  const isLeftToOthers = when === 'manual' && !(node?.kind === 'scalar' && node.value === 'false');
  return {
    conditional: hasRules || when === 'manual' || when === 'on_failure' || when === 'never',
    // A job that the rules leave out is no part of the pipeline, and nobody waits for a person who need not come.
    skippable: hasRules || isLeftToOthers || when === 'never',
    idle,
    mayBeAbsent: mayBeMissing(job),
    pastFailure: isAlways,
    goesPast: isAlways ? goesPast : undefined,
    failable,
    marksSuccess: failable !== 'no',
  };
}

/** Does the pipeline hold the job in any case? What has rules may be left out. */
export function isConditional({ fields }: JobText): boolean {
  return ['rules', 'only', 'except'].some((key) => fields.get(key) !== undefined);
}

/** The same, as far as is known: rules of a file that was not read may leave it out as well. */
export function mayBeMissing(job: JobText): boolean {
  return isConditional(job) || job.fields.unread('rules') !== undefined;
}
