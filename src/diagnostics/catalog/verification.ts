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
    (a: { event: string; dag: string; rules: readonly string[]; expected: string; found: string }) =>
      `the handler for \`${a.event}\` of \`${a.dag}\` is not what the rules demand${a.rules.length > 0 ? ` (${a.rules.join(', ')})` : ''}: it says …${a.found}… instead of …${a.expected}…`,
    applyAgain,
  ),
  DW708: error(
    (a: { hook: string; dag: string; rule: string }) =>
      `what waits for \`${a.hook}\` in \`${a.dag}\` is not what waited for it when rule ${a.rule} put it there`,
    () =>
      'If a step lost this gate, give it back its `depends`; if the change is meant, run `dagweave apply` again and keep the result.',
  ),
};

function applyAgain(): string {
  return 'Run `dagweave apply` again and keep the result.';
}

function listed(what: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${what} ${names.map((one) => `\`${one}\``).join(', ')}`;
}
