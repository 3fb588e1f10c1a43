import { error, note, warning } from '../row.js';

/** DW3xx: rules and configuration. */
export const configurationRows = {
  DW301: error(
    () => 'a second document in a configuration file',
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
    (a: { name: string }) => `the alias "*${a.name}" stands for what it is a part of`,
    () => 'write the value out',
  ),
  DW305: warning(
    (a: { key: string }) => `\`${a.key}\` stands beside \`hooks\`, not in it, and is not read`,
    () => 'indent it, so that it belongs to `hooks`',
  ),
  DW306: warning(
    (a: { key: string }) => `the file has no \`hooks\` section, but one called "${a.key}"`,
    () => 'call it `hooks` if hooks are meant',
  ),

  DW310: error(
    (a: { key: string; where: string; nearest: string | undefined; known: readonly string[] }) =>
      `unknown key "${a.key}" in ${a.where}`,
    (a) => didYouMean(a.nearest) ?? `keys that may stand here: ${list(a.known)}`,
  ),
  DW311: error(
    (a: { field: string; expected: string; found: string; hint: string | undefined }) =>
      `${a.field}: expected ${a.expected}, found ${a.found}`,
    (a) => a.hint ?? `make it ${a.expected}`,
  ),
  DW312: error(
    (a: { field: string; found: string; choices: readonly string[]; nearest: string | undefined }) =>
      `${a.field}: "${a.found}" is not one of its values`,
    (a) => didYouMean(a.nearest) ?? `choose one of ${list(a.choices)}`,
  ),
  DW313: error(
    (a: { field: string; found: string; bound: string }) => `${a.field}: ${a.found} is out of range`,
    (a) => `the number must be ${a.bound}`,
  ),
  DW314: error(
    (a: { field: string; kind: 'text' | 'list' }) => `${a.field}: the ${a.kind} is empty`,
    (a) => `${a.kind === 'list' ? 'name at least one' : 'write something'}, or take the line out`,
  ),
  DW315: error(
    (a: { field: string; key: string; expected: string }) => `"${a.key}" is not a name for an entry of ${a.field}`,
    (a) => `use ${a.expected}`,
  ),

  DW320: error(
    () => 'a step definition has no condition (`when`) of its own',
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
      `"${a.key}" is no field of a rule that refers to a step`,
    (a) => didYouMean(a.nearest) ?? `if the field belongs to the step, put it into the definition of "${a.step}"`,
  ),
  DW324: error(
    () => 'the rule has both `after` and `before`',
    () => 'keep one of them, or write two rules',
  ),
  DW325: error(
    (a: { point: string }) => `\`run\` has no meaning at ${a.point}`,
    () => 'only rules of `final` can run on failure, on abort or always: move the rule there, or take `run` out',
  ),
  DW326: warning(
    (a: { field: string; because: string }) => `\`${a.field}\` has no effect: ${a.because}`,
    () => 'take the line out',
  ),
  DW327: error(
    (a: { id: string }) => `two rules have the id "${a.id}"`,
    () => 'give one of them another id; a rule of `injections` can also go without one',
  ),
  DW328: error(
    () => '`on_failure` is retry, but `retries` is 0',
    () => 'give `retries` a number of further attempts, or set `on_failure` to abort or continue',
  ),
  DW329: error(
    (a: { problem: string; hint: string }) => `the condition cannot be read: ${a.problem}`,
    (a) => a.hint,
  ),

  DW330: error(
    (a: { step: string; nearest: string | undefined; known: readonly string[] }) => `no step is defined as "${a.step}"`,
    (a) => {
      if (a.known.length === 0) return 'define it in `step_definitions`, or write it in the rule with `type`';
      return didYouMean(a.nearest) ?? `defined are: ${list(a.known)}`;
    },
  ),
  DW331: error(
    (a: { type: string; nearest: string | undefined; known: readonly string[] }) => `unknown step type "${a.type}"`,
    (a) => didYouMean(a.nearest) ?? `types are: ${list(a.known)}`,
  ),
  DW332: error(
    (a: { type: string; field: string; nearest: string | undefined; known: readonly string[] }) =>
      `a step of type ${a.type} has no field "${a.field}"`,
    (a) => didYouMean(a.nearest) ?? (a.known.length > 0 ? `its fields are: ${list(a.known)}` : 'take it out'),
  ),
  DW333: error(
    (a: { type: string; field: string; stated: boolean }) => `a step of type ${a.type} needs \`${a.field}\``,
    (a) => (a.stated ? `add \`${a.field}\`` : `add \`${a.field}\`, or say with \`type\` what else the step is`),
  ),
  DW334: error(
    (a: { type: string; field: string | undefined; problem: string; hint: string | undefined }) =>
      a.field ? `${a.field} ${a.problem}` : `a step of type ${a.type} ${a.problem}`,
    (a) => a.hint ?? (a.field ? 'correct the value' : 'change the step so that this holds'),
  ),
  DW335: warning(
    () => 'the step has both `prompt` and `prompt_file`: the file is used',
    () => 'keep one of them',
  ),
  DW336: error(
    (a: { pattern: string; reason: string }) => `the pattern "${a.pattern}" cannot be read: ${a.reason}`,
    () => 'write an exact name, a glob such as T00[1-5], or an expression between slashes such as /^T0+1$/',
  ),
  DW337: note(
    (a: { step: string }) => `no rule uses the step "${a.step}"`,
    () => 'name it in a rule of `injections`, or take it out',
  ),
  DW338: warning(
    (a: { name: string; nearest: string }) =>
      `\`\${${a.name}}\` is no variable of ours and is read when the workflow runs; did you mean \`${a.nearest}\`?`,
    (a) => `write \`${a.nearest}\`, or leave it if a variable of the run is meant`,
  ),

  DW340: error(
    (a: { setting: string }) => `"${a.setting}" does not set anything`,
    () => 'write a name, "=", and a value: hooks.enabled=true',
  ),
  DW341: error(
    (a: { name: string; nearest: string | undefined; known: readonly string[] }) =>
      `there is no setting "${a.name}" for --set`,
    (a) => didYouMean(a.nearest) ?? `settings are: ${list(a.known)}; all else belongs into a file`,
  ),
  DW342: warning(
    (a: { name: string; nearest: string | undefined; known: readonly string[] }) =>
      `the environment variable ${a.name} is none of ours and is not read`,
    (a) => didYouMean(a.nearest) ?? `variables are: ${list(a.known)}`,
  ),
  DW345: error(
    (a: { folder: string; names: readonly string[] }) => `several configuration files in ${a.folder}: ${list(a.names)}`,
    () => 'keep one of them, or choose with --config',
  ),
  DW346: warning(
    (a: { count: number }) =>
      `${a.count === 1 ? 'a rule is' : `${a.count} rules of this file are`} not applied: nothing says \`hooks.enabled: true\`, and files that need no such line switch on only themselves`,
    () => 'set `hooks.enabled` to true to have all hooks, or to false to have none',
  ),
  DW347: error(
    (a: { folder: string }) => `no hook file in the folder "${a.folder}"`,
    () => 'name a folder of `.yaml` files with one hook each, such as .system/hooks, or a configuration file',
  ),
  DW348: note(
    () => 'there are no hook files here',
    () => 'they lie in .system/hooks, here or in a folder above, one hook a file; or name a folder with --config',
  ),
  DW349: note(() => 'all hooks are switched off (`hooks.enabled: false`), so none is registered'),

  DW350: error(
    (a: { key: string; point: string }) => `\`${a.key}\` and \`${a.point}\` stand in one \`hooks\` section`,
    () => 'put each into a file of its own; --config can be given several times',
  ),
  DW351: error(
    (a: { point: string }) => `an action of ${a.point} has no \`type\``,
    () => 'say what it is: `type: shell`, `type: webhook` or `type: spawn`',
  ),

  DW352: warning(
    (a: { name: string }) => `the stage "${a.name}" is listed twice, and its hooks run once`,
    () => 'take one of the two out; a workflow has each stage once, at its first place in the list',
  ),

  DW353: warning(
    () => 'the hook file is empty',
    () => 'write the hook into it, or delete the file',
  ),

  DW380: error(
    (a: { field: string }) => `the hook has no \`${a.field}\``,
    () =>
      'a hook needs `id`, `event_type` and `handler`, which needs a `command`, or a `prompt` where its `kind` is prompt or agent',
  ),
  DW381: error(
    (a: { key: string; home: string }) => `\`${a.key}\` stands in the wrong place`,
    (a) => (a.home === 'the hook' ? 'move it out, beside `handler`' : `move it below \`${a.home}\``),
  ),
  DW383: note(
    (a: { id: string; event: string }) =>
      `the hook ${a.id} is not put into workflows: ${a.event} is nothing that happens in one; \`dagweave dispatch ${a.event}\` runs it`,
  ),
  DW386: error(
    (a: { path: string; problem: string }) => `the base configuration "${a.path}" cannot be read: ${a.problem}`,
    () =>
      'Give the path of the `base.yaml` of the engine (`dagu.base_config` is relative to its own file), or `none` where there is none.',
  ),
  DW384: warning(
    (a: { id: string; field: string; why: string }) =>
      `the hook ${a.id} is not put into workflows, because of its \`${a.field}\`: ${a.why}`,
    (a) => `\`dagweave dispatch\` runs it; take \`${a.field}\` out to have it in workflows`,
  ),
};

function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `did you mean "${name}"?`;
}

function list(names: readonly string[]): string {
  const shown = names.slice(0, 30).join(', ');
  return names.length > 30 ? `${shown}, and ${names.length - 30} more` : shown;
}
