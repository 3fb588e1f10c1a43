import type { Verb } from '../call.js';
import type {
  ApplyOptions,
  BriefOptions,
  DiffOptions,
  DiffView,
  ExplainOptions,
  GraphOptions,
  GraphView,
  ListOptions,
} from '../options.js';

/** What an agent may ask for. Each is a verb of the command line; none of them writes a file. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Takes a workflow, as text or as a path. */
  readonly takesWorkflow: boolean;
  /** Its other arguments, all of them texts. */
  readonly others: Readonly<Record<string, ToolArgument>>;
  readonly load: () => Promise<Verb<ToolOptions>>;
  /** Options of the verb. */
  readonly options: (args: ToolArguments) => Partial<ToolOptions>;
  /** What the verb writes is of no interest: only whether it has something to say against the workflow. */
  readonly onlyMessages?: true;
}

/** Those of all verbs that are tools. */
export type ToolOptions = ApplyOptions &
  BriefOptions &
  Omit<DiffOptions, 'view'> &
  ExplainOptions &
  Omit<GraphOptions, 'view'> &
  ListOptions & { readonly view?: DiffView & GraphView };

interface ToolArgument {
  readonly description: string;
  readonly choices?: readonly string[];
}

export type ToolArguments = Readonly<Record<string, string | undefined>>;

/** The argument of a tool as JSON Schema, which the protocol asks for. */
export function inputSchema({ takesWorkflow, others }: Tool) {
  const named = { ...(takesWorkflow ? workflowArguments : {}), ...others };
  const properties: Record<string, PropertySchema> = {};
  for (const [name, { description, choices }] of Object.entries(named)) {
    properties[name] = { type: 'string', description, ...(choices && { enum: choices }) };
  }
  return { type: 'object' as const, properties, additionalProperties: false };
}

interface PropertySchema {
  readonly type: 'string';
  readonly description: string;
  readonly enum?: readonly string[];
}

const workflowArguments: Readonly<Record<string, ToolArgument>> = {
  workflow: { description: 'The text of the workflow. Give either this or `path`.' },
  path: { description: 'A workflow file, or a folder of them, below the folder of the server.' },
};

export const tools: readonly Tool[] = [
  {
    name: 'brief',
    description:
      'What the rules ask of a workflow: what it must not hold, what it must have, what is added to it afterwards. Call this before you write a workflow.',
    takesWorkflow: false,
    others: {},
    load: async () => (await import('../commands/brief.js')).brief as Verb<ToolOptions>,
    options: () => ({}),
  },
  {
    name: 'check',
    description:
      'Checks a workflow that you wrote: is it sound, is all in it that the rules require, and nothing that they forbid? The answer says what to change. Call this after every change of a workflow.',
    takesWorkflow: true,
    others: {},
    load: async () => (await import('../commands/apply.js')).apply as Verb<ToolOptions>,
    options: () => ({ diagnostics: 'prompt' }),
    onlyMessages: true,
  },
  {
    name: 'augment',
    description: 'The workflow with the steps that the rules add. Writes no file.',
    takesWorkflow: true,
    others: {},
    load: async () => (await import('../commands/apply.js')).apply as Verb<ToolOptions>,
    options: () => ({}),
  },
  {
    name: 'diff',
    description: 'What the rules would change in a workflow. Writes no file.',
    takesWorkflow: true,
    others: {
      view: {
        description: 'text is a patch (the default), graph a drawing, markdown a text for a pull request, json a plan.',
        choices: ['text', 'graph', 'markdown', 'json'],
      },
    },
    load: async () => (await import('../commands/diff.js')).diff as Verb<ToolOptions>,
    options: ({ view }) => (view === undefined ? {} : { view: view as DiffView & GraphView }),
  },
  {
    name: 'explain',
    description:
      'Why a step is in the workflow, what the rules do to a step or task and why the others do nothing, or what a rule matches. Give `step`, `task`, `rule`, or `task` and `rule`.',
    takesWorkflow: true,
    others: {
      step: { description: 'The name of a step.' },
      task: { description: 'The name of a task.' },
      rule: { description: 'The id of a rule.' },
    },
    load: async () => (await import('../commands/explain.js')).explain as Verb<ToolOptions>,
    options: ({ step, task, rule }) => ({ step, task, rule }),
  },
  {
    name: 'list_rules',
    description: 'The rules in force with their steps, what they forbid, and where each is written, as JSON.',
    takesWorkflow: false,
    others: {},
    load: async () => (await import('../commands/list.js')).list as Verb<ToolOptions>,
    options: () => ({ json: true }),
  },
  {
    name: 'graph',
    description: 'Draws a workflow as it is.',
    takesWorkflow: true,
    others: {
      view: { description: 'How to draw it; ascii is the default.', choices: ['ascii', 'mermaid', 'dot', 'svg'] },
    },
    load: async () => (await import('../commands/graph.js')).graph as Verb<ToolOptions>,
    options: ({ view }) => (view === undefined ? {} : { view: view as DiffView & GraphView }),
  },
];
