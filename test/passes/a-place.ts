import { daguShell } from '../../src/formats/dagu/shell.js';
import { createNode } from '../../src/model/create-node.js';
import type { PromptFile, PromptLibrary } from '../../src/model/libraries.js';
import type { Rule, RuleSet } from '../../src/model/rule.js';
import type { Span } from '../../src/model/source.js';
import type { StepDefinition } from '../../src/model/step.js';
import type { Dag, Workflow } from '../../src/model/workflow.js';
import type { BindPlace } from '../../src/passes/variables/bind-place.js';
import { noRules } from './small-dag.js';

export function spanAt(start: number): Span {
  return { file: 'hooks.yaml', start, end: start + 1 };
}

/** A root `calc` that calls a body `T001`, each with an environment and parameters. */
export function placeIn(
  level: 'root' | 'task',
  given: { root?: object; own?: object; rootParams?: readonly string[]; ownParams?: readonly string[] } = {},
  task = 'T001',
): BindPlace {
  const root = dag(0, 'calc', given.root, given.rootParams);
  const body = dag(1, task, given.own, given.ownParams);
  const byArborist = { ...dag(2, 'sync'), nodes: [arboristNode] };
  const workflow: Workflow = {
    format: 'dagu',
    files: [],
    dags: [root, body, byArborist],
    roots: [0],
    inherits: false,
    findBeside: 'all',
  };
  if (level === 'root') return { workflow, dag: root, task: undefined, shell: daguShell };
  const node = { dag: 0, node: 0 };
  return { workflow, dag: body, task: { name: task, id: undefined, body: 1, node }, shell: daguShell };
}

/** A place in a workflow that nothing shows to be one of Arborist. */
export function elsewhere(place: BindPlace): BindPlace {
  const { dags } = place.workflow;
  return { ...place, workflow: { ...place.workflow, dags: dags.slice(0, 2) } };
}

const arboristNode = createNode({
  index: 0,
  name: 'pre-sync',
  entry: 0,
  type: 'command',
  command: 'arborist task pre-sync T001',
  span: spanAt(0),
});

function dag(index: number, name: string, env: object = {}, params: readonly string[] = []): Dag {
  const readings = [{ name: 'Dagu', sequence: 'none' as const }];
  return {
    index,
    name,
    nameAtRun: undefined,
    file: 'calc.yaml',
    nodes: [],
    readings,
    env: new Map(Object.entries(env)),
    params: new Set(params),
    given: new Map(),
    closed: undefined,
    startsElsewhere: undefined,
    span: spanAt(0),
  };
}

export function rulesWith(changes: { vars?: object; context?: object } = {}): RuleSet {
  const context = Object.entries(changes.context ?? {}).map(
    ([name, text], index) => [name, { text, span: spanAt(100 + index) }] as const,
  );
  return { ...noRules, vars: new Map(Object.entries(changes.vars ?? {})), context: new Map(context) };
}

/** A rule for a step; field number n of the step was written at offset 10 + n. */
export function ruleFor(
  config: Readonly<Record<string, unknown>>,
  type = 'shell',
  name: string | undefined = 'lint',
): Rule {
  const fields = Object.entries(config).map(([field], index) => [field, spanAt(10 + index)] as const);
  const step: StepDefinition = {
    type,
    name,
    config,
    policy: {},
    output: undefined,
    syntax: 'braces',
    promptsDirectory: 'prompts',
    span: spanAt(1),
    fieldSpans: new Map(fields),
  };
  return {
    id: 'post_task/lint',
    label: 'lint',
    point: 'post_task',
    step,
    tasks: [],
    tasksExclude: [],
    anchor: undefined,
    when: undefined,
    order: 0,
    layer: 0,
    position: 0,
    parallel: undefined,
    await: true,
    policy: { onFailure: 'abort', retries: 0, retryDelay: 5, timeout: undefined },
    run: 'success',
    environments: undefined,
    optional: false,
    once: false,
    action: undefined,
    span: spanAt(0),
  };
}

/** Prompt files from a table, by their path below `prompts`. */
export function libraryOf(files: Readonly<Record<string, string>>): PromptLibrary {
  return {
    read(directory, name): PromptFile {
      const path = `${directory}/${name}`;
      if (name.startsWith('..')) return { kind: 'outside', path };
      if (!Object.hasOwn(files, name)) return { kind: 'missing', path, known: Object.keys(files) };
      return { kind: 'text', path, text: files[name]! };
    },
  };
}
