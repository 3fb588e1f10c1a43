import { pageAddress } from '../pages.js';
import { curedIn, error, note, warning } from '../row.js';

/** DW3xx: rules and configuration. */
export const configurationRows = curedIn('rules', () => ({
  DW301: error(
    () => 'the configuration file contains a second document',
    () => 'keep one document in a file; several files can be given with --config',
  ),
  DW302: error(
    () => 'a configuration must be a mapping of keys to values',
    () =>
      'begin it with `hooks:` and put `enabled`, `step_definitions` and `injections` below; a hook of the registry begins with its `id:`',
  ),
  DW303: error(
    () => 'the `hooks` section is nested too deep, or its aliases make it too large',
    () => 'write the values out instead of referring to aliases in aliases',
  ),
  DW304: error(
    (a: { name: string }) => `the alias "*${a.name}" refers to a value that contains the alias itself`,
    () => 'write the value out',
  ),
  DW305: warning(
    (a: { key: string }) => `\`${a.key}\` is outside \`hooks\` and is ignored`,
    () => 'indent it so that it belongs to `hooks`',
  ),
  DW306: warning(
    (a: { key: string }) => `the file has no \`hooks\` section, but a section named "${a.key}"`,
    () => 'rename it to `hooks` if it contains hooks',
  ),

  DW310: error(
    (a: { key: string; where: string; nearest: string | undefined; known: readonly string[] }) =>
      `unknown key "${a.key}" in ${a.where}`,
    (a) => didYouMean(a.nearest) ?? `keys allowed here: ${list(a.known)}`,
  ),
  DW311: error(
    (a: { field: string; expected: string; found: string; hint: string | undefined }) =>
      `${a.field}: expected ${a.expected}, found ${a.found}`,
    (a) => a.hint ?? `make it ${a.expected}`,
  ),
  DW312: error(
    (a: {
      field: string;
      found: string;
      choices: readonly string[];
      nearest: string | undefined;
      hint?: string | undefined;
    }) => `${a.field}: "${a.found}" is not an allowed value`,
    (a) =>
      a.hint ??
      didYouMean(a.nearest) ??
      (a.choices.length === 1 ? `write ${a.choices[0]}` : `choose one of ${list(a.choices)}`),
  ),
  DW313: error(
    (a: { field: string; found: string; bound: string }) => `${a.field}: ${a.found} is out of range`,
    (a) => `the number must be ${a.bound}`,
  ),
  DW314: error(
    (a: { field: string; kind: 'text' | 'list' }) => `${a.field}: the ${a.kind} is empty`,
    (a) => `${a.kind === 'list' ? 'name at least one' : 'write something'}, or remove the line`,
  ),
  DW315: error(
    (a: { field: string; key: string; expected: string }) =>
      `"${a.key}" is not a valid name for an entry of ${a.field}`,
    (a) => `use ${a.expected}`,
  ),

  DW320: error(
    () => 'a step definition cannot have a condition (`when`)',
    () => 'write `when` in the rules that use the step',
  ),
  DW321: error(
    () => 'the rule has no step',
    () => 'name one of `step_definitions` with `step`, or write one here with `type` and its fields',
  ),
  DW322: error(
    () => 'the rule has both `step` and `type`',
    () => 'keep `step` to use a definition, or `type` to write the step here',
  ),
  DW323: error(
    (a: { key: string; step: string; nearest: string | undefined }) =>
      `"${a.key}" is not a field of a rule that refers to a step`,
    (a) => didYouMean(a.nearest) ?? `if the field belongs to the step, move it to the definition of "${a.step}"`,
  ),
  DW324: error(
    () => 'the rule has both `after` and `before`',
    () => 'keep one of them, or write two rules',
  ),
  DW325: error(
    (a: { point: string; run: string }) => `\`run: ${a.run}\` has no meaning at ${a.point}`,
    () =>
      'only rules of `final` can run on failure, on abort or always, and rules of `post_task` on failure or always: move the rule there, or remove `run`',
  ),
  DW326: warning(
    (a: { field: string; because: string }) => `\`${a.field}\` has no effect: ${a.because}`,
    () => 'remove the line',
  ),
  DW327: error(
    (a: { id: string }) => `two rules have the id "${a.id}"`,
    () => 'give one of them another id; a rule of `injections` needs no id',
  ),
  DW474: error(
    (a: { id: string; other: string }) =>
      `the ids "${a.id}" and "${a.other}" give hooks and their results the same names`,
    () => 'give one of the rules another id',
  ),
  DW475: note(
    (a: { name: string }) =>
      `the hooks of several rules would be called \`${a.name}\`, so that those without an id have a hash of their content in their names; with one such rule more or less, another one gets another name`,
    () => 'write an `id` in each of them: then no other rule changes their names',
  ),
  DW328: error(
    () => '`on_failure` is retry, but `retries` is 0',
    () => 'set `retries` to the number of further attempts, or set `on_failure` to abort or continue',
  ),
  DW329: error(
    (a: { problem: string; hint: string }) => `the condition cannot be read: ${a.problem}`,
    (a) => a.hint,
  ),

  DW330: error(
    (a: { step: string; nearest: string | undefined; known: readonly string[] }) =>
      `no step definition is named "${a.step}"`,
    (a) => {
      if (a.known.length === 0) return 'define it in `step_definitions`, or write it in the rule with `type`';
      return didYouMean(a.nearest) ?? `defined steps: ${list(a.known)}`;
    },
  ),
  DW331: error(
    (a: { type: string; nearest: string | undefined; known: readonly string[] }) => `unknown step type "${a.type}"`,
    (a) => didYouMean(a.nearest) ?? `known types: ${list(a.known)}`,
  ),
  DW332: error(
    (a: { type: string; field: string; nearest: string | undefined; known: readonly string[] }) =>
      `a step of type ${a.type} has no field "${a.field}"`,
    (a) => didYouMean(a.nearest) ?? (a.known.length > 0 ? `its fields are: ${list(a.known)}` : 'remove it'),
  ),
  DW333: error(
    (a: { type: string; field: string; stated: boolean }) => `a step of type ${a.type} needs \`${a.field}\``,
    (a) => (a.stated ? `add \`${a.field}\`` : `add \`${a.field}\`, or set another \`type\``),
  ),
  DW334: error(
    (a: { type: string; field: string | undefined; problem: string; hint: string | undefined }) =>
      a.field ? `${a.field} ${a.problem}` : `a step of type ${a.type} ${a.problem}`,
    (a) => a.hint ?? (a.field ? 'correct the value' : 'change the step so that this is true'),
  ),
  DW335: warning(
    () => 'the step has both `prompt` and `prompt_file`; dagweave uses the file',
    () => 'keep one of them',
  ),
  DW336: error(
    (a: { pattern: string; reason: string }) => `the pattern "${a.pattern}" cannot be read: ${a.reason}`,
    () => 'write an exact name, a glob such as T00[1-5], or an expression between slashes such as /^T0+1$/',
  ),
  DW337: note(
    (a: { step: string }) => `no rule uses the step "${a.step}"`,
    () => 'name it in a rule of `injections`, or remove it',
  ),
  DW338: warning(
    (a: { name: string; nearest: string }) =>
      `\`\${${a.name}}\` is not a dagweave variable, so the workflow reads it when it runs; did you mean \`${a.nearest}\`?`,
    (a) => `write \`${a.nearest}\`, or keep it if you mean a variable of the run`,
  ),
  DW377: warning(
    (a: { pattern: string }) =>
      `the pattern \`${a.pattern}\` is about several commands, but \`runs\` compares each command by itself: no pipe and no list of commands matches`,
    () => 'write a pattern for one of the commands; for what is piped into a shell: `/^(ba)?sh( -)?$/`',
  ),
  DW461: error(
    (a: { reason: string }) => `the expression of \`cel\` cannot be read: ${a.reason}`,
    () => 'write a condition in CEL, such as `step.uses.exists(u, u == "ssh") && dag.name != "docs"`',
  ),
  DW462: error(
    (a: { name: string; nearest: string | undefined; known: readonly string[] }) =>
      `the expression of \`cel\` names \`${a.name}\`, which does not exist`,
    (a) => didYouMean(a.nearest) ?? `there are: ${list(a.known)}`,
  ),
  DW463: error(
    (a: { what: string; functions: readonly string[] }) => `an expression of \`cel\` cannot use ${a.what}`,
    (a) =>
      `use comparisons, \`in\`, \`&&\`, \`||\`, \`!\` and ${list(a.functions)}; for patterns, use the other keys of \`match\` beside \`cel\``,
  ),
  DW464: error(
    (a: { reason: string }) => `the expression of \`cel\` is not a condition: ${a.reason}`,
    () => `correct the types; the facts and their types: ${pageAddress('matching')}`,
  ),
  DW465: error(
    (a: { limit: string }) => `the expression of \`cel\` has more than ${a.limit}`,
    () => 'write several shorter ones with `any`, or use the other keys of `match`',
  ),

  DW340: error(
    (a: { setting: string }) => `"${a.setting}" sets nothing`,
    () => 'write a name, "=", and a value: hooks.enabled=true',
    'usage',
  ),
  DW341: error(
    (a: { name: string; nearest: string | undefined; known: readonly string[] }) => `--set has no setting "${a.name}"`,
    (a) =>
      didYouMean(a.nearest) ?? `settings for --set: ${list(a.known)}; write everything else in a configuration file`,
    'usage',
  ),
  DW342: warning(
    (a: { name: string; nearest: string | undefined; known: readonly string[] }) =>
      `the environment variable ${a.name} is unknown to dagweave and is ignored`,
    (a) => didYouMean(a.nearest) ?? `known variables: ${list(a.known)}`,
  ),
  DW345: error(
    (a: { folder: string; names: readonly string[] }) => `several configuration files in ${a.folder}: ${list(a.names)}`,
    () => 'keep one of them, or choose with --config',
  ),
  DW346: warning(
    (a: { count: number }) =>
      `${a.count === 1 ? 'one rule of this file is' : `${a.count} rules of this file are`} not applied: \`hooks.enabled: true\` is missing, and the files that do not need it enable only their own hooks`,
    () => 'set `hooks.enabled` to true to enable all hooks, or to false to disable all',
  ),
  DW347: error(
    (a: { folder: string }) => `no hook file in the folder "${a.folder}"`,
    () => 'name a folder of `.yaml` files with one hook in each, such as .system/hooks, or a configuration file',
  ),
  DW348: note(
    () => 'no hook files found',
    () =>
      'put hook files, one hook in each, into .system/hooks, here or in a folder above; or name a folder with --config',
  ),
  DW349: note(() => 'all hooks are switched off (`hooks.enabled: false`), so none is registered'),

  DW350: error(
    (a: { key: string; point: string }) => `\`${a.key}\` and \`${a.point}\` cannot be in the same \`hooks\` section`,
    () => 'put each into a separate file; --config can be given several times',
  ),
  DW351: error(
    (a: { point: string }) => `an action of ${a.point} has no \`type\``,
    () => 'add `type: shell`, `type: webhook` or `type: spawn`',
  ),

  DW352: warning(
    (a: { name: string }) => `the stage "${a.name}" is listed twice, but its hooks run once`,
    () => 'remove one of the two; a workflow has each stage once, at its first place in the list',
  ),

  DW353: warning(
    () => 'the hook file is empty',
    () => 'write the hook into it, or delete the file',
  ),

  DW354: error(
    (a: { step: string }) => `the step "${a.step}" belongs to a policy and cannot be defined again`,
    () => 'give this step another name',
  ),
  DW355: error(
    (a: { id: string }) => `the id "${a.id}" belongs to a rule of a policy`,
    () => 'give this rule another id',
  ),
  DW356: error(
    (a: { key: string; stated: boolean }) =>
      a.stated
        ? `\`${a.key}\` belongs to a policy and cannot be changed here`
        : `\`${a.key}\` cannot be set below a policy, because it changes what the rules of the policy match or how they are written`,
    (a) => (a.stated ? 'remove it here' : 'remove it here, or let the policy state it'),
  ),
  DW357: error(
    (a: { key: string; found: number; limit: number }) =>
      `\`${a.key}\` is ${a.found}, but a policy allows at most ${a.limit}`,
    (a) => `write ${a.limit} or less, or remove it`,
  ),
  DW358: error(
    (a: { path: string }) => `the policy "${a.path}" says nothing: it has no \`hooks\` section with rules`,
    () => 'write its rules below `hooks:`, or remove the file',
  ),
  DW374: warning(
    (a: { path: string }) => `the configuration "${a.path}" adds nothing: it has no \`hooks\` section`,
    () => 'name the file that has one, or write rules below `hooks:`',
  ),
  DW359: warning(
    (a: { step: string }) => `the step "${a.step}" replaces a definition of an earlier layer`,
    () => 'write `override: true` into the step if this is meant, or give the step another name',
  ),
  DW379: error(
    (a: { option: string; key: string }) => `${a.option} cannot change \`${a.key}\`, which belongs to a policy`,
    () => 'omit the option',
  ),

  DW380: error(
    (a: { field: string }) => `the hook has no \`${a.field}\``,
    () =>
      'a hook needs `id`, `event_type` and `handler`; the handler needs a `command`, or a `prompt` if its `kind` is prompt or agent',
  ),
  DW381: error(
    (a: { key: string; way: string }) => `\`${a.key}\` is in the wrong place`,
    (a) => a.way,
  ),
  DW383: note(
    (a: { id: string; event: string }) =>
      `the hook ${a.id} is not inserted into workflows: ${a.event} does not happen in a workflow; \`dagweave dispatch ${a.event}\` runs the hook`,
  ),
  DW386: error(
    (a: { path: string; problem: string }) => `the base configuration "${a.path}" cannot be read: ${a.problem}`,
    () =>
      'Give the path of a base configuration that the engine can read (`dagu.base_config` is relative to its own file), or `none` if the engine has no such file.',
  ),
  DW384: warning(
    (a: { id: string; field: string; why: string }) =>
      `the hook ${a.id} is not inserted into workflows because of its \`${a.field}\`: ${a.why}`,
    (a) => `\`dagweave dispatch\` runs the hook; to insert it into workflows, remove \`${a.field}\``,
  ),
}));

function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `did you mean "${name}"?`;
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 30).join(', ');
  return names.length > 30 ? `${shown}, and ${names.length - 30} more` : shown;
}
