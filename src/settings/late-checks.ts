import { agentTools, modelRunners } from '../model/model-runner.js';
import type { Fields } from './fields.js';
import { readHookCommand } from './hook-command.js';

/** Looks for references in a command that cannot be handed over, and for those that name nothing of an event. */
export function checkCommand(command: string, fields: Fields): void {
  const { refused, others } = readHookCommand(command);
  for (const { written, reason } of refused) fields.add('command', { kind: 'reference', written, reason });
  for (const name of others) fields.add('command', { kind: 'near-reference', name });
}

/** Looks for an unknown runner and for unknown tools of an agent, which would be reported only when the hook is to run. */
export function checkModel(fields: Fields): void {
  if (fields.text('runner') !== undefined) fields.choice('runner', modelRunners);
  for (const name of ['allowedTools', 'allowed_tools']) {
    const known: readonly string[] = agentTools;
    const found = fields.texts(name)?.find((tool) => !known.includes(tool.toLowerCase()));
    if (found !== undefined) fields.add(name, { kind: 'choice', found, choices: known });
  }
}
