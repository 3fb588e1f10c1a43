import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { stringify } from 'yaml';
import { type CompileResult, compile } from '../../src/compile.js';
import type { Frontend } from '../../src/frontends/frontend.js';
import { frontends } from '../../src/frontends/index.js';
import type { Layer } from '../../src/model/layer.js';
import { validateDagu } from '../engine/dagu.js';
import { dagu1, dagu2, type Engine } from '../engine/engines.js';
import { checkAugmentation } from '../oracle/check.js';
import { isMap, readPlain, type Version } from '../oracle/documents.js';
import type { OracleConfig } from '../oracle/rules.js';
import { schemaOfDagu2 } from './files.js';
import { corpusConfig, corpusConfigFor } from './rules.js';

export type Verdict =
  /** With the engines that accepted what was written; empty where none was asked, or the file as written is refused too. */
  | { readonly kind: 'ok'; readonly accepted: readonly Version[] }
  | { readonly kind: 'refused'; readonly codes: readonly string[]; readonly messages: readonly string[] }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

export interface Engines {
  /** What the engine of a version finds wrong with a file; empty where it finds nothing, or is not here. */
  validate(text: string, version: Version): Promise<string>;
  close(): void;
}

export function engineOf(version: Version): Engine {
  return version === '1.30' ? dagu1 : dagu2;
}

