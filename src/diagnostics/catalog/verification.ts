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
};
