import type { Report } from '../../diagnostics/diagnostics.js';
import type { WorkflowFacts } from '../../model/facts.js';
import type { Marks } from '../../model/mark.js';
import type { Span } from '../../model/source.js';
import type { Dag, Node } from '../../model/workflow.js';
import { joinDeletions } from '../../text/edits.js';
import type { OpenWorkflow } from '../format.js';
import { whenAsked } from '../when-asked.js';
import type { JoinedFiles } from './joined-files.js';

/** A workflow that was read from a joined text, as one of the files that this was made of. */
export function acrossFiles(open: OpenWorkflow, joined: JoinedFiles): OpenWorkflow {
  const { files, spanIn, editsIn } = joined;
  const { workflow, facts } = open;
  return {
    ...open,
    workflow: {
      ...workflow,
      files: [...files].sort((a, b) => (a.path < b.path ? -1 : 1)),
      dags: workflow.dags.map((dag) => dagIn(dag, spanIn)),
    },
    ...(facts && { facts: factsIn(facts, spanIn) }),
    marks: whenAsked(() => marksIn(open.marks(), spanIn)),
    spanOf: (dag, node) => spanIn(open.spanOf(dag, node)),
    erase: (removal, report) => joinDeletions(files, editsIn(open.erase(removal, reportIn(report, joined)))),
    write: (plan, report) => editsIn(open.write(plan, reportIn(report, joined))),
  };
}

/** Reports what was found in the joined text where it is in the files. */
export function reportIn(report: Report, { spanIn, editsIn, file }: JoinedFiles): Report {
  return (code, args, { span, related, fix, ...place } = {}) =>
    report(code, args, {
      ...place,
      span: span && spanIn(span),
      related: related && { ...related, span: spanIn(related.span) },
      fix: fix?.flatMap((edit) => (edit.file === file.path ? editsIn([edit]) : edit)),
    });
}

type SpanIn = (span: Span) => Span;

function dagIn(dag: Dag, spanIn: SpanIn): Dag {
  const span = spanIn(dag.span);
  // What all files are together is what the first one begins.
  const file = dag.index === 0 ? dag.file : span.file;
  return { ...dag, file, span, nodes: dag.nodes.map((node) => nodeIn(node, spanIn)) };
}

function nodeIn(node: Node, spanIn: SpanIn): Node {
  const { needs, call } = node;
  return {
    ...node,
    needs: needs?.map((need) => ({ ...need, span: spanIn(need.span) })),
    call: call && { ...call, span: spanIn(call.span) },
    span: spanIn(node.span),
  };
}

function factsIn(facts: WorkflowFacts, spanIn: SpanIn): WorkflowFacts {
  return {
    ...facts,
    beside: (dag) => facts.beside(dag).map((place) => ({ ...place, span: spanIn(place.span) })),
    runsFiles: () => facts.runsFiles?.().map((run) => ({ ...run, span: spanIn(run.span) })) ?? [],
  };
}

function marksIn(marks: Marks, spanIn: SpanIn): Marks {
  const located = <One extends { readonly span: Span }>(one: One): One => ({ ...one, span: spanIn(one.span) });
  return {
    ...marks,
    nodes: marks.nodes.map(located),
    handlers: marks.handlers.map(located),
    stray: marks.stray.map(located),
  };
}
