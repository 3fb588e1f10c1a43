import { type CompileResult, isDenial } from '../../compile.js';
import { type Collector, createCollector, type Diagnostic } from '../../diagnostics/diagnostics.js';
import type { Span } from '../../model/source.js';
import { pictureOf } from '../../passes/show/picture.js';
import { createColors } from '../../render/colors.js';
import { type FileChange, unifiedDiff, unifiedDiffPieces } from '../../render/diff.js';
import type { ReportContent } from '../../render/html/report-data.js';
import { createLocator, type Locator } from '../../render/locator.js';
import { planLine } from '../../render/plan-summary.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { type Change, changesOf, diagnosticsAsRead } from '../in-answer.js';
import type { DiffOptions, DiffView } from '../options.js';
import { tellRead } from '../progress.js';
import { promptChanges } from '../prompt-delivery.js';
import { type Request, readRequest } from '../request.js';
import { runCompile } from '../run-compile.js';
import type { Look } from '../serve/serve-view.js';
import { showDiagnostics, sourcesOf } from '../show-diagnostics.js';
import type { Channel } from '../terminal.js';

export async function diff(call: Call<DiffOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  const found = createCollector();
  if (options.serve) return (await import('../serve/serve-view.js')).serveView(call, () => look(call));
  const { request, previewed, diagnostics, exit } = await preview(call, found);
  if (previewed) terminal.result.write(await diffViews[options.view ?? 'text'](previewed, terminal.result));
  tellRead(request, call);
  showDiagnostics(diagnostics, sourcesOf(request, previewed?.result), call);
  return options.exitCode && previewed && hasChanges(previewed) ? exitCodes.changes : exit;
}

interface Preview {
  readonly request: Request;
  /** `undefined` where something is in the way. */
  readonly previewed: Previewed | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly exit: ExitCode;
}

function hasChanges({ changes, prompts }: Previewed): boolean {
  return changes.length + prompts.length > 0;
}

async function preview({ inputs, options }: Call<DiffOptions>, found: Collector): Promise<Preview> {
  const request = await readRequest(inputs, options, found.report);
  const { input } = request;
  const shown = { ...input, options: { ...input.options, despiteDenials: true } };
  const result = found.hasErrors() ? undefined : runCompile(shown, false, found.report);
  const prompts = result?.outputs.length ? promptChanges(result, found.report) : [];
  const diagnostics = [...found.all(), ...(result ? diagnosticsAsRead(request.files, result) : [])];
  const exit = exitCodeOf(diagnostics, options.strict);
  const others = diagnostics.filter((one) => !isDenial(one));
  const isFine = result !== undefined && exitCodeOf(others, options.strict) === exitCodes.fine;
  const previewed = isFine ? { request, result, changes: changesOf(request.files, result), prompts } : undefined;
  return { request, previewed, diagnostics, exit };
}

async function look(call: Call<DiffOptions>): Promise<Look> {
  const { request, previewed, diagnostics } = await preview(call, createCollector());
  return {
    page: previewed && (await changeReport(previewed, true)),
    diagnostics,
    sources: sourcesOf(request, previewed?.result),
    read: [...request.files, ...request.input.configuration, ...request.prompts].map((file) => file.path),
  };
}

/** What a preview is made from. */
interface Previewed {
  readonly request: Request;
  readonly result: CompileResult;
  readonly changes: readonly Change[];
  /** Of prompt files beside the workflows. */
  readonly prompts: readonly FileChange[];
}

type View = (previewed: Previewed, channel: Channel) => Promise<string | Iterable<string>>;

