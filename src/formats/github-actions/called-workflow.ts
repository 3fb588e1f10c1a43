import type { Injection } from '../../model/plan.js';
import type { SpawnCall } from '../../model/step.js';
import type { Field } from '../../text/print-yaml.js';
import { knownText, literalText } from './shell.js';

/** What a job says that runs another workflow and ends as that one does. */
export function callFields({ workflow, inputs }: SpawnCall): readonly Field[] {
  const given = inputs.map(({ name, value }) => ({ key: name, value: literalText(knownText(value) ?? '') }));
  return [
    { key: 'uses', value: pathOf(workflow) ?? workflow },
    ...(given.length === 0 ? [] : [{ key: 'with', value: { fields: given } }]),
  ];
}

/** Why a job cannot call a workflow as a rule has it, and what else can be done; `undefined` where it can. */
export function whyNoCall({ rule: { policy, await: awaited }, condition }: Injection, call: SpawnCall) {
  if (pathOf(call.workflow) === undefined)
    return {
      why: 'that is not the name of a file in `.github/workflows`',
      instead:
        'Write `deploy.yml`, or a workflow of another repository: `owner/repository/.github/workflows/deploy.yml@v1`',
    };
  const why =
    policy.onFailure === 'continue' || !awaited
      ? 'the run fails where a job that calls a workflow does: it can have no `continue-on-error`'
      : policy.retries > 0
        ? 'a job that calls a workflow is not tried again'
        : policy.timeout !== undefined
          ? 'a job that calls a workflow can have no `timeout-minutes`'
          : condition
            ? 'its condition is known only in a shell, and all that waits for a job that is skipped is skipped, too'
            : call.inputs.some(({ value }) => knownText(value) === undefined)
              ? 'one of its inputs is known only in a shell'
              : undefined;
  return (
    why && { why, instead: 'Let that workflow do it, or let a hook of type `shell` start it with `gh workflow run`' }
  );
}

/** As a job names it: a file of the same repository, or one of another with its version. */
function pathOf(workflow: string): string | undefined {
  if (
    /^(?:\.\/\.github\/workflows\/[\w.-]+\.ya?ml|[\w.-]+\/[\w.-]+\/\.github\/workflows\/[\w.-]+\.ya?ml@[\w./-]+)$/.test(
      workflow,
    )
  )
    return workflow;
  if (!/^[\w-][\w.-]*$/.test(workflow)) return undefined;
  return `./.github/workflows/${/\.ya?ml$/.test(workflow) ? workflow : `${workflow}.yml`}`;
}
