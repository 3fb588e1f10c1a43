import { error, note, warning } from '../row.js';
import { quoted } from '../words.js';

/** DW7xx: the result was edited later. A result that differs from the plan is a fault of dagweave, not a diagnostic. */
export const verificationRows = () => ({
  DW701: error(
    (a: { what: string; rule: string }) => `${a.what}, inserted by rule ${a.rule}, was edited by hand`,
    () =>
      'To have it otherwise, change the rule. To keep it as your own step, delete the mark above it. To lose the edit, run `dagweave apply --force`.',
  ),
  DW702: note(
    (a: { rule: string }) => `the mark of rule ${a.rule} has no hook below it`,
    () => 'The mark is removed. If a hook is missing, `dagweave verify` names it.',
  ),
  DW642: warning(
    (a: { node: string; dag: string; isHandler: boolean; others: number }) =>
      `${a.isHandler ? 'the handler ' : ''}\`${a.node}\` in \`${a.dag}\`${a.others === 0 ? '' : ` (${a.others} more like it)`} is written like a hook and has no mark; it stays`,
    () =>
      'Where it is a hook, pass the rules with `--config`: then `strip` knows it without a mark. Marks are lost where another program writes the file again, and Argo has none in brackets and in JSON.',
    'rules',
  ),
  DW703: error(
    (a: { hook: string; dag: string; rule: string; task: string | undefined }) =>
      `the step \`${a.hook}\` of rule ${a.rule}${forTask(a)} is missing in \`${a.dag}\``,
    applyAgain,
  ),
  DW704: error(
    (a: { hook: string; dag: string; rule: string; task: string | undefined; expected: string; found: string }) =>
      `\`${a.hook}\` in \`${a.dag}\` differs from rule ${a.rule}${forTask(a)}: found …${a.found}…, expected …${a.expected}…`,
    writeAgain,
  ),
  DW705: error(
    (a: { hook: string; dag: string; rule: string | undefined }) =>
      `\`${a.hook}\` in \`${a.dag}\` is ${a.rule === undefined ? 'named like a hook' : `marked as a hook of rule ${a.rule}`}, but no rule inserts it`,
    () => 'Run `dagweave apply` again, or delete the mark to keep it as your own step.',
  ),
  DW706: error(
    (a: {
      node: string;
      dag: string;
      reading: string;
      missing: readonly string[];
      extra: readonly string[];
      round: readonly string[] | undefined;
      demand: { rule: string; task: string | undefined } | undefined;
      /** False where the workflow goes on whatever the hook says. */
      isGate: boolean;
    }) =>
      `\`${a.node}\` in \`${a.dag}\` ${waitsWrongly(a)} (${a.reading})${a.demand ? `, against rule ${a.demand.rule}${forTask(a.demand)}` : ''}${a.round ? `; ${a.isGate ? 'the gate is bypassed' : 'it may start before the hook has ended,'} by ${a.round.map((one) => `\`${one}\``).join(' → ')}` : ''}`,
    applyAgain,
  ),
  DW707: error(
    (a: { handler: string; dag: string; rules: readonly string[]; expected: string; found: string }) =>
      `the handler \`${a.handler}\` of \`${a.dag}\` differs from its rules${a.rules.length > 0 ? ` (${a.rules.join(', ')})` : ''}: found …${a.found}…, expected …${a.expected}…`,
    writeAgain,
  ),
  DW709: error(
    (a: { path: string; problem: string }) => `"${a.path}" is not a dagweave manifest: ${a.problem}`,
    () => 'Pass the file that `dagweave apply --manifest FILE` wrote.',
    'rules',
  ),
  DW710: error(
    (a: { path: string }) =>
      `"${a.path}" differs from the file in the manifest: it changed later, or another run wrote it`,
    () => 'Omit --manifest: then hooks are removed by their marks, and later changes stay.',
  ),
  DW711: error(
    (a: { path: string }) => `the manifest cannot restore "${a.path}": the manifest itself was changed`,
    () => 'Omit --manifest, or restore the file from version control.',
    'rules',
  ),
  DW719: error(
    (a: { path: string }) => `"${a.path}" may come from several files of the manifest, which became the same text`,
    () =>
      'Give the file the path that it has in the manifest, or omit --manifest: then hooks are removed by their marks.',
    'rules',
  ),
  DW712: note(
    (a: { task: string; nearest: string | undefined }) =>
      `the task \`${a.task}\` of the last run no longer exists${a.nearest === undefined ? '' : `; was it renamed to \`${a.nearest}\`?`}`,
    () => 'Check rules that name the task in `tasks`.',
  ),
  DW716: error(
    (a: { node: string; need: string; dag: string }) =>
      `\`${a.node}\` in \`${a.dag}\` waits for \`${a.need}\`, a name that the engine makes up from the place of a step; without the hooks above, another step has that name`,
    () => 'Give the step that is meant a name of its own, and wait for that.',
  ),
  DW714: error(
    (a: { dag: string }) => `\`${a.dag}\` has nothing to do but hooks`,
    () => 'Write what it does, or take it out with its hooks. Where the text was cut off, ask for the answer again.',
  ),
  DW715: warning(
    (a: {
      node: string;
      dag: string;
      rule: string;
      /** The names of what it waits for; `undefined` where the order of the list says it. */
      sources: readonly string[] | undefined;
      /** Those that wait for it by its name. */
      waiting: readonly string[];
    }) =>
      `\`${a.node}\` in \`${a.dag}\` is named like the hook of rule ${a.rule}, but is not what the rule inserts; it stays as a step of your own, and the hook is inserted beside it`,
    (a) => {
      const isAwaited = a.waiting.length > 0;
      const instead =
        a.sources === undefined ? 'the step before it' : a.sources.length === 0 ? 'nothing' : quoted(a.sources);
      const move = isAwaited ? `, and let ${quoted(a.waiting)} wait for ${instead} in its place` : '';
      return `If it is a hook that was edited, or that an earlier version of the rule inserted, delete it${move}. If it is your own step, give it another name${isAwaited ? `, also where ${quoted(a.waiting)} ${a.waiting.length === 1 ? 'waits' : 'wait'} for it` : ''}.`;
    },
  ),
  DW717: warning(
    (a: {
      node: string;
      dag: string;
      left: readonly string[];
      byPosition: readonly string[];
      reading: string;
      others: number;
    }) =>
      `\`${a.node}\` in \`${a.dag}\` is left waiting for ${needsText(a.left)}; if its hooks were inserted for ${a.reading} only, it waited for ${needsText(a.byPosition)}, and the file does not tell${a.others === 0 ? '' : ` (${a.others} more like it)`}`,
    () =>
      'Name the version that the hooks were inserted for with `--target-version`, or give the configuration of that run with `--config`; its `--manifest` restores every byte.',
    'usage',
  ),
  DW718: warning(
    (a: { handler: string; dag: string; times: number }) =>
      `the handler \`${a.handler}\` of \`${a.dag}\` has the same hooks ${a.times} times in front of its command; each of them counts as a hook`,
    () =>
      'Where they were copied, nothing is to be done. A command of your own stays if it is written in another way, such as with `; true` behind it.',
  ),
  DW713: error(
    (a: { hook: string; dag: string; rule: string; task: string | undefined; from: string; to: string }) =>
      `\`${a.to}\` in \`${a.dag}\` no longer waits for \`${a.from}\`, but the manifest says so for the hook \`${a.hook}\` of rule ${a.rule}${forTask(a)}`,
    (a) =>
      `Let \`${a.to}\` wait for \`${a.from}\` again. If the change is intended, run \`dagweave apply --manifest FILE\` to write a new manifest.`,
  ),
});

function forTask({ task }: { readonly task: string | undefined }): string {
  return task === undefined ? '' : ` for task \`${task}\``;
}

function applyAgain(): string {
  return 'Run `dagweave apply` again and keep the result.';
}

function needsText(needs: readonly string[]): string {
  return needs.length === 0 ? 'nothing' : needs.map((one) => `\`${one}\``).join(', ');
}

function waitsWrongly({
  missing,
  extra,
}: {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}): string {
  if (missing.length > 0 && extra.length > 0) return `${listed('waits for', extra)} ${listed('instead of', missing)}`;
  return missing.length > 0 ? listed('does not wait for', missing) : listed('should not wait for', extra);
}

function listed(what: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${what} ${names.map((one) => `\`${one}\``).join(', ')}`;
}

/** Without it, apply refuses to write over what somebody edited. */
function writeAgain(): string {
  return 'Run `dagweave apply` again and keep the result. A hook that was edited by hand is an error there (DW701), unless `--force` overwrites it.';
}
