import type { Path, SettingsIssue } from './settings-hook.js';

type Finding = SettingsIssue extends infer Issue ? (Issue extends unknown ? Omit<Issue, 'path'> : never) : never;

/** The fields of one entry, each read by its kind; what does not fit is an issue at its place. */
export interface Fields {
  text(name: string): string | undefined;
  required(name: string): string | undefined;
  truth(name: string): boolean | undefined;
  /** A whole number above 0. */
  count(name: string): number | undefined;
  seconds(name: string): number | undefined;
  texts(name: string): readonly string[] | undefined;
  pairs(name: string): ReadonlyMap<string, string>;
  environment(name: string): ReadonlyMap<string, string>;
  choice<Choice extends string>(name: string, choices: readonly Choice[], otherwise?: Choice): Choice | undefined;
  onlyKnown(where: string, known: readonly string[]): void;
  expected(name: string, expected: string): undefined;
  add(name: string, finding: Finding): undefined;
  /** Did anything not fit that is needed? */
  hasMistakes(): boolean;
}

export function createFields(entry: unknown, path: Path, report: (issue: SettingsIssue) => void): Fields | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    report({ path, kind: 'expected', expected: 'a map with `type`' });
    return undefined;
  }
  const values = entry as Readonly<Record<string, unknown>>;
  let mistakes = false;

  const add = (name: string, finding: Finding): undefined => {
    if (!harmless.has(finding.kind)) mistakes = true;
    report({ path: name in values ? [...path, name] : path, ...finding } as SettingsIssue);
  };
  const expected = (name: string, what: string) => add(name, { kind: 'expected', expected: what });
  const valueAt = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);

  const fields: Fields = {
    add,
    expected,
    hasMistakes: () => mistakes,
    text(name) {
      const value = valueAt(name);
      if (value === undefined) return undefined;
      if (typeof value !== 'string') return expected(name, 'text');
      return value.trim() === '' ? add(name, { kind: 'empty' }) : value;
    },
    required: (name) => (valueAt(name) === undefined ? expected(name, `\`${name}\``) : fields.text(name)),
    truth(name) {
      const value = valueAt(name);
      return value === undefined || typeof value === 'boolean' ? value : expected(name, 'true or false');
    },
    count(name) {
      const value = valueAt(name);
      if (value === undefined) return undefined;
      if (typeof value !== 'number' || !Number.isInteger(value)) return expected(name, 'a whole number');
      return value > 0 ? value : add(name, { kind: 'range', found: value, bound: 'above 0' });
    },
    seconds(name) {
      const value = valueAt(name);
      if (value === undefined || value === null) return undefined;
      if (typeof value !== 'number') return expected(name, 'a number of seconds');
      if (value > 0 && value <= longest) return value;
      return add(name, { kind: 'range', found: value, bound: `above 0 and at most ${longest} seconds` });
    },
    texts(name) {
      const value = valueAt(name);
      if (value === undefined) return undefined;
      const fits = Array.isArray(value) && value.every((item) => typeof item === 'string');
      return fits ? (value as string[]) : expected(name, 'a list of texts');
    },
    pairs(name) {
      const value = valueAt(name);
      const entries = Object.entries(value ?? {});
      const isMap = value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));
      if (isMap && entries.every(([, item]) => typeof item === 'string')) return new Map(entries as [string, string][]);
      expected(name, 'a map of texts');
      return new Map();
    },
    environment(name) {
      const pairs = valueAt(name) === null ? new Map<string, string>() : fields.pairs(name);
      const odd = [...pairs.keys()].find((key) => !/^[A-Za-z_]\w*$/.test(key));
      if (odd !== undefined) expected(name, `names of environment variables, not "${odd}"`);
      return pairs;
    },
    choice(name, choices, otherwise) {
      const value = valueAt(name) ?? otherwise;
      if (value === undefined) return expected(name, `\`${name}\`, one of ${choices.join(', ')}`);
      if (typeof value !== 'string') return expected(name, `one of ${choices.join(', ')}`);
      return choices.find((one) => one === value) ?? add(name, { kind: 'choice', found: value, choices });
    },
    onlyKnown(where, known) {
      for (const key of Object.keys(values)) {
        if (!known.includes(key)) report({ path, kind: 'unknown-key', key, where, known });
      }
    },
  };
  return fields;
}

/** What is said, and the hook is kept. One with a reference that cannot be handed over fails when it is to run. */
const harmless: ReadonlySet<SettingsIssue['kind']> = new Set([
  'reference',
  'near-reference',
  'never-runs',
  'unknown-key',
]);

/** What a timer of the platform can hold. */
const longest = 2_147_483;
