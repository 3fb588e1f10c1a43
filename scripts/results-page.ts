import { readFileSync } from 'node:fs';

type Schema = Readonly<Record<string, unknown>>;

/** The reference of what steps and commands print for programs, from the published schemas. */
export function resultsPage(): string {
  const results = (schemaOf('step-result').anyOf as readonly Schema[]).map(propertiesOf);
  // The last is the result of a step that could not start, which has what all have.
  const isCommon = (name: string) => Object.hasOwn(results.at(-1)!, name);
  const common = Object.entries(results[0]!).filter(([name]) => isCommon(name));
  const types = results.slice(0, -1).map((one) => {
    const own = Object.entries(one).filter(([name]) => !isCommon(name));
    return `### ${String(one.type!.const)}\n\n${table(own)}`;
  });
  return `# Results, plans and manifests

What dagweave prints for programs is JSON, each with a schema in the package (\`dagweave schema\` lists them). Numbers of places count UTF-16 units.

## The result of a step

One object on standard output, whatever happens. Its exit status: 0 success, 1 the check said no, 2 denied, 124 timeout, 125 it could not run.
[What steps do](steps.md), [steps that ask a model](models.md), [schema](../dag-schemas/step-result.schema.json).

${table(common)}
Each type adds:

${types.join('\n')}
${section('diagnostics', 'Diagnostics', '`--diagnostics json` prints them to standard error.')}
${section('plan', 'A plan', '`dagweave diff --view json` prints it.')}
${section('manifest', 'A manifest', '`dagweave apply --manifest FILE` writes it, and `strip` and `verify` read it.')}`;
}

function section(name: string, title: string, text: string): string {
  const schema = schemaOf(name);
  return `## ${title}\n\n${text} [Schema](../dag-schemas/${name}.schema.json).\n\n${table([...fieldsOf(schema, schema, '')])}`;
}

function schemaOf(name: string): Schema {
  return JSON.parse(readFileSync(`dag-schemas/${name}.schema.json`, 'utf8')) as Schema;
}

/** Every field at any depth, by its way there: \`files[].path\`. What several fields hold is listed at the first of them. */
function* fieldsOf(schema: Schema, root: Schema, path: string, seen = new Set<string>()): Generator<[string, Schema]> {
  const { $ref: reference } = schema as { readonly $ref?: string };
  if (reference !== undefined) {
    if (seen.has(reference)) return;
    seen.add(reference);
    const name = reference.slice('#/$defs/'.length);
    yield* fieldsOf((root.$defs as Readonly<Record<string, Schema>>)[name]!, root, path, seen);
  }
  for (const part of [...list(schema.anyOf), ...list(schema.allOf)]) yield* fieldsOf(part, root, path, seen);
  if (schema.items) yield* fieldsOf(schema.items as Schema, root, `${path}[]`, seen);
  for (const [name, one] of Object.entries(propertiesOf(schema))) {
    const full = path === '' ? name : `${path}.${name}`;
    yield [full, one];
    yield* fieldsOf(one, root, full, seen);
  }
}

function list(schemas: unknown): readonly Schema[] {
  return (schemas ?? []) as readonly Schema[];
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
}

function table(fields: readonly (readonly [string, Schema])[]): string {
  const rows = fields.map(([name, { description, examples }]) => {
    const [example] = (examples ?? []) as readonly unknown[];
    return `| \`${name}\` | ${cell(String(description))} | \`${cell(JSON.stringify(example))}\` |\n`;
  });
  return `| field | is | for example |\n| --- | --- | --- |\n${rows.join('')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
