import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createCollector, type Report, silent } from '../../diagnostics/diagnostics.js';
import type { SourceFile } from '../../model/source.js';
import { unifiedDiff } from '../../render/diff.js';
import type { Call } from '../call.js';
import { nearestConfiguration } from '../config-files.js';
import { type ExitCode, exitCodeOf } from '../exit-codes.js';
import { changesOf } from '../in-answer.js';
import { commandFor } from '../init/command-for.js';
import { mostToCopy, placeOf } from '../init/first-configuration.js';
import { lookAround, type Surroundings } from '../init/look-around.js';
import { type TriedOut, tryOut } from '../init/try-out.js';
import { filesOf } from '../init/with-parts.js';
import { packageFiles } from '../package-files.js';
import { showDiagnostics } from '../show-diagnostics.js';
import type { Channel } from '../terminal.js';
import { writeOutputs } from '../write-outputs.js';

/** Writes a first configuration with its prompts. What is there already is never touched: then nothing is written. */
export async function init(call: Call): Promise<ExitCode> {
  const project = call.inputs[0] ?? '.';
  const folder = join(project, '.dagweave');
  const prompts = packageFiles('prompts').map(({ name, text }) => ({
    path: join(folder, 'prompts', name),
    name,
    text,
  }));
  const path = join(folder, 'config.yaml');
  const { report, all, hasErrors } = createCollector();
  const others = ['config.yml', 'config.json', 'config.jsonc'].map((name) => join(folder, name));
  const present = [path, ...prompts.map((file) => file.path), ...others].filter((one) => existsSync(one));
  if (present.length > 0) report('DW833', { paths: present });
  const written = hasErrors() ? undefined : await write(call, { project, path, prompts }, report);
  showDiagnostics(all(), [], call);
  if (written && !call.options.quiet && call.options.diagnostics === 'pretty')
    call.terminal.messages.write(whatNow(project, written.surroundings, written.triedOut, call.terminal.messages));
  return exitCodeOf(all(), call.options.strict);
}

interface Written {
  readonly surroundings: Surroundings;
  readonly triedOut: TriedOut;
}

interface Place {
  readonly project: string;
  /** Of the configuration. */
  readonly path: string;
  readonly prompts: readonly (SourceFile & { readonly name: string })[];
}

async function write(call: Call, { project, path, prompts }: Place, report: Report): Promise<Written | undefined> {
  const whereabouts = { folder: resolve(project), environment: process.env };
  for (const above of nearestConfiguration(whereabouts, silent))
    report('DW868', { folder: project, above: relative('.', above), written: path });
  const surroundings = lookAround(project);
  const triedOut = tryOut(surroundings, prompts);
  const files = [{ path, text: triedOut.text }, ...prompts];
  if (!(await writeOutputs(files, report))) return undefined;
  call.terminal.result.write(files.map((file) => `${file.path}\n`).join(''));
  return { surroundings, triedOut };
}

function whatNow(project: string, { workflows }: Surroundings, { first, untried }: TriedOut, channel: Channel): string {
  const diff = commandFor('diff', project);
  if (!first) {
    if (untried) return `dagweave: see what it does with: ${diff} ${placeOf([untried], mostToCopy)}\n`;
    const [one] = workflows;
    return one
      ? `dagweave: the first rule changes nothing here yet; see why with: ${diff} ${placeOf([one], mostToCopy)}\n`
      : `dagweave: see what it does with: ${diff} WORKFLOW\n`;
  }
  const { workflow, result } = first;
  const place = placeOf([workflow], mostToCopy);
  const lines = unifiedDiff(changesOf(filesOf(workflow), result), { ...channel, forPeople: true })
    .trimEnd()
    .split('\n');
  const shown = lines.slice(0, mostLines);
  const more = lines.length - shown.length;
  const rest = more > 0 ? `… ${more} more ${more === 1 ? 'line' : 'lines'}: ${diff} ${place}\n` : '';
  return `dagweave: nothing is changed yet; the first rule would change ${place} so:

${shown.join('\n')}
${rest}
dagweave: write it with: ${commandFor('apply --in-place', project)} ${place}
`;
}

const mostLines = 40;
