import type { Engine } from '../../model/engine.js';
import type { NamesIn } from '../../model/workflow.js';
import { lineEndAfter, lineStartBefore } from '../../text/lines.js';
import { hasOutermostKey } from '../../text/outermost-key.js';
import type { Format, OpenWorkflow } from '../format.js';
import { whenAsked } from '../when-asked.js';
import { namelessIn } from '../yaml-steps/nameless-without.js';
import { nodeSpans } from '../yaml-steps/node-marks.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { readMarks, stripHooks } from './earlier-hooks.js';
import { workflowFacts } from './facts.js';
import { workflowPrint } from './fingerprints.js';
import { handlerPlaces } from './handler-homes.js';
import { findMisnamedSteps, misnamedSteps } from './misnamed-steps.js';
import { maxNameBytes } from './name-limit.js';
import { createPlainReader } from './plain/plain-reader.js';
import { likelyBase } from './plain/without-hooks.js';
import { type DaguWorkflow, readWorkflows } from './read.js';
import { readAskedVersions } from './readings.js';
import { runTables } from './run-table.js';
import { daguShell } from './shell.js';
import { areSteps } from './step-like.js';
import { namesInList } from './step-names.js';
import { assumeOptions, words } from './words.js';
import { writePlan } from './write.js';

/** Dagu 1.30 and 2.x: https://github.com/dagu-org/dagu */
export const dagu: Format = daguWith(
  // A document takes about ten times as much memory as its text, and the heap of Node on a small machine is 2 GB.
  20_000_000,
);

/**
 * @param room how many characters of documents stay read at a time, of those that came in and of those that were written
 * @internal
 */
export function daguWith(room: number): Format {
  return {
    name: 'dagu',
    shape: {
      language: 'Dagu',
      looks: 'a YAML mapping with `steps:`, a list of steps, each with a `name`, a `command` and what it `depends` on',
    },
    detects: (text) =>
      (hasOutermostKey(text, 'steps') || misnamedSteps.test(text)) &&
      !/^(?:apiVersion|jobs|runs)[ \t]*:/m.test(text) &&
      !/^\s*\{[\s\S]*"apiVersion"[ \t]*:[ \t]*"[a-z0-9.-]+\/v/.test(text) &&
      !isOfGithub(text),
    resembles: (documents) =>
      documents.some(({ root }) =>
        root?.kind === 'map' ? findMisnamedSteps(root, 'both') !== undefined : areSteps(root),
      ),
    open: (files, options, report) => readWorkflows(files, options, room, report).map(openRead),
    checkVersions: readAskedVersions,
    likelyBase,
    createPlainReader: () => createPlainReader(openRead),
  };
}

function openRead(read: DaguWorkflow): OpenWorkflow {
  const marks = whenAsked(() => readMarks(read));
  return {
    workflow: read.workflow,
    engine: engineFor(read.version.dialect),
    facts: workflowFacts(read),
    spanOf: nodeSpans(read.texts, marks),
    namesIn: namesIn(read),
    marks,
    namelessBefore: namelessIn(read.workflow.files, read.texts),
    erase: (removal, reportErasing) => stripHooks(read, marks(), removal, reportErasing),
    write: (plan, reportWriting) => writePlan(read, plan, reportWriting),
    handlerPlaces: (handlers) => handlerPlaces(read, handlers),
    fingerprints: (plan) => workflowPrint(read, plan),
  };
}

/** Jobs under the key of steps. */
function isOfGithub(text: string): boolean {
  return hasRunner(text) && /(?:^|\n)["']?on["']?[ \t]*:/.test(text);
}

/** Is there a line that names the machine of a job? V8 finds three signs, which few lines have, in less time than it looks at each line. */
function hasRunner(text: string): boolean {
  for (let at = text.indexOf('-on'); at >= 0; at = text.indexOf('-on', lineEndAfter(text, at))) {
    runner.lastIndex = lineStartBefore(text, at);
    if (runner.test(text)) return true;
  }
  return false;
}

const runner = /[ \t]+runs-on[ \t]*:/y;

function namesIn({ documents, version }: DaguWorkflow): NamesIn {
  const known = new WeakMap<DaguDocument, ReturnType<typeof namesInList>>();
  return (dag, list) => {
    const document = documents.at(dag)!;
    const names = known.get(document) ?? namesInList(document, version.dialect);
    known.set(document, names);
    return names(list);
  };
}

/**
 * Limits of the versions that may read the text. Dagu 1.30 and 2.x fail a step over an output of more than 1 MiB, and hand every
 * output to all later steps as environment variables, of which Linux takes 131,071 bytes each, the name counted, and about 2 MiB
 * together; a result of ours has at most 32 KiB.
 */
function engineFor(dialect: Dialect): Engine {
  const runTable = runTables[dialect === 'v2' ? 'v2' : 'v1'];
  const handlers = dialect !== 'both' || {
    because: 'Dagu 1.30 and 2.x spell that differently, and nothing shows which one reads the file',
    instead: `Name the engine version: ${assumeOptions}`,
  };
  const can = { handlers, background: true };
  return { maxNameBytes: maxNameBytes(dialect), maxOutputs: 50, can, runTable, shell: daguShell, words };
}
