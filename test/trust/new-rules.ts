import { type OracleConfig, type OracleRule, oraclePoints } from '../oracle/rules.js';

type Rules = readonly OracleRule[];

/** Ways in which rules change between two runs. */
export const newRules: Readonly<Record<string, (config: OracleConfig) => OracleConfig>> = {
  'every second rule is gone': (config) => mapRules(config, (rules) => rules.filter((_, index) => index % 2 === 0)),
  'the others are gone': (config) => mapRules(config, (rules) => rules.filter((_, index) => index % 2 === 1)),
  'all rules are gone': (config) => mapRules(config, () => []),
  'other commands, other order': (config) => ({
    hooks: {
      ...mapRules(config, (rules) => rules.map((rule, index) => ({ ...rule, order: rules.length - index }))).hooks,
      step_definitions: Object.fromEntries(
        Object.entries(config.hooks.step_definitions ?? {}).map(([name, definition]) => [
          name,
          definition.type === 'shell' ? { ...definition, command: `${definition.command} again` } : definition,
        ]),
      ),
    },
  }),
  'nothing waits any more': (config) => mapRules(config, (rules) => rules.map((rule) => ({ ...rule, await: false }))),
};

function mapRules(config: OracleConfig, change: (rules: Rules) => Rules): OracleConfig {
  const injections = Object.fromEntries(
    oraclePoints.map((point) => [point, change(config.hooks.injections[point] ?? [])]),
  );
  return { hooks: { ...config.hooks, injections } };
}
