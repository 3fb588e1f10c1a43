import { agent } from './agent/call.js';
import { approval } from './approval/call.js';
import { handler } from './handler/call.js';
import { llmEval } from './llm-eval/call.js';
import { moduleStep } from './module/call.js';
import { prompt } from './prompt/call.js';
import { python } from './python/call.js';
import { qualityCheck } from './quality-check/call.js';
import { shell } from './shell/call.js';
import { spawn } from './spawn/call.js';
import type { StepType } from './step-type.js';
import { webhook } from './webhook/call.js';

/** Every type of step that a configuration may name, by that name. */
export const stepTypes: ReadonlyMap<string, StepType<unknown>> = new Map(
  [shell, qualityCheck, llmEval, prompt, agent, python, moduleStep, handler, webhook, spawn, approval].map((type) => [
    type.name,
    type,
  ]),
);
