import type { Report } from '../../diagnostics/diagnostics.js';
import type { Rule } from '../../model/rule.js';
import type { VariableOptions } from './variable-table.js';

/** Leaves out the rules that are for other environments than the one that is stated here. */
export interface Environments {
  /** The one that is stated here. */
  readonly here: string | undefined;
  includesHere(rule: Limited): boolean;
  /** Is it a rule for where we are? What is left out is reported later. */
  admits(rule: Limited): boolean;
  tell(): void;
}

type Limited = Pick<Rule, 'id' | 'environments'>;

export function createEnvironments(options: VariableOptions, report: Report): Environments {
  const here = environmentOf(options);
  const refused = new Set<Limited>();
  const includesHere = ({ environments }: Limited) =>
    !environments || (here !== undefined && environments.value.includes(here));
  return {
    here,
    includesHere,
    admits(rule) {
      if (includesHere(rule)) return true;
      refused.add(rule);
      return false;
    },
    tell() {
      for (const { id, environments } of refused) {
        const { value: names, span } = environments!;
        if (here === undefined) report('DW440', { rule: id, environments: names }, { span });
        else report('DW441', { rule: id, environments: names, here }, { span });
      }
    },
  };
}

/** `--var environment=NAME`, or else the variable of the process. */
function environmentOf({ variables, environment }: VariableOptions): string | undefined {
  const stated = variables?.get('environment') ?? environment?.get('DAGWEAVE_ENVIRONMENT');
  return stated === '' ? undefined : stated;
}
