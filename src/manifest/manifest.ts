import type { CompileResult, PlannedWorkflow } from '../compile.js';
import type { Report } from '../diagnostics/diagnostics.js';
import { nearestName } from '../lang/nearest.js';
import { sha256 } from '../lang/sha256.js';
import { isOfPolicy } from '../model/layer.js';
import type { Digest, Edge, Manifest, ManifestFile, ManifestInjection } from '../model/manifest.js';
import type { DagPlan, InjectedNode, Injection } from '../model/plan.js';
import type { SourceFile, Span, TextEdit } from '../model/source.js';
import { type Dag, documentNumbers } from '../model/workflow.js';
import { applyEdits, inverseEdits } from '../text/edits.js';
import { createLines } from '../text/lines.js';

/**
 * What a successful compile wrote.
 * @param files the workflow files as they were given to the compiler
 * @param configuration the texts that rules were written in
 */
export function createManifest(
  result: CompileResult,
  files: readonly SourceFile[],
  configuration: readonly SourceFile[],
): Manifest {
  const lines = new Map(configuration.map(({ path, text }) => [path, createLines(text)]));
  const locate = ({ file, start }: Span) => ({ file, ...(lines.get(file)?.position(start) ?? { line: 0, column: 0 }) });
  const injections = result.workflows.flatMap((one) => injectionsOf(one, locate));
  const tasks = [...new Set(injections.flatMap(({ task }) => task ?? []))].sort();
  const prompts = result.promptFiles.map(({ workflow, path }) => ({ file: workflow, path }));
  return {
    version: 1,
    files: filesOf(result, files),
    injections,
    ...(prompts.length > 0 && { prompts }),
    tasks,
  };
}

/** Texts that a manifest tells the origin of, as they were before; the others as they are. */
export function originsByManifest(files: readonly SourceFile[], manifest: Manifest): readonly SourceFile[] {
  const entryOf = entryFinder(manifest);
  return files.map((file) => {
    const entry = entryOf(file);
    const text = typeof entry === 'object' ? textBefore(file, entry) : undefined;
    return text === undefined ? file : { ...file, text };
  });
}

/** Gives files back byte for byte; those that are not what the manifest says are reported. */
export function stripByManifest(
  files: readonly SourceFile[],
  manifest: Manifest,
  report: Report,
): readonly SourceFile[] {
  const entryOf = entryFinder(manifest);
  return files.map((file) => {
    const span = { file: file.path, start: 0, end: 0 };
    const entry = entryOf(file);
    const text = typeof entry === 'object' ? textBefore(file, entry) : undefined;
    if (!entry) report('DW710', { path: file.path }, { span });
    else if (entry === 'one of several') report('DW719', { path: file.path }, { span });
    else if (text === undefined) report('DW711', { path: file.path }, { span });
    return text === undefined ? file : { ...file, text };
  });
}

type FindEntry = (file: SourceFile) => ManifestFile | 'one of several' | undefined;

/**
 * Finds what a manifest says of a text. Several files may have become the same text: then the path tells them apart, as much of its end
 * as is the same, since results may have gone to another folder.
 */
function entryFinder({ files }: Manifest): FindEntry {
  const byText = new Map<string, ManifestFile[]>();
  const byPath = new Map<string, ManifestFile>();
  for (const file of files) {
    const alike = byText.get(file.output.sha256);
    if (alike) alike.push(file);
    else byText.set(file.output.sha256, [file]);
    byPath.set(`${file.output.sha256} ${file.path}`, file);
  }
  return ({ path, text }) => {
    const { sha256: digest } = digestOf(text);
    const own = byPath.get(`${digest} ${path}`);
    const alike = byText.get(digest);
    if (own || !alike || alike.every(({ input }) => input.sha256 === alike[0]!.input.sha256)) return own ?? alike?.[0];
    const shared = alike.map((one) => sharedEnd(one.path, path));
    const most = shared.reduce((a, b) => Math.max(a, b));
    return shared.indexOf(most) === shared.lastIndexOf(most) ? alike[shared.indexOf(most)] : 'one of several';
  };
}

/** How many names two paths have in common, counted from their ends. */
function sharedEnd(one: string, other: string): number {
  const [names, others] = [one, other].map((path) => path.split(/[\\/]/).reverse());
  const first = names!.findIndex((name, at) => name !== others![at]);
  return first < 0 ? names!.length : first;
}

/** Reports tasks that had hooks by an earlier manifest and that are no longer in the workflows. */
export function reportLostTasks(earlier: Manifest, { workflows }: CompileResult, report: Report): void {
  const names = new Set(
    workflows.flatMap(({ workflow }) =>
      workflow.dags.flatMap((dag) => [dag.name, ...dag.nodes.map(({ name }) => name)]),
    ),
  );
  const known = new Set(earlier.tasks);
  const added = [...names].filter((name) => !known.has(name));
  for (const task of earlier.tasks) {
    if (!names.has(task)) report('DW712', { task, nearest: nearestName(task, added) });
  }
}

