import type { Marks } from '../../model/mark.js';
import type { Plan } from '../../model/plan.js';
import type { Fingerprints } from '../../model/workflow.js';
import { joinDeletions } from '../../text/edits.js';
import { asMap, pairOf } from '../../text/yaml-access.js';
import type { Format, OpenWorkflow } from '../format.js';
import { eraseSteps } from '../yaml-steps/erase-steps.js';
import { fingerprintWith, fingerprintWithout, stepPrints } from '../yaml-steps/fingerprint.js';
import { namelessIn } from '../yaml-steps/nameless-without.js';
import { nodeSpans, readNodeMarks } from '../yaml-steps/node-marks.js';
import { textPlaces } from '../yaml-steps/text-place.js';
import { looksLikeGithub } from './detect.js';
import type { GithubDocument } from './document.js';
import { githubEngine } from './engine.js';
import { workflowFacts } from './facts.js';
import { namesInList } from './nodes.js';
import { type GithubWorkflow, readWorkflows } from './read.js';
import { resemblesGithub } from './resembles.js';
import { hookFields, writePlan } from './write.js';

/** Workflows and composite actions of GitHub Actions. */
export const githubActions: Format = {
  name: 'github-actions',
  shape: {
    language: 'GitHub Actions',
    looks: 'a YAML mapping with `on:` and `jobs:`, each job with `runs-on` and a list of `steps`, or an `action.yml`',
  },
  detects: looksLikeGithub,
  resembles: resemblesGithub,
  open: (files, options, report) => readWorkflows(files, options, report).map(openWorkflow),
};

function openWorkflow(read: GithubWorkflow): OpenWorkflow {
  const { workflow, texts } = read;
  const { files } = workflow;
  let found: Marks | undefined;
  const marks = () => {
    found ??= { ...readNodeMarks(files, texts), handlers: [], openHandlers: false };
    return found;
  };
  return {
    workflow,
    engine: githubEngine,
    facts: workflowFacts(read),
    spanOf: nodeSpans(texts, marks),
    namesIn: (_dag, list) => [namesInList(list)],
    marks,
    namelessBefore: namelessIn(files, texts),
    erase: (removal) => joinDeletions(files, eraseSteps(textPlaces(files), texts, removal.dags, marks())),
    write: (plan, report) => writePlan(read, plan, report),
    handlerPlaces: () => [],
    fingerprints: (plan) => printsOf(read, plan),
  };
}

function printsOf(read: GithubWorkflow, plan: Plan | undefined): Fingerprints {
  const { document, texts } = read;
  const planned = new Map(plan?.dags.map(({ dag, nodes }) => [dag, nodes]));
  return texts.map((text, dag) => ({
    rest: dag === 0 ? restPrint(document) : '',
    handlers: new Map(),
    ...stepPrints(document.file.text, text, planned.get(dag), hookFields(read, dag, plan?.marks ?? true)),
  }));
}

/** Everything outside of the jobs, or of the steps of an action. */
function restPrint({ root, kind }: GithubDocument): string {
  if (kind === 'workflow') return fingerprintWithout(root, (key) => key === 'jobs');
  const runs = pairOf(root, 'runs')!;
  return fingerprintWith(
    root,
    runs,
    fingerprintWithout(asMap(runs.value)!, (key) => key === 'steps'),
  );
}
