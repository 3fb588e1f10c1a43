import { error, note, warning } from '../row.js';
import { listed, meant, moreToRead, unreadHelp } from '../words.js';

/** DW4xx: what a rule matches. */
export const matchingRows = () => ({
  DW401: error(
    (a: {
      rule: string;
      patterns: readonly string[];
      ofTasks: boolean;
      nearest: string | undefined;
      known: readonly string[];
      /** Of these names, the one that a step has which is no task. */
      step: string | undefined;
      /** The patterns of this setting, where it leaves no task at all. */
      taskIds: readonly string[];
      unread: readonly string[];
    }) =>
      a.taskIds.length > 0
        ? `rule ${a.rule} matches no task: \`task_ids\` allows only ${either(a.taskIds)}, and no task is called that`
        : a.ofTasks && a.known.length === 0 && a.patterns[0] === '*'
          ? `rule ${a.rule} matches no task, because there are no tasks${a.unread.length > 0 ? ' in the files that were named' : ''}`
          : a.ofTasks
            ? `rule ${a.rule} matches no task: no task is called ${either(a.patterns)}${meant(a.nearest)}`
            : `rule ${a.rule} matches nothing: the DAG has no steps`,
    (a) => {
      if (a.taskIds.length > 0) return 'Correct `task_ids`, or write `optional: true` if the rule may match nothing.';
      if (!a.ofTasks) return 'Write `optional: true` if the rule may match nothing.';
      const optional = 'or write `optional: true` if the rule may match nothing';
      if (a.known.length === 0)
        return a.unread.length > 0
          ? `${unreadHelp(a.unread)} Or write \`optional: true\` if the rule may match nothing.`
          : `There are no tasks here: add them, ${optional}.`;
      return `The tasks are: ${listed(a.known)}. Correct \`tasks\`, ${optional}.${moreToRead(a.unread)}${stepHelp(a.step)}`;
    },
  ),
  DW402: warning(
    (a: {
      rule: string;
      pattern: string;
      nearest: string | undefined;
      known: readonly string[];
      step: string | undefined;
      unread: readonly string[];
    }) => `the pattern \`${a.pattern}\` of rule ${a.rule} matches no task${meant(a.nearest)}`,
    (a) =>
      `Correct or remove the pattern, or write \`optional: true\` if it may match nothing.${moreToRead(a.unread)}${stepHelp(a.step)}`,
  ),
  DW421: note(
    (a: { rule: string; places: readonly string[] }) =>
      `rule ${a.rule} inserts no step into ${listed(a.places)}, because its condition is false there`,
  ),
  DW423: error(
    (a: {
      point: string | undefined;
      stage: string | undefined;
      nearest: string | undefined;
      known: readonly string[];
    }) =>
      a.stage === undefined
        ? `the hooks of ${a.point} match nothing: the workflow has no ${a.point === 'on_stage_complete' ? 'stages' : 'tasks'}`
        : `the hooks of this file match nothing: no stage is called \`${a.stage}\`${meant(a.nearest)}`,
    (a) =>
      a.stage === undefined
        ? 'Move them to another point, such as on_session_complete.'
        : `${a.known.length === 0 ? 'The workflow has no stages.' : `The stages are: ${listed(a.known)}.`} A file without \`stages\` belongs to the stage with the name of the file.`,
  ),
  DW424: warning(
    (a: { stage: string; nearest: string | undefined; known: readonly string[] }) =>
      `the workflow has no stage \`${a.stage}\`${meant(a.nearest)}`,
    (a) =>
      a.known.length === 0
        ? 'The workflow has no stages.'
        : `Of the listed stages, the workflow has: ${listed(a.known)}.`,
  ),
  DW440: warning(
    (a: { rule: string; environments: readonly string[] }) =>
      `${a.rule} is skipped: it is only for ${listed(a.environments)}, and the environment is unknown`,
    () =>
      'Pass `--var environment=NAME`, or set DAGWEAVE_ENVIRONMENT; remove `environments` from a hook that is for all.',
    'rules',
  ),
  DW441: note(
    (a: { rule: string; environments: readonly string[]; here: string }) =>
      `${a.rule} is skipped: it is only for ${listed(a.environments)}, and the environment here is ${a.here}`,
  ),
  DW466: note(
    (a: { setting: string; pattern: string; what: 'step' | 'task'; nearest: string | undefined }) =>
      `the pattern \`${a.pattern}\` of \`${a.setting}\` matches no ${a.what}${meant(a.nearest)}`,
    () => 'Correct or remove the pattern; it may stay where other workflows have what it names.',
    'rules',
  ),
});

function either(patterns: readonly string[]): string {
  return patterns.map((text) => `\`${text}\``).join(' or ');
}

/** Rules for tasks do not look into them. */
function stepHelp(step: string | undefined): string {
  if (step === undefined) return '';
  const name = /[:#,[\]{}&*!|>'"%@`?]/.test(step) ? JSON.stringify(step) : step;
  return ` \`${step}\` is a step, but no task: for single steps, write a rule with \`each: step\` and \`match: {step: ${name}}\`.`;
}
