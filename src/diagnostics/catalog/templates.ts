import { error, warning } from '../row.js';

/** DW5xx: variables, templates, prompts, quoting. */
export const templateRows = {
  DW501: error(
    (a: { name: string; why: Why; nearest: string | undefined; where: string | undefined }) =>
      `\`{{${a.name}}}\` ${whyNoValue(a.why)}${inFile(a.where)}${a.nearest === undefined ? '' : `; did you mean \`{{${a.nearest}}}\`?`}`,
    (a) => wayToValue(a.name, a.why),
  ),
  DW502: warning(
    (a: { written: string; suggestion: string; where: string | undefined }) =>
      `\`${a.written}\` is no variable of ours and is left to the engine${inFile(a.where)}; did you mean \`{{${a.suggestion}}}\`?`,
    (a) => `Write \`{{${a.suggestion}}}\`, or leave it if the engine is meant.`,
  ),
  DW503: warning(
    (a: { written: string; name: string; where: string | undefined }) =>
      `\`${a.written}\` is left to the engine as it is, although \`${a.name}\` is a variable of ours${inFile(a.where)}`,
    (a) =>
      `Only \`{{${a.name}}}\` alone is filled in: without a \`$\` in front, without filters, with both braces at both ends.`,
  ),
  DW504: warning(
    (a: { name: string }) =>
      `\`{{{${a.name}}}}\` puts its value into the shell text without quotes, so the shell reads what is in it`,
    (a) => `Write \`{{${a.name}}}\`, which is quoted for the place where it stands, unless the value is shell text.`,
  ),
  DW505: error(
    (a: { name: string; sign: 'NUL' | 'surrogate' }) =>
      `the value of \`{{${a.name}}}\` holds ${a.sign === 'NUL' ? 'a NUL character' : 'half of a character (a lone surrogate)'}, which no command can be given`,
    () => 'Correct the name or value that it comes from, or leave it out with `tasks_exclude`.',
  ),
  DW506: error(
    (a: { written: string; reason: string }) => `\`${a.written}\` cannot be quoted safely here: ${a.reason}`,
    (a) =>
      `Put it into a shell variable first, \`value=${a.written}\` on a line of its own, and use "$value" here; or mend the quotes around it.`,
  ),
  DW507: error(
    (a: { path: string; nearest: string | undefined; known: readonly string[]; where: string | undefined }) =>
      `there is no prompt file ${a.path}${inFile(a.where)}${a.nearest === undefined ? '' : `; did you mean ${a.nearest}?`}`,
    (a) =>
      a.known.length === 0 ? 'There are no files in `prompts_dir`; is it right?' : `There are: ${listed(a.known)}.`,
  ),
  DW508: error(
    (a: { path: string; where: string | undefined }) =>
      `the prompt file ${a.path} lies outside of \`prompts_dir\`${inFile(a.where)}`,
    () =>
      'Move it below `prompts_dir`; `..` and symbolic links that lead out are not followed, nor is `prompts_dir` as a link out of the project.',
  ),
  DW509: error(
    (a: { path: string; reason: string; where: string | undefined }) =>
      `the prompt file ${a.path} cannot be read: ${a.reason}${inFile(a.where)}`,
    () => 'A prompt is a text file in UTF-8.',
  ),
  DW510: error(
    (a: { written: string; where: string | undefined }) =>
      `\`${a.written}\` is not possible in a prompt${inFile(a.where)}: prompts have variables, \`{{> partials}}\` and \`{{! comments}}\``,
    () => 'Write the text out, or put a backslash in front of the tag if it is meant as text.',
  ),
  DW511: error(
    (a: { partials: readonly string[] }) =>
      `these prompt files include each other in a circle: ${a.partials.join(' → ')}`,
    () => 'Take one of the `{{> …}}` out.',
  ),
  DW512: error(
    (a: { bytes: number | undefined; most: number }) =>
      `the prompt is too long for a command line: ${a.bytes === undefined ? 'its partials, which hold each other again and again, make it grow to more than a million characters, 10,000 partials or 50 levels' : `it has ${a.bytes} bytes, and ${a.most} are possible`}`,
    () => 'Let the prompt name files that the model shall read, instead of holding them.',
  ),
  DW513: warning(
    (a: { name: string; dag: string; setting: string }) =>
      `\`{{${a.name}}}\` has its default here: \`${a.setting}\` of \`${a.dag}\` is known only when that DAG runs, and a DAG that it calls does not see it`,
    (a) =>
      `Set \`${a.setting}\` in the \`env\` of the called DAGs too, write it in \`${a.dag}\` without \`$\`, or give it under \`hooks.context\`.`,
  ),
  DW514: error(
    (a: { name: string; why: Why; nearest: string | undefined }) =>
      `the condition asks for \`${a.name}\`, which ${whyNoValue(a.why)}${a.nearest === undefined ? '' : `; did you mean \`${a.nearest}\`?`}`,
    (a) => wayToValue(a.name, a.why),
  ),
  DW515: warning(
    (a: { name: string; other: string; dag: string }) =>
      `the condition asks for \`\${${a.name}}\` in \`${a.dag}\`, but only \`${a.other}\` sets it, and \`${a.dag}\` does not get it from there`,
    (a) => `Set \`${a.name}\` in the \`env\` of \`${a.dag}\` too, or give it to it as a parameter.`,
  ),
  DW516: warning(
    (a: { written: string; suggestion: string }) =>
      `\`${a.written}\` is not a variable of these hooks and is read from the environment when the workflow runs; did you mean \`\${${a.suggestion}}\`?`,
    (a) => `Write \`\${${a.suggestion}}\`, or leave it if a variable of the environment is meant.`,
  ),
  DW517: error(
    (a: { name: string; point: string; why: string; points: readonly string[]; mayBeStated: boolean }) =>
      `\`\${${a.name}}\` has no value in ${a.point}: ${a.why}`,
    (a) => {
      if (a.points.length === 0 && !a.mayBeStated) return 'Move the action, or take the variable out.';
      const given = `et \`${a.name}\` in the \`env\` of the workflow, or give it with \`--var ${a.name}=…\`.`;
      if (a.points.length === 0) return `S${given}`;
      return `It has one in ${listed(a.points)}${a.mayBeStated ? `; or s${given}` : '.'}`;
    },
  ),
  DW518: error(
    (a: { written: string; value: string | undefined; reason: string }) =>
      `${a.value === undefined ? `what \`${a.written}\` stands for is known only when the workflow runs` : `\`${a.written}\` is ${a.value} here`}, and could run as code: ${a.reason}`,
    (a) =>
      `Hand it over as data: as an argument (\`sh -c 'echo "$1"' sh ${a.written}\`), through \`env\` and as "$NAME" between single quotes, or on standard input. A value of letters, digits and ./:@%+,-_ is possible as it is.`,
  ),
  DW519: warning(
    (a: { name: string; nearest: string | undefined }) =>
      `the condition asks for \`\${${a.name}}\`, which nothing in the workflow sets, so that it is empty${a.nearest === undefined ? '' : `; did you mean \`\${${a.nearest}}\`?`}`,
    (a) =>
      `Set \`${a.name}\` in the \`env\` or the \`params\` of the workflow, or let a step leave it as its \`output\`. Nothing is wrong where the engine has it from elsewhere, such as a \`.env\` file.`,
  ),
};

