import { posix } from 'node:path';
import type { Injection } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { SpawnCall } from '../../model/step.js';
import type { Field } from '../../text/print-yaml.js';
import { type CallProblem, inputFields, problemsOfInputs } from './call-inputs.js';
import { type CalledSignature, calledSignature } from './called-signature.js';
import type { GithubDocument } from './document.js';
import { knownText } from './shell.js';

/** Of the files that came in, by their names: what they want of a job that calls them; `undefined` where none can. */
export type CallableFiles = ReadonlyMap<string, CalledSignature | undefined>;

export function callableFiles(documents: readonly GithubDocument[]): CallableFiles {
  return new Map(documents.map(({ file, root }) => [posix.basename(file.path), calledSignature(root)]));
}

/** What a job says that runs another workflow and ends as that one does. */
export function callFields(call: SpawnCall, rule: Rule, files: CallableFiles): readonly Field[] {
  const path = pathOf(call.workflow);
  const given = inputFields(call, rule, files.get(fileOf(path)));
  return [
    { key: 'uses', value: path ?? call.workflow },
    ...(given.length === 0 ? [] : [{ key: 'with', value: { fields: given } }]),
  ];
}

/** What GitHub would refuse in a call that a job can make as such. */
export function problemsOfCall(injection: Injection, call: SpawnCall, files: CallableFiles): readonly CallProblem[] {
  const problem = whyNoCall(injection, call, files);
  if (problem) return [problem];
  const file = fileOf(pathOf(call.workflow));
  const signature = files.get(file);
  return signature ? problemsOfInputs(call, injection.rule, signature, file) : [];
}

/** Why a job cannot call a workflow as a rule has it; `undefined` where it can. */
function whyNoCall(injection: Injection, call: SpawnCall, files: CallableFiles): CallProblem | undefined {
  const path = pathOf(call.workflow);
  if (path === undefined)
    return {
      why: 'that is not the name of a file in `.github/workflows`',
      instead:
        'Write `deploy.yml`, or a workflow of another repository: `owner/repository/.github/workflows/deploy.yml@v1`',
    };
  const name = fileOf(path);
  const twin = name.replace(/ya?ml$/, (ending) => (ending === 'yml' ? 'yaml' : 'yml'));
  if (files.has(name) && !files.get(name))
    return {
      why: `the \`on\` of \`${name}\` has no \`workflow_call\``,
      instead: `Add it to the \`on\` of \`${name}\``,
    };
  if (!files.has(name) && files.has(twin))
    return { why: `the file is called \`${twin}\``, instead: `Write \`pipeline: ${twin}\`` };
  const why = notInJob(injection, call);
  const instead = 'Let that workflow do it, or let a hook of type `shell` start it with `gh workflow run`';
  return why === undefined ? undefined : { why, instead };
}

/** What a job cannot have that calls a workflow. */
function notInJob({ rule: { policy, await: awaited }, condition }: Injection, { inputs }: SpawnCall) {
  if (policy.onFailure === 'continue' || !awaited)
    return 'the run fails where a job that calls a workflow does: it can have no `continue-on-error`';
  if (policy.retries > 0) return 'a job that calls a workflow is not tried again';
  if (policy.timeout !== undefined) return 'a job that calls a workflow can have no `timeout-minutes`';
  if (condition)
    return 'its condition is known only in a shell, and all that waits for a job that is skipped is skipped, too';
  if (inputs.some(({ value }) => knownText(value) === undefined)) return 'one of its inputs is known only in a shell';
  return undefined;
}

/** As a job names it: a file of the same repository, or one of another with its version. */
function pathOf(workflow: string): string | undefined {
  if (ownFile.test(workflow) || fileOfOthers.test(workflow)) return workflow;
  if (!/^[\w-][\w.-]*$/.test(workflow)) return undefined;
  return `./.github/workflows/${/\.ya?ml$/.test(workflow) ? workflow : `${workflow}.yml`}`;
}

/** The name of a file of the same repository. */
function fileOf(path: string | undefined): string {
  return path?.startsWith('./') ? posix.basename(path) : '';
}

const ownFile = /^\.\/\.github\/workflows\/[\w.-]+\.ya?ml$/;
const fileOfOthers = /^[\w.-]+\/[\w.-]+\/\.github\/workflows\/[\w.-]+\.ya?ml@[\w./-]+$/;
