import type { agentTools } from '../../model/step.js';

/** The tools that an agent may be given. All of them only read. */
export type ToolName = (typeof agentTools)[number];

export type CliRunnerName = 'claude' | 'codex' | 'gemini' | 'opencode';

export interface CliRequest {
  readonly prompt: string;
  readonly model: string | undefined;
  /** What an agent may use; `undefined` for a plain question, where the user's own settings of the tool hold. */
  readonly agent: { readonly tools: readonly ToolName[]; readonly maxTurns: number } | undefined;
}

/** A program with its arguments, started without a shell. The prompt goes by standard input, so that no length limit bites. */
interface CliCall {
  readonly program: CliRunnerName;
  readonly args: readonly string[];
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
}

interface CliRunner {
  call(request: CliRequest): CliCall;
  /** What of an agent's limits the tool cannot be given; `undefined` where it takes all of them. */
  readonly limits: string | undefined;
}

/**
 * How each tool is asked once, without a terminal. None of them may change files, as far as it is known so.
 * `npm run test:real-runners` holds this against the tools themselves.
 *
 * | tool     | prompt                 | model     | answer               | read only                    | allow-list     | turns       |
 * | -------- | ---------------------- | --------- | -------------------- | ---------------------------- | -------------- | ----------- |
 * | claude   | stdin with `-p`        | `--model` | stdout               | asks, so refused without one | `--tools`      | --max-turns |
 * | codex    | stdin, argument `-`    | `--model` | stdout, log: stderr  | `--sandbox read-only`        | no             | no          |
 * | gemini   | stdin, `--prompt` after it | `--model` | stdout           | `--approval-mode default`    | no             | no          |
 * | opencode | stdin behind `run`     | `--model` | stdout               | OPENCODE_PERMISSION          | the same       | no          |
 */
export const cliRunners: Readonly<Record<CliRunnerName, CliRunner>> = {
  claude: {
    limits: undefined,
    call: ({ prompt, model, agent }) => ({
      program: 'claude',
      args: ['-p', '--output-format', 'text', ...modelFlag(model), ...claudeLimits(agent)],
      input: prompt,
      env: {},
    }),
  },
  codex: {
    limits: 'codex takes no list of tools and no number of turns; its sandbox keeps it from writing',
    call: ({ prompt, model }) => ({
      program: 'codex',
      args: ['exec', '--sandbox', 'read-only', '--skip-git-repo-check', '--color', 'never', ...modelFlag(model), '-'],
      input: prompt,
      env: {},
    }),
  },
  gemini: {
    limits:
      'gemini takes no list of tools and no number of turns; without a terminal it is refused whatever needs approval',
    call: ({ prompt, model }) => ({
      program: 'gemini',
      // It puts the text of --prompt behind standard input, and only with --prompt it never waits for a person.
      args: ['--approval-mode', 'default', ...modelFlag(model), '--prompt', 'Answer the request above.'],
      input: prompt,
      env: {},
    }),
  },
  opencode: {
    limits: 'opencode takes no number of turns',
    call: ({ prompt, model, agent }) => ({
      program: 'opencode',
      args: ['run', ...modelFlag(model)],
      input: prompt,
      env: { OPENCODE_PERMISSION: JSON.stringify(opencodePermission(agent)) },
    }),
  },
};

export function isCliRunner(name: string): name is CliRunnerName {
  return Object.hasOwn(cliRunners, name);
}

/** In one word, so that a name which begins with a dash cannot be taken for another option. */
function modelFlag(model: string | undefined): string[] {
  return model === undefined ? [] : [`--model=${model}`];
}

function claudeLimits(agent: CliRequest['agent']): string[] {
  if (agent === undefined) return [];
  const names = { read: 'Read', glob: 'Glob', grep: 'Grep' } as const;
  const tools = agent.tools.map((tool) => names[tool]).join(',');
  return ['--tools', tools, '--allowedTools', tools, '--max-turns', String(agent.maxTurns)];
}

/** Laid over the user's own settings: what is denied here stays denied, what is not named stays as it is. */
function opencodePermission(agent: CliRequest['agent']): Record<string, 'allow' | 'deny'> {
  if (agent === undefined) return { edit: 'deny' };
  const reading = (['read', 'glob', 'grep'] as const).map((tool) => [tool, agent.tools.includes(tool)] as const);
  const others = ['edit', 'bash', 'list', 'task', 'skill', 'webfetch', 'websearch', 'codesearch', 'external_directory'];
  const denied = others.map((tool) => [tool, false] as const);
  return Object.fromEntries([...reading, ...denied].map(([tool, allowed]) => [tool, allowed ? 'allow' : 'deny']));
}
