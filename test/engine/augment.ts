import { expect } from 'vitest';
import { type CompileResult, compile } from '../../src/compile.js';
import { checkAugmentation } from '../oracle/check.js';
import type { OracleConfig, OracleDefinition, OraclePoint, OracleRule } from '../oracle/rules.js';

/** A rule with its command; a probe named `mark-<step>` stands for what a real hook would do. */
export type ProbeRule = OracleRule & { readonly does?: string };

/** Rules whose hooks are probes: `does` is what the probe is told, such as `exit=1`. */
export function probeRules(points: Readonly<Partial<Record<OraclePoint, readonly ProbeRule[]>>>): OracleConfig {
  const definitions: Record<string, OracleDefinition> = {};
  const injections: Partial<Record<OraclePoint, OracleRule[]>> = {};
  for (const [point, rules] of Object.entries(points) as [OraclePoint, readonly ProbeRule[]][]) {
    const task = point === 'pre_task' || point === 'post_task' ? ' {{task_id}}' : '';
    injections[point] = rules.map(({ does, ...rule }) => {
      definitions[rule.step] = { type: 'shell', command: `probe mark-${rule.step}${task}${does ? ` ${does}` : ''}` };
      return rule;
    });
  }
  return { hooks: { enabled: true, step_definitions: definitions, injections } };
}

/** The augmented files, which the oracle has found right. */
export function augment(files: Readonly<Record<string, string>>, config: OracleConfig): Record<string, string> {
  const result = compileFor(files, config, '1.30');
  const outputs = Object.fromEntries(result.outputs.map((one) => [one.path, one.text]));
  const names = Object.keys(files);
  if (names.length === 1) {
    const [input, output] = [files[names[0]!]!, outputs[names[0]!]!];
    expect(checkAugmentation({ input, output, edits: result.edits, config, versions: ['1.30'] })).toEqual([]);
  }
  return Object.fromEntries(names.map((name) => [name, outputs[name]!]));
}

/** @param targetVersion `undefined` leaves it to the text */
export function compileFor(
  files: Readonly<Record<string, string>>,
  config: OracleConfig,
  targetVersion: string | undefined,
): CompileResult {
  const result = compile({
    workflow: Object.entries(files).map(([path, text]) => ({ path, text })),
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(config) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion },
  });
  expect(result.diagnostics.filter((one) => one.severity === 'error').map((one) => one.message)).toEqual([]);
  return result;
}
