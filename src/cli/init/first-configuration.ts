import { inShell } from './command-for.js';
import type { Surroundings } from './look-around.js';
import { type FoundWorkflow, filesOf } from './with-parts.js';

/** What the text speaks of. */
export interface Facts {
  readonly surroundings: Surroundings;
  /** Names of tasks of a workflow that is here. */
  readonly tasks: readonly string[];
  readonly firstRule: FirstRule;
  /** Workflows that cannot have what is written here. */
  readonly refused?: readonly FoundWorkflow[];
}

/** Does what follows a task wait for its hook? That takes more than some workflows let a hook have. */
export type FirstRule = 'awaited' | 'unawaited';

/** A line to pick: it is a comment until somebody takes the sign away. */
export type Choice = (typeof choices)[number];
export const choices = ['version', 'models', 'coverage', 'review', 'scan', 'end', 'deny'] as const;

/**
 * What `dagweave init` writes: one rule that works, and others to pick from, each on a line of its own that works by itself.
 * @param without choices that do not work with the workflows that are here
 * @param picked choices that are no comments
 */
export function firstConfiguration(
  facts: Facts,
  without: ReadonlySet<Choice> = new Set(),
  picked: ReadonlySet<Choice> = new Set(),
): string {
  const task = exampleTask(facts.tasks);
  const choice = (name: Choice, indent: number, prose: string, line: string): string => {
    if (without.has(name)) return '';
    const space = ' '.repeat(indent);
    return `\n${space}# ${prose}\n${space}${picked.has(name) ? '' : '# '}${line}\n`;
  };
  return `# yaml-language-server: $schema=../node_modules/dagweave/dag-schemas/config.schema.json
# Hooks for workflows: which steps dagweave adds, and where. The first line tells an editor the keys. Where dagweave is not
# installed in this project, write a copy (dagweave schema config > .dagweave/config.schema.json) and let the first line say
# $schema=config.schema.json
#
# A line that begins with "# " and is no sentence is there to pick: take the "# " away, and it counts.
${about(facts)}
hooks:
  enabled: true
  version: 1
  prompts_dir: prompts          # below this folder
${hasDagu(facts) ? choice('version', 2, 'The version of Dagu that runs the workflows which do not show theirs.', 'assume_version: "2.14"') : ''}${choice(
  'models',
  2,
  'Who answers the steps that ask a model; the program claude unless given.',
  'models: {runner: openai, model: qwen3-coder, base_url: "http://localhost:11434/v1"}',
)}
  # Values for {{vars.NAME}}.
  vars:
    team: platform

  # Steps by name. What they do is here, where they are inserted is below.
  step_definitions:
    announce:
      type: shell
      command: echo "{{task_id}} of {{vars.team}} is done"

  # Where they go: pre_root, post_roots, pre_task, post_task, final.
  injections:
    post_task:
      - step: announce
        ${firstRules[facts.firstRule]}
${choice(
  'coverage',
  6,
  'A gate: what waits for the task waits for the coverage of its tests as well.',
  `- {id: coverage, type: quality_check, tasks: [${task}], optional: true, ${facts.surroundings.coverage}, min_score: 80}`,
)}${choice(
  'review',
  6,
  'A review by a model, for which nothing waits.',
  '- {id: review, type: llm_eval, prompt_file: code_quality.md, await: false}',
)}${choice(
  'scan',
  4,
  'A scan before each deployment, whatever its step is called.',
  'pre_task: [{id: scan, type: shell, command: trivy fs ., match: {runs: ["kubectl apply *", "terraform apply*", "/deploy/"]}, optional: true}]',
)}${choice(
  'end',
  4,
  'At the end, however the run ended: success, failure, abort or always.',
  'final: [{id: end, type: shell, command: echo the run is over, run: always}]',
)}${choice(
  'deny',
  2,
  'What no workflow may have.',
  'deny: [{match: {runs: "terraform destroy*", unsure: skip}, message: no workflow destroys anything}]',
)}`;
}

const firstRules: Readonly<Record<FirstRule, string>> = {
  awaited: 'on_failure: continue     # may fail; without it a step is a gate',
  unawaited: 'await: false             # nothing waits for it, and it may fail; without it a step is a gate',
};

function about({ surroundings: { workflows, buildServer }, tasks, refused = [] }: Facts): string {
  if (workflows.length === 0) return '';
  const languages = [...new Set(workflows.map(({ format }) => format.shape.language))];
  const shown = tasks.slice(0, mostTasks);
  const more = tasks.length > shown.length ? `, and ${tasks.length - shown.length} more` : '';
  const found = `# Found here: ${languages.join(', ')}.${shown.length > 0 ? ` Tasks are ${shown.join(', ')}${more}.` : ''}\n`;
  return `${found}# In a build${buildServer ? ` (${buildServer})` : ''}, \`dagweave apply --check ${placeOf(workflows, mostPlaces, refused)}\` fails where somebody forgot to apply the rules.\n`;
}

const mostTasks = 6;

/**
 * The folders that hold workflows, and files that lie alone; a placeholder where these are too many, or none that a shell takes as it is.
 * @param most how many, for a text to be read; more are for a command to be copied
 * @param without those that are not to be in any of these folders
 */
export function placeOf(
  workflows: readonly FoundWorkflow[],
  most = mostPlaces,
  without: readonly FoundWorkflow[] = [],
): string {
  const left = new Set(pathsOf(without));
  const all = pathsOf(workflows);
  const paths = all.filter((path) => !left.has(path));
  const isClear = (folder: string) => !all.some((path) => left.has(path) && path.startsWith(`${folder}/`));
  const inner = placesOf(paths, isClear, (path) => path.slice(0, Math.max(path.lastIndexOf('/'), 0)));
  const outer = placesOf(paths, isClear, (path) => path.slice(0, Math.max(path.indexOf('/'), 0)));
  const shown = inner.length > mostPlaces && outer.length <= mostPlaces ? outer : inner;
  const words = shown.map(inShell);
  return words.length > 0 && words.length <= most && !words.includes(undefined) ? words.join(' ') : 'WORKFLOW…';
}

function pathsOf(workflows: readonly FoundWorkflow[]): readonly string[] {
  return workflows.flatMap(filesOf).map(({ path }) => path);
}

function placesOf(
  paths: readonly string[],
  isClear: (folder: string) => boolean,
  folderOf: (path: string) => string,
): readonly string[] {
  const inFolder = new Map<string, number>();
  for (const path of paths) inFolder.set(folderOf(path), (inFolder.get(folderOf(path)) ?? 0) + 1);
  const places = paths.map((path) => {
    const folder = folderOf(path);
    return folder === '' || inFolder.get(folder) === 1 || !isClear(folder) ? path : folder;
  });
  return [...new Set(places)];
}

const mostPlaces = 4;
export const mostToCopy = 40;

function hasDagu({ surroundings: { workflows } }: Facts): boolean {
  return workflows.length === 0 || workflows.some(({ format }) => format.name === 'dagu');
}

/** The task whose tests the example checks. */
function exampleTask(tasks: readonly string[]): string {
  const name = tasks.find((one) => /test|check/i.test(one)) ?? tasks.find((one) => /build/i.test(one)) ?? tasks[0];
  return JSON.stringify(name ?? '*test*');
}
