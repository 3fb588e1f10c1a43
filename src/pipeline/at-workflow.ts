import { catalog } from '../diagnostics/catalog.js';
import type { Cure, Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import type { ReportAbout } from '../passes/select/report-unmatched.js';

/** Places what is about all workflows of a run at the first of them, which those who wrote it see; the rule is the second place. */
export function atWorkflow({ workflow: { dags, roots } }: Pick<OpenWorkflow, 'workflow'>, report: Report): ReportAbout {
  const { span } = dags[roots[0] ?? 0]!;
  return (code, args, rule, about) => {
    const cure = about?.cure ?? (catalog()[code] as { readonly cure?: Cure }).cure;
    const related = { message: 'the rule', span: rule };
    const place = cure === 'rules' ? { span: rule } : { span: about?.span ?? span, related };
    report(code, args, { ...place, cure });
  };
}
