import { type CompileResult, compile } from '../../src/compile.js';
import type { AlikeCase } from './random-case.js';

/** What differs between a workflow that is compiled document by document and the same compiled in full; `undefined` where nothing does. */
export function disagreement(one: AlikeCase): { readonly difference: string | undefined; readonly isByShape: boolean } {
  const [byShape, inFull] = [compiled(one, true), compiled(one, false)];
  const isByShape =
    typeof byShape !== 'string' && Object.getOwnPropertyDescriptor(byShape, 'workflows')?.get !== undefined;
  if (typeof byShape === 'string' || typeof inFull === 'string')
    return { difference: byShape === inFull ? undefined : `${sayIt(byShape)} and not ${sayIt(inFull)}`, isByShape };
  const difference = parts.find((part) => JSON.stringify(byShape[part]) !== JSON.stringify(inFull[part]));
  if (difference === undefined) return { difference, isByShape };
  return { difference: `${difference}: ${firstDifference(byShape[difference], inFull[difference])}`, isByShape };
}

const parts = [
  'ok',
  'enabled',
  'diagnostics',
  'outputs',
  'edits',
  'additions',
  'added',
  'promptFiles',
  'inputs',
  'bases',
] as const;

function compiled({ text, hooks, targetVersion }: AlikeCase, byShape: boolean): CompileResult | string {
  try {
    return compile({
      workflow: [{ path: 'flow.yaml', text }],
      configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(hooks, null, 2) }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion, byShape },
    });
  } catch (error) {
    return String(error);
  }
}

function sayIt(result: CompileResult | string): string {
  return typeof result === 'string' ? result.slice(0, 300) : 'a result';
}

function firstDifference(first: unknown, second: unknown): string {
  const [one, other] = [JSON.stringify(first), JSON.stringify(second)];
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return `${one.slice(Math.max(0, at - 200), at + 300)}\n  and not\n${other.slice(Math.max(0, at - 200), at + 300)}`;
}
