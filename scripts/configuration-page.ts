import { configJsonSchema } from '../src/frontends/native/json-schema.js';
import { stepTypes } from '../src/steps/index.js';

type Schema = Readonly<Record<string, unknown>>;

/** The reference of all keys of a configuration, from its schema. */
export function configurationPage(): string {
  const schema = configJsonSchema([...stepTypes.values()]);
  const parts = schema.$defs as Readonly<Record<string, Schema>>;
  const section = propertiesOf(parts.section!);
  const common = propertiesOf(parts.step!);
  const rule = { ...propertiesOf(parts.any_rule!), ...propertiesOf(parts.final_rule!) };
  const groups = Object.entries(section).flatMap(([key, one]) => {
    const inner = Object.entries(innerOf(one));
    return inner.length === 0 ? [] : [`## hooks.${key}\n\n${table(Object.fromEntries(inner))}`];
  });
  const types = [...stepTypes.keys()].map((name) => `### ${name}\n\n${table(propertiesOf(parts[`${name}_fields`]!))}`);
  return `# Configuration

All keys of \`.dagweave/config.yaml\`, as its [schema](../dag-schemas/config.schema.json) has them: editors show the same. \`dagweave init\` writes a first one,
\`dagweave schema config\` prints the schema. Where these files are and which goes before which: [the README](../README.md#writing-rules).

## hooks

${table(section)}
${groups.join('\n')}
## A rule

An entry of a list in \`injections\`: a \`step\`, or a \`type\` with the fields of that type, and:

${table(rule)}
## expect

${table(innerOf(rule.expect!))}
## match

${table(propertiesOf(parts.match!))}
## A step

An entry of \`step_definitions\`: its \`type\`, the fields of that type, and:

${table(common)}
${types.join('\n')}`;
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  const entries = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Schema | false>>);
  return Object.fromEntries(entries.filter((entry): entry is [string, Schema] => entry[1] !== false));
}

/** What a mapping with a closed list of keys holds, also where it may be null or in a list. */
function innerOf(schema: Schema): Readonly<Record<string, Schema>> {
  const choices = [schema, ...((schema.anyOf ?? []) as readonly Schema[])];
  const items = choices.flatMap((one) => (one.items ? [one.items as Schema] : []));
  const nested = items.flatMap((one) => [one, ...((one.anyOf ?? []) as readonly Schema[])]);
  return Object.assign({}, ...[...choices, ...nested].map(propertiesOf));
}

function table(properties: Readonly<Record<string, Schema>>): string {
  const rows = Object.entries(properties).map(([name, { description, examples }]) => {
    const [example] = (examples ?? []) as readonly unknown[];
    return `| \`${name}\` | ${cell(String(description ?? ''))} | ${example === undefined ? '' : `\`${cell(JSON.stringify(example))}\``} |\n`;
  });
  return `| key | is | for example |\n| --- | --- | --- |\n${rows.join('')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
