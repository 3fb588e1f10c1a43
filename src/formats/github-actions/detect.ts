import { parseYaml } from '../../text/yaml.js';
import { asMap, pairOf, textOf } from '../../text/yaml-access.js';

/** Does a text look like a workflow or a composite action of GitHub? Other languages have jobs, too, and say so at the top. */
export function looksLikeGithub(text: string): boolean {
  if (/^\ufeff?\s*\{/.test(text) && /"(?:jobs|runs)"/.test(text) && isJsonOfGithub(text)) return true;
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
  return parseYaml(text).some(({ root }) => {
    const map = asMap(root);
    if (!map || notOnFirstLevel.some((key) => pairOf(map, key))) return false;
    const jobs = asMap(pairOf(map, 'jobs')?.value)?.pairs.flatMap(({ value }) => asMap(value) ?? []);
    const has = (keys: readonly string[]) => jobs?.some((job) => keys.some((key) => pairOf(job, key))) === true;
    if (jobs) return has(['runs-on', 'uses']) || (pairOf(map, 'on') !== undefined && has(['steps', 'needs', 'run']));
    return textOf(pairOf(asMap(pairOf(map, 'runs')?.value) ?? map, 'using')?.value) === 'composite';
  });
}

const notOnFirstLevel = [
  ...['apiVersion', 'version', 'workflows', 'orbs', 'pool', 'trigger', 'pr', 'stages', 'include', 'default'],
  ...['before_script', 'steps'],
];
