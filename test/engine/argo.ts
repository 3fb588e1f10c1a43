import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import type { SourceFile } from '../../src/model/source.js';
import { packedEngine } from './engines.js';

const lint = packedEngine('argo-lint-4.0.10-linux-x64', 'DAGWEAVE_ARGO_LINT');
const simulator = packedEngine('argo-sim-4.0.10-linux-x64', 'DAGWEAVE_ARGO_SIM');

/** The validator of Argo Workflows 4.0.10. */
export const argoLint = {
  title: lint.missing ?? 'the validator of Argo 4.0.10',
  missing: lint.missing !== undefined,
  /** What it says of a file, positions in lists of steps apart, which hooks shift. */
  of: (file: SourceFile): readonly string[] => saidOf([file])[0]!,
  /** The same for each of some files, whose templates know each other. */
  ofAll: saidOf,
};

function saidOf(files: readonly SourceFile[]): readonly (readonly string[])[] {
  return inScratch(files, (paths) => {
    const { stdout } = spawnSync(lint.path, paths, { encoding: 'utf8', timeout: 60_000 });
    const starts = paths.map((path) => stdout.indexOf(`${path}\t`));
    return starts.map((start, index) => {
      if (start < 0) throw new Error(`nothing is said of ${files[index]!.path}: ${stdout.slice(0, 300)}`);
      const [, objects, , ...words] = stdout
        .slice(start, starts[index + 1])
        .trim()
        .split('\t');
      const said = words.join('\t');
      // What is no YAML to it has no mistakes either.
      if (said === '[]' && objects === '0 objects') return ['nothing could be read'];
      return said.split('\n').map((line) => line.replaceAll(/steps\[\d+\]/g, 'steps'));
    });
  });
}

/** What a pod does: how many first attempts fail. By the display name of its node. */
export type SimulatorPlan = Readonly<Record<string, { readonly fails?: number }>>;

export interface SimulatedRun {
  readonly phase: string;
  /** By display name; of several nodes of one name, the last. */
  readonly nodes: ReadonlyMap<string, string>;
  readonly trace: readonly string[];
  /** What the engine says of nodes, by display name: of several of one name, all. */
  readonly messages: readonly (readonly [node: string, message: string])[];
}

/** The workflow controller of Argo 4.0.10 itself, with a plan in place of a cluster. It mostly sleeps, so many may run at once. */
export const argoSimulator = {
  title: simulator.missing ?? 'the controller of Argo 4.0.10',
  missing: simulator.missing !== undefined,
  /**
   * @param options whether a person resumes what waits for one, and how many milliseconds a run may take
   * @returns `undefined` where it came to no end in time
   */
  async run(
    file: SourceFile,
    plan: SimulatorPlan,
    options: { readonly resume?: boolean; readonly timeout?: number } = {},
  ): Promise<SimulatedRun | undefined> {
    const folder = mkdtempSync(join(tmpdir(), 'dagweave-argo-'));
    const path = join(folder, basename(file.path));
    writeFileSync(path, file.text);
    const env = {
      ...process.env,
      SIM_FILE: path,
      SIM_PLAN: JSON.stringify(plan),
      SIM_RESUME: options.resume ? '1' : '',
    };
    const { stdout } = await execa(simulator.path, ['-test.run', 'TestSim', '-test.v'], {
      env,
      timeout: options.timeout ?? 60_000,
      reject: false,
    });
    rmSync(folder, { recursive: true, force: true });
    const line = stdout.split('\n').find((one) => one.startsWith('SIM '));
    if (line === undefined) return undefined;
    const { phase, nodes, trace } = JSON.parse(line.slice('SIM '.length)) as {
      phase: string;
      nodes: readonly { Name: string; Phase: string; Message: string }[] | null;
      trace: readonly string[] | null;
    };
    return {
      phase,
      nodes: new Map((nodes ?? []).map(({ Name, Phase }) => [Name, Phase])),
      trace: trace ?? [],
      messages: (nodes ?? []).map(({ Name, Message }) => [Name, Message]),
    };
  },
};

function inScratch<T>(files: readonly SourceFile[], use: (paths: readonly string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-argo-'));
  const paths = files.map(({ path, text }) => {
    const own = join(folder, basename(path));
    writeFileSync(own, text);
    return own;
  });
  try {
    return use(paths);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
