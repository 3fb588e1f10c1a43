import { createNode } from '../../src/model/create-node.js';
import type { Rule, RuleSet } from '../../src/model/rule.js';
import type { Dag, Sequence, Workflow } from '../../src/model/workflow.js';
import type { Hook, Slot } from '../../src/passes/graph/slot.js';

const nowhere = { file: 'small.yaml', start: 0, end: 0 };

/**
 * A DAG from a line such as `a; b <- a; [c, d <-]; e`: nodes with what they are written to wait for, nothing written where
 * no arrow is, an empty list behind a bare arrow; a nested list in brackets.
 */
export function smallDag(line: string, sequences: readonly Sequence[] = ['none']): Dag {
  const written = line.split(';').flatMap((part, entry) => {
    const inner = /^\s*\[(.*)\]\s*$/.exec(part)?.[1];
    return (inner === undefined ? [part] : inner.split(',')).map((text) => ({
      entry,
      grouped: inner !== undefined,
      ...nameAndNeeds(text),
    }));
  });
  const indexOf = new Map(written.map(({ name }, index) => [name, index]));
  const nodes = written.map(({ entry, grouped, name, needs }, index) =>
    createNode({
      index,
      name,
      reference: name,
      type: 'command',
      kinds: ['command', 'shell'],
      entry,
      grouped,
      needs: needs?.map((need) => ({ name: need, node: indexOf.get(need), span: nowhere })),
      span: nowhere,
    }),
  );
  const readings = sequences.map((sequence) => ({ name: sequence, sequence }));
  return {
    index: 0,
    name: 'small',
    nameAtRun: undefined,
    file: 'small.yaml',
    nodes,
    readings,
    env: new Map(),
    params: new Set(),
    given: new Map(),
    closed: undefined,
    startsElsewhere: undefined,
    span: nowhere,
  };
}

function nameAndNeeds(text: string): { readonly name: string; readonly needs: readonly string[] | undefined } {
  const [name, needs] = text.split('<-').map((side) => side.trim());
  return { name: name!, needs: needs?.split(' ').filter((need) => need !== '') };
}

export function smallWorkflow(dags: readonly Dag[], roots: readonly number[] = [0]): Workflow {
  return {
    format: 'small',
    files: [],
    dags: dags.map((dag, index) => ({ ...dag, index })),
    roots,
    inherits: false,
    findBeside: 'all',
  };
}

/** What holds where nothing is configured, without the usual names. */
export const noRules: RuleSet = {
  enabled: true,
  rules: [],
  deny: [],
  tasksAre: 'auto',
  taskIds: [],
  setup: [],
  taskEnds: [],
  teardown: [],
  prompts: 'inline',
  runtime: 'dagweave',
  vars: new Map(),
  context: new Map(),
  engines: new Map(),
  maxAddedSteps: undefined,
  maxLlmCalls: undefined,
  maxWebhooks: undefined,
  maxAddedCriticalPath: undefined,
  targetVersion: undefined,
  assumeVersion: undefined,
  baseConfig: undefined,
  format: undefined,
  marks: true,
  stages: undefined,
};

export function smallRule(name: string, more: Partial<Rule> = {}): Rule {
  return {
    id: name,
    label: name,
    point: 'post_task',
    step: {
      type: 'shell',
      name,
      config: {},
      policy: {},
      output: undefined,
      syntax: 'braces',
      promptsDirectory: '',
      span: nowhere,
      fieldSpans: new Map(),
    },
    tasks: [{ text: '*', span: nowhere }],
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
    span: nowhere,
    ...more,
  };
}

export function smallHook(name: string, slot: Slot, more: Partial<Rule> = {}): Hook {
  return { rule: smallRule(name, more), dag: 0, task: undefined, slot, beside: undefined };
}
