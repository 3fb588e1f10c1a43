import type { Report } from '../../diagnostics/diagnostics.js';
import type { Injection } from '../../model/plan.js';
import { cannotBeLate, whyNoApproval, whyNoCall } from './own-steps.js';
import type { Surroundings } from './surroundings.js';

/** Where a hook is to be. */
export interface OwnStepPlace {
  readonly dag: string;
  readonly dialect: Surroundings['dialect'];
  readonly isRoot: boolean;
  readonly inBackground: boolean;
}

/** Reports a step that only the engine itself could carry out, at a place where it cannot. */
export function checkOwnStep(injection: Injection, place: OwnStepPlace, report: Report): void {
  const { call, rule } = injection;
  if (call.kind === 'approval') {
    const why = whyNoApproval(injection, place);
    if (why !== undefined) report('DW621', { rule: rule.id, dag: place.dag, why }, { span: rule.span });
  }
  if (call.kind !== 'spawn' || !call.inSameFile) return;
  const why = whyNoCall(call, injection, place.inBackground, place.dialect);
  if (why !== undefined)
    report('DW620', { rule: rule.id, dag: place.dag, child: call.workflow, why, version: '1.30' }, { span: rule.span });
  else if (cannotBeLate(injection))
    report('DW622', { rule: rule.id, dag: place.dag, child: call.workflow }, { span: rule.span });
}

/** The same for a hook in a handler, which is a script. */
export function checkOwnStepInHandler({ call, rule }: Injection, dag: string, report: Report): void {
  const why = 'hooks of a handler share one command';
  if (call.kind === 'approval') report('DW621', { rule: rule.id, dag, why }, { span: rule.span });
  if (call.kind === 'spawn' && call.inSameFile)
    report('DW620', { rule: rule.id, dag, child: call.workflow, why, version: '1.30' }, { span: rule.span });
}
