import type { Version } from '../oracle/documents.js';
import { corpusFiles, type Folder } from './files.js';
import { type Engines, judgeAugmented, judgeUntouched, openEngines, readings, type Verdict } from './judge.js';
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

export interface SurveyOptions {
  /** Engines are asked about every spelling and about files that state no target, and about files that are for either in both. */
  readonly thorough: boolean;
  readonly folders: readonly Folder[];
}

/** Every file of the corpus in every way to write it: hooks off, and hooks on for every target. */
export async function surveyCorpus(options: SurveyOptions): Promise<readonly Finding[]> {
  const engines = openEngines();
  try {
    const found = await inTwos(jobs(options).map((job) => () => job(engines)));
    return found.filter((one) => one !== undefined);
  } finally {
    engines.close();
  }
}

type Job = (engines: Engines) => Promise<Finding | undefined>;

function jobs({ thorough, folders }: SurveyOptions): readonly Job[] {
  const all: Job[] = [];
  const isAsked = (variant: string, target: Version | undefined) =>
    thorough || (variant === 'as written' && target !== undefined);
  for (const folder of folders) {
    for (const file of corpusFiles(folder)) {
      for (const [variant, write] of Object.entries(variants)) {
        const text = write(file.text);
        if (text === undefined) continue;
        const base = { folder: folder.name, file: file.name, variant };
        all.push(async () => ({ ...base, target: 'hooks off', unsure: false, verdict: judgeUntouched(text) }));
        const judge = async (engines: Engines, target: Version | undefined, unsure: boolean) => ({
          ...base,
          target: target ?? 'not said',
          unsure,
          verdict: await judgeAugmented(text, target, folder.valid && isAsked(variant, target) ? engines : undefined),
        });
        for (const target of folder.targets) all.push((engines) => judge(engines, target, false));
        for (const target of folder.unsure) all.push((engines) => judge(engines, target, true));
        for (const target of thorough && variant === 'as written' ? folder.also : []) {
          all.push(async (engines) => {
            const isForIt = readings(text).includes(target) && (await engines.validate(text, target)) === '';
            return isForIt ? judge(engines, target, false) : undefined;
          });
        }
      }
    }
  }
  return all;
}

/** The engine is a process of its own: two at a time use two cores. */
export async function inTwos<Found>(all: readonly (() => Promise<Found>)[]): Promise<readonly Found[]> {
  const found: Found[] = new Array(all.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < all.length; index = next++) found[index] = await all[index]!();
  };
  await Promise.all([worker(), worker()]);
  return found;
}
