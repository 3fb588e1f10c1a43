/** What expressions can speak of: a type of CEL for each name. */
export const celFacts = {
  step: {
    name: 'string',
    names: 'list<string>',
    commands: 'list<string>',
    uses: 'list<string>',
    images: 'list<string>',
    calls: 'list<string>',
    env: 'map<string, string>',
  },
  dag: { name: 'string', file: 'string', labels: 'map<string, string>', env: 'map<string, string>' },
  workflow: { dags: 'list<string>', files: 'list<string>', steps: 'int' },
} as const;

export type CelSubject = keyof typeof celFacts;

export type FactValue = string | bigint | readonly string[] | ReadonlyMap<string, string>;

/** The value of a fact; asked for those alone that an expression names. */
export type FactReader = (subject: CelSubject, name: string) => FactValue;

/** `step.commands` */
export interface FactName {
  readonly subject: CelSubject;
  readonly name: string;
}

export function isSubject(name: string): name is CelSubject {
  return Object.hasOwn(celFacts, name);
}

export function namesOfFacts(): readonly string[] {
  return Object.entries(celFacts).flatMap(([subject, facts]) => Object.keys(facts).map((name) => `${subject}.${name}`));
}
