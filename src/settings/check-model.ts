import { agentTools, modelRunners } from '../model/model-runner.js';
import type { Fields } from './fields.js';

/** Looks for a runner and for tools of an agent that there are none of, which would be told only when the hook is to run. */
export function checkModel(fields: Fields): void {
  if (fields.text('runner') !== undefined) fields.choice('runner', modelRunners);
  for (const name of ['allowedTools', 'allowed_tools']) {
    const known: readonly string[] = agentTools;
    const found = fields.texts(name)?.find((tool) => !known.includes(tool.toLowerCase()));
    if (found !== undefined) fields.add(name, { kind: 'choice', found, choices: known });
  }
}
