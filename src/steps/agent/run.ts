import { runAgentStep } from '../../runtime/llm/model-step.js';
import { runnable } from '../runnable.js';
import { agentFields } from './fields.js';

export const run = runnable(agentFields, 300, runAgentStep);
