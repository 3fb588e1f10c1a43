import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompileResult } from '../../src/compile.js';
import { runAct } from '../engine/act.js';
import { argoSimulator } from '../engine/argo.js';
import { runDagu } from '../engine/dagu.js';
import { act, dagu1, dagu2, type Engine, gitlabCiLocal } from '../engine/engines.js';
import { runPipeline } from '../engine/gitlab.js';
import type { CommandOf, EngineName } from './rows.js';

interface Ran {
  readonly ok: boolean;
  /** The names that commands have, in the order in which they began. */
  readonly ran: readonly string[];
  /** What a hook found in its environment; `undefined` where no command really ran. */
  readonly value: string | undefined;
  readonly log: string;
}

type Compile = (command: CommandOf) => CompileResult;

interface Starter {
  readonly missing: boolean;
  readonly run: (compile: Compile, failing: readonly string[]) => Promise<Ran>;
}

/** How each engine is started. Argo's controller is the real one, but nothing runs in its pods. */
export const startIn: Readonly<Record<EngineName, Starter>> = {
  'Dagu 1.30': { missing: dagu1.missing !== undefined, run: (compile, failing) => inDagu(dagu1, compile, failing) },
  'Dagu 2.14': { missing: dagu2.missing !== undefined, run: (compile, failing) => inDagu(dagu2, compile, failing) },
  'Argo Workflows': { missing: argoSimulator.missing, run: inArgo },
  'GitHub Actions': {
    missing: act.missing !== undefined,
    run: (compile, failing) =>
      withCommands(compile, failing, async (text) => {
        const { code, log } = await runAct(text);
        return { ok: code === 0, log };
      }),
  },
  'GitLab CI': {
    missing: gitlabCiLocal.missing !== undefined,
    run: (compile, failing) => withCommands(compile, failing, async (text) => runPipeline(text)),
  },
};

function inDagu(engine: Engine, compile: Compile, failing: readonly string[]): Promise<Ran> {
  return withCommands(compile, failing, async (text, forget) => {
    const { status, stderr } = await runDagu({ 'workflow.yaml': text }, { engine, forget });
    return { ok: /succe/.test(status), log: `${status}\n${stderr}` };
  });
}

async function withCommands(
  compile: Compile,
  failing: readonly string[],
  start: (text: string, forget: () => void) => Promise<Pick<Ran, 'ok' | 'log'>>,
): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-semantics-'));
  try {
    const trace = join(folder, 'trace');
    const forget = () => {
      writeFileSync(trace, '');
      for (const name of ['again', 'value']) rmSync(join(folder, name), { force: true });
    };
    forget();
    mkdirSync(join(folder, 'fails'));
    for (const name of failing) writeFileSync(join(folder, 'fails', name), '');
    const text = textOf(
      compile((name) =>
        `echo ${name} >> ${trace}; ${does[name] ?? 'test ! -e FOLDER/fails/NAME'}`
          .replaceAll('FOLDER', folder)
          .replaceAll('NAME', name),
      ),
    );
    const { ok, log } = await start(text, forget);
    const ran = readFileSync(trace, 'utf8').split('\n').filter(Boolean);
    const value = ran.includes('say') ? readFileSync(join(folder, 'value'), 'utf8') : undefined;
    return { ok, ran, value, log: `${text}\n${ran.join(' ')}\n${log}` };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What commands do besides saying that they ran. */
const does: Readonly<Record<string, string>> = {
  say: 'printf %s "$VALUE" > FOLDER/value',
  retry: 'test -e FOLDER/again || { touch FOLDER/again; exit 1; }',
  late: 'sleep 20; echo too-late >> FOLDER/trace',
};

async function inArgo(compile: Compile, failing: readonly string[]): Promise<Ran> {
  const result = compile((name) => `./${name}`);
  const text = textOf(result);
  const names = new Map(
    result.workflows[0]!.plan.dags.flatMap(({ nodes }) =>
      nodes.flatMap((node) =>
        node.kind === 'kept' ? [] : [[node.injection.rule.id, podOf(node.name, text)] as const],
      ),
    ),
  );
  const plan = Object.fromEntries(failing.map((id) => [names.get(id) ?? id, { fails: 99 }]));
  const run = await argoSimulator.run({ path: 'workflow.yaml', text }, plan);
  if (!run) throw new Error(`no end:\n${text}`);
  return {
    ok: run.phase === 'Succeeded',
    ran: run.trace.flatMap((line) => idIn(line, names)),
    value: undefined,
    log: text,
  };
}

/** A hook that is a step in a step has its pod in there. */
function podOf(hook: string, text: string): string {
  return new RegExp(`name: ${hook}\\n.*\\n? +inline:\\n +steps:\\n +- - name: run\\n`).test(text) ? 'run' : hook;
}

/** `3 begin hook-scan-deploy(0)` says that an attempt of that node began. */
function idIn(line: string, names: ReadonlyMap<string, string>): readonly string[] {
  const name = /^\d+ begin (.*?)(?:\(\d+\))?$/.exec(line)?.[1];
  if (name === undefined) return [];
  const found = [...names].find(([id, of]) => of === name || `hook-${id}` === name);
  return [found?.[0] ?? name.replace(/^hook-/, '')];
}

function textOf({ ok, outputs, diagnostics }: CompileResult): string {
  if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return outputs[0]!.text;
}
