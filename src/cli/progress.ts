import { visible } from '../render/visible.js';
import type { Call } from './call.js';
import type { Request } from './request.js';

/** With `--verbose`: what was read, for people only. */
export function tellRead({ input, files, prompts }: Request, call: Call): void {
  for (const { path, layer } of input.configuration) tell(`read ${path} (${layer})`, call);
  for (const { path } of [...files, ...prompts]) tell(`read ${path}`, call);
}

export function tellWritten(paths: readonly string[], call: Call): void {
  for (const path of paths) tell(`wrote ${path}`, call);
}

function tell(line: string, { options, terminal }: Call): void {
  if (!options.verbose || options.diagnostics !== 'pretty') return;
  terminal.messages.write(`${terminal.messages.colors.faint(visible(line))}\n`);
}
