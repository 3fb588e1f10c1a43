import { error } from '../row.js';
import { listed } from '../words.js';

/** DW4xx: what rules may add. */
export const limitRows = () => ({
  DW415: error(
    (a: { added: number; limit: number; shares: readonly Share[] }) =>
      `${a.added} steps would be added, but \`limits.max_added_steps\` allows ${a.limit}: ${sharesText(a.shares)}`,
    () => 'Narrow the `tasks`, `before` or `after` of these rules, or raise the limit.',
  ),
  DW417: error(
    (a: { asking: number; limit: number; shares: readonly Share[] }) =>
      `${a.asking} steps that call a language model would be added, but \`limits.max_llm_calls\` allows ${a.limit}: ${sharesText(a.shares)}`,
    () => 'Narrow the `tasks` of these rules, or raise the limit.',
  ),
  DW422: error(
    (a: { added: number; limit: number; shares: readonly Share[] }) =>
      `${a.added} added steps would run one after another, but \`limits.max_added_critical_path\` allows ${a.limit}: ${sharesText(a.shares)}`,
    () =>
      'Run independent rules in parallel with `parallel`, let no step wait for them with `await: false`, or raise the limit.',
  ),
  DW433: error(
    (a: { sending: number; limit: number; shares: readonly Share[] }) =>
      `${a.sending} webhooks would be added, but \`limits.max_webhooks\` allows ${a.limit}: ${sharesText(a.shares)}`,
    () => 'Narrow the `tasks` of these rules, or raise the limit.',
  ),
});

/** What a rule adds to a sum. */
export interface Share {
  readonly rule: string;
  readonly count: number;
}

function sharesText(shares: readonly Share[]): string {
  return listed(shares.map(({ rule, count }) => `${rule}: ${count}`));
}
