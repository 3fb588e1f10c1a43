import { parseAllDocuments } from 'yaml';

/** One document of a Dagu file as plain data, read without any of the compiler's own code. */
export interface OracleDocument {
  readonly name: string | undefined;
  readonly body: Record<string, unknown>;
  readonly steps: readonly OracleStep[];
}

export interface OracleStep {
  /** The step as written; a command written as a string stays a string. */
  readonly written: unknown;
  readonly fields: Record<string, unknown>;
  readonly name: string;
  readonly id: string | undefined;
  /** Position of its entry in the list, and whether the entry is a nested list. */
  readonly entry: number;
  readonly grouped: boolean;
  /** False for the map form, which has no order. */
  readonly listed: boolean;
}

export type Version = '1.30' | '2.15';

export function readDocuments(text: string, version: Version): readonly OracleDocument[] {
  const parsed = parseAllDocuments(text, { merge: true, uniqueKeys: false });
  if (!Array.isArray(parsed)) return [];
  const bodies = parsed.map((document) => {
    if (document.errors.length > 0) throw new Error(`not YAML: ${document.errors[0]?.message}`);
    return document.toJS({ maxAliasCount: -1 }) as unknown;
  });
  return bodies.filter(isMap).map((body) => ({
    name: typeof body.name === 'string' ? body.name : undefined,
    body,
    steps: readSteps(field(body, 'steps', version), version),
  }));
}

/** Dagu 1.30 reads keys whatever their case; 2.x does not. */
export function field(map: Record<string, unknown>, key: string, version: Version): unknown {
  if (Object.hasOwn(map, key)) return map[key];
  if (version !== '1.30') return undefined;
  const found = Object.keys(map).find((one) => one.toLowerCase() === key.toLowerCase());
  return found === undefined ? undefined : map[found];
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readSteps(steps: unknown, version: Version): readonly OracleStep[] {
  const taken = new Set<string>();
  const read = (written: unknown, entry: number, grouped: boolean, given?: string): OracleStep => {
    const fields = isMap(written) ? written : { command: written };
    const id = textOf(field(fields, 'id', version));
    const own = given ?? textOf(field(fields, 'name', version))?.trim();
    const name = own || (version === '2.15' ? id : undefined) || madeUpName(fields, entry, taken, version);
    if (version === '2.15') taken.add(name);
    return { written, fields, name, id, entry, grouped, listed: given === undefined };
  };
  if (Array.isArray(steps)) {
    return steps.flatMap((one, entry) =>
      Array.isArray(one) ? one.map((inner) => read(inner, entry, true)) : [read(one, entry, false)],
    );
  }
  if (isMap(steps)) return Object.keys(steps).map((key, entry) => read(steps[key], entry, false, key));
  return [];
}

/** Dagu names a nameless step by its kind and the place of its entry, counted up until free. */
function madeUpName(fields: Record<string, unknown>, entry: number, taken: Set<string>, version: Version): string {
  const kind = kindOf(fields, version);
  let count = entry + 1;
  while (taken.has(`${kind}_${count}`)) count += 1;
  taken.add(`${kind}_${count}`);
  return `${kind}_${count}`;
}

function kindOf(fields: Record<string, unknown>, version: Version): string {
  const has = (key: string) => field(fields, key, version) !== undefined;
  const type = field(fields, 'type', version) ?? executorOf(fields, version);
  if (typeof type === 'string') return type;
  if (has('parallel')) return 'parallel';
  if (typeof fields.action === 'string') return fields.action.split('.')[0]!;
  if (has('container')) return 'docker';
  if (has('call') || (version === '1.30' && has('run'))) return 'dag';
  if (has('script') || hasSeveralLines(fields, version)) return 'script';
  if (has('command') || has('run')) return 'cmd';
  return 'step';
}

/** A command of several lines is a script to Dagu. */
function hasSeveralLines(fields: Record<string, unknown>, version: Version): boolean {
  const command = field(fields, 'command', version) ?? fields.run;
  return typeof command === 'string' && command.trim().includes('\n');
}

/** The old spelling of a type: a name, or a map with a type. */
function executorOf(fields: Record<string, unknown>, version: Version): unknown {
  const executor = field(fields, 'executor', version);
  return isMap(executor) ? executor.type : executor;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
