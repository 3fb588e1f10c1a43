import { trimSpace } from '../../text/trim-space.js';

/** Does the engine read it as a cron expression? An empty text means none. It takes no seconds, no `@daily`, and no 7 for a Sunday. */
export function isCron(text: string): boolean {
  const [first = '', ...others] = trimSpace(text).split(/\s+/);
  if (first === '') return true;
  const zone = zoneOf(first);
  const times = zone ? others : [first, ...others];
  const areTimes = times.length === fields.length && fields.every((field, index) => isField(times[index]!, field));
  return areTimes && (zone?.isKnown ?? true);
}

/** The time zone that a cron expression begins with. The engine has the names of the database of time zones, each in its own letters. */
export function zoneOf(text: string): { readonly name: string; readonly isKnown: boolean } | undefined {
  const name = /^(?:CRON_)?TZ=(\S*)/.exec(trimSpace(text))?.[1];
  return name === undefined ? undefined : { name, isKnown: zones.has(name) || area.test(name) };
}

/** Which places an area has changes with each version of the database. */
const area =
  /^(?:posix\/|right\/)?(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)(?:\/[A-Z][\w+-]*)+$/;

/** Those without an area. An empty name is UTC. */
const zones: ReadonlySet<string> = new Set(
  [
    ' Local UTC UCT GMT GMT+0 GMT-0 GMT0 Greenwich Universal Zulu CET CST6CDT EET EST EST5EDT HST MET MST MST7MDT PST8PDT',
    'WET Cuba Egypt Eire Factory GB GB-Eire Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya NZ NZ-CHAT Navajo',
    'PRC Poland Portugal ROC ROK Singapore Turkey W-SU posix/UTC right/UTC localtime posixrules',
  ].flatMap((line) => line.split(' ')),
);

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
