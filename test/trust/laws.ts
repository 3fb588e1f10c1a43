import { type CompileInput, compile } from '../../src/compile.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { createManifest, stripByManifest } from '../../src/manifest/manifest.js';
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

export interface Law {
  readonly name: string;
  /** Holds for any way to write a file, and is asked for each. */
  readonly cheap: boolean;
  /** @param once the subject's text with hooks */
  check(subject: Subject, once: string): End;
}

/** Rules change between two runs: some go, some say something else, some are new. */
type NewRules<Config> = (config: Config) => object;

export function lawsOfTrust<Config extends object>(
  newRules: Readonly<Record<string, NewRules<Config>>>,
): readonly Law[] {
  return [
    { name: 'a second apply changes nothing', cheap: true, check: twice },
    { name: 'strip by mark gives back what was there', cheap: true, check: stripped },
    { name: 'strip by manifest gives back every byte', cheap: true, check: strippedByManifest },
    ...Object.entries(newRules).map(
      ([name, change], index): Law => ({
        name: `new rules: ${name}`,
        cheap: index === 0,
        check: (subject, once) => regenerated(subject, once, change(subject.config as Config)),
      }),
    ),
    ...Object.entries(rewriters).flatMap(([name, rewrite]): Law[] =>
      rewrite
        ? [{ name: `after ${name}`, cheap: false, check: (subject, once) => rewritten(subject, once, rewrite) }]
        : [],
    ),
  ];
}

function twice(subject: Subject, once: string): End {
  return compare(applied({ ...subject, text: once }), once);
}

function stripped(subject: Subject, once: string): End {
  return compare(strip(inputOf({ ...subject, text: once })).outputs[0]?.text, subject.text);
}

function strippedByManifest(subject: Subject, once: string): End {
  const input = inputOf(subject);
  const manifest = createManifest(compile(input), input.workflow, input.configuration);
  const { report, hasErrors } = createCollector();
  const [found] = stripByManifest([{ path: 'it.yaml', text: once }], manifest, report);
  return !hasErrors() && found!.text === subject.text ? 'same' : { wrong: 'other bytes' };
}

function regenerated(subject: Subject, once: string, config: object): End {
  const fresh = applied({ ...subject, config });
  return fresh === undefined ? 'refused' : compare(applied({ ...subject, config, text: once }), fresh);
}

function rewritten(subject: Subject, once: string, rewrite: (text: string) => string | undefined): End {
  const before = rewrite(subject.text);
  const after = rewrite(once);
  const fresh = before === undefined ? undefined : applied({ ...subject, text: before });
  if (after === undefined || fresh === undefined) return 'refused';
  return compare(applied({ ...subject, text: after }), fresh);
}

function compare(found: string | undefined, expected: string): End {
  if (found === expected) return 'same';
  if (found === undefined) return { wrong: 'refused' };
  return meaningOf(found) === meaningOf(expected)
    ? 'equal'
    : { wrong: `--- expected\n${expected}\n--- found\n${found}` };
}

/** The text with hooks; `undefined` where it is refused. */
export function applied(subject: Subject): string | undefined {
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
