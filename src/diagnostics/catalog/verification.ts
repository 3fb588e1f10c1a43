import { error, note } from '../row.js';

/** DW7xx: the result was edited since. A result that is not what was planned is a fault of ours and no diagnostic. */
export const verificationRows = {
  DW701: error(
    (a: { what: string; rule: string }) => `${a.what}, which rule ${a.rule} put here, was edited by hand`,
    () =>
      'Change the rule instead, or delete the mark above the block to keep it as a step of your own; `--force` writes it anew.',
  ),
  DW702: note(
    (a: { rule: string }) => `here stands the mark of rule ${a.rule}, but no hook below it`,
    () => 'The mark is taken out. Where a hook is missing, `dagweave verify` names it.',
  ),
  DW703: error(
    (a: { hook: string; dag: string; rule: string }) =>
      `\`${a.dag}\` should have the step \`${a.hook}\`, which rule ${a.rule} demands`,
    applyAgain,
  ),
  DW704: error(
    (a: { hook: string; dag: string; rule: string; expected: string; found: string }) =>
      `\`${a.hook}\` in \`${a.dag}\` does not say what rule ${a.rule} demands: it says …${a.found}… instead of …${a.expected}…`,
    applyAgain,
  ),
  DW705: error(
    (a: { hook: string; dag: string }) => `no rule demands \`${a.hook}\` in \`${a.dag}\`, but it is marked as a hook`,
    () => 'Run `dagweave apply` again, or delete the mark to keep it as a step of your own.',
  ),
  DW706: error(
    (a: {
      node: string;
      dag: string;
      reading: string;
      missing: readonly string[];
      extra: readonly string[];
      round: readonly string[] | undefined;
    }) =>
      `\`${a.node}\` in \`${a.dag}\` ${listed('does not wait for', a.missing)}${a.missing.length > 0 && a.extra.length > 0 ? ' and ' : ''}${listed('should not wait for', a.extra)} (${a.reading})${a.round ? `; the gate is walked round by ${a.round.map((one) => `\`${one}\``).join(' → ')}` : ''}`,
    applyAgain,
  ),
  DW707: error(
    (a: { handler: string; dag: string; rules: readonly string[]; expected: string; found: string }) =>
      `the handler \`${a.handler}\` of \`${a.dag}\` is not what the rules demand${a.rules.length > 0 ? ` (${a.rules.join(', ')})` : ''}: it says …${a.found}… instead of …${a.expected}…`,
    applyAgain,
  ),
  DW708: error(
    (a: { hook: string; dag: string; rule: string }) =>
      `what waits for \`${a.hook}\` in \`${a.dag}\` is not what waited for it when rule ${a.rule} put it there`,
    () =>
      'If a step lost this gate, let it wait for the gate again; if the change is meant, run `dagweave apply` again and keep the result.',
  ),
  DW709: error(
    (a: { path: string; problem: string }) => `"${a.path}" is no manifest of dagweave: ${a.problem}`,
    () => 'Pass the file that `dagweave apply --manifest FILE` wrote.',
  ),
  DW710: error(
    (a: { path: string }) =>
      `"${a.path}" is not what the manifest says was written: it changed since, or another run wrote it`,
    () => 'Leave --manifest out: then hooks are taken out by their marks, and what changed since stays.',
  ),
  DW711: error(
    (a: { path: string }) => `the manifest does not lead back to what "${a.path}" was: it was changed itself`,
    () => 'Leave --manifest out, or take the file from version control.',
  ),
  DW712: note(
    (a: { task: string; nearest: string | undefined }) =>
      `the task \`${a.task}\` of the last run is gone${a.nearest === undefined ? '' : `; did \`${a.nearest}\` take its place?`}`,
    () => 'Rules that name it by `tasks` may have to follow.',
  ),
  DW713: error(
    (a: { hook: string; dag: string; from: string; to: string }) =>
      `\`${a.to}\` in \`${a.dag}\` no longer waits for \`${a.from}\`, as the manifest says it did with the hook \`${a.hook}\``,
    applyAgain,
  ),
};

function applyAgain(): string {
  return 'Run `dagweave apply` again and keep the result.';
}

function listed(what: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${what} ${names.map((one) => `\`${one}\``).join(', ')}`;
}
