import { type Collector, createCollector } from '../../diagnostics/diagnostics.js';
import type { Findings } from '../../dispatch/findings.js';
import { prettyDiagnostics } from '../../render/diagnostics.js';
import { createLocator } from '../../render/locator.js';
import { createTerminal } from '../terminal.js';

/** Shows on standard error what there is to tell. */
export function tellFindings(findings: Findings, quiet: boolean): void {
  const shown = collected(findings)
    .all()
    .filter((one) => !quiet || one.severity === 'error');
  const channel = createTerminal('auto', process.env).messages;
  channel.write(prettyDiagnostics(shown, createLocator(findings.sources), channel));
}

/** The errors among what there is to tell, each as a line with its place. */
export function errorsIn(findings: Findings): readonly string[] {
  const errors = collected(findings)
    .all()
    .filter((one) => one.severity === 'error');
  const locate = createLocator(findings.sources);
  return errors.map(({ message, span }) => {
    const line = span && locate(span)?.start.line;
    const place = span && (line === undefined ? span.file : `${span.file}:${line}`);
    return place === undefined ? message : `${place}: ${message}`;
  });
}

function collected({ problems, diagnostics }: Findings): Collector {
  const collector = createCollector();
  for (const { code, args } of problems) collector.report(code, args as never);
  for (const diagnostic of diagnostics) collector.take(diagnostic);
  return collector;
}
