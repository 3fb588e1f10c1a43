import type { CompileResult } from '../compile.js';
import { pictureOf } from '../passes/show/picture.js';
import { createColors } from '../render/colors.js';
import { unifiedDiff } from '../render/diff.js';
import { createLocator, type Locator } from '../render/locator.js';
import { planLine } from '../render/plan-line.js';
import type { Change } from './changes.js';
import type { DiffView } from './options.js';
import type { Request } from './request.js';
import type { Channel } from './terminal.js';

/** What a preview is made from. */
export interface Previewed {
  readonly request: Request;
  readonly result: CompileResult;
  readonly changes: readonly Change[];
}

/** The whole text of a preview. Whatever only one view needs is loaded for that view. */
export const diffViews: Readonly<Record<DiffView, (previewed: Previewed, channel: Channel) => Promise<string>>> = {
  text: async (previewed, channel) =>
    `${unifiedDiff(previewed.changes, channel)}${channel.colors.strong(summaryOf(previewed))}\n`,
  graph: async (previewed, channel) => {
    const { terminalGraph } = await import('../render/graph/terminal.js');
    const { colors, columns } = channel;
    const drawn =
      previewed.changes.length === 0 ? '' : terminalGraph(picture(previewed), { colors, columns, onlyChanges: true });
    return `${drawn === '' ? '' : `${drawn}\n`}${colors.strong(summaryOf(previewed))}\n`;
  },
  markdown: async (previewed) => {
    const { markdownChange } = await import('../render/graph/markdown.js');
    const shown = previewed.changes.length === 0 ? { dags: [] } : picture(previewed);
    return markdownChange(shown, locatorOf(previewed), summaryOf(previewed));
  },
  json: async (previewed) => {
    const { planJson } = await import('../render/graph/plan-json.js');
    return planJson(picture(previewed), previewed.changes.length > 0, locatorOf(previewed));
  },
  html: (previewed) => changeReport(previewed, false),
};

/** @param served the page asks the server that it came from for changes */
export async function changeReport(previewed: Previewed, served: boolean): Promise<string> {
  const { loadLayout } = await import('../render/graph/layout.js');
  const { sceneOf } = await import('../render/graph/scene.js');
  const { htmlReport } = await import('../render/html/report.js');
  return htmlReport({
    title: titleOf(previewed.request),
    summary: summaryOf(previewed),
    scenes: sceneOf(picture(previewed), await loadLayout()),
    patch: unifiedDiff(previewed.changes, { colors: createColors(false), forPeople: true }),
    locate: locatorOf(previewed),
    served,
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

function summaryOf({ changes, result }: Previewed): string {
  const { workflows, inputs, bases } = result;
  const shared = workflows.reduce((sum, one) => sum + one.sharedHandlers.length, 0);
  const unwrapped = changes.filter((change) => change.unwrapped).length;
  return planLine({
    plans: workflows.map((one) => one.plan),
    changedOtherwise: shared + unwrapped,
    changes: changes.length > 0,
    hadHooks: bases.some((file, index) => file.text !== inputs[index]!.text),
  });
}
