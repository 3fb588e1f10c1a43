import { daguMissing } from '../engine/dagu.js';
import type { Version } from '../oracle/documents.js';
import { corpusFiles, folders } from './files.js';
import { type Engines, judgeAugmented, judgeUntouched, openEngines, type Verdict } from './judge.js';
import { variants } from './variants.js';

export interface Finding {
  readonly folder: string;
  readonly file: string;
  readonly variant: string;
  readonly target: string;
  readonly verdict: Verdict;
  /** A refusal is a right answer where the file does not say which engine it is for and nobody else does. */
  readonly unsure: boolean;
}

/**
 * Every file of the corpus in every way to write it: hooks off, and hooks on for every target.
 * @param validated the variants whose output goes to the engine as well; the oracle sees all
 */
export async function surveyCorpus(validated: (variant: string) => boolean = () => true): Promise<readonly Finding[]> {
  const engines = openEngines(daguMissing() === undefined);
  try {
    return await inTwos(jobs(validated), (job) => job(engines));
  } finally {
    engines.close();
  }
}

type Job = (engines: Engines) => Promise<Finding>;

function jobs(validated: (variant: string) => boolean): readonly Job[] {
  const all: Job[] = [];
  for (const folder of folders) {
    for (const file of corpusFiles(folder)) {
      for (const [variant, write] of Object.entries(variants)) {
        const text = write(file.text);
        if (text === undefined) continue;
        const base = { folder: folder.name, file: file.name, variant };
        all.push(async () => ({ ...base, target: 'hooks off', unsure: false, verdict: judgeUntouched(text) }));
        const add = (target: Version | undefined, unsure: boolean) =>
          all.push(async (engines) => ({
            ...base,
            target: target ?? 'not said',
            unsure,
            verdict: await judgeAugmented(text, target, folder.valid && validated(variant) ? engines : undefined),
          }));
        for (const target of folder.targets) add(target, false);
        for (const target of folder.unsure) add(target, true);
      }
    }
  }
  return all;
}

/** The engine is a process of its own: two at a time use two cores. */
async function inTwos(all: readonly Job[], start: (job: Job) => Promise<Finding>): Promise<readonly Finding[]> {
  const found: Finding[] = new Array(all.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < all.length; index = next++) found[index] = await start(all[index]!);
  };
  await Promise.all([worker(), worker()]);
  return found;
}