function digestOf(text: string): Digest {
  return { sha256: sha256(text), bytes: Buffer.byteLength(text) };
}

/** `undefined` where the edits of a manifest do not lead to what it says was there. */
function textBefore({ path, text }: SourceFile, { input, inverse }: ManifestFile): string | undefined {
  let from = 0;
  for (const { start, end } of inverse) {
    if (start < from || end < start || end > text.length) return undefined;
    from = end;
  }
  const edits = inverse.map((edit) => ({ ...edit, file: path }));
  const before = applyEdits([{ path, text }], edits)[0]!.text;
  return digestOf(before).sha256 === input.sha256 ? before : undefined;
}

function filesOf(result: CompileResult, files: readonly SourceFile[]): readonly ManifestFile[] {
  const read = new Map(files.map(({ path, text }) => [path, text]));
  const edits = new Map<string, TextEdit[]>();
  for (const edit of result.additions) {
    const own = edits.get(edit.file);
    if (own) own.push(edit);
    else edits.set(edit.file, [edit]);
  }
  return result.outputs.map(({ path, text }, index): ManifestFile => {
    const given = read.get(path)!;
    const base = result.bases[index]!;
    const output = digestOf(text);
    // What a model wrote around a workflow comes back as well.
    if (given !== result.inputs[index]!.text)
      return { path, input: digestOf(given), output, inverse: [{ start: 0, end: text.length, text: given }] };
    const inverse = inverseEdits([base], edits.get(path) ?? []).map(({ start, end, text: before }) => ({
      start,
      end,
      text: before,
    }));
    return { path, input: digestOf(base.text), output, inverse };
  });
}

type Locate = (span: Span) => ManifestInjection['written'];

function injectionsOf(planned: PlannedWorkflow, locate: Locate): readonly ManifestInjection[] {
  const { workflow, plan, after } = planned;
  const extents = planned.extents();
  const documents = documentNumbers(workflow);
  const steps = plan.dags.flatMap((dagPlan, at) => {
    const dag = workflow.dags[dagPlan.dag]!;
    const edgesOf = edgesByHook(dag, after!.dags[dagPlan.dag]!, dagPlan);
    return dagPlan.nodes.flatMap((node, index): ManifestInjection[] => {
      if (node.kind === 'kept') return [];
      const { file, start, end } = extents[at]![index]!;
      return [
        {
          ...origin(node.injection, dag, documents, locate),
          file,
          place: 'step',
          node: node.name,
          range: { start, end },
          edges: edgesOf(node),
        },
      ];
    });
  });
  const handlers = plan.handlers.flatMap(({ dag, event, injections }) =>
    injections.map(
      ({ name, injection }): ManifestInjection => ({
        ...origin(injection, workflow.dags[dag]!, documents, locate),
        place: event,
        node: name,
        range: null,
        edges: { added: [], removed: [] },
      }),
    ),
  );
  return [...steps, ...handlers];
}

function origin({ rule, task }: Injection, dag: Dag, documents: readonly number[], locate: Locate) {
  const written = locate(rule.span);
  const place = { file: dag.file, dag: dag.name, document: documents[dag.index]! };
  const policy = isOfPolicy(rule) ? { policy: true } : {};
  return { rule: rule.id, ...policy, written, point: rule.point, task: task ?? null, ...place };
}

/** Edges as the text says them; what position says is not written anywhere. */
function edgesByHook(before: Dag, after: Dag, { nodes }: DagPlan): (hook: InjectedNode) => ManifestInjection['edges'] {
  const added = new Map<string, Edge[]>();
  const removed = new Map<string, Edge[]>();
  const put = (edges: Map<string, Edge[]>, hook: string, edge: Edge) => {
    const list = edges.get(hook);
    if (list) list.push(edge);
    else edges.set(hook, [edge]);
  };
  const positionOf = new Map(nodes.flatMap((node, at) => (node.kind === 'kept' ? [[node.node, at]] : [])));
  nodes.forEach((node, at) => {
    if (!node.needs) return;
    const to = after.nodes[at]!.name;
    const needs = new Set(after.nodes[at]!.needs!.flatMap((need) => need.node ?? []));
    for (const need of needs) {
      const edge = { from: after.nodes[need]!.name, to };
      if (node.kind === 'injected') put(added, to, edge);
      if (nodes[need]!.kind === 'injected') put(added, edge.from, edge);
    }
    if (node.kind === 'injected') return;
    const hooks = [...needs].flatMap((need) => (nodes[need]!.kind === 'injected' ? after.nodes[need]!.name : []));
    const lost = (before.nodes[node.node]!.needs ?? []).flatMap((need) =>
      need.node === undefined || needs.has(positionOf.get(need.node)!) ? [] : [positionOf.get(need.node)!],
    );
    for (const hook of hooks)
      for (const need of new Set(lost)) put(removed, hook, { from: after.nodes[need]!.name, to });
  });
  return ({ name }) => ({ added: added.get(name) ?? [], removed: removed.get(name) ?? [] });
}
