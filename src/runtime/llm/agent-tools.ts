import { compilePattern } from '../../lang/pattern.js';
import { compileRegex } from '../../lang/regex.js';
import type { Workspace } from './agent-workspace.js';
import type { ToolName } from './cli-runners.js';

/** A tool as a model sees it. */
export interface AgentTool {
  readonly description: string;
  /** JSON Schema of what it is called with. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Never rejects: a mistake is part of the answer, so that the model can correct it. */
  call(workspace: Workspace, input: ToolInput, signal: AbortSignal): Promise<string>;
}

/** What a model calls a tool with. Every value is foreign and may be of any type. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** Each only reads, below the folder of the step, and gives back a bounded text. */
export const agentTools: Readonly<Record<ToolName, AgentTool>> = {
  read: {
    description:
      'Read a text file of the workspace. Lines are numbered. Use `from` and `lines` for a part of a long file.',
    parameters: parameters(
      { path: text('path from the workspace folder') },
      { from: whole('first line, from 1'), lines: whole('number of lines') },
    ),
    async call(workspace, input) {
      const path = textOf(input, 'path');
      if (path === undefined) return 'error: `path` is missing';
      const file = await workspace.read(path);
      if (!file.ok) return `error: ${file.reason}`;
      const from = Math.max(1, numberOf(input, 'from') ?? 1);
      const lines = file.text.split('\n').slice(from - 1, from - 1 + (numberOf(input, 'lines') ?? mostLines));
      const numbered = lines.map((line, index) => `${from + index}\t${line.slice(0, longestLine)}`);
      return bounded(numbered, file.cut ? '[the file is longer than what can be read]' : '');
    },
  },
  glob: {
    description: 'List files of the workspace by a glob such as src/**/*.ts. `*` also matches across folders.',
    parameters: parameters({ pattern: text('the glob') }, {}),
    async call(workspace, input, signal) {
      const matches = globOf(textOf(input, 'pattern'));
      if (typeof matches === 'string') return matches;
      const found: string[] = [];
      for await (const path of workspace.files('.')) {
        if (signal.aborted || found.length >= mostLines) break;
        if (matches(path)) found.push(path);
      }
      return found.length === 0 ? 'no file matches' : bounded(found, '');
    },
  },
  grep: {
    description: 'Search the text files of the workspace, line by line, for a regular expression (RE2 syntax).',
    parameters: parameters(
      { pattern: text('the regular expression') },
      { path: text('a folder to search below'), glob: text('a glob that the files must match') },
    ),
    call: grep,
  },
};

async function grep(workspace: Workspace, input: ToolInput, signal: AbortSignal): Promise<string> {
  const compiled = compileRegex(textOf(input, 'pattern') ?? '');
  if (!compiled.ok) return `error: the pattern ${compiled.reason}`;
  const matches = globOf(textOf(input, 'glob') ?? '*');
  if (typeof matches === 'string') return matches;
  const found: string[] = [];
  let searched = 0;
  for await (const path of workspace.files(textOf(input, 'path') ?? '.')) {
    if (!matches(path)) continue;
    if (signal.aborted || found.length >= mostLines) break;
    if (searched > mostSearched) return bounded(found, '[stopped: too much to search; give a path or a glob]');
    const file = await workspace.read(path);
    if (!file.ok) continue;
    searched += file.text.length;
    for (const [index, line] of file.text.split('\n').entries()) {
      const short = line.slice(0, longestLine);
      if (compiled.regex.test(short)) found.push(`${path}:${index + 1}:${short}`);
      if (found.length >= mostLines) break;
    }
  }
  return found.length === 0 ? 'no line matches' : bounded(found, '');
}

const mostLines = 1000;
const longestLine = 1000;
/** Characters of all files that one search looks at: the safe engine is slower than the native one. */
const mostSearched = 8 * 1024 * 1024;
const longestResult = 40_000;

function bounded(lines: readonly string[], note: string): string {
  const whole = lines.join('\n');
  const shown =
    whole.length > longestResult ? `${whole.slice(0, longestResult)}\n[cut: ask for a smaller part]` : whole;
  return note === '' ? shown : `${shown}\n${note}`;
}

/** A test for paths, or the error to answer with. In a glob of paths, `src/**` and a slash mean no folder too. */
function globOf(pattern: string | undefined): ((path: string) => boolean) | string {
  const compiled = compilePattern((pattern ?? '').replace(/^\.?\/+/, '').replaceAll('**/', '*'));
  return compiled.ok ? compiled.matches : `error: the glob is wrong: ${compiled.reason}`;
}

function textOf(input: ToolInput, name: string): string | undefined {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function numberOf(input: ToolInput, name: string): number | undefined {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function parameters(required: Readonly<Record<string, unknown>>, optional: Readonly<Record<string, unknown>>) {
  const properties = { ...required, ...optional };
  return { type: 'object', properties, required: Object.keys(required), additionalProperties: false };
}

function text(description: string) {
  return { type: 'string', description };
}

function whole(description: string) {
  return { type: 'integer', description };
}
