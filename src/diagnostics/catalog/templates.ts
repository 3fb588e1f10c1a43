import { error, warning } from '../row.js';

/** DW5xx: variables, templates, prompts, quoting. */
export const templateRows = () => ({
  DW501: error(
    (a: { name: string; why: Why; nearest: string | undefined; where: string | undefined }) =>
      `\`{{${a.name}}}\` ${whyNoValue(a.why)}${inFile(a.where)}${a.nearest === undefined ? '' : `; did you mean \`{{${a.nearest}}}\`?`}`,
    (a) => wayToValue(a.name, a.why),
    'rules',
  ),
  DW502: warning(
    (a: { written: string; suggestion: string; where: string | undefined }) =>
      `\`${a.written}\` is not a dagweave variable and is left to the engine${inFile(a.where)}; did you mean \`{{${a.suggestion}}}\`?`,
    (a) => `Write \`{{${a.suggestion}}}\`, or keep it if the engine must read it.`,
    'rules',
  ),
  DW503: warning(
    (a: { written: string; name: string; where: string | undefined }) =>
      `\`${a.written}\` is left to the engine, although \`${a.name}\` is a dagweave variable${inFile(a.where)}`,
    (a) => `Write exactly \`{{${a.name}}}\`: no \`$\` in front, no filters, two braces at each end.`,
    'rules',
  ),
  DW504: warning(
    (a: { name: string }) =>
      `\`{{{${a.name}}}}\` inserts its value into the shell text without quotes, so the shell runs what the value contains`,
    (a) => `Write \`{{${a.name}}}\`, which is quoted for its place, unless the value is shell text.`,
    'rules',
  ),
  DW505: error(
    (a: { name: string; sign: 'NUL' | 'surrogate' }) =>
      `the value of \`{{${a.name}}}\` contains ${a.sign === 'NUL' ? 'a NUL character' : 'half of a character (a lone surrogate)'}, which cannot be passed to a command`,
    () => 'Correct the name or value that it comes from, or exclude the task with `tasks_exclude`.',
  ),
  DW506: error(
    (a: { written: string; reason: string }) => `\`${a.written}\` cannot be quoted safely here: ${a.reason}`,
    (a) =>
      `Put it into a shell variable first, \`value=${a.written}\` on a line of its own, and use "$value" here; or correct the quotes around it.`,
    'rules',
  ),
  DW507: error(
    (a: {
      path: string;
      folder: string;
      nearest: string | undefined;
      known: readonly string[];
      where: string | undefined;
    }) =>
      `prompt file ${a.path} not found${inFile(a.where)}${a.nearest === undefined ? '' : `; did you mean ${a.nearest}?`}`,
    (a) =>
      a.known.length === 0
        ? `There are no files in the folder ${a.folder}: create ${a.path}, or name another folder with \`prompts_dir\`, which is \`prompts\` beside the configuration unless given.`
        : `Prompt files: ${listed(a.known)}.`,
    'rules',
  ),
  DW508: error(
    (a: { path: string; where: string | undefined }) =>
      `the prompt file ${a.path} is outside \`prompts_dir\`${inFile(a.where)}`,
    () =>
      'Move it into `prompts_dir`; dagweave does not follow `..`, symbolic links that lead out, or a `prompts_dir` that links out of the project.',
    'rules',
  ),
  DW509: error(
    (a: { path: string; reason: string; where: string | undefined }) =>
      `the prompt file ${a.path} cannot be read: ${a.reason}${inFile(a.where)}`,
    () => 'A prompt must be a text file in UTF-8.',
    'rules',
  ),
  DW510: error(
    (a: { written: string; where: string | undefined }) =>
      `\`${a.written}\` is not allowed in a prompt${inFile(a.where)}: prompts support only variables, \`{{> partials}}\` and \`{{! comments}}\``,
    () => 'Replace the tag by its text, or put a backslash in front of the tag if it is plain text.',
    'rules',
  ),
  DW511: error(
    (a: { partials: readonly string[] }) =>
      `these prompt files include each other in a cycle: ${a.partials.join(' → ')}`,
    () => 'Remove one of the `{{> …}}`.',
    'rules',
  ),
  DW512: error(
    (a: { bytes: number | undefined; most: number }) =>
      `the prompt is too long for a command line: ${a.bytes === undefined ? 'its nested partials expand to more than a million characters, 10,000 partials or 50 levels' : `it has ${a.bytes} bytes, and the limit is ${a.most}`}`,
    () => 'Name the files in the prompt and let the model read them, instead of including their text.',
    'rules',
  ),
  DW467: error(
    (a: { where: string | undefined }) => `the prompt is empty${inFile(a.where)}, so there is nothing to ask`,
    () => 'Write a question, or give the variables in it a value.',
    'rules',
  ),
  DW513: warning(
    (a: { name: string; dag: string; setting: string }) =>
      `\`{{${a.name}}}\` has its default value here: \`${a.setting}\` of \`${a.dag}\` is known only when that DAG runs, and a DAG that it calls cannot read it`,
    (a) =>
      `Set \`${a.setting}\` in the \`env\` of the called DAGs too, write it in \`${a.dag}\` without \`$\`, or set it under \`hooks.context\`.`,
  ),
  DW514: error(
    (a: { name: string; why: Why; nearest: string | undefined }) =>
      `the condition uses \`${a.name}\`, which ${whyNoValue(a.why)}${a.nearest === undefined ? '' : `; did you mean \`${a.nearest}\`?`}`,
    (a) => wayToValue(a.name, a.why),
    'rules',
  ),
  DW515: warning(
    (a: { name: string; other: string; dag: string }) =>
      `the condition uses \`\${${a.name}}\` in \`${a.dag}\`, but only \`${a.other}\` sets it and does not pass it to \`${a.dag}\``,
    (a) => `Set \`${a.name}\` in the \`env\` of \`${a.dag}\` too, or pass it as a parameter.`,
  ),
  DW516: warning(
    (a: { written: string; suggestion: string }) =>
      `\`${a.written}\` is not a variable of these hooks and is read from the environment when the workflow runs; did you mean \`\${${a.suggestion}}\`?`,
    (a) => `Write \`\${${a.suggestion}}\`, or keep it if you mean a variable of the environment.`,
    'rules',
  ),
  DW517: error(
    (a: { name: string; point: string; why: string; points: readonly string[]; mayBeStated: boolean }) =>
      `\`\${${a.name}}\` has no value in ${a.point}: ${a.why}`,
    (a) => {
      if (a.points.length === 0 && !a.mayBeStated) return 'Move the action, or remove the variable.';
      const given = `et \`${a.name}\` in the \`env\` of the workflow, or pass \`--var ${a.name}=…\`.`;
      if (a.points.length === 0) return `S${given}`;
      return `It has one in ${listed(a.points)}${a.mayBeStated ? `; or s${given}` : '.'}`;
    },
    'rules',
  ),
  DW518: error(
    (a: { written: string; value: string | undefined; reason: string }) =>
      `${a.value === undefined ? `the value of \`${a.written}\` is known only when the workflow runs` : `\`${a.written}\` is ${a.value} here`}, and it could run as code: ${a.reason}`,
    (a) =>
      `Pass it as data: as an argument (\`sh -c 'echo "$1"' sh ${a.written}\`), through \`env\` and as "$NAME" between single quotes, or on standard input. A value of only letters, digits and ./:@%+,-_ needs no change.`,
    'rules',
  ),
  DW519: warning(
    (a: {
      name: string;
      nearest: string | undefined;
      inWorkflow: string | undefined;
      ofHook: boolean;
      inOwnEnv: boolean;
      elsewhere: string;
    }) =>
      `the condition uses \`\${${a.name}}\`, but ${a.inOwnEnv ? 'the `env` of the rule is set after the condition is checked, and nothing else' : 'nothing in the workflow'} sets it, so it is empty${a.nearest === undefined ? '' : `; did you mean \`\${${a.nearest}}\`?`}`,
    (a) =>
      `${a.inOwnEnv ? 'Write the value into the condition, or set' : 'Set'} \`${a.name}\` ${[a.inWorkflow ?? [], a.ofHook ? 'in the `env` of the hook' : []].flat().join(', or ')}. Ignore this warning if the hook gets it elsewhere, such as from ${a.elsewhere}.`,
  ),
});

