import type { Fields } from './fields.js';
import { readHookCommand } from './hook-command.js';

/** Looks for references in a command that cannot be handed over, and for those that name nothing of an event. */
export function checkCommand(command: string, fields: Fields): void {
  const { refused, others } = readHookCommand(command);
  for (const { written, reason } of refused) fields.add('command', { kind: 'reference', written, reason });
  for (const name of others) fields.add('command', { kind: 'near-reference', name });
}
