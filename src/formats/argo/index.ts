import type { Format, OpenWorkflow } from '../format.js';
import { whenAsked } from '../when-asked.js';
import { nodeSpans } from '../yaml-steps/node-marks.js';
import { resemblesArgo } from './damaged-head.js';
import { readMarks, stripHooks } from './earlier-hooks.js';
import { engine } from './engine.js';
import { workflowFacts } from './facts.js';
import { workflowPrint } from './fingerprints.js';
import { gatesToHold } from './gates-passed.js';
import { readWorkflows } from './read.js';
import { writePlan } from './write.js';
import { handlerPlaces } from './write-exit-handler.js';

/** Argo Workflows: Workflow, WorkflowTemplate, ClusterWorkflowTemplate and CronWorkflow. */
export const argo: Format = {
  name: 'argo',
  shape: {
    language: 'Argo Workflows',
    looks:
      'a Kubernetes document with `apiVersion: argoproj.io/v1alpha1`, `kind: Workflow` and a `spec` with an `entrypoint` and `templates`',
  },
  detects: (text) =>
    /(?:^\ufeff?|[\n{,])[ \t]*["']?apiVersion["']?[ \t]*:[ \t]*["']?argoproj\.io\//.test(text) &&
    /(?:^\ufeff?|[\n{,])[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?(?:(?:Cluster)?WorkflowTemplate|(?:Cron)?Workflow)["']?[ \t]*(?:[#\r\n,}]|$)/.test(
      text,
    ),
  resembles: resemblesArgo,
  open: (files, options, report) =>
    readWorkflows(files, options, report).map((read): OpenWorkflow => {
      const marks = whenAsked(() => readMarks(read));
      return {
        workflow: read.workflow,
        engine,
        facts: workflowFacts(read),
        spanOf: nodeSpans(read.texts, marks),
        namesIn: (_dag, list) => [list.map(({ name, entry }) => name ?? `#${entry + 1}`)],
        marks,
        namelessBefore: () => undefined,
        erase: (removal) => stripHooks(read, marks(), removal),
        gatesPassed: (plan) => gatesToHold(read.texts[plan.dag]!, plan),
        write: (plan, reportWriting) => writePlan(read, plan, reportWriting),
        handlerPlaces: (handlers) => handlerPlaces(read, handlers),
        fingerprints: (plan) => workflowPrint(read, plan),
      };
    }),
};
