import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagRemoval } from '../../model/mark.js';
import type { Plan } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import { pairOf } from '../../text/yaml-access.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import { addTemplate, removeTemplate } from './add-template.js';
import type { ArgoPlace, ArgoWorkflow } from './argo-workflow.js';
import type { ArgoDocument } from './document.js';
import { entryTemplate, hookEntry } from './entry.js';
import { insideOf } from './inside-of.js';

/** Edits that put a template around what a run begins with, wherever a plan has hooks for it. */
export function writeEntries(
  { places, workflow }: ArgoWorkflow,
  plan: Plan,
  place: TextPlace,
  report: Report,
): readonly TextEdit[] {
  return plan.dags.flatMap(({ dag }) => {
    const { document, entry } = places[dag]!;
    if (!entry) return [];
    const fields = entryTemplate(document, entry);
    const name = String(fields[0]!.value);
    const { span } = workflow.dags[dag]!;
    report('DW477', { entrypoint: entry.called.name, type: entry.called.type!, name }, { span });
    return [addTemplate(place, document, entry.called.node, [], fields), setEntrypoint(place, document, name)];
  });
}

/** The documents whose template of ours goes, because all of its hooks do. */
export function emptiedEntries(
  { places, texts }: ArgoWorkflow,
  removals: readonly DagRemoval[],
): ReadonlyMap<number, ArgoPlace> {
  return new Map(
    removals.flatMap(({ dag, nodes }) => {
      const place = places[dag]!;
      const isOurs = hookEntry(place.document)?.template === place.template;
      return isOurs && nodes.size === texts[dag]!.dag.nodes.length - 1 ? [[dag, place]] : [];
    }),
  );
}

/** Edits that let the run begin with what it began with before. */
export function eraseEntry(place: TextPlace, { document, template, name }: ArgoPlace): readonly TextEdit[] {
  return [removeTemplate(place, document, template.node, undefined), setEntrypoint(place, document, name)];
}

function setEntrypoint(place: TextPlace, { spec }: ArgoDocument, name: string): TextEdit {
  const { start, end } = insideOf(pairOf(spec, 'entrypoint')!);
  return place.replace(start, end, name);
}
