import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { SourceFile } from '../../src/model/source.js';
import { packedEngine } from './engines.js';

const lint = packedEngine('argo-lint-4.0.10-linux-x64', 'DAGWEAVE_ARGO_LINT');
const simulator = packedEngine('argo-sim-4.0.10-linux-x64', 'DAGWEAVE_ARGO_SIM');

/** The validator of Argo Workflows 4.0.10. */
export const argoLint = {
  title: lint.missing ?? 'the validator of Argo 4.0.10',
  missing: lint.missing !== undefined,
  /** What it says of a file, positions in lists of steps apart, which hooks shift. */
  of(file: SourceFile): readonly string[] {
    return inScratch(file, (path) => {
      const { stdout } = spawnSync(lint.path, [path], { encoding: 'utf8', timeout: 60_000 });
      const said = stdout.trim().split('\t').at(-1) ?? '';
      return said.split('\n').map((line) => line.replaceAll(/steps\[\d+\]/g, 'steps'));
    });
  },
};

/** What a pod does: how many first attempts fail. By the display name of its node. */
export type SimulatorPlan = Readonly<Record<string, { readonly fails?: number }>>;

export interface SimulatedRun {
  readonly phase: string;
  /** By display name; of several nodes of one name, the last. */
  readonly nodes: ReadonlyMap<string, string>;
  readonly trace: readonly string[];
}

/** The workflow controller of Argo 4.0.10 itself, with a plan in place of a cluster. */
export const argoSimulator = {
  title: simulator.missing ?? 'the controller of Argo 4.0.10',
  missing: simulator.missing !== undefined,
  /** `undefined` where it came to no end in time. */
  run(file: SourceFile, plan: SimulatorPlan): SimulatedRun | undefined {
    return inScratch(file, (path) => {
      const env = { ...process.env, SIM_FILE: path, SIM_PLAN: JSON.stringify(plan) };
      const { stdout } = spawnSync(simulator.path, ['-test.run', 'TestSim', '-test.v'], {
        encoding: 'utf8',
        env,
        timeout: 60_000,
      });
      const line = stdout?.split('\n').find((one) => one.startsWith('SIM '));
      if (line === undefined) return undefined;
      const { phase, nodes, trace } = JSON.parse(line.slice('SIM '.length)) as {
        phase: string;
        nodes: readonly { Name: string; Phase: string }[] | null;
        trace: readonly string[] | null;
      };
      return { phase, nodes: new Map((nodes ?? []).map(({ Name, Phase }) => [Name, Phase])), trace: trace ?? [] };
    });
  },
};

function inScratch<T>(file: SourceFile, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-argo-'));
  const path = join(folder, basename(file.path));
  writeFileSync(path, file.text);
  try {
    return use(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
