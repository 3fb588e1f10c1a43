import { textOf } from '../../text/yaml-access.js';
import type { YamlPair } from '../../text/yaml-node.js';
import { commandsOf, entriesIn, usualFor, usualIn } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';

/**
 * What shows that PowerShell runs a job: hooks are written for a POSIX shell, and with brackets around it PowerShell takes a command that fails
 * for one that succeeds.
 */
export function powershellIn(job: JobText, document: PipelineDocument, text: string): string | undefined {
  const tag = windowsIn(job.fields.get('tags')?.pair ?? usualFor(job, document, 'tags'), document, text);
  if (tag !== undefined) return tag;
  const scripts = ['before_script', 'script'].flatMap((key) => commandsOf(job, key, document, text).texts);
  return scripts.find(isPowershell)?.split('\n').find(isItsLine)?.trim();
}

/** The same of jobs that say nothing of their runner. */
export function ofWindows(document: PipelineDocument, text: string): string | undefined {
  return windowsIn(usualIn(document.root, 'tags'), document, text);
}

function windowsIn(tags: YamlPair | undefined, document: PipelineDocument, text: string): string | undefined {
  const named = tags && entriesIn(tags.value, document, text).nodes.map((node) => textOf(node) ?? '');
  return named?.find((one) => /(?:^|-)windows(?:-|$)/i.test(one));
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
