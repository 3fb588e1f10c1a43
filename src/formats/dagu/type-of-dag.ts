import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { trimSpace } from '../../text/trim-space.js';
import { inQuotesOf } from '../../text/unwrap.js';
import { dagTypes, isDagType } from './dag-types.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { fieldOf, readValue } from './fields.js';

/** Reports a `type` that no version knows: each refuses the file, and nobody can tell whether its steps were meant as a chain. */
export function reportUnknownType({ root, file }: DaguDocument, dialect: Dialect, report: Report): void {
  const written = fieldOf(root, 'type')?.value;
  const value = readValue(written);
  if (!written || !value) return;
  const type = value.kind === 'scalar' && value.type === 'string' ? trimSpace(value.value) : undefined;
  // A type of the other version is reported where versions are decided.
  if (type !== undefined && isDagType(type)) return;
  const meant = type === undefined ? undefined : nearestName(type, dialect === 'v1' ? dagTypes.v1 : dagTypes.v2);
  const span = { file, start: written.start, end: written.end };
  const canFix = meant !== undefined && written.kind === 'scalar' && written.anchor === undefined;
  const fix = canFix ? [{ ...span, text: inQuotesOf(written, meant) }] : undefined;
  const found = value.kind === 'scalar' ? `\`${value.value}\`` : value.kind === 'map' ? 'a mapping' : 'a list';
  const known = dialect === 'v2' ? dagTypes.v2 : dagTypes.v1;
  report('DW297', { found, known, meant, isFixed: canFix }, { span, fix });
}
