import type * as z from 'zod/mini';
import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { PackUse } from '../../model/layer.js';
import type { parameterSchema } from '../pack-schema.js';
import { describe } from '../schema-issues.js';
import { mapAt, type Written, type WrittenMap } from '../written.js';

/** The values that hold in a pack, by name; `undefined` for one that was reported. */
export type Parameters = ReadonlyMap<string, Written | undefined>;

type Declaration = z.output<ReturnType<typeof parameterSchema>>;

/** What a pack declares, each with the value that its use gives, or the default. */
export function readParameters(
  section: WrittenMap,
  check: (written: Written) => Declaration | undefined,
  { pack, use }: { readonly pack: string; readonly use: PackUse | undefined },
  report: Report,
): Parameters {
  const declared = mapAt(section, 'parameters').fields;
  const values = new Map<string, Written | undefined>();
  for (const [parameter, { key, value: written }] of declared) {
    const declaration = check(written);
    const given = use?.values.get(parameter);
    const usual = written.kind === 'map' ? written.fields.get('default')?.value : undefined;
    const related = { message: 'declared here', span: key };
    values.set(parameter, undefined);
    if (!declaration) continue;
    const expected = expectedOf(declaration);
    if (usual && !fits(usual, declaration)) {
      report('DW394', { parameter, expected, found: describe(usual) }, { span: usual.span });
    } else if (given && !fits(given.value, declaration)) {
      const args = { pack, parameter, expected, found: describe(given.value) };
      report('DW393', args, { span: given.value.span, related });
    } else if (!given && !usual) {
      report('DW391', { pack, parameter, used: use !== undefined }, { span: use?.span ?? key, related });
    } else values.set(parameter, given?.value ?? usual);
  }
  const known = [...declared.keys()];
  for (const [parameter, { key }] of use?.values ?? []) {
    if (known.includes(parameter)) continue;
    report('DW392', { pack, parameter, nearest: nearestName(parameter, known), known }, { span: key });
  }
  return values;
}

function fits(written: Written, { type, enum: choices }: Declaration): boolean {
  if (type === 'list') return written.kind === 'list' && written.items.every((item) => isScalar(item, choices));
  return typeof written.value === type && isScalar(written, choices);
}

function isScalar({ kind, value }: Written, choices: Declaration['enum']): boolean {
  if (kind !== 'scalar' || value === null || (typeof value === 'number' && !Number.isFinite(value))) return false;
  return !choices || (choices as readonly unknown[]).includes(value);
}

function expectedOf({ type, enum: choices }: Declaration): string {
  const names = { string: 'text', number: 'a number', boolean: 'true or false', list: 'a list of single values' };
  if (!choices) return names[type];
  const shown = choices
    .slice(0, 20)
    .map((one) => JSON.stringify(one))
    .join(', ');
  return type === 'list' ? `a list of some of ${shown}` : `one of ${shown}`;
}
