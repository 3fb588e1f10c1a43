import { randomUUID } from 'node:crypto';
import { type Outcome, unable } from '../../runtime/attempt.js';
import { fillTemplate, readSecrets, secretFiles } from '../../runtime/fill-template.js';
import type { EngineRun, RunningEngine, RunOutput } from '../../runtime/running-engine.js';
import { describeEnd } from '../../runtime/step-host.js';
import type { ValuesOf } from '../fields.js';
import { runnable, type StepAttempt } from '../runnable.js';
import { spawnFields } from './fields.js';

type Flags = ValuesOf<typeof spawnFields>;

/**
 * Runs another workflow with the engine on the PATH, as a run of its own, and waits for it. It gets its inputs and nothing of
 * the environment of this step but what every program needs.
 */
export const run = runnable(
  spawnFields,
  3600,
  async (flags, attempt) => {
    const { pipeline, print } = flags;
    if (pipeline === undefined) return unable('no workflow to run: give --pipeline NAME');
    if (!['result', 'output', undefined].includes(print)) return unable('--print must be result or output');
    const inputs = await fillInputs(flags, attempt);
    if (!inputs.ok) return unable(inputs.problem);
    const engine = await attempt.engine();
    const order = { pipeline, inputs: inputs.values, runId: randomUUID() };
    const started = await engine.startCommand(order, attempt.host, attempt.signal);
    if (!started.ok) return unable(started.problem);
    const outcome = await runWorkflow(started.run, engine, attempt);
    return print === 'output' ? { ...outcome, prints: outcome.fields.output ?? {} } : outcome;
  },
  { anywhere: true },
);

type Inputs =
  | { readonly ok: true; readonly values: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly problem: string };

async function fillInputs({ input, var: given }: Flags, { host, env }: StepAttempt): Promise<Inputs> {
  const secrets = await readSecrets(host);
  const missing = new Set<string>();
  const values = new Map<string, string>();
  for (const [name, template] of input ?? []) {
    const filled = fillTemplate(template, {
      value: (variable) => given?.get(variable),
      variable: (variable) => env.get(variable) ?? host.variable(variable) ?? secrets.get(variable),
    });
    for (const variable of filled.missing) missing.add(variable);
    values.set(name, filled.text);
  }
  if (missing.size === 0) return { ok: true, values };
  const file = secretFiles(host.variable)[0]!;
  return {
    ok: false,
    problem: `${[...missing].join(', ')} without a value, and an input needs it: set it in the environment of the step, or write NAME=VALUE into ${file}`,
  };
}

async function runWorkflow(
  { program, env, keeps, runId }: EngineRun,
  engine: RunningEngine,
  attempt: StepAttempt,
): Promise<Outcome> {
  const { host, signal, verbose } = attempt;
  if (attempt.dryRun) return { verdict: 'success', skipped: true, fields: { run_id: null, output: null } };
  const begun = host.now();
  const end = await host.run({ start: program, directory: host.directory, env, keeps, signal, echo: verbose });
  const { exitCode, error } = describeEnd(end);
  if (end.how.kind === 'unstartable') return unable(`the engine could not be started: ${error}`);
  const output = await engine.readRun(runId, [begun, host.now()], host);
  const fields = { run_id: runId, output: output ?? null, stderr: exitCode === 0 ? undefined : end.stderr.text };
  if (exitCode !== 0)
    return { verdict: 'failure', error: engine.problemIn(end.stderr.text) ?? endedAs(output) ?? error, fields };
  // The engine ends well, too, where a run only waits for a person.
  if (output?.status === 'waiting')
    return { verdict: 'failure', error: 'the workflow waits for a person', retriable: false, fields };
  return { verdict: 'success', fields };
}

function endedAs(output: RunOutput | undefined): string | undefined {
  return output && `the workflow ended as ${output.status}`;
}
