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
  const early = new Map<string, EarlyHooks>();
  for (const { dag, nodes } of dags) {
    if (dag === 0) continue;
    const checkout = madeLate(() => checkoutOf(texts[dag]!.list.steps));
    let isBehind = false;
    for (const node of nodes) {
      if (node.kind === 'kept') {
        // What it left there is not known.
        if (mayBringFiles(texts[dag]!.list.steps[node.node]!)) break;
        isBehind = true;
        continue;
      }
      const { call, rule } = node.injection;
      if (call.kind !== 'script' || call.workingDir !== undefined) continue;
      const commands = commandsOf(call.script);
      if (commands.commands.some(({ program }) => program === 'git' || program === 'gh')) break;
      const path = readsAtOnce(commands);
      if (path === undefined) continue;
      const key = `${isBehind} ${rule.id}`;
      const hooks = early.get(key) ?? { rule, path, isBehind, jobs: [], checkouts: [] };
      hooks.jobs.push(workflow.dags[dag]!.name);
      hooks.checkouts.push(checkout());
      early.set(key, hooks);
    }
  }
  for (const { rule, path, isBehind, jobs, checkouts } of early.values()) {
    const span = rule.span;
    const without = jobs.filter((_, index) => checkouts[index] === undefined);
    const checkout = checkouts.find((one) => one !== undefined) ?? 'actions/checkout';
    report('DW486', { rule: rule.id, path, isBehind, jobs, without, checkout }, { span });
  }
}

function checkoutOf(steps: readonly ListedStep[]): string | undefined {
  const actions = steps.flatMap(({ map }) => fieldText(map, 'uses')?.replace(/@.*/s, '') ?? []);
  return actions.find((action) => /checkout/i.test(action));
}

/** Steps that set up a language, and commands that neither fetch nor write, leave the folder as it is. */
function mayBringFiles({ map }: ListedStep): boolean {
  const action = fieldText(map, 'uses');
  if (action !== undefined) return !/^(?:actions|docker)\/(?:setup-|login-action)/i.test(action);
  const run = fieldText(map, 'run');
  return run === undefined || mayFetch.test(run);
}

const mayFetch =
  />|\b(?:git|gh|svn|hg|curl|wget|unzip|tar|cp|mv|ln|tee|touch|mkdir|rsync|scp|aws|gsutil|gcloud|az|docker|podman|npm|npx|pnpm|yarn|bun|pip|pipx|uv|go|cargo|dotnet|mvn|gradle|python3?|node|ruby|perl|pwsh)\b/;

interface EarlyHooks {
  readonly rule: Rule;
  /** Steps of the job are before it, which leave the folder as it is. */
  readonly isBehind: boolean;
  readonly path: string;
  readonly jobs: string[];
  /** The action that checks out later in each job. */
  readonly checkouts: (string | undefined)[];
}
