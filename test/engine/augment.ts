import { expect } from 'vitest';
import { type CompileResult, compile } from '../../src/compile.js';
import { checkAugmentation } from '../oracle/check.js';
import type { Version } from '../oracle/documents.js';
import type { OracleConfig, OracleDefinition, OraclePoint, OracleRule } from '../oracle/rules.js';
import type { Engine } from './engines.js';
import { spelledAll } from './spelling.js';

/** A rule with its command; a probe named `mark-<step>` means what a real hook would do. */
export type ProbeRule = OracleRule & { readonly does?: string };

/** Rules whose hooks are probes: `does` is what the probe is given, such as `exit=1`. */
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

/** The files as the engine spells them, augmented for it; the oracle has found them right. */
export function augment(
  written: Readonly<Record<string, string>>,
  config: OracleConfig,
  engine: Engine,
): Record<string, string> {
  const files = spelledAll(written, engine);
  const result = compileFor(files, config, engine.version);
  const outputs = Object.fromEntries(result.outputs.map((one) => [one.path, one.text]));
  const names = Object.keys(files);
  if (names.length === 1) {
    const [input, output] = [files[names[0]!]!, outputs[names[0]!]!];
    const versions = [oracleVersion(engine)];
    expect(checkAugmentation({ input, output, edits: result.edits, config, versions })).toEqual([]);
  }
  return Object.fromEntries(names.map((name) => [name, outputs[name]!]));
}

/** The oracle knows 2.x by the version that it was read in. */
export function oracleVersion({ dialect }: Engine): Version {
  return dialect === 'v1' ? '1.30' : '2.15';
}

/** @param targetVersion `undefined` leaves it to the text */
export function compileFor(
  files: Readonly<Record<string, string>>,
  config: object,
  targetVersion: string | undefined,
  siblings: readonly string[] = [],
): CompileResult {
  const result = compile({
    workflow: Object.entries(files).map(([path, text]) => ({ path, text })),
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(config) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion, siblings },
  });
  expect(result.diagnostics.filter((one) => one.severity === 'error').map((one) => one.message)).toEqual([]);
  return result;
}
