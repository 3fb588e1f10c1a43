import type { Report } from '../../diagnostics/diagnostics.js';
import type { Dag } from '../../model/workflow.js';
import type { DaguDocument } from './document.js';
import { fieldOf, valueOf } from './fields.js';

/** Reports what a DAG imposes on all of its steps, and so on hooks. */
export function reportSurroundings(document: DaguDocument, dag: Dag, report: Report): void {
  for (const key of ['container', 'ssh']) {
    const pair = fieldOf(document.root, key);
    if (!pair || !valueOf(document.root, key)) continue;
    report('DW602', { key, dag: dag.name }, { span: { file: document.file, start: pair.key.start, end: pair.key.end } });
  }
  const shell = valueOf(document.root, 'shell');
  const name = shell?.kind === 'sequence' ? shell.items[0]?.value : shell;
  if (name?.kind !== 'scalar' || isPosixShell(name.value)) return;
  report('DW606', { shell: name.value, dag: dag.name }, { span: { file: document.file, start: name.start, end: name.end } });
}

function isPosixShell(command: string): boolean {
  return /(?:^|\/)(?:sh|bash|dash|ash|zsh|ksh)(?:\s|$)/.test(command) || command.includes('$');
}
