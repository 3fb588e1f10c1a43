import type { Report } from '../../diagnostics/diagnostics.js';
import { madeLate } from '../../lang/late.js';
import { commandsOf } from '../../lang/shell/commands-of.js';
import type { Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import { readsAtOnce } from '../step-script/repository-files.js';
import type { ListedStep } from '../yaml-steps/step-list.js';
import { fieldText } from './fields.js';
import type { GithubWorkflow } from './read.js';

/** Reports rules whose hooks read files of the repository before a job has them: it begins in an empty folder, in which a scan finds nothing. */
export function checkCheckout({ document, workflow, texts }: GithubWorkflow, { dags }: Plan, report: Report): void {
  // An action runs where its caller has checked out.
  if (document.kind !== 'workflow') return;
  const early = new Map<Rule, EarlyHooks>();
  for (const { dag, nodes } of dags) {
    if (dag === 0) continue;
    const checkout = madeLate(() => checkoutOf(texts[dag]!.list.steps));
    for (const node of nodes) {
      // What it left there is not known.
      if (node.kind === 'kept') break;
      const { call, rule } = node.injection;
      if (call.kind !== 'script' || call.workingDir !== undefined) continue;
      const commands = commandsOf(call.script);
      if (commands.commands.some(({ program }) => program === 'git' || program === 'gh')) break;
      const path = readsAtOnce(commands);
      if (path === undefined) continue;
      const hooks = early.get(rule) ?? { path, jobs: [], checkouts: [] };
      hooks.jobs.push(workflow.dags[dag]!.name);
      hooks.checkouts.push(checkout());
      early.set(rule, hooks);
    }
  }
  for (const [rule, { path, jobs, checkouts }] of early) {
    const span = rule.span;
    const without = jobs.filter((_, index) => checkouts[index] === undefined);
    const checkout = checkouts.find((one) => one !== undefined) ?? 'actions/checkout';
    report('DW486', { rule: rule.id, path, jobs, without, checkout }, { span });
  }
}

function checkoutOf(steps: readonly ListedStep[]): string | undefined {
  const actions = steps.flatMap(({ map }) => fieldText(map, 'uses')?.replace(/@.*/s, '') ?? []);
  return actions.find((action) => /checkout/i.test(action));
}

interface EarlyHooks {
  readonly path: string;
  readonly jobs: string[];
  /** The action that checks out later in each job. */
  readonly checkouts: (string | undefined)[];
}
