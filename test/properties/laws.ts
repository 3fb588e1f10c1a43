import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type CompileResult, compile } from '../../src/compile.js';
import { checkAugmentation } from '../oracle/check.js';
import type { OracleConfig, OracleRule } from '../oracle/rules.js';
import { oraclePoints } from '../oracle/rules.js';
import { type WorkflowModel, workflowModels } from './model.js';
import { configsFor } from './rules.js';
import { writeFiles, writeWorkflow } from './write.js';

export interface Case {
  readonly model: WorkflowModel;
  readonly config: OracleConfig;
}

export const cases: fc.Arbitrary<Case> = workflowModels.chain((model) =>
  configsFor(model).map((config) => ({ model, config })),
);

/** A case and other rules for its workflow. */
export const casesWithMore: fc.Arbitrary<readonly [Case, OracleConfig]> = workflowModels.chain((model) =>
  fc.tuple(configsFor(model), configsFor(model)).map(([config, more]) => [{ model, config }, more] as const),
);

/** How cases ended, by code of the refusal. */
export type Tally = Map<string, number>;

/** A case as one file. */
export function compileCase({ model, config }: Case): CompileResult {
  return compileFiles([{ path: 'it.yaml', text: writeWorkflow(model) }], config, model);
}

/** V1 to V8, as the oracle reads them. */
export function rightOrRefused({ model, config }: Case, tally: Tally): void {
  const text = writeWorkflow(model);
  const result = compileCase({ model, config });
  for (const end of endsOf(result)) tally.set(end, (tally.get(end) ?? 0) + 1);
  if (!result.ok) return;
  const output = result.outputs[0]!.text;
  const problems = [
    ...checkAugmentation({ input: text, output, edits: result.edits, config, versions: [model.version] }),
    ...result.edits.flatMap((edit, index) =>
      edit.start < (result.edits[index - 1]?.end ?? 0)
        ? [`edit ${index} stands before the one before it, or in it`]
        : [],
    ),
  ];
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n--- input\n${text}\n--- output\n${output}`);
}

/** The order in which files, rules of distinct `order` and keys are written down plays no part. */
export function orderPlaysNoPart({ model, config }: Case, seed: number): void {
  const files = writeFiles(model);
  const distinct = mapRules(config, (rules) => rules.map((rule, index) => ({ ...rule, order: index })));
  const shuffle = shuffler(seed);
  const turned = {
    hooks: shuffleKeys(
      mapRules(distinct, (rules) => shuffle(rules).map((rule) => shuffleKeys(rule, shuffle))).hooks,
      shuffle,
    ),
  };
  const first = compileFiles(files, distinct, model);
  const second = compileFiles(shuffle(files), turned, model);
  if (!isDeepStrictEqual(byPath(first), byPath(second)) || first.ok !== second.ok) {
    throw new Error(`outputs differ\n${show(first)}\n--- and, turned round\n${show(second)}`);
  }
}

function byPath(result: CompileResult): ReadonlyMap<string, string> {
  return new Map(result.outputs.map((one) => [one.path, one.text] as const).sort());
}

/** What is augmented already comes out as it is. */
export function secondRunChangesNothing({ model, config }: Case): void {
  const files = writeFiles(model);
  const first = compileFiles(files, config, model);
  if (!first.ok) return;
  const second = compileFiles(first.outputs, config, model);
  if (!isDeepStrictEqual(byPath(first), byPath(second))) {
    throw new Error(`a second run changes the output\n${show(first)}\n--- and then\n${show(second)}`);
  }
}

export function sameInputSameOutput({ model, config }: Case): void {
  const files = writeFiles(model);
  const [first, second] = [compileFiles(files, config, model), compileFiles(files, config, model)];
  if (!isDeepStrictEqual(asData(first), asData(second))) throw new Error('two compiles of one input differ');
}

/** Where nodes are is found when asked; two ways to ask are never equal. */
function asData({ workflows, ...result }: CompileResult) {
  return { ...result, plans: workflows.map(({ plan }) => plan) };
}

function compileFiles(
  files: readonly { readonly path: string; readonly text: string }[],
  config: OracleConfig,
  model: WorkflowModel,
): CompileResult {
  return compile({
    workflow: files,
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(config) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion: model.version },
  });
}

function endsOf(result: CompileResult): readonly string[] {
  if (result.ok) return ['ok'];
  return [...new Set(result.diagnostics.filter((one) => one.severity === 'error').map((one) => one.code))];
}

function show(result: CompileResult): string {
  const said = result.diagnostics.map((one) => `${one.code} ${one.message}`);
  return [...said, ...result.outputs.map((one) => `${one.path}\n${one.text}`)].join('\n');
}

function mapRules(config: OracleConfig, change: (rules: readonly OracleRule[]) => readonly OracleRule[]): OracleConfig {
  const injections = Object.fromEntries(
    oraclePoints.map((point) => [point, change(config.hooks.injections[point] ?? [])]),
  );
  return { hooks: { ...config.hooks, injections } };
}

type Shuffle = <T>(list: readonly T[]) => readonly T[];

function shuffler(seed: number): Shuffle {
  let state = seed >>> 0 || 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
  return (list) => {
    const left = [...list];
    return list.map(() => left.splice(next(left.length), 1)[0]!);
  };
}

function shuffleKeys<T extends object>(map: T, shuffle: Shuffle): T {
  return Object.fromEntries(shuffle(Object.entries(map))) as T;
}
