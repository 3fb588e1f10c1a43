import { type CompileInput, compile } from '../../src/compile.js';
import { strip } from '../../src/strip.js';
import { meaningOf } from './meaning.js';
import { rewriters } from './rewrite.js';

/** How a law ended for one text: `same` bytes, `equal` meaning only, or what went wrong. */
export type End = 'same' | 'equal' | 'refused' | { readonly wrong: string };

export interface Subject {
  readonly text: string;
  readonly config: object;
  readonly targetVersion: string | undefined;
}

export type Law = (subject: Subject) => End;

/** Rules change between two runs: some go, some say something else, some are new. */
type NewRules = (config: object) => object;

export function lawsOfTrust(newRules: Readonly<Record<string, NewRules>>): ReadonlyMap<string, Law> {
  return new Map<string, Law>([
    ['a second apply changes nothing', (subject) => twice(subject)],
    ['strip gives back what was there', (subject) => stripped(subject)],
    ...Object.entries(newRules).map(([name, change]): [string, Law] => [
      `apply again: ${name}`,
      (subject) => regenerated(subject, change),
    ]),
    ...Object.entries(rewriters).flatMap(([name, rewrite]): [string, Law][] =>
      rewrite ? [[`apply again after ${name}`, (subject) => rewritten(subject, rewrite)]] : [],
    ),
  ]);
}

function twice(subject: Subject): End {
  const once = apply(subject);
  if (once === undefined) return 'refused';
  return compare(apply({ ...subject, text: once }), once);
}

function stripped(subject: Subject): End {
  const once = apply(subject);
  if (once === undefined) return 'refused';
  const result = strip(inputOf({ ...subject, text: once }));
  return compare(result.outputs[0]?.text, subject.text);
}

function regenerated(subject: Subject, change: NewRules): End {
  const next = { ...subject, config: change(subject.config) };
  const old = apply(subject);
  const fresh = apply(next);
  if (old === undefined || fresh === undefined) return 'refused';
  return compare(apply({ ...next, text: old }), fresh);
}

function rewritten(subject: Subject, rewrite: (text: string) => string | undefined): End {
  const once = apply(subject);
  const before = rewrite(subject.text);
  const after = once === undefined ? undefined : rewrite(once);
  const fresh = before === undefined ? undefined : apply({ ...subject, text: before });
  if (after === undefined || fresh === undefined) return 'refused';
  return compare(apply({ ...subject, text: after }), fresh);
}

function compare(found: string | undefined, expected: string): End {
  if (found === expected) return 'same';
  if (found === undefined) return { wrong: 'refused' };
  return meaningOf(found) === meaningOf(expected)
    ? 'equal'
    : { wrong: `--- expected\n${expected}\n--- found\n${found}` };
}

function apply(subject: Subject): string | undefined {
  return compile(inputOf(subject)).outputs[0]?.text;
}

export function inputOf({ text, config, targetVersion }: Subject): CompileInput {
  return {
    workflow: [{ path: 'it.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(config) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion },
  };
}
