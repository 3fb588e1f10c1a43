import type { Report } from '../../diagnostics/diagnostics.js';
import { createDag } from '../../model/create-dag.js';
import type { SourceFile } from '../../model/source.js';
import type { Dag, Node, Sequence, Workflow } from '../../model/workflow.js';
import { pairOf } from '../../text/yaml-access.js';
import type { OpenOptions } from '../format.js';
import { joinEnvironments } from '../join-environments.js';
import { nameFollowers } from '../yaml-steps/shared-text.js';
import type { StepList, StepText } from '../yaml-steps/step-list.js';
import { type CallableFiles, callableFiles } from './called-workflow.js';
import { reportRefused } from './check-refused.js';
import { reportShapes } from './check-shape.js';
import { type GithubDocument, readDocument } from './document.js';
import { fieldText, readEnvironment } from './fields.js';
import { reportMissingEvents } from './missing-events.js';
import { reportNearKeys } from './near-keys.js';
import { jobNodes, stepNodes } from './nodes.js';
import { type GithubSettings, readSettings } from './settings.js';
import { jobSpelling, stepSpelling } from './spelling.js';

/** A workflow or an action beside its text: `texts[n]` is that of `workflow.dags[n]`, the jobs first. */
export interface GithubWorkflow {
  readonly workflow: Workflow;
  readonly document: GithubDocument;
  readonly texts: readonly StepText[];
  readonly settings: GithubSettings;
  readonly callable: CallableFiles;
}

/** Each file is a workflow of its own: what it calls is run by GitHub from another place. */
export function readWorkflows(
  files: readonly SourceFile[],
  options: OpenOptions,
  report: Report,
): readonly GithubWorkflow[] {
  const settings = readSettings(options.settings);
  const documents = files.flatMap((file) => readDocument(file, report) ?? []);
  const callable = callableFiles(documents);
  return documents.map((document) => {
    reportNearKeys(document, report);
    reportMissingEvents(document, report);
    reportShapes(document, report);
    reportRefused(document, report);
    const texts = textsOf(document, report);
    const dags = texts.map(({ dag }) => dag);
    const workflow: Workflow = {
      format: 'github-actions',
      files: [document.file],
      dags,
      roots: [0],
      inherits: true,
      findBeside: 'all',
    };
    return { workflow, document, texts, settings, callable };
  });
}

function textsOf(document: GithubDocument, report: Report): readonly StepText[] {
  const { file, root, kind, outer, bodies } = document;
  const written = fieldText(root, 'name');
  const env = readEnvironment(root);
  const own = pairOf(root, 'name')?.value ?? root.pairs[0]!.key;
  const about = {
    name: written ?? file.path,
    nameAtRun: written === undefined || written.includes('${{') ? '${GITHUB_WORKFLOW}' : undefined,
    env: kind === 'workflow' ? env : new Map<string, string>(),
    span: { file: file.path, start: own.start, end: own.end },
  };
  if (kind === 'action') return [textOf(document, { ...about, nodes: stepNodes(file.path, outer) }, 0, 'only', outer)];
  const jobs = { ...about, nodes: jobNodes(document, report), keepsNeeds: true, runsPastFailure: true };
  return [
    textOf(document, jobs, 0, 'none', outer),
    ...bodies.map(({ list, jobs: callers }, index) => {
      const job = outer.steps[callers[0]!]!;
      const span = { file: file.path, start: job.key!.start, end: job.key!.end };
      const inJob = joinEnvironments(env, readEnvironment(job.map));
      const nodes = stepNodes(file.path, list);
      return textOf(
        document,
        { name: job.key!.value, env: inJob, span, nodes, runsPastFailure: true, ofCommands: callers.length === 1 },
        index + 1,
        'only',
        list,
      );
    }),
  ];
}

type About = Pick<Dag, 'name' | 'env' | 'span' | 'nodes'> &
  Partial<Pick<Dag, 'nameAtRun' | 'keepsNeeds' | 'runsPastFailure' | 'ofCommands'>>;

function textOf({ file }: GithubDocument, about: About, index: number, sequence: Sequence, list: StepList): StepText {
  const spelling = sequence === 'only' ? stepSpelling : jobSpelling;
  const followers = nameFollowers(list, spelling);
  const nodes = about.nodes.map((node): Node => ({ ...node, followers: followers.get(node.index) ?? [] }));
  const dag = createDag({
    ...about,
    index,
    file: file.path,
    nodes,
    readings: [{ name: 'GitHub Actions', sequence }],
  });
  return { dag, list, spelling };
}
