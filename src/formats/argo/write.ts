import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan, InjectedNode, Plan } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { composeEdits, offsetsBefore } from '../../text/compose-edits.js';
import { applyEdits } from '../../text/edits.js';
import { checkSharedText } from '../yaml-steps/check-shared-text.js';
import { textPlaces } from '../yaml-steps/text-place.js';
import { writeSteps } from '../yaml-steps/write-steps.js';
import type { ArgoWorkflow } from './argo-workflow.js';
import { checkCalledEnds } from './check-called-ends.js';
import { checkGates } from './check-gates.js';
import { checkHook } from './check-hook.js';
import { checkHookReferences, referencesIn } from './check-hook-references.js';
import { checkOwnTasks } from './check-own-tasks.js';
import { checkRounds } from './check-rounds.js';
import { needsText } from './edit-depends.js';
import { lettingBy } from './either-end.js';
import { chainsOf } from './hook-needs.js';
import { hookPlace } from './hook-place.js';
import { readText } from './read.js';
import { stepFields } from './step-fields.js';
import { writeTarget } from './target.js';
import { writeEntries } from './write-entry.js';
import { writeExitHandlers } from './write-exit-handler.js';

/** Writes a plan down as edits of the file that the workflow was read from. */
export function writePlan(read: ArgoWorkflow, plan: Plan, report: Report): readonly TextEdit[] {
  const { file } = read;
  const entries = writeEntries(read, plan, textPlaces([file])(file.path), report);
  if (entries.length === 0) return writeInto(read, plan, report);
  // Hooks go into templates that are not there yet: into the text that has them.
  const [grown] = applyEdits([file], entries);
  const hooks = writeInto(
    readText(grown!, read, () => {}),
    plan,
    inText(file.path, entries, report),
  );
  return composeEdits([file], entries, hooks);
}

/** Reports places of the text that edits led to as places of the text before. */
function inText(file: string, edits: readonly TextEdit[], report: Report): Report {
  const before = offsetsBefore(edits);
  return (code, args, place = {}) => {
    const { span } = place;
    const moved = span?.file === file ? { ...span, start: before(span.start), end: before(span.end) } : span;
    report(code, args, { ...place, span: moved });
  };
}

function writeInto(read: ArgoWorkflow, plan: Plan, report: Report): readonly TextEdit[] {
  const place = textPlaces([read.file])(read.file.path);
  const written = plan.dags.flatMap((dagPlan) => {
    const { dag: index, nodes } = dagPlan;
    const text = textFor(read, dagPlan);
    const { document } = read.places[index]!;
    checkSharedText(text, { file: read.file.path, source: place.text, root: document.root, others: [] }, nodes, report);
    if (text.spelling.needs === 'depends') checkGates(text, dagPlan, report);
    checkOwnTasks(text.dag, dagPlan, report);
    checkRounds(read.places[index]!, text.dag, dagPlan, report);
    checkCalledEnds(read, dagPlan, report);
    const hooks = hookPlace(read, dagPlan);
    const references = referencesIn(read, dagPlan);
    const fieldsOf = (node: InjectedNode) => {
      checkHook(node.injection, { dag: text.dag.name, settings: read.settings }, report);
      checkHookReferences(node.injection, references(node), report);
      return stepFields(node, hooks);
    };
    return [
      ...writeSteps(place, text, { nodes, marks: plan.marks }, fieldsOf, report),
      ...writeTarget(place, read.places[index]!, text.dag, dagPlan, report),
    ];
  });
  return [...written, ...writeExitHandlers(read, plan, place, report)];
}

/** The steps of a DAG, whose expressions are edited as a plan has it. */
function textFor({ texts }: Pick<ArgoWorkflow, 'texts'>, plan: DagPlan): ArgoWorkflow['texts'][number] {
  const text = texts[plan.dag]!;
  if (text.spelling.needs !== 'depends') return text;
  const chainOf = chainsOf(plan);
  return { ...text, spelling: { ...text.spelling, needsText: needsText(chainOf, lettingBy(text, plan, chainOf)) } };
}
