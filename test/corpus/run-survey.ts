import { runDagu } from '../engine/dagu.js';
import type { Engine } from '../engine/engines.js';
import type { Version } from '../oracle/documents.js';
import { compareRuns } from './compare-runs.js';
import { type CorpusFile, corpusFiles, type Folder, folders } from './files.js';
import { whyNotRun } from './harmless.js';
import { engineOf, run } from './judge.js';
import { runConfig } from './rules.js';
import { inTwos } from './survey.js';

export interface RunFinding {
  readonly folder: string;
  readonly file: string;
  readonly engine: string;
  readonly verdict:
    | { readonly kind: 'compared' }
    | { readonly kind: 'not run'; readonly reason: string }
    | { readonly kind: 'refused'; readonly codes: readonly string[] }
    | { readonly kind: 'differs'; readonly problems: readonly string[] };
}

/** Programs of the files that are replaced by probes, which do nothing. */
const stubs = ['arborist', 'devcontainer', 'docker'];

/** What runs without harm is run as written and augmented with hooks that do nothing, in the engine that the file is for. */
export function surveyRuns(): Promise<readonly RunFinding[]> {
  const jobs = folders
    .filter((folder) => folder.valid)
    .flatMap((folder) => corpusFiles(folder).map((file) => () => judgeRun(folder, file)));
  return inTwos(jobs);
}

async function judgeRun(folder: Folder, file: CorpusFile): Promise<RunFinding> {
  const version = folder.targets.find((target): target is Version => target !== undefined)!;
  const engine = engineOf(version);
  const found = { folder: folder.name, file: file.name, engine: engine.title };
  const reason = engine.missing ?? whyNotRun(file.text, stubs);
  if (reason !== undefined) return { ...found, verdict: { kind: 'not run', reason } };
  const result = run(file.text, runConfig, version);
  if (!result.ok) {
    const errors = result.diagnostics.filter((one) => one.severity === 'error');
    return { ...found, verdict: { kind: 'refused', codes: [...new Set(errors.map((one) => one.code))] } };
  }
  const problems = await differences(file.text, result.outputs[0]!.text, engine);
  return { ...found, verdict: problems.length === 0 ? { kind: 'compared' } : { kind: 'differs', problems } };
}

async function differences(text: string, augmented: string, engine: Engine): Promise<readonly string[]> {
  const start = (one: string) => runDagu({ 'it.yaml': one }, { engine, stubs }).catch((fault) => fault as Error);
  const before = await start(text);
  const after = await start(augmented);
  if (before instanceof Error || after instanceof Error) {
    // A run that the engine does not even begin leaves no status.
    const [old, now] = [before, after].map((one) => (one instanceof Error ? 'did not begin' : 'began'));
    return old === now ? [] : [`the run ${old} and now ${now}: ${String(before instanceof Error ? before : after)}`];
  }
  return compareRuns(text, before, after);
}
