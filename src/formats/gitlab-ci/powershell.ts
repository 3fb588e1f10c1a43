import { textOf } from '../../text/yaml-access.js';
import { commandsOf, entriesIn, usualFor } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';

/**
 * What shows that PowerShell runs a job: hooks are written for a POSIX shell, and with brackets around it PowerShell takes a command that fails
 * for one that succeeds.
 */
export function powershellIn(job: JobText, document: PipelineDocument, text: string): string | undefined {
  const tags = job.fields.get('tags')?.pair.value ?? usualFor(job, document, 'tags')?.value;
  const named = tags && entriesIn(tags, document, text).nodes.map((node) => textOf(node) ?? '');
  const tag = named?.find((one) => /(?:^|-)windows(?:-|$)/i.test(one));
  if (tag !== undefined) return tag;
  const scripts = ['before_script', 'script'].flatMap((key) => commandsOf(job, key, document, text).texts);
  return scripts.find(isPowershell)?.split('\n').find(isItsLine)?.trim();
}

export function isPowershell(script: string): boolean {
  return !/\b(?:pwsh|powershell)\b/i.test(script) && script.split('\n').some(isItsLine);
}

function isItsLine(line: string): boolean {
  return atStart.test(line) || environment.test(line);
}

const verbs =
  'Add|Compress|Copy|Expand|ForEach|Get|Import|Install|Invoke|Join|Move|New|Out|Remove|Set|Start|Stop|Test|Write';
const atStart = new RegExp(
  `^\\s*(?:(?:&\\s)?\\.\\\\|\\$ErrorActionPreference\\b|(?:${verbs})-[A-Z][A-Za-z]*(?:\\s|$))`,
);
const environment = /\$env:[A-Z]/i;