type Why = 'no-task' | 'unknown' | 'unset' | 'circular' | 'secret';

function whyNoValue(why: Why): string {
  if (why === 'no-task') return 'has no value here, because this hook does not belong to one task';
  if (why === 'unknown') return 'is an unknown variable';
  if (why === 'secret') return 'looks like a secret by its name, and everyone who reads the workflow would see it';
  return why === 'circular' ? 'depends on itself in `context`' : 'has no value here';
}

function wayToValue(name: string, why: Why): string {
  const dot = name.indexOf('.');
  const namespace = dot === -1 ? '' : name.slice(0, dot);
  const key = name.slice(dot + 1);
  if (why === 'secret')
    return `Let the step read it when it runs: write \`\${${key}}\`, and set it for the run in the \`secrets\` of the DAG, in a \`.env\` file, or for webhooks in \`secrets.env\`.`;
  if (why === 'circular') return 'Replace one of the templates in `hooks.context` by a plain value.';
  if (why === 'unknown')
    return 'Known variables: task.id, task.name, task.kind, task.command, dag.name, dag.file, step.name, step.type, env.NAME and vars.NAME.';
  if (why === 'no-task')
    return `Use it in \`pre_task\` or \`post_task\`${namespace === '' ? `, or pass \`--var ${name}=…\`` : ''}.`;
  if (namespace === 'vars') return `Pass \`--var ${key}=…\`, or set it under \`hooks.vars\` in the configuration.`;
  if (namespace === 'env') return `Set the environment variable ${key} where dagweave runs.`;
  if (name === 'dag.file') return 'A DAG from standard input has no file; pass the file, or use `{{dag.name}}`.';
  const setting = settings.get(name);
  if (setting !== undefined)
    return `Pass \`--var ${name}=…\`, set it under \`hooks.context\`, or set \`${setting}\` in the \`env\` of the workflow; only in workflows of Arborist does it have a default${name === 'worktree_path' ? '' : ', made of the name of the DAG that the run starts with'}.`;
  if (name === 'spec_id')
    return `Pass \`--var ${name}=…\`, or set it under \`hooks.context\` in the configuration. The DAG that the run starts with has no \`name\` in the text; at the run it is named after its file, which a DAG that it calls cannot read.`;
  return `Pass \`--var ${name}=…\`, or set it under \`hooks.context\` in the configuration.`;
}

const settings: ReadonlyMap<string, string> = new Map([
  ['branch_name', 'ARBORIST_BRANCH'],
  ['parent_branch', 'ARBORIST_PARENT_BRANCH'],
  ['worktree_path', 'ARBORIST_WORKTREE'],
]);

function inFile(where: string | undefined): string {
  return where === undefined ? '' : ` (in ${where})`;
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, 8).join(', ')}${names.length > 8 ? ` and ${names.length - 8} more` : ''}`;
}
