import { runAgentStep } from '../../runtime/llm/step/agent-step.js';
import { agentFlags } from '../model-fields.js';
import { runnable } from '../runnable.js';

export const run = runnable(agentFlags, 300, runAgentStep);