type Why = 'no-task' | 'unknown' | 'unset' | 'circular' | 'secret';

function whyNoValue(why: Why): string {
  if (why === 'no-task') return 'has no value here, because this hook is not for one task';
  if (why === 'unknown') return 'is no variable that exists';
  if (why === 'secret') return 'is a secret by its name, and would stand in the workflow for all to read';
  return why === 'circular' ? 'is defined by itself in `context`' : 'has no value here';
}

function wayToValue(name: string, why: Why): string {
  const dot = name.indexOf('.');
  const namespace = dot === -1 ? '' : name.slice(0, dot);
  const key = name.slice(dot + 1);
  if (why === 'secret')
    return `Let the step read it when it runs: write \`\${${key}}\`, and give it to the run as one of the \`secrets\` of the DAG, in a \`.env\` file, or for webhooks in \`secrets.env\`.`;
  if (why === 'circular') return 'Let one of the templates in `hooks.context` stand for itself.';
  if (why === 'unknown')
    return 'There are: task.id, task.name, task.kind, task.command, dag.name, dag.file, step.name, step.type, env.NAME and vars.NAME.';
  if (why === 'no-task')
    return `Use it in \`pre_task\` or \`post_task\`${namespace === '' ? `, or give it with \`--var ${name}=…\`` : ''}.`;
  if (namespace === 'vars') return `Give it with \`--var ${key}=…\`, or under \`hooks.vars\` in the configuration.`;
  if (namespace === 'env') return `Set the environment variable ${key} where dagweave runs.`;
  if (name === 'dag.file') return 'A DAG from standard input has no file yet; name the file, or use `{{dag.name}}`.';
  if (ofSpec.has(name))
    return `Write a \`name\` into the DAG that the run starts with, or give \`--var ${name}=…\`; without one it is called like its file, and a DAG that it calls cannot ask for that.`;
  return `Give it with \`--var ${name}=…\`, or under \`hooks.context\` in the configuration.`;
}

const ofSpec: ReadonlySet<string> = new Set(['spec_id', 'branch_name', 'parent_branch']);

function inFile(where: string | undefined): string {
  return where === undefined ? '' : ` (in ${where})`;
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, 8).join(', ')}${names.length > 8 ? ` and ${names.length - 8} more` : ''}`;
}
