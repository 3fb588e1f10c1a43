import { joinDeletions } from '../../text/edits.js';
import type { Format, OpenWorkflow } from '../format.js';
import { whenAsked } from '../when-asked.js';
import { eraseSteps } from '../yaml-steps/erase-steps.js';
import { namelessIn } from '../yaml-steps/nameless-without.js';
import { nodeSpans, readNodeMarks } from '../yaml-steps/node-marks.js';
import { textPlaces } from '../yaml-steps/text-place.js';
import { looksLikeGithub } from './detect.js';
import { githubEngine } from './engine.js';
import { workflowFacts } from './facts.js';
import { resemblesGithub } from './misnamed-jobs.js';
import { namesInList } from './nodes.js';
import { printsOf } from './prints.js';
import { type GithubWorkflow, readWorkflows } from './read.js';
import { restoreConditions, writePlan } from './write.js';

/** Workflows and composite actions of GitHub Actions. */
export const githubActions: Format = {
  name: 'github-actions',
  shape: {
    language: 'GitHub Actions',
    looks: 'a YAML mapping with `on:` and `jobs:`, each job with `runs-on` and a list of `steps`, or an `action.yml`',
  },
  detects: looksLikeGithub,
  resembles: resemblesGithub,
  home: {
    sign: '.github/workflows',
    kind: 'folder',
    holds: (path) => path.startsWith('.github/') || /(?:^|\/)action\.ya?ml$/.test(path),
  },
  open: (files, options, report) => readWorkflows(files, options, report).map(openWorkflow),
};

function openWorkflow(read: GithubWorkflow): OpenWorkflow {
  const { workflow, texts } = read;
  const { files } = workflow;
  const marks = whenAsked(() => ({ ...readNodeMarks(files, texts), handlers: [], openHandlers: [] }));
  return {
    workflow,
    engine: githubEngine,
    facts: workflowFacts(read),
    spanOf: nodeSpans(texts, marks),
    namesIn: (_dag, list) => [namesInList(list)],
    marks,
    namelessBefore: namelessIn(files, texts),
    erase: ({ dags }) => {
      const placeOf = textPlaces(files);
      const conditions = dags.flatMap((one) => restoreConditions(read, placeOf(files[0]!.path), one));
      return joinDeletions(files, [...conditions, ...eraseSteps(placeOf, texts, dags, marks())]);
    },
    write: (plan, report) => writePlan(read, plan, report),
    handlerPlaces: () => [],
    fingerprints: (plan) => printsOf(read, plan),
  };
}
