import { agentTools } from '../../model/step.js';
import { type Attempt, type Outcome, unable } from '../attempt.js';
import { cliRunners, isCliRunner, type ToolName } from './cli-runners.js';
import { askFor, decide } from './decide.js';
import { agentDecisionStep, type ModelFlags, runModelStep } from './model-step.js';

export interface AgentFlags extends ModelFlags {
  readonly allowed_tool?: readonly string[] | undefined;
  readonly max_turns?: number | undefined;
}

/** A model that allows or denies after it has looked around in the workspace, in several turns. */
export async function runAgentStep(flags: AgentFlags, attempt: Attempt): Promise<Outcome> {
  const tools: readonly string[] = flags.allowed_tool ?? agentTools;
  const maxTurns = flags.max_turns ?? 20;
  const maxTokens = flags.max_tokens ?? 200_000;
  if (!tools.every(isTool)) return unable(`unknown tool: an agent may have ${agentTools.join(', ')}`);
  if (!Number.isInteger(maxTurns) || maxTurns < 1 || maxTurns > 100) return unable('--max-turns must be from 1 to 100');
  let turns: number | null = null;
  let tokens: number | null = null;
  return runModelStep(flags, attempt, {
    ...agentDecisionStep,
    agent: { tools, maxTurns },
    fieldsOf: (answer) => ({ ...agentDecisionStep.fieldsOf(answer), turns, tokens }),
    async ask(target, prompt) {
      const told = withTools(prompt, tools);
      if (isCliRunner(target.runner)) {
        const { limits } = cliRunners[target.runner];
        if (limits !== undefined) attempt.host.say(limits);
        return decide(target, told, agentDecisionStep.shape, attempt, { agent: { tools, maxTurns } });
      }
      // Loaded here, so that no other step pays for it.
      const { runAgent } = await import('./agent-loop.js');
      const question = askFor(told, agentDecisionStep.shape);
      const settings = { ...target, protocol: target.runner };
      const end = await runAgent(settings, question, agentDecisionStep.shape, { tools, maxTurns, maxTokens }, attempt);
      ({ turns, tokens } = end);
      return end.decided;
    },
  });
}
function isTool(name: string): name is ToolName {
  return agentTools.some((tool) => tool === name);
}

function withTools(prompt: string, tools: readonly ToolName[]): string {
  return `${prompt}\n\nLook at the files of the working folder as far as you need to, with these tools only: ${tools.join(', ')}. Change nothing. Then decide.`;
}
