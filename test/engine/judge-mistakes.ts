import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { type CompileResult, compile } from '../../src/compile.js';
import type { SourceFile } from '../../src/model/source.js';
import { corpusFiles, inputFor } from '../formats/github-actions/corpus.js';
import { createRandom, seedOfCase } from '../random.js';
import { argoLint } from './argo.js';
import { validateDagu } from './dagu.js';
import { dagu1, dagu2, type Engine } from './engines.js';
import { type Mistake, withMistake } from './mistakes.js';

/** How a validator and dagweave see the same workflow. */
export type Sight =
  /** The engine takes the text, and what hooks made of it. */
  | 'taken'
  /** Both find something wrong. */
  | 'both refuse'
  /** The engine refuses it, and dagweave says nothing new about it. */
  | 'only the engine refuses'
  /** dagweave refuses it, and the engine takes it; some engines read what is no YAML, and skip documents. */
  | 'only dagweave refuses'
  /** The engine takes the text, and refuses what hooks made of it. */
  | 'output refused'
  | 'crash';

export interface Judged extends Pick<Mistake, 'what'> {
  readonly file: string;
  readonly sight: Sight;
  readonly said: string;
}

export interface Validator {
  readonly title: string;
  readonly missing: boolean;
  readonly files: readonly SourceFile[];
  readonly targetVersion: string | undefined;
  /** What it says of a text; empty where it takes it. */
  readonly refusal: (text: string) => Promise<string>;
}

export const validators: readonly Validator[] = [ofDagu(dagu1), ofDagu(dagu2), ofArgo()];

/** Puts a mistake into a real file that both take, and asks both again. */
export async function judgeMistake(validator: Validator, seed: number, number: number): Promise<Judged | undefined> {
  const random = createRandom(seedOfCase(seed, number));
  const { path: file, text } = random.pick(validator.files);
  const mistake = withMistake(text, random);
  if (!mistake || (await validator.refusal(text)) !== '') return undefined;
  const options = { targetVersion: validator.targetVersion };
  const compiled = (one: string) => compile({ ...inputFor({ path: 'it.yaml', text: one }, injections), options });
  const before = compiled(text);
  if (!before.ok) return undefined;
  const judged = (sight: Sight, said: string): Judged => ({ file, what: mistake.what, sight, said });
  let result: CompileResult;
  try {
    result = compiled(mistake.text);
  } catch (error) {
    return judged('crash', String(error));
  }
  const told = new Set(before.diagnostics.map(({ code }) => code));
  const fresh = result.diagnostics.filter(({ code, severity }) => severity !== 'note' && !told.has(code));
  const messages = fresh.map(({ code, message }) => `${code} ${message}`).join('\n');
  const refusal = await validator.refusal(mistake.text);
  if (refusal !== '') return judged(fresh.length > 0 ? 'both refuse' : 'only the engine refuses', refusal);
  if (!result.ok) return judged('only dagweave refuses', messages);
  const ofOutput = await validator.refusal(result.outputs[0]!.text);
  return judged(ofOutput === '' ? 'taken' : 'output refused', ofOutput);
}

const injections = {
  pre_root: [{ id: 'begin', type: 'shell', command: 'begin' }],
  post_task: [{ id: 'gate', type: 'shell', command: 'gate' }],
  final: [{ id: 'over', type: 'shell', command: 'over', run: 'always' }],
};

function ofDagu(engine: Engine): Validator {
  return {
    title: engine.title,
    missing: engine.missing !== undefined,
    files: corpusFiles('dagu').filter(({ text }) => text.length < 20_000),
    targetVersion: engine.version,
    async refusal(text) {
      const home = mkdtempSync(join(tmpdir(), 'dagweave-mistake-'));
      try {
        writeFileSync(join(home, 'it.yaml'), text);
        return await validateDagu(join(home, 'it.yaml'), home, engine);
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
  };
}

function ofArgo(): Validator {
  return {
    title: argoLint.title,
    missing: argoLint.missing,
    files: corpusFiles('argo'),
    targetVersion: undefined,
    refusal: async (text) => {
      // Of what is no YAML, the validator says nothing.
      const broken = parseAllDocuments(text).flatMap(({ errors }) => errors);
      if (broken.length > 0) return broken[0]!.message;
      const said = argoLint.of({ path: 'it.yaml', text }).join('\n');
      return said === '[]' ? '' : said;
    },
  };
}
