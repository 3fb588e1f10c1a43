import type { Injection } from '../../model/plan.js';
import type { SpawnCall, Word } from '../../model/step.js';
import type { Field, PrintedMap } from '../../text/print-yaml.js';

/** What a job says that starts the pipeline of another file and ends as that one does. */
export function triggerFields({ inputs, ...call }: SpawnCall): readonly Field[] {
  const given = inputs.map(({ name, value }) => ({ key: name, value: plainText(value) }));
  const trigger: PrintedMap = {
    fields: [
      { key: 'include', value: fileOf(call) },
      { key: 'strategy', value: 'depend' },
    ],
  };
  return [
    ...(given.length > 0 ? [{ key: 'variables', value: { fields: given } }] : []),
    { key: 'trigger', value: trigger },
  ];
}

interface Problem {
  readonly why: string;
  /** What else can be done: a sentence without its full stop. */
  readonly instead?: string;
}

/** Why no job can start a pipeline as a rule has it; `undefined` where one can. */
export function whyNoPipeline(
  { rule: { policy }, condition }: Injection,
  call: SpawnCall,
  isJob: boolean,
): Problem | undefined {
  if (!isJob)
    return {
      why: 'it would be among the commands of a job; GitLab starts pipelines by jobs of their own (`pre_root`, `post_roots` or `final`)',
    };
  if (call.inSameFile)
    return { why: `\`${call.workflow}\` is a job of this file`, instead: 'Name a file that is a pipeline of its own' };
  const file = fileOf(call);
  if (!/\.ya?ml$/.test(file))
    return {
      why: `GitLab takes a file by its whole name, and \`${file}\` does not end with \`.yml\``,
      instead: `Write \`pipeline: ${file}.yml\``,
    };
  if (call.inputs.some(({ value }) => value.some(({ kind }) => kind !== 'text')))
    return { why: 'one of its inputs is known only when a shell runs' };
  const what = notInJob(policy, condition !== undefined);
  return what && { ...what, why: `a job that starts a pipeline ${what.why}` };
}

/** What a job cannot have that starts a pipeline. */
function notInJob({ retries, timeout }: Injection['rule']['policy'], isConditional: boolean): Problem | undefined {
  if (isConditional)
    return {
      why: 'has no shell to ask for its condition (`when`)',
      instead: 'Remove `when`, and let the `rules` of that pipeline say where it has jobs',
    };
  if (retries > 0) return { why: 'is not tried again', instead: 'Let the jobs of that pipeline say `retry`' };
  if (timeout !== undefined)
    return { why: 'can have no `timeout`', instead: 'Let the jobs of that pipeline say `timeout`' };
  return undefined;
}

function fileOf({ workflow, file }: Pick<SpawnCall, 'workflow' | 'file'>): string {
  return file ?? workflow;
}

/** GitLab fills in `$NAME` in the value of a variable, and takes two dollar signs for one. */
function plainText(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text.replaceAll('$', '$$$$') : '')).join('');
}
