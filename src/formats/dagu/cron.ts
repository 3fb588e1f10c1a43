import { trimSpace } from '../../text/trim-space.js';

/** Does the engine read it as a cron expression? An empty text means none. It takes no seconds, no `@daily`, and no 7 for a Sunday. */
export function isCron(text: string): boolean {
  const written = trimSpace(text);
  const [first = '', ...others] = written.split(/\s+/);
  if (first === '') return true;
  const times = /^(?:CRON_)?TZ=/.test(first) ? others : [first, ...others];
  return times.length === fields.length && fields.every((field, index) => isField(times[index]!, field));
}

interface CronField {
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
}

const fields: readonly CronField[] = [
  { from: 0, to: 59 },
  { from: 0, to: 23 },
  { from: 1, to: 31 },
  { from: 1, to: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  { from: 0, to: 6, names: 'sun mon tue wed thu fri sat'.split(' ') },
];

function isField(written: string, field: CronField): boolean {
  return written.split(',').every((part) => part === '' || isRange(part, field));
}

/** `*`, `5`, `1-5`, each also with `/2`. */
function isRange(part: string, field: CronField): boolean {
  const [range = '', step, ...more] = part.split('/');
  if (more.length > 0 || (step !== undefined && !(/^\+?\d+$/.test(step) && Number(step) > 0))) return false;
  const [low = '', high, ...others] = range.split('-');
  if (others.length > 0) return false;
  // What is behind a star and a hyphen is not read.
  if (low === '*' || low === '?') return true;
  const from = numberOf(low, field);
  const to = high === undefined ? from : numberOf(high, field);
  return from !== undefined && to !== undefined && from >= field.from && to <= field.to && from <= to;
}

function numberOf(written: string, { from, names }: CronField): number | undefined {
  const named = names?.indexOf(written.toLowerCase()) ?? -1;
  if (named >= 0) return named + from;
  return /^\+?\d+$/.test(written) ? Number(written) : undefined;
}
