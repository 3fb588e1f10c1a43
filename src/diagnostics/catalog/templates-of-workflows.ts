import { error, note, warning } from '../row.js';

/** DW250 to DW269, DW280 to DW287, DW299, DW637, DW640 and DW643: what is wrong with workflows that are made of templates, which the names of tasks call. */
export const calledTemplateRows = () => ({
  DW251: warning(
    (a: { kind: string; name: string; key: string }) =>
      `the ${a.kind} \`${a.name}\` runs a template of elsewhere (\`${a.key}\`), so no hook goes into it`,
    () => 'Add the hooks to the file of that template, and give both files to one run.',
  ),
  DW637: warning(
    (a: { kind: string; name: string; entrypoint: string; type: string | undefined; resource: string }) =>
      `the ${a.kind} \`${a.name}\` begins with \`${a.entrypoint}\` of \`${a.resource}\`, ${a.type === undefined ? `and not as \`${a.resource}\` does` : `a \`${a.type}\` template without tasks`}, so the hooks around the run of \`${a.resource}\` are not in it`,
    (a) => `Take \`entrypoint\` out, so that the run begins as \`${a.resource}\` does.`,
  ),
  DW643: warning(
    (a: { kind: string; name: string; resource: string; rules: readonly string[]; key: 'onExit' | 'hooks.exit' }) =>
      a.key === 'onExit'
        ? `the ${a.kind} \`${a.name}\` runs \`${a.resource}\` with an \`onExit\` of its own, which replaces the one of \`${a.resource}\`, so the hooks of ${rules(a.rules)} there do not run`
        : `the ${a.kind} \`${a.name}\` runs \`${a.resource}\` with a \`hooks.exit\` of its own, which no longer runs, because the hooks of ${rules(a.rules)} give \`${a.resource}\` an \`onExit\``,
    (a) => `Name what runs at the end as \`onExit\` of \`${a.resource}\`, and take \`${a.key}\` out here.`,
  ),
  DW252: note(
    (a: { kind: string; name: string }) =>
      `the ${a.kind} \`${a.name}\` has no template with tasks, so no hook goes into it`,
  ),
  DW253: error(
    (a: { needs: string; expression: string; problem: string }) =>
      `\`${a.needs}: ${a.expression}\` cannot be read: ${a.problem}`,
    () => 'Write names of tasks, each with a result or without one, joined by `&&`, `||`, `!` and brackets.',
  ),
  DW254: error(
    (a: { entrypoint: string | undefined; key: string; nearest: string | undefined }) => {
      if (a.entrypoint === undefined) return `the workflow has no \`${a.key}\``;
      return `no template is called \`${a.entrypoint}\`, with which the run begins${didYouMean(a.nearest)}`;
    },
    () => 'Write the name of the template that the run begins with.',
  ),
  DW255: error(
    (a: { template: string; keys: readonly string[] }) =>
      `the tasks of \`${a.template}\` use both ${inQuotes(a.keys, ' and ')}; the engine refuses the template`,
    () => 'Write one of the two for all tasks of the template.',
  ),
  DW256: error(
    (a: { template: string; node: string; nearest: string | undefined }) =>
      `\`${a.node}\` calls the template \`${a.template}\`, which is not there${didYouMean(a.nearest)}`,
    (a) =>
      a.nearest === undefined
        ? 'Add the template, or call one that is there.'
        : `Write \`${a.nearest}\`; \`apply --fix\` does it for you.`,
  ),
  DW257: error(
    (a: { name: string }) => `two templates are called \`${a.name}\`; the engine refuses the workflow`,
    () => 'Give each its own name.',
  ),
  DW258: error(
    (a: { of: string; name: string | undefined; problem: string }) =>
      a.name === undefined ? `a ${a.of} ${a.problem}` : `the name of the ${a.of} \`${a.name}\` ${a.problem}`,
    () =>
      'Use letters, digits and `-`, at most 128 of them, in quotes if needed; in the name of a task also `{{workflow.parameters.NAME}}`.',
  ),
  DW640: error(
    (a: { node: string; dag: string }) =>
      `\`${a.node}\` of \`${a.dag}\` would wait for a hook, and the engine refuses that of a task whose name begins with a digit`,
    () => 'Give the task a name that begins with a letter.',
  ),
  DW259: error(
    (a: { node: string; result: string; nearest: string | undefined; known: readonly string[] }) =>
      `\`${a.node}.${a.result}\` asks for a result that tasks do not have${didYouMean(a.nearest)}`,
    (a) => `Write one of ${a.known.map((one) => `\`${one}\``).join(', ')}.`,
  ),
  DW260: error(
    (a: {
      of: 'task' | 'step';
      node: string;
      mentioned: string;
      template: string;
      isThere: boolean;
      nearest: string | undefined;
    }) =>
      a.node === a.mentioned
        ? `\`${a.node}\` uses what it gives itself, which is not there before it has run`
        : a.isThere
          ? `\`${a.node}\` uses what \`${a.mentioned}\` gives, but does not run behind it`
          : `\`${a.node}\` uses what \`${a.mentioned}\` gives, but \`${a.template}\` has no such ${a.of}${didYouMean(a.nearest)}`,
    (a) =>
      a.node === a.mentioned
        ? `Move it into a ${a.of} behind \`${a.node}\`, or into the \`hooks\` of that.`
        : a.isThere
          ? `Let \`${a.node}\` ${a.of === 'task' ? `wait for \`${a.mentioned}\`, directly or through other tasks` : `be in a later group than \`${a.mentioned}\``}.`
          : `Write the name of a ${a.of} that runs before.`,
  ),
  DW299: warning(
    (a: { node: string; mentioned: string }) =>
      a.node === a.mentioned
        ? `an artifact of \`${a.node}\` uses what the task gives itself; the engine takes the file, but the task gets the text as it is, or never starts`
        : `an artifact of \`${a.node}\` uses what \`${a.mentioned}\` gives, behind which it does not run; the engine takes the file, but the task gets the text as it is, or never starts`,
    (a) =>
      a.node === a.mentioned
        ? `Take it out, or move it into a task behind \`${a.node}\`.`
        : `Let \`${a.node}\` wait for \`${a.mentioned}\`, directly or through other tasks.`,
  ),
  DW261: error(
    (a: { isGroup: boolean }) =>
      a.isGroup ? 'each entry of this list must itself be a list of steps' : 'a task must be a mapping',
    (a) => (a.isGroup ? 'Write two dashes: `- - name: …`.' : 'Write `- name: …` with its fields.'),
  ),
  DW262: error(
    (a: { node: string; stated: readonly string[]; keys: readonly string[] }) =>
      a.stated.length === 0
        ? `\`${a.node}\` does not say what it runs`
        : `\`${a.node}\` has ${inQuotes(a.stated, ' and ')}, but can have one of them only`,
    (a) => `Write exactly one of ${inQuotes(a.keys, ', ')}.`,
  ),
  DW263: error(
    (a: {
      template: string;
      stated: readonly string[];
      /** Keys without a value. */
      empty: readonly string[];
      keys: readonly string[];
    }) => {
      if (a.stated.length > 0)
        return `the template \`${a.template}\` has ${inQuotes(a.stated, ' and ')}, but can have one of them only`;
      if (a.empty.length > 0) return `the template \`${a.template}\` has nothing under ${inQuotes(a.empty, ' and ')}`;
      return `the template \`${a.template}\` does not say what it runs`;
    },
    (a) =>
      a.stated.length === 0 && a.empty.length > 0
        ? `Write what it runs under \`${a.empty[0]}\`, with more blanks in front.`
        : `Write exactly one of ${inQuotes(a.keys, ', ')}.`,
  ),
  DW280: error(
    (a: { hook: string; node: string; dag: string }) =>
      `the \`target\` of \`${a.dag}\` leaves out \`${a.node}\`, so the hook \`${a.hook}\` behind it would never run`,
    (a) => `Name \`${a.node}\` in \`target\` too, or remove the task.`,
  ),
  DW281: error(
    (a: { key: string; near: string | undefined; written: string | undefined; meant: string }) => {
      if (a.near !== undefined)
        return `\`${a.near}\` is not known, so nothing reads this document; the key is \`${a.key}\``;
      if (a.written === undefined) return `the workflow has no \`${a.key}\``;
      return `\`${a.key}: ${a.written}\` is not known, so nothing reads this document`;
    },
    (a) =>
      a.near === undefined ? `Write \`${a.key}: ${a.meant}\`.` : `Write \`${a.key}\`; \`apply --fix\` does it for you.`,
  ),
  DW284: error(
    (a: { key: string; meant: string; of: string }) =>
      `\`${a.key}\` is not a key of ${a.of}, so nothing reads what is under it, and no rule can match it; the key is \`${a.meant}\``,
    (a) => `Write \`${a.meant}\`; \`apply --fix\` does it for you.`,
  ),
  DW286: error(
    (a: { node: string; dag: string }) =>
      `\`${a.node}\` in \`${a.dag}\` has the name and the form of a hook, but no rule inserts it; expressions that name it would be read as those of a hook are`,
    () =>
      'If it is a hook that was edited, or that an earlier version of the rule inserted, delete it. If it is your own task, give it a name that does not begin with `hook-`.',
  ),
  DW287: error(
    (a: { template: string; target: string; nearest: string | undefined; fixed: boolean }) =>
      `the \`target\` of \`${a.template}\` names \`${a.target}\`, but it has no such task; the engine refuses the workflow${didYouMean(a.nearest)}`,
    (a) =>
      a.nearest === undefined
        ? `Add the task, or take \`${a.target}\` out of \`target\`.`
        : `Write \`${a.nearest}\`${a.fixed ? '; `apply --fix` does it for you' : ''}.`,
  ),
  DW285: error(
    (a: { key: string; of: string; isMap: boolean }) =>
      `\`${a.key}\` of ${a.of} must be a list, but this is a ${a.isMap ? 'mapping' : 'text'}: nothing reads what is in it, and no rule can match it`,
    (a) => `Write a list under \`${a.key}\`, each entry with a dash.`,
  ),
  DW282: note(
    (a: { node: string; why: string }) => `hooks for every end of \`${a.node}\` are jobs behind it, because ${a.why}`,
  ),
  DW264: error(
    (a: { node: string; other: string; hook: string; gates: number; dag: string }) =>
      `\`${a.node}\` of \`${a.dag}\` also runs where \`${a.other}\` is left out, so it would run although the hook \`${a.hook}\` failed; it would have to ask for ${a.gates} hooks, which is too long an expression`,
    (a) =>
      `Ask for an end that \`${a.other}\` can only have if it ran: \`${a.other}.Failed\`, \`${a.other}.Errored\` or the like.`,
  ),
});

function rules(ids: readonly string[]): string {
  return `${ids.length === 1 ? 'rule' : 'rules'} ${ids.join(', ')}`;
}

function didYouMean(nearest: string | undefined): string {
  return nearest === undefined ? '' : `; did you mean \`${nearest}\`?`;
}

function inQuotes(keys: readonly string[], between: string): string {
  return keys.map((key) => `\`${key}\``).join(between);
}
