/** Does a text look like a workflow or a composite action of GitHub? Other languages have jobs, too, and say so at the top. */
export function looksLikeGithub(text: string): boolean {
  if (/^\ufeff?\s*\{/.test(text) && /"(?:jobs|runs)"\s*:/.test(text) && isJsonOfGithub(text)) return true;
  if (others.test(text)) return false;
  if (jobs.test(text)) return !steps.test(text) && (ofJobs.test(text) || (on.test(text) && inJobs.test(text)));
  return (
    /(?:^|\n)["']?runs["']?[ \t]*:/.test(text) && /[\n{,][ \t]*["']?using["']?[ \t]*:[ \t]*["']?composite\b/.test(text)
  );
}

const others =
  /(?:^|\n)["']?(?:apiVersion|version|workflows|orbs|pool|trigger|pr|stages|include|default|before_script)["']?[ \t]*:/;
const jobs = /(?:^\ufeff?|[\n{,])["']?jobs["']?[ \t]*:/;
const on = /(?:^\ufeff?|[\n{,])["']?on["']?[ \t]*:/;
const ofJobs = /[\n{,][ \t]*["']?(?:runs-on|uses)["']?[ \t]*:/;
const inJobs = /[\n{,][ \t]*["']?(?:steps|needs|run)["']?[ \t]*:/;
/** Those of another language, of which one step may be called so. */
const steps = /(?:^|\n)["']?steps["']?[ \t]*:/;

/** JSON tells the first level by no line: it is read. */
function isJsonOfGithub(text: string): boolean {
  const root = objectIn(text);
  if (!root || notOnFirstLevel.some((key) => Object.hasOwn(root, key))) return false;
  const jobs = asObject(root.jobs);
  const has = (keys: readonly string[]) =>
    Object.values(jobs ?? {}).some((job) => keys.some((key) => Object.hasOwn(asObject(job) ?? {}, key)));
  if (jobs) return has(['runs-on', 'uses']) || (Object.hasOwn(root, 'on') && has(['steps', 'needs', 'run']));
  return asObject(root.runs)?.using === 'composite';
}

function objectIn(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asObject(JSON.parse(json.replace(/^\ufeff/, '')));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

const notOnFirstLevel = [
  ...['apiVersion', 'version', 'workflows', 'orbs', 'pool', 'trigger', 'pr', 'stages', 'include', 'default'],
  ...['before_script', 'steps'],
];
