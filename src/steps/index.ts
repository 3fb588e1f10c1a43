import { agent } from './agent.js';
import { approval } from './approval.js';
import { handler } from './handler.js';
import { llmEval } from './llm-eval.js';
import { moduleStep } from './module.js';
import { prompt } from './prompt.js';
import { python } from './python.js';
import { qualityCheck } from './quality-check.js';
import { shell } from './shell.js';
import { spawn } from './spawn.js';
import type { StepType } from './step-type.js';
import { webhook } from './webhook.js';

/** Every type of step that a configuration may name, by that name. */
export const stepTypes: ReadonlyMap<string, StepType<unknown>> = new Map(
  [shell, qualityCheck, llmEval, prompt, agent, python, moduleStep, handler, webhook, spawn, approval].map((type) => [
    type.name,
    type as StepType<unknown>,
  ]),
);
