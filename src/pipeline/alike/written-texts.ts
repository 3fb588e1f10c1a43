import type { ShapePlan } from './shape-plan.js';

/** What plans wrote into documents, each verified: the same plan writes the same into the same text, wherever in a file that is. */
export type WrittenTexts = Map<string, { readonly plan: ShapePlan; readonly text: string }>;

/** Those that an earlier compile left, and those that this one leaves. */
export interface TextMemory {
  readonly earlier: WrittenTexts;
  readonly kept: WrittenTexts;
}

/** @param document the text of it. What is found stays. */
export function findWritten({ earlier, kept }: TextMemory, document: string, plan: ShapePlan): string | undefined {
  const known = earlier.get(document);
  if (known?.plan !== plan) return undefined;
  kept.set(document, known);
  return known.text;
}
