import { corpusFiles, folders } from '../corpus/files.js';
import { corpusConfigFor } from '../corpus/rules.js';
import { variants } from '../corpus/variants.js';
import { applied, type End, type Law, lawsOfTrust, type Subject } from './laws.js';
import { newRules } from './new-rules.js';

export interface Finding {
  readonly law: string;
  readonly variant: string;
  readonly file: string;
  readonly end: End;
}

export interface Asked {
  readonly file: (name: string) => boolean;
  readonly law: (name: string) => boolean;
  readonly variant: (name: string) => boolean;
}

/** Every law for every file of the corpus in every way to write it. */
export function* surveyTrust(asked: Asked): Iterable<Finding> {
  const laws = lawsOfTrust(newRules).filter(({ name }) => asked.law(name));
  for (const folder of folders) {
    for (const file of corpusFiles(folder)) {
      if (!asked.file(file.name)) continue;
      for (const [variant, write] of Object.entries(variants)) {
        const text = asked.variant(variant) ? write(file.text) : undefined;
        if (text === undefined) continue;
        const ask = laws.filter((law) => law.cheap || thorough.has(variant));
        for (const targetVersion of folder.targets) {
          const subject = { text, targetVersion, config: corpusConfigFor(targetVersion) };
          const name = `${folder.name}/${file.name} (${variant}, ${targetVersion ?? 'not said'})`;
          for (const [law, end] of ends(subject, ask)) yield { law, variant, file: name, end };
        }
      }
    }
  }
}

/** With these, laws that take long are asked as well. */
const thorough: ReadonlySet<string> = new Set(['as written', 'JSON, compact']);

function* ends(subject: Subject, laws: readonly Law[]): Iterable<[string, End]> {
  const once = applied(subject);
  for (const law of laws) {
    try {
      yield [law.name, once === undefined ? 'refused' : law.check(subject, once)];
    } catch (fault) {
      yield [law.name, { wrong: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) }];
    }
  }
}