/** The whole text of a preview, or its pieces. Whatever only one view needs is loaded for that view. */
const diffViews: Readonly<Record<DiffView, View>> = {
  text: async (previewed, channel) => textView(previewed, channel),
  graph: async (previewed, channel) => {
    const { terminalGraph } = await import('../../render/graph/terminal.js');
    const { colors, columns } = channel;
    const drawn =
      previewed.changes.length === 0 && previewed.result.summary.denied === 0
        ? ''
        : terminalGraph(picture(previewed), { colors, columns, onlyChanges: true });
    const { wrapped } = await import('../../render/visible.js');
    const summary = wrapped(summaryOf(previewed).split(' '), ' ', columns);
    return `${drawn === '' ? '' : `${drawn}\n`}${colors.strong(summary)}\n`;
  },
  markdown: async (previewed) => {
    const { markdownChange } = await import('../../render/graph/markdown.js');
    const changes = previewed.changes.length > 0;
    return markdownChange(picture(previewed), changes, locatorOf(previewed), summaryOf(previewed));
  },
  json: async (previewed) => {
    const { planJson } = await import('../../render/plan-summary.js');
    return planJson(
      picture(previewed),
      previewed.result.summary.costs,
      { changes: previewed.changes.length > 0, prompts: previewed.prompts },
      locatorOf(previewed),
    );
  },
  html: (previewed) => changeReport(previewed, false),
};

function* textView(previewed: Previewed, channel: Channel): Iterable<string> {
  yield* unifiedDiffPieces(filesOf(previewed), channel);
  yield `${channel.colors.strong(summaryOf(previewed))}\n`;
}

function filesOf({ changes, prompts }: Previewed): readonly FileChange[] {
  return [...changes, ...prompts];
}

/** @param served the page asks the server that it came from for changes */
async function changeReport(previewed: Previewed, served: boolean): Promise<string> {
  const { loadLayout } = await import('../../render/graph/layout.js');
  const { sceneOf } = await import('../../render/graph/scene.js');
  const { htmlReport } = await import('../../render/html/report.js');
  return htmlReport({
    title: titleOf(previewed.request),
    summary: summaryOf(previewed),
    scenes: sceneOf(picture(previewed), await loadLayout(), true),
    patch: unifiedDiff(filesOf(previewed), { colors: createColors(false), forPeople: true }),
    locate: locatorOf(previewed),
    linesAfter: linesAfter(previewed),
    served,
  });
}

/** Of each DAG of the picture that changes, the first and the last line of each node in what is written. */
function linesAfter({ result }: Previewed): NonNullable<ReportContent['linesAfter']> {
  const locate = createLocator(result.outputs);
  return result.workflows.flatMap(({ workflow, plan, extents }) => {
    const spans = extents();
    const byDag = new Map(plan.dags.map(({ dag }, at) => [dag, spans[at]!]));
    const linesOf = (span: Span) => {
      const place = locate(span);
      const last = place && place.end.line - (place.end.column === 1 ? 1 : 0);
      return place && { file: span.file, first: place.start.line, last: last! };
    };
    return workflow.dags.map(({ index }) => byDag.get(index)?.map(linesOf));
  });
}

function titleOf({ files }: Pick<Request, 'files'>): string {
  const [first] = files;
  return files.length === 1 ? first!.path : `${files.length} workflow files`;
}

function picture({ result }: Previewed) {
  return pictureOf(result.workflows);
}

/** Texts that were read as they lie on disk; in others, lines would not be those that people see. */
function locatorOf({ request, result }: Previewed): Locator {
  const bases = new Map(result.bases.map((file) => [file.path, file.text]));
  const asRead = request.files.filter((file) => bases.get(file.path) === file.text);
  return createLocator([...request.input.configuration, ...asRead]);
}

function summaryOf({ changes, prompts, result }: Previewed): string {
  const { summary, inputs, bases } = result;
  const unwrapped = changes.filter((change) => change.unwrapped).length;
  return planLine({
    summary,
    changedOtherwise: summary.sharedHandlers + unwrapped,
    changes: changes.length > 0,
    prompts,
    hadHooks: bases.some((file, index) => file.text !== inputs[index]!.text),
  });
}
