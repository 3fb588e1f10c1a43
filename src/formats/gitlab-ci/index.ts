import type { Report } from '../../diagnostics/diagnostics.js';
import type { Format, OpenWorkflow } from '../format.js';
import { whenAsked } from '../when-asked.js';
import { namelessIn } from '../yaml-steps/nameless-without.js';
import { nodeSpans, readNodeMarks } from '../yaml-steps/node-marks.js';
import { acrossFiles, reportIn } from './across-files.js';
import { looksLikePipeline, resemblesPipeline } from './detect.js';
import { endMarks, endPlaces } from './end-hooks.js';
import { engine } from './engine.js';
import { pipelineFacts } from './facts.js';
import { groupByPipeline, type PipelineFiles, partsAmong } from './included-files.js';
import { joinFiles } from './joined-files.js';
import type { Pipeline } from './pipeline.js';
import { readAlone, readFile, readTogether } from './read.js';
import { type GitlabSettings, readSettings } from './settings.js';
import { erase, fingerprints, writePlan } from './write.js';

/** GitLab CI: https://docs.gitlab.com/ci/yaml/ */
export const gitlabCi: Format = {
  name: 'gitlab-ci',
  shape: {
    language: 'GitLab CI',
    looks: 'a YAML mapping of jobs, each with a `script`, a `stage` and what it `needs`',
  },
  detects: looksLikePipeline,
  resembles: resemblesPipeline,
  home: {
    sign: '.gitlab-ci.yml',
    kind: 'file',
    hiddenName: /^\.gitlab-ci\.ya?ml$/,
    foldersOfParts: ['.gitlab', '.gitlab-ci', '.gitlab-ci.d'],
    // Files that it includes are called like it.
    holds: (path) => /gitlab-ci[^/]*$/.test(path),
  },
  partsAmong,
  open: (files, options, report) => {
    const settings = readSettings(options.settings);
    const read = files.flatMap((file) => readFile(file, report));
    return groupByPipeline(read, options.together).map((one) => openFiles(one, settings, report));
  },
};

function openFiles(pipeline: PipelineFiles, settings: GitlabSettings, report: Report): OpenWorkflow {
  if (pipeline.files.length === 1) return openPipeline(readAlone(pipeline, settings, report));
  const joined = joinFiles(pipeline.files.map(({ file }) => file));
  return acrossFiles(openPipeline(readTogether(pipeline, joined.file, settings, reportIn(report, joined))), joined);
}

function openPipeline(pipeline: Pipeline): OpenWorkflow {
  const { file, texts, workflow } = pipeline;
  const marks = whenAsked(() => {
    const { nodes, stray } = readNodeMarks([file], texts);
    const ends = endMarks(pipeline);
    return { ...ends, nodes, stray: [...stray, ...ends.stray] };
  });
  return {
    workflow,
    engine,
    facts: pipelineFacts(pipeline),
    marks,
    namesIn: (_dag, list) => [list.map(({ name, entry }) => name ?? `line ${entry + 1}`)],
    namelessBefore: namelessIn([file], texts),
    spanOf: nodeSpans(texts, marks),
    handlerPlaces: (handlers) => endPlaces(pipeline, handlers),
    erase: (removal) => erase(pipeline, removal),
    write: (plan, report) => writePlan(pipeline, plan, report),
    fingerprints: (plan) => fingerprints(pipeline, plan),
  };
}
