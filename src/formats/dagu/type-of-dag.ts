import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { trimSpace } from '../../text/trim-space.js';
import { inQuotesOf } from '../../text/unwrap.js';
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
  if (type !== undefined && isKnownType(type)) return;
  const meant = type === undefined ? undefined : nearestName(type, dialect === 'v1' ? typesOf.v1 : typesOf.v2);
  const span = { file, start: written.start, end: written.end };
  const canFix = meant !== undefined && written.kind === 'scalar' && written.anchor === undefined;
  const fix = canFix ? [{ ...span, text: inQuotesOf(written, meant) }] : undefined;
  const found = value.kind === 'scalar' ? `\`${value.value}\`` : value.kind === 'map' ? 'a mapping' : 'a list';
  const known = dialect === 'v2' ? typesOf.v2 : typesOf.v1;
  report('DW297', { found, known, meant, isFixed: canFix }, { span, fix });
}

/** Does one of the versions take it? An empty one is as good as none. */
export function isKnownType(type: string): boolean {
  return type === '' || typesOf.v2.includes(type);
}

/** Both take `graph` and `chain`. */
const typesOf = { v1: ['graph', 'chain'], v2: ['graph', 'chain', 'agent', 'build'] };
