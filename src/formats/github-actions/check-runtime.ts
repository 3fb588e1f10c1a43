import type { Report } from '../../diagnostics/diagnostics.js';
import { madeLate } from '../../lang/late.js';
import type { InjectedNode, Plan } from '../../model/plan.js';
import { pairOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { readEnvironment } from './fields.js';
import { readMatrix, withMatrix } from './matrix.js';
import type { GithubWorkflow } from './read.js';
import { labelsOf } from './step-shells.js';

/**
 * Reports hooks on runners of GitHub's own that lack what these need: `dagweave`, which no such runner holds, and variables in what is
 * sent, because a secret is in no environment unless the workflow says so.
 */
export function checkRuntime(read: GithubWorkflow, { dags }: Plan, report: Report): void {
  // An action runs where its caller does.
  if (read.document.kind !== 'workflow') return;
  let isSaid = false;
  for (const { dag, nodes } of dags) {
    const place = madeLate(() => (dag === 0 ? ownJob(read) : jobWithSteps(read, dag)));
    for (const node of nodes) {
      if (node.kind !== 'injected' || node.injection.call.kind !== 'command') continue;
      const { runner, text, env } = place();
      if (runner === undefined) continue;
      const { rule, call } = node.injection;
      const { span } = rule;
      if (!isSaid && call.program === 'dagweave' && !installs.test(text)) {
        report(
          'DW635',
          { type: rule.step.type, program: call.program, place: { kind: 'runner', name: runner } },
          { span },
        );
        isSaid = true;
      }
      for (const name of namesSent(node)) {
        if (env.has(name) || new RegExp(`\\b${name}\\b`).test(text)) continue;
        report('DW636', { rule: rule.id, name }, { span });
      }
    }
  }
}

interface RunnerPlace {
  /** A label of GitHub's own; `undefined` where it is not known what the machine holds. */
  readonly runner: string | undefined;
  /** What may install something, or set a variable. */
  readonly text: string;
  readonly env: ReadonlyMap<string, string>;
}

/** That of a hook that is a job. Actions other than the checkout may install anything. */
function ownJob({ settings, document }: GithubWorkflow): RunnerPlace {
  const text = JSON.stringify(settings.setup);
  const isBare = settings.setup.every(({ fields }) =>
    fields.every(({ key, value }) => key !== 'run' && (key !== 'uses' || /^actions\/checkout@/.test(String(value)))),
  );
  const runner = isBare ? hostedAmong([settings.runsOn].flat()) : undefined;
  return { runner, text, env: readEnvironment(document.root) };
}

function jobWithSteps({ document, workflow, texts }: GithubWorkflow, dag: number): RunnerPlace {
  const job = document.outer.steps[document.bodies[dag - 1]!.jobs[0]!]!.map;
  const { text } = document.file;
  const steps = texts[dag]!.list.steps.map(({ start, node }) => text.slice(start, node.end));
  const isHosted = !hasContainer(job);
  const labels = isHosted ? labelsOf(job).flatMap((label) => withMatrix(label, readMatrix(job))) : [];
  return { runner: hostedAmong(labels), text: steps.join('\n'), env: workflow.dags[dag]!.env };
}

function hasContainer(job: YamlMap | undefined): boolean {
  return job !== undefined && pairOf(job, 'container') !== undefined;
}

function hostedAmong(labels: readonly string[]): string | undefined {
  return labels.every((label) => hosted.test(label)) ? labels[0] : undefined;
}

const hosted = /^(?:ubuntu|windows|macos)-(?:latest|\d[\w.-]*)$/i;
const installs = /\b(?:dagweave|npm|npx|yarn|pnpm|bun|bunx|corepack)\b/;

/** The variables in the address and the headers of a message, which are read where the hook runs. */
function namesSent({ injection: { rule } }: InjectedNode): readonly string[] {
  const { type, config, syntax } = rule.step;
  if (type !== 'webhook' || syntax !== 'braces') return [];
  const set = new Set(Object.keys((config.env ?? {}) as object));
  const texts = [config.url, ...Object.values((config.headers ?? {}) as object)].map(String);
  const names = texts.flatMap((text) => [...text.matchAll(/(?<!\$)\$\{([A-Za-z_]\w*)\}/g)].map(([, name]) => name!));
  return [...new Set(names)].filter((name) => !set.has(name) && !givenAnyway.test(name));
}

/** What the runner sets, and what the hook itself does. */
const givenAnyway = /^(?:(?:GITHUB|RUNNER|ACTIONS|HOOK|CALLBACK)_\w+|CI|HOME|PATH|ERROR)$/;
