import { isDeepStrictEqual } from 'node:util';
import type { Format, PlainReader } from '../../formats/format.js';
import type { ShapeNumbers } from '../../formats/shape-numbers.js';
import type { Engine } from '../../model/engine.js';
import type { PromptFile, PromptLibrary } from '../../model/libraries.js';
import type { RuleSet } from '../../model/rule.js';
import type { Planning } from '../plan-workflows.js';
import type { ReadOptions } from '../read-workflows.js';
import type { KnownPlans } from './known-plans.js';
import type { TextMemory, WrittenTexts } from './written-texts.js';

/** All that the plan of a shape follows from beside the shape and the rules that match it. */
export interface PlanInputs {
  /** The very same object. */
  readonly rules: RuleSet;
  readonly options: Pick<Planning['options'], 'variables' | 'environment' | 'sourceDateEpoch' | 'siblings'>;
  readonly reading: Pick<ReadOptions, 'targetVersion' | 'assumeVersion' | 'defaults' | 'settings'>;
  readonly engine: Engine;
  readonly paths: readonly string[];
  readonly lineBreak: string;
  /** Of the root. */
  readonly text: string;
  /** Of all DAGs. */
  readonly names: readonly string[];
}

/**
 * Keeps the plans of one compile for the next, which finds them where its inputs are the same: a program that compiles a workflow
 * again, after an edit of some of its DAGs, plans only those anew. Of other inputs, all is forgotten.
 */
export interface PlanMemory {
  /** What has to read the next text; `undefined` where the format has nothing that reads so. */
  readerOf(format: Format): PlainReader | undefined;
  /** Plans that were made of the same inputs, else none. They are gone from here, so that a compile which fails leaves nothing. */
  take(inputs: PlanInputs, prompts: PromptLibrary): TakenPlans;
  /** @param added how many of the plans are new */
  putBack(inputs: PlanInputs, taken: TakenPlans, added: Added): void;
}

interface TakenPlans {
  readonly plans: KnownPlans;
  readonly prompts: RecordedPrompts;
  /** `undefined` in a first compile: most processes make no other, and it would be slower by what it leaves. */
  readonly texts: TextMemory | undefined;
}

interface Added {
  readonly plans: number;
  /** How long the text is that they were made of: V8 holds it for as long as it holds a name out of it. */
  readonly characters: number;
}

export function createPlanMemory(): PlanMemory {
  let reader: { readonly of: Format; readonly it: PlainReader } | undefined;
  let sinceForgotten = { plans: 0, characters: 0 };
  let last: { inputs: PlanInputs; plans: KnownPlans; reads: Reads; texts: WrittenTexts } | undefined;
  const forget = () => {
    reader = undefined;
    sinceForgotten = { plans: 0, characters: 0 };
    last = undefined;
  };
  return {
    readerOf(format) {
      // Texts that leave no plans leave numbers, and these are of no use without the others.
      if (!last || reader?.of !== format || areMany(reader.it.numbers)) forget();
      const it = reader?.it ?? format.createPlainReader?.();
      reader = it && { of: format, it };
      return it;
    },
    take(inputs, prompts) {
      const isSame = last?.inputs.rules === inputs.rules && isDeepStrictEqual(last.inputs, inputs);
      const found = isSame && last && sayTheSame(last.reads, prompts) ? last : undefined;
      last = undefined;
      return {
        plans: found?.plans ?? new Map(),
        prompts: recordPrompts(prompts, found?.reads),
        texts: found && { earlier: found.texts, kept: new Map() },
      };
    },
    putBack(inputs, { plans, prompts, texts }, added) {
      if (added.plans > 0) {
        const { plans: earlier, characters } = sinceForgotten;
        sinceForgotten = { plans: earlier + added.plans, characters: characters + added.characters };
      }
      if (sinceForgotten.plans > mostPlans || sinceForgotten.characters > mostCharacters) forget();
      else last = { inputs, plans, reads: prompts.reads, texts: texts?.kept ?? new Map() };
    },
  };
}

function areMany({ settings, asked, shapes }: ShapeNumbers): boolean {
  return settings.size + asked.size > mostTexts || shapes.length() > mostIntegers;
}

const mostTexts = 10_000;

/** As many as the text of a large workflow has characters. */
const mostIntegers = 10_000_000;

/** A model's tasks have tens of shapes. */
const mostPlans = 500;

const mostCharacters = 30_000_000;

type Reads = ReadonlyMap<string, { readonly directory: string; readonly name: string; readonly file: PromptFile }>;

/** A library that knows what was read from it. */
interface RecordedPrompts extends PromptLibrary {
  readonly reads: Reads;
}

function recordPrompts(prompts: PromptLibrary, earlier: Reads = new Map()): RecordedPrompts {
  const reads = new Map(earlier);
  return {
    reads,
    read(directory, name) {
      const file = prompts.read(directory, name);
      // A copy: the next call may get the same object with another text.
      reads.set(JSON.stringify([directory, name]), { directory, name, file: { ...file } });
      return file;
    },
  };
}

function sayTheSame(reads: Reads, prompts: PromptLibrary): boolean {
  return [...reads.values()].every(({ directory, name, file }) =>
    isDeepStrictEqual(prompts.read(directory, name), file),
  );
}
