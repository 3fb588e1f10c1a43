import { createCollector } from '../../diagnostics/diagnostics.js';
import { prettyDiagnostics } from '../../render/diagnostics.js';
import { createLocator } from '../../render/locator.js';
import { createTerminal } from '../terminal.js';
import type { Findings } from './problem.js';

/** Shows on standard error what there is to tell. @returns are there errors among it? */
export function tellFindings({ problems, diagnostics, sources }: Findings, quiet: boolean): boolean {
  const collector = createCollector();
  for (const { code, args } of problems) collector.report(code, args as never);
  for (const diagnostic of diagnostics) collector.take(diagnostic);
  const shown = collector.all().filter((one) => !quiet || one.severity === 'error');
  const channel = createTerminal('auto', process.env).messages;
  channel.write(prettyDiagnostics(shown, createLocator(sources), channel));
  return collector.hasErrors();
}
