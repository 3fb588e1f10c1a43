import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createCollector, type Diagnostic } from '../../src/diagnostics/diagnostics.js';
import { readConfiguration } from '../../src/frontends/index.js';
import type { ConfigurationFile } from '../../src/model/layer.js';
import type { SourceFile } from '../../src/model/source.js';
import { mergeLayers } from '../../src/passes/rules/merge.js';
import { resolveRules } from '../../src/passes/rules/resolve.js';
import { createColors } from '../../src/render/colors.js';
import { prettyDiagnostics } from '../../src/render/diagnostics.js';
import { createLocator } from '../../src/render/locator.js';
import { writeWarmProgram } from '../cli/warm-dagweave.js';
import { compileFixture, readFixture } from '../compile/fixture.js';

const fixtures = resolve('test/fixtures');
export const home = join(fixtures, 'diagnostics');

/**
 * What a folder makes dagweave say, as a person sees it. Its `same_as.txt` names a fixture elsewhere, its `command.txt` holds shell
 * commands to run in a copy of it; without them `workflow.yaml` is compiled with `hooks.yaml`.
 */
export async function messagesOf(code: string): Promise<string> {
  const folder = join(home, code);
  const elsewhere = join(folder, 'same_as.txt');
  if (existsSync(elsewhere)) return messagesOfFixture(join(fixtures, readFileSync(elsewhere, 'utf8').trim()));
  if (existsSync(join(folder, 'command.txt'))) return runCommands(folder);
  return compiled(folder, 'workflow');
}

/** The message of that code, the first of several, with place and fix. */
export function blockOf(code: string, messages: string): string | undefined {
  return messages.split(/\n\n/).find((block) => new RegExp(`^(error|warning|note) ${code}: `).test(block));
}

function messagesOfFixture(folder: string): string {
  return readdirSync(folder).some((file) => file.startsWith('config.')) ? resolved(folder) : compiled(folder, 'input');
}

function compiled(folder: string, name: string): string {
  const fixture = readFixture(folder, name);
  const { diagnostics, inputs } = compileFixture(fixture, fixture.input, fixture.hooks);
  return pretty(diagnostics, [fixture.hooks, ...fixture.input, ...inputs]);
}

function resolved(folder: string): string {
  const collector = createCollector();
  const files = ['global', 'config'].flatMap((name): ConfigurationFile[] => {
    const path = readdirSync(folder).find((file) => file.startsWith(`${name}.`));
    if (path === undefined) return [];
    const text = readFileSync(join(folder, path), 'utf8');
    return [{ path, text, layer: name === 'global' ? 'global' : 'project' }];
  });
  const layers = files.flatMap((file) => readConfiguration(file, collector.report) ?? []);
  resolveRules(mergeLayers(layers, collector.report), collector.report);
  return pretty(collector.all(), files);
}

function pretty(diagnostics: readonly Diagnostic[], files: readonly SourceFile[]): string {
  return prettyDiagnostics(diagnostics, createLocator(files), { colors: createColors(false), columns: 120 });
}

function runCommands(folder: string): Promise<string> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'dagweave-example-')));
  const work = join(scratch, 'work');
  cpSync(folder, work, { recursive: true });
  mkdirSync(join(scratch, 'bin'));
  writeWarmProgram(join(scratch, 'bin', 'dagweave'));
  const child = spawn('sh', ['command.txt'], {
    cwd: work,
    env: { PATH: `${join(scratch, 'bin')}:${process.env.PATH}`, HOME: scratch, TMPDIR: tmpdir() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((done, failed) =>
    child
      .on('error', failed)
      .on('close', () => done(said.replaceAll(work, '/project').replace(/^(?:read|wrote|Added) .*\n/gm, ''))),
  );
}
