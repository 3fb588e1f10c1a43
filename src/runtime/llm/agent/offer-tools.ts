import type { ToolSet } from 'ai';
import type { Attempt } from '../../attempt.js';
import type { ToolName } from '../cli/runners.js';
import { agentTools, type ToolInput } from './tools.js';
import type { Workspace } from './workspace.js';

/** The allowed tools in the form of the library. One that is not on the list does not exist for the model. */
export function offerTools(
  ai: Pick<typeof import('ai'), 'tool' | 'jsonSchema'>,
  names: readonly ToolName[],
  workspace: Workspace,
  attempt: Attempt,
): ToolSet {
  let left = MAX_RESULTS;
  const offered = names.map((name) => {
    const { description, parameters, call } = agentTools[name];
    const execute = async (input: unknown) => {
      if (left <= 0) return 'error: all that may be read has been read; answer now';
      const result = await call(workspace, isRecord(input) ? input : {}, attempt.signal);
      left -= result.length;
      attempt.host.say(`${name} ${JSON.stringify(input)?.slice(0, 200)}: ${result.length} characters`);
      return result;
    };
    return [name, ai.tool({ description, inputSchema: ai.jsonSchema(parameters), execute })] as const;
  });
  return Object.fromEntries(offered);
}

/** Characters that all calls together may give back: a model can ask for a thousand files in one turn. */
const MAX_RESULTS = 2_000_000;

function isRecord(value: unknown): value is ToolInput {
  return typeof value === 'object' && value !== null;
}
