import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createColors } from '../../render/colors.js';
import { isBelow } from '../../runtime/is-below.js';
import { exitCodes } from '../exit-codes.js';
import { type GlobalOptions, optionDefaults } from '../options.js';
import type { Channel } from '../terminal.js';
import { inputSchema, type Tool, type ToolArguments, type ToolOptions } from './tools.js';

export interface ToolAnswer {
  readonly text: string;
  /** The workflow has to be changed, or the call was wrong. */
  readonly isError: boolean;
}

/**
 * Runs the verb of a tool, and gives back what it would write.
 * @param options those that the server was started with
 * @param folder files outside of it are not read for an agent
 */
export async function callTool(
  tool: Tool,
  given: unknown,
  options: GlobalOptions,
  folder: string,
): Promise<ToolAnswer> {
  const args = await readArguments(tool, given, folder);
  if (typeof args === 'string') return { text: args, isError: true };
  const result: string[] = [];
  const messages: string[] = [];
  const own: Partial<ToolOptions> = { ...tool.options(args), standardInput: args.workflow };
  const verb = await tool.load();
  const exit = await verb({
    inputs: args.path === undefined ? [] : [args.path],
    options: { ...optionDefaults, ...options, ...own },
    terminal: { result: collectIn(result), messages: collectIn(messages) },
  });
  const text = (tool.onlyMessages ? messages : [...result, ...messages]).join('');
  const isError = exit !== exitCodes.fine;
  return { text: text === '' && !isError ? 'The rules ask for no change of yours.\n' : text, isError };
}

/** @returns a sentence where they are wrong */
async function readArguments(tool: Tool, given: unknown, folder: string): Promise<ToolArguments | string> {
  const { properties } = inputSchema(tool);
  const args = new Map<string, string>();
  for (const [name, value] of Object.entries(given ?? {})) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!known) return `There is no argument \`${name}\`; there are: ${Object.keys(properties).join(', ') || 'none'}.`;
    if (typeof value !== 'string') return `\`${name}\` has to be a text.`;
    if (known.enum && !known.enum.includes(value)) return `\`${name}\` has to be one of: ${known.enum.join(', ')}.`;
    args.set(name, value);
  }
  if (tool.takesWorkflow && args.has('workflow') === args.has('path')) return 'Give either `workflow` or `path`.';
  const path = args.get('path');
  if (path !== undefined && !(await isWithin(folder, path)))
    return '`path` has to name a file or folder that is below the folder of the server.';
  return Object.fromEntries(args);
}

async function isWithin(folder: string, path: string): Promise<boolean> {
  try {
    const [base, real] = [await realpath(folder), await realpath(resolve(folder, path))];
    return real === base || isBelow(base, real);
  } catch {
    return false;
  }
}

function collectIn(texts: string[]): Channel {
  return {
    write: (text) => void texts.push(typeof text === 'string' ? text : [...text].join('')),
    colors: createColors(false),
    forPeople: false,
    interactive: false,
    columns: 120,
  };
}