/** Both engines where their binaries are here; for 2.x also the schema that it publishes. */
export function openEngines(): Engines {
  const home = mkdtempSync(join(tmpdir(), 'dagweave-validate-'));
  const schema = new Ajv({ strict: false, allErrors: false, logger: false }).compile(schemaOfDagu2());
  let count = 0;
  const bySchema = (text: string) => {
    const broken = readPlain(text).find((document) => document !== null && !schema(document));
    return broken === undefined ? '' : `schema: ${JSON.stringify(schema.errors?.slice(0, 3))}`;
  };
  const byEngine = async (text: string, version: Version) => {
    const engine = engineOf(version);
    if (engine.missing) return '';
    count += 1;
    // The name of the file is the name of its DAG, which 2.14 holds to 40 characters.
    const file = join(home, `it${count}.yaml`);
    writeFileSync(file, text);
    const found = await validateDagu(file, home, engine);
    rmSync(file);
    return found;
  };
  return {
    validate: async (text, version) => (version === '1.30' ? '' : bySchema(text)) || (await byEngine(text, version)),
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

const hooksOff: OracleConfig = { hooks: { ...corpusConfig.hooks, enabled: false } };

/** Hooks off: the output is the input. */
export function judgeUntouched(text: string): Verdict {
  const result = run(text, hooksOff, undefined);
  if (!result.ok) return refused(result);
  const output = result.outputs[0]?.text;
  return output === text
    ? { kind: 'ok', accepted: [] }
    : { kind: 'wrong', problems: ['hooks are off, yet the output is not the input'] };
}

export async function judgeAugmented(
  text: string,
  target: Version | undefined,
  engines: Engines | undefined,
): Promise<Verdict> {
  const config = corpusConfigFor(target);
  let result: CompileResult;
  try {
    result = run(text, config, target);
  } catch (fault) {
    return { kind: 'wrong', problems: [`threw ${fault instanceof Error ? fault.stack : String(fault)}`] };
  }
  if (!result.ok) return refused(result);
  const output = result.outputs[0]!.text;
  const versions: readonly Version[] = target === undefined ? readings(text) : [target];
  const problems = [...checkAugmentation({ input: text, output, edits: result.edits, config, versions })];
  const again = run(output, config, target);
  if (again.outputs[0]?.text !== output) problems.push('a second run changes the output');
  const accepted: Version[] = [];
  for (const version of engines ? versions : []) {
    const found = await newFault(text, output, version, engines!);
    if (found === '' && !engineOf(version).missing) accepted.push(version);
    if (found) problems.push(`[${version}] ${found}`);
  }
  return problems.length === 0 ? { kind: 'ok', accepted } : { kind: 'wrong', problems };
}

/** What an engine finds wrong with an output alone; `undefined` where it refuses the input as well. */
async function newFault(text: string, output: string, version: Version, engines: Engines): Promise<string | undefined> {
  const found = await engines.validate(output, version);
  if (found === '' || (await engines.validate(text, version)) === '') return found;
  // 2.14 refuses an entry that has a name before it looks at anything else.
  const [old, now] = [text, output].map(withoutEntryName);
  return (await engines.validate(old!, version)) === '' ? engines.validate(now!, version) : undefined;
}

function withoutEntryName(text: string): string {
  return readPlain(text)
    .map((document, index) => (index === 0 && isMap(document) ? { ...document, name: undefined } : document))
    .map((document) => JSON.stringify(document))
    .join('\n---\n');
}

export function run(text: string, config: OracleConfig, target: Version | undefined): CompileResult {
  return compile({
    workflow: [{ path: 'it.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.yaml', text: written(config) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { frontends: readOnce, targetVersion: target },
  });
}

/** The few configurations are read once, and not again for each of thousands of files: the same text gives the same rules. */
const readOnce: readonly Frontend[] = frontends.map((frontend) => {
  const layers = new Map<string, Layer>();
  return {
    ...frontend,
    read: (text, report) => {
      const known = layers.get(text.file.text);
      const layer = known ?? frontend.read(text, report);
      if (layer) layers.set(text.file.text, layer);
      return layer;
    },
  };
});

/** Written as people write rules, which is also read fastest; there are three configurations, and thousands of files. */
function written(config: OracleConfig): string {
  const text = texts.get(config) ?? stringify(config, { aliasDuplicateObjects: false });
  texts.set(config, text);
  return text;
}

const texts = new WeakMap<OracleConfig, string>();

function refused(result: CompileResult): Verdict {
  const errors = result.diagnostics.filter((one) => one.severity === 'error');
  if (errors.length === 0) return { kind: 'wrong', problems: ['refused without saying why'] };
  return {
    kind: 'refused',
    codes: [...new Set(errors.map((one) => one.code))],
    messages: [...new Set(errors.map((one) => one.message))],
  };
}

/** Keys that only one version knows settle which engine a file is for; without one, both count. */
export function readings(text: string): readonly Version[] {
  const keys = new Set<string>();
  const documents = readPlain(text);
  const names = new Set(documents.map((one) => (one as { name?: unknown } | null)?.name));
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) {
      const callsByRun = 'run' in value && ('params' in value || 'parallel' in value || names.has(value.run));
      for (const [key, inner] of Object.entries(value)) {
        keys.add(callsByRun && key === 'run' ? 'run of 1.30' : key);
        if (key === 'parallel' && isMap(inner)) Object.keys(inner).forEach((one) => void keys.add(one));
        if (key === 'steps' || key === 'handlerOn' || key === 'handler_on') collect(inner);
      }
    }
  };
  documents.forEach(collect);
  // Dagu 1.30 reads keys whatever their case.
  const has = (list: string) => list.split(' ').some((key) => keys.has(key) || keys.has(key.toLowerCase()));
  if (has(onlyIn2)) return ['2.15'];
  if (has(onlyIn1) || keys.has('run of 1.30')) return ['1.30'];
  return ['1.30', '2.15'];
}

const onlyIn1 =
  'handlerOn maxActiveSteps maxActiveRuns timeoutSec delaySec workingDir logDir histRetentionDays workerSelector precondition continueOn retryPolicy repeatPolicy executor dir mailOnError signalOnStop logOutput maxConcurrent';
const onlyIn2 =
  'handler_on working_dir timeout_sec consts defaults actions step_types labels tools retry_policy worker_selector action with approval foreach continue_on repeat_policy outputs run max_concurrent';
