import { createCollector, type Diagnostic } from '../../diagnostics/diagnostics.js';
import type { Picture } from '../../model/picture.js';
import type { SourceFile } from '../../model/source.js';
import { pictureOf } from '../../passes/show/picture.js';
import { readForPicture } from '../../pipeline/read-for-picture.js';
import { readingOf, withoutProse } from '../../pipeline/read-workflows.js';
import { createLocator } from '../../render/locator.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { diagnosticsAsRead } from '../in-answer.js';
import type { GraphOptions, GraphView } from '../options.js';
import { type InputFile, readInputs } from '../read-inputs.js';
import { defaultsFiles, leaveOutOthers } from '../request.js';
import type { Look } from '../serve/serve-view.js';
import { showDiagnostics } from '../show-diagnostics.js';
import type { Channel } from '../terminal.js';

/** Draws workflows as they are; no rules are read. */
export async function graph(call: Call<GraphOptions>): Promise<ExitCode> {
  const { options, terminal } = call;
  if (options.serve) return (await import('../serve/serve-view.js')).serveView(call, () => look(call));
  const drawn = await draw(call);
  const exit = exitCodeOf(drawn.diagnostics, options.strict);
  if (exit === exitCodes.fine) {
    const tell = (line: string) => {
      if (!options.quiet && options.diagnostics === 'pretty') terminal.messages.write(`${line}\n`);
    };
    terminal.result.write(await views[options.view ?? 'ascii'](drawn, terminal.result, tell));
  }
  showDiagnostics(drawn.diagnostics, drawn.files, call);
  return exit;
}

interface Drawing {
  readonly files: readonly InputFile[];
  /** The workflows without the prose around them. */
  readonly inputs: readonly SourceFile[];
  readonly picture: Picture;
  readonly diagnostics: readonly Diagnostic[];
}

async function draw({ inputs: paths, options }: Call<GraphOptions>): Promise<Drawing> {
  const { report, hasErrors, all } = createCollector();
  const found = await readInputs(paths, { standardInput: options.standardInput }, report);
  const files = (options.format ?? 'auto') === 'auto' ? leaveOutOthers(found, report) : found;
  const reading = readingOf(options, undefined, defaultsFiles, report);
  const inputs = files.map(({ path, text }) => withoutProse({ path, text }, reading.formats, report).file);
  const drawn = hasErrors() ? [] : readForPicture(inputs, reading, report);
  const diagnostics = diagnosticsAsRead(files, { inputs, diagnostics: all() });
  const picture = hasErrors() ? { dags: [] } : pictureOf(drawn);
  return { files, inputs, picture, diagnostics };
}

type View = (drawing: Drawing, channel: Channel, tell: (line: string) => void) => Promise<string>;

const views: Readonly<Record<GraphView, View>> = {
  ascii: async ({ picture }, { colors, columns }) =>
    (await import('../../render/graph/terminal.js')).terminalGraph(picture, { colors, columns, onlyChanges: false }),
  mermaid: async ({ picture }, _, tell) => {
    const { mermaidGraph, tooLarge } = await import('../../render/graph/mermaid.js');
    const chart = mermaidGraph(picture);
    const refused = tooLarge(chart);
    if (refused !== undefined) tell(`dagweave: ${refused}; \`--view html\` and \`--view svg\` have no limit`);
    return chart;
  },
  dot: async ({ picture }) => (await import('../../render/graph/dot.js')).dotGraph(picture),
  svg: async (drawing) => (await import('../../render/graph/svg.js')).svgGraph(await scenes(drawing, false)),
  html: (drawing) => report(drawing, false),
};

async function scenes({ picture }: Drawing, folding: boolean) {
  const { loadLayout } = await import('../../render/graph/layout.js');
  const { sceneOf } = await import('../../render/graph/scene.js');
  return sceneOf(picture, await loadLayout(), folding);
}

async function report(drawing: Drawing, served: boolean): Promise<string> {
  const { htmlReport } = await import('../../render/html/report.js');
  const { files, inputs, picture } = drawing;
  const title = files.length === 1 ? files[0]!.path : `${files.length} workflow files`;
  const asRead = inputs.filter((input, index) => input.text === files[index]!.text);
  return htmlReport({
    title,
    summary: `${picture.dags.length} ${picture.dags.length === 1 ? 'DAG' : 'DAGs'}, drawn as they are`,
    scenes: await scenes(drawing, true),
    patch: undefined,
    locate: createLocator(asRead),
    served,
  });
}

async function look(call: Call<GraphOptions>): Promise<Look> {
  const drawing = await draw(call);
  const { files, diagnostics } = drawing;
  const isFine = exitCodeOf(diagnostics, call.options.strict) === exitCodes.fine;
  return {
    page: isFine ? await report(drawing, true) : undefined,
    diagnostics,
    sources: files,
    read: files.map((file) => file.path),
  };
}
